import type { fileIssues as english } from './file-issues.en.ts';
import { markLine } from './line-numbers.ts';
import { quoteIn } from './quote.ts';
import { wordsIn } from './words.ts';

const { number, count } = wordsIn('fr');
const quote = quoteIn('fr');

const NO_CSV = 'et non un fichier CSV';
const SAVE_AS = 'enregistrez-le au format «\u202fCSV UTF-8\u202f» et importez le fichier obtenu';
const OTHER_FILES = {
  spreadsheet: `c’est un classeur ou un fichier compressé, ${NO_CSV}\u202f: ouvrez-le dans un tableur, ${SAVE_AS}`,
  damaged: 'le fichier est incomplet ou endommagé\u202f: enregistrez-le à nouveau au format «\u202fCSV UTF-8\u202f»',
  other: `ce n’est pas un fichier CSV\u202f: ouvrez l’original dans un tableur, ${SAVE_AS}`,
};

const SEPARATORS = { ',': 'une virgule', ';': 'un point-virgule', '\t': 'une tabulation' };

const CELLS = { one: 'cellule', many: 'de cellules', other: 'cellules' };
const COLUMNS = { one: 'colonne', many: 'de colonnes', other: 'colonnes' };
const STATUS = 'oui ou non (ou vrai ou faux, true ou false, yes ou no, 1 ou 0)';
const ID = `doit être vide ou un nombre entier de 1 à ${number(2_147_483_647)}`;
const AS_TEXT = 'donnez à la colonne le format texte et écrivez les dates sous la forme 2026-05-17 (année-mois-jour)';
const NO_LOGO = 'le club n’aura pas de logo';

const others = (more: number) =>
  more > 0 ? ` et ${count(more, { one: 'autre', many: 'd’autres', other: 'autres' })}` : '';
const widths = (cells: number, columns: number) =>
  `la ligne a ${count(cells, CELLS)}, mais l’en-tête a ${count(columns, COLUMNS)}`;
const alike = (other: string) =>
  `ne diffère ${other} que par la casse, les accents ou la ponctuation\u202f: vérifiez qu’il s’agit d’un autre club`;

const rule =
  <Issue extends object>(say: (issue: Issue) => string) =>
  (issue: Issue & { isSpreadsheetError: boolean; inLine?: number | null }): string =>
    say(issue) +
    (issue.inLine ? ` (ligne ${issue.inLine} de la cellule)` : '') +
    (issue.isSpreadsheetError ? ' (erreur de tableur)' : '');

