import type { fileIssues as english, inLineOfCell as englishLine } from './file-issues.en.ts';
import { quoteIn } from './quote.ts';
import { wordsIn } from './words.ts';

const { number, count } = wordsIn('fr');
const quote = quoteIn('fr');

const NO_CSV = 'et non un fichier CSV';
const SAVE_AS = 'enregistrez-le au format «\u202fCSV UTF-8\u202f» et importez le fichier obtenu';
const OTHER_FILES = {
  spreadsheet: `c’est un classeur ou un fichier compressé, ${NO_CSV}\u202f: ouvrez-le dans un tableur, ${SAVE_AS}`,
  other: `ce n’est pas un fichier CSV, ou il est endommagé\u202f: ouvrez l’original dans un tableur, ${SAVE_AS}`,
};

const CELLS = { one: 'cellule', many: 'de cellules', other: 'cellules' };
const COLUMNS = { one: 'colonne', many: 'de colonnes', other: 'colonnes' };
const STATUS = 'oui ou non (ou vrai ou faux, true ou false, yes ou no, 1 ou 0)';
const ID = `doit être vide ou un nombre entier de 1 à ${number(2_147_483_647)}`;
const AS_TEXT = 'donnez à la colonne le format texte et écrivez les dates sous la forme 2026-05-17 (année-mois-jour)';

const others = (more: number) =>
  more > 0 ? ` et ${count(more, { one: 'autre', many: 'd’autres', other: 'autres' })}` : '';
const alike = (other: string) =>
  `ne diffère ${other} que par la casse, les accents ou la ponctuation\u202f: vérifiez qu’il s’agit d’un autre club`;

export const fileIssues: typeof english = {
  otherFile: ({ is }) => OTHER_FILES[is],
  tooManyRows: ({ limit }) =>
    `le fichier a plus de ${number(limit)} lignes\u202f: divisez-le, ou demandez à l’administration du site de l’importer avec la commande clubs:import`,
  emptyFile: ({ columns }) => `le fichier est vide\u202f: sa première ligne doit être l’en-tête ${columns.join(',')}`,
  headerBelow: ({ line }) =>
    `ce n’est pas l’en-tête, qui semble être à la ligne ${line}\u202f: supprimez les lignes qui la précèdent`,
  columnsMissing: ({ columns }) => `colonnes manquantes\u202f: ${columns.map(quote).join(', ')}`,
  columnsUnknown: ({ columns, more, known }) =>
    `colonnes inconnues\u202f: ${columns.map(quote).join(', ')}${others(more)} (colonnes connues\u202f: ${known.join(', ')})`,
  columnsRepeated: ({ columns }) => `colonnes répétées\u202f: ${columns.map(quote).join(', ')}`,
  rowWidth: ({ cells, columns }) =>
    `la ligne a ${count(cells, CELLS)}, mais l’en-tête a ${count(columns, COLUMNS)}\u202f: mettez entre guillemets les textes qui contiennent des séparateurs, des guillemets ou des sauts de ligne`,
  quoteNotClosed: 'un guillemet de cette ligne n’est pas refermé, ou le fichier est incomplet',
  badQuote:
    'contient du texte avant ou après ses guillemets\u202f: supprimez-le, ou doublez les guillemets à l’intérieur d’un texte ("")',
  nul: 'ne doit pas contenir de caractère NUL',
  tooLong: ({ limit, length }) =>
    `doit comporter au plus ${number(limit)} caractères, et en comporte ${number(length)}`,
  empty: 'ne doit pas être vide',
  lineBreak: 'ne doit contenir ni saut de ligne, ni tabulation, ni caractère de contrôle',
  website: 'doit être vide ou une seule adresse sans espace qui commence par http:// ou https://',
  contact: 'doit être vide, ou une seule adresse e-mail ou qui commence par http:// ou https://, et rien d’autre',
  tooManyLinks: ({ limit }) => `doit contenir au plus ${number(limit)} liens`,
  aliases: ({ count: limit, length }) =>
    `doit contenir au plus ${number(limit)} noms de ${number(length)} caractères au plus, séparés par |`,
  link: 'doit contenir à chaque ligne une adresse qui commence par http:// ou https://, précédée éventuellement d’un nom',
  longLink: ({ label, url }) =>
    `doit donner aux liens des noms de ${number(label)} caractères au plus et des adresses de ${number(url)} au plus`,
  logo: 'doit être vide ou une adresse qui commence par /, http:// ou https://',
  status: `doit être ${STATUS}`,
  id: ID,
  day: 'doit être vide ou une date de la forme 2026-05-17 (année-mois-jour)',
  dayOfTwo: `est une date ambiguë\u202f: ${AS_TEXT}`,
  dayAhead: 'ne doit pas être dans le futur',
  spreadsheetError: 'est une erreur de tableur\u202f: vérifiez la cellule',
  spaceInside: 'contient un espace\u202f: vérifiez qu’il s’agit d’une seule adresse',
  letterLost: 'contient «\u202f\ufffd\u202f», qui remplace un caractère perdu lors d’une conversion',
  logoMissing: ({ folder }) =>
    `est une image absente de ce site${folder === null ? '' : `, et absente ou endommagée dans ${folder}`}\u202f: le club n’aura pas de logo`,
  nameTwice: ({ line }) => `figure déjà à la ligne ${line}\u202f: chaque club doit avoir son propre nom`,
  similarName: ({ line }) => alike(`du nom de la ligne ${line}`),
  similarStoredName: ({ name }) => alike(`de ${quote(name)} dans l’annuaire`),
  idLarge: ({ largest }) =>
    `laisse peu d’identifiants aux nouveaux clubs, numérotés à la suite jusqu’à ${number(largest)}\u202f: vérifiez l’identifiant`,
  idOfOther: ({ of, named }) =>
    `${of === null ? 'n’est l’identifiant d’aucun club' : `est l’identifiant de ${quote(of)}`}, mais le nom est celui du club ${named}\u202f: supprimez la colonne id pour que les clubs soient reconnus à leur nom, ou procédez en deux imports`,
  sameClub: ({ line }) => `est le même club qu’à la ligne ${line}`,
  parentUnknown: 'n’est un club ni du fichier ni de l’annuaire',
  parentGone: 'est un club que cet import renomme, supprime ou laisse de côté',
  loop: 'placerait le club dans lui-même',
  renamed: 'est le nouveau nom d’un club',
  deleted: 'n’est pas dans le fichier',
};

export const inLineOfCell: typeof englishLine = (line) => ` (ligne ${line} de la cellule)`;