export const fileIssues: typeof english = {
  otherFile: ({ is }) => OTHER_FILES[is],
  tooManyRows: ({ limit }) =>
    `le fichier a plus de ${number(limit)} lignes\u202f: divisez-le, ou demandez à l’administration du site de l’importer avec la commande clubs:import`,
  emptyFile: ({ columns }) => `le fichier est vide\u202f: sa première ligne doit être l’en-tête ${columns.join(',')}`,
  headerBelow: ({ line }) =>
    `ce n’est pas l’en-tête, qui semble être à la ligne ${markLine(line)}\u202f: supprimez les lignes qui la précèdent`,
  columnsMissing: ({ columns }) => `colonnes manquantes\u202f: ${columns.map(quote).join(', ')}`,
  columnsUnknown: ({ columns, more, known }) =>
    `colonnes inconnues\u202f: ${columns.map(quote).join(', ')}${others(more)} (colonnes connues\u202f: ${known.join(', ')})`,
  columnsRepeated: ({ columns }) => `colonnes répétées\u202f: ${columns.map(quote).join(', ')}`,
  rowTooWide: ({ cells, columns, separator }) =>
    `${widths(cells, columns)}\u202f: mettez entre guillemets les textes qui contiennent ${SEPARATORS[separator]} ou un guillemet, et ouvrez le fichier avec ce seul séparateur`,
  rowTooNarrow: ({ cells, columns, missing, separator }) =>
    `${widths(cells, columns)} (il manque ${missing.join(', ')})\u202f: il manque ${SEPARATORS[separator]}, un texte avec un saut de ligne n’est pas entre guillemets, ou le fichier est incomplet`,
  quoteNotClosed: () => 'un guillemet de cette ligne n’est pas refermé, ou le fichier est incomplet',
  quoteClosedBefore: () =>
    'contient du texte après le guillemet fermant\u202f: dans un texte, doublez les guillemets ("")',
  spaceBeforeQuote: () => 'contient un espace avant le guillemet ouvrant\u202f: supprimez cet espace',
  nul: rule(() => 'ne doit pas contenir de caractère NUL'),
  tooLong: rule(({ limit }) => `doit comporter au plus ${number(limit)} caractères`),
  empty: rule(() => 'ne doit pas être vide'),
  lineBreak: rule(() => 'ne doit contenir ni saut de ligne, ni tabulation, ni caractère de contrôle'),
  space: rule(() => 'ne doit pas contenir d’espace'),
  website: rule(() => 'doit être vide ou une adresse qui commence par http:// ou https://'),
  secondScheme: rule(
    () => 'contient deux fois http:// ou https://\u202f: n’en gardez qu’un, comme dans https://www.example.org',
  ),
  contact: rule(() => 'doit être vide, une adresse e-mail ou une adresse qui commence par http:// ou https://'),
  contacts: rule(() => 'doit être une seule adresse\u202f: mettez les autres dans la description'),
  contactPhone: rule(() => 'doit être une adresse e-mail ou une adresse web, et non un numéro de téléphone'),
  contactSign: rule(() => 'contient un caractère impossible dans une adresse e-mail\u202f: saisissez-la à nouveau'),
  contactSpace: rule(() => 'doit être une adresse e-mail seule, sans espace ni autre mot'),
  tooManyLinks: rule(({ limit }) => `doit contenir au plus ${number(limit)} liens`),
  tooManyAliases: rule(({ limit }) => `doit contenir au plus ${number(limit)} noms, séparés par |`),
  longAlias: rule(({ limit }) => `doit contenir des noms de ${number(limit)} caractères au plus, séparés par |`),
  link: rule(
    () =>
      'doit contenir à chaque ligne une adresse qui commence par http:// ou https://, précédée éventuellement d’un nom',
  ),
  linkHandle: rule(
    () => 'doit contenir une adresse web au lieu d’un @nom\u202f: Instagram https://www.instagram.com/club',
  ),
  linkLabel: rule(({ limit }) => `doit donner aux liens des noms de ${number(limit)} caractères au plus`),
  linkUrl: rule(({ limit }) => `doit donner aux liens des adresses de ${number(limit)} caractères au plus`),
  logoUrl: rule(() => 'doit être vide ou une adresse qui commence par /, http:// ou https://'),
  status: rule(() => `doit être ${STATUS}`),
  statusEmpty: rule(() => `ne doit pas être vide\u202f: écrivez ${STATUS}`),
  id: rule(() => ID),
  idFormat: rule(() => `${ID}, sans séparateur, exposant ni zéro au début`),
  day: rule(() => 'doit être vide ou une date de la forme 2026-05-17 (année-mois-jour)'),
  dayOfTwo: rule(() => `est une date ambiguë\u202f: ${AS_TEXT}`),
  dayYear: rule(() => `a une année de deux chiffres\u202f: ${AS_TEXT}`),
  dayNumber: rule(() => `est un nombre au lieu d’une date\u202f: ${AS_TEXT}`),
  dayAhead: rule(() => 'ne doit pas être dans le futur'),
  spreadsheetError: () => 'est une erreur de tableur\u202f: vérifiez la cellule',
  spaceInside: () => 'contient un espace\u202f: vérifiez qu’il s’agit d’une seule adresse',
  letterLost: ({ sign }) => `contient ${quote(sign)}, qui remplace un caractère perdu lors d’une conversion`,
  entity: ({ shown, meant }) =>
    `contient l’entité HTML ${quote(shown)}\u202f: écrivez ${quote(meant)} si c’est ce que vous voulez dire`,
  logoDamaged: ({ folder }) =>
    `est une image dont les fichiers dans ${folder} sont endommagés ou incomplets\u202f: ${NO_LOGO}`,
  logoMissing: ({ folder, canBeInFolder }) =>
    `est une image absente de ce site${folder === null ? '' : ` et de ${folder}`}\u202f: ${NO_LOGO}${canBeInFolder ? ', sauf si vous indiquez le dossier d’un export (--with-logos)' : ''}`,
  nameTwice: ({ line }) => `figure déjà à la ligne ${markLine(line)}\u202f: chaque club doit avoir son propre nom`,
  similarName: ({ line }) => alike(`du nom de la ligne ${markLine(line)}`),
  similarStoredName: ({ name }) => alike(`de ${quote(name)} dans l’annuaire`),
  idLarge: ({ largest }) =>
    `laisse peu d’identifiants aux nouveaux clubs, numérotés à la suite jusqu’à ${number(largest)}\u202f: vérifiez l’identifiant`,
  idOfOther: ({ of, named, way }) => {
    const whose = `${of === null ? 'n’est l’identifiant d’aucun club' : `est l’identifiant de ${quote(of)}`}, mais le nom est celui du club ${named}`;
    if (way === 'takeIn')
      return `${whose}, dont la modification est laissée de côté\u202f: sélectionnez-la, ou laissez aussi cette ligne de côté`;
    return `${whose}\u202f: supprimez la colonne id pour que les clubs soient reconnus à leur nom${way === 'split' ? ', ou procédez en deux imports' : ''}`;
  },
  sameClub: ({ line }) => `est le même club qu’à la ligne ${markLine(line)}`,
  parentRenamed: ({ line, to }) =>
    `est l’ancien nom d’un club\u202f: la ligne ${markLine(line)} le renomme en ${quote(to)}`,
  parentDeleted: () => 'est un club que cet import supprime',
  parentLeftOut: ({ line }) =>
    `est le club de la ligne ${markLine(line)}, laissé de côté\u202f: sélectionnez-le, ou laissez aussi cette ligne de côté`,
  parentUnknown: () => 'n’est un club ni du fichier ni de l’annuaire',
  ownParent: () => 'ne doit pas être le club lui-même',
  loop: ({ first, last }) =>
    `forme une boucle de clubs parents (${[...first.map(quote), ...(last.length > 0 ? ['…', ...last.map(quote)] : [])].join(' dans ')})`,
  renamed: () => 'est le nouveau nom d’un club',
  deleted: () => 'n’est pas dans le fichier',
};
