import type { fileFaults as english } from './file-faults.en.ts';
import { markLine } from './line-numbers.ts';
import { quoteIn } from './quote.ts';
import { wordsIn } from './words.ts';

const { number, count } = wordsIn('fr');
const quote = quoteIn('fr');

const NO_CSV = 'et non un fichier CSV';
const SAVE_AS = 'enregistrez-le au format «\u202fCSV UTF-8\u202f» et importez le fichier obtenu';
const OTHER_FILES = {
  webPage: `est une page web ou du XML, quelle que soit la fin de son nom, ${NO_CSV}\u202f: ouvrez-le dans un tableur, ${SAVE_AS}`,
  utf32: `est en UTF-32, un encodage qui n’est pas pris en charge\u202f: ouvrez-le, ${SAVE_AS}`,
  utf16: `est en UTF-16 sans marque d’ordre des octets, ce qui ne se reconnaît pas avec certitude\u202f: ouvrez-le, ${SAVE_AS}`,
  pdfOrPicture: `est un PDF ou une image, ${NO_CSV}\u202f: ouvrez le classeur dont il est tiré, ${SAVE_AS}`,
  gzip: `est une archive (.gz), ${NO_CSV}\u202f: décompressez-la, et importez le fichier CSV qu’elle contient`,
  zip: `est une archive (.zip) ou un classeur, ${NO_CSV}\u202f: ouvrez ce qu’il contient, ${SAVE_AS}`,
  document: `est un document (.docx ou .pptx), ${NO_CSV}\u202f: copiez son tableau dans un classeur, ${SAVE_AS}`,
  xls: `est un ancien classeur Excel (.xls), ou un classeur protégé par un mot de passe, ${NO_CSV}\u202f: ouvrez-le, ${SAVE_AS}`,
  xlsx: `est un classeur Excel (.xlsx), ${NO_CSV}\u202f: ouvrez-le dans Excel, ${SAVE_AS}`,
  ods: `est un classeur LibreOffice (.ods), ${NO_CSV}\u202f: ouvrez-le, enregistrez-le au format Texte CSV avec le jeu de caractères UTF-8 et importez le fichier obtenu`,
  numbers: `est un tableau Apple Numbers (.numbers), ${NO_CSV}\u202f: ouvrez-le dans Numbers, exportez-le en CSV avec l’encodage de texte Unicode (UTF-8) et importez le fichier obtenu`,
};

const SEPARATORS = {
  ',': { one: 'une virgule', the: 'la virgule', some: 'des virgules' },
  ';': { one: 'un point-virgule', the: 'le point-virgule', some: 'des points-virgules' },
  '\t': { one: 'une tabulation', the: 'la tabulation', some: 'des tabulations' },
};

const CELLS = { one: 'cellule', many: 'de cellules', other: 'cellules' };
const COLUMNS = { one: 'colonne', many: 'de colonnes', other: 'colonnes' };
const STATUS = 'oui ou non (ou vrai ou faux, true ou false, yes ou no, 1 ou 0)';
const ID = `doit être vide ou un nombre entier de 1 à ${number(2_147_483_647)}`;
const AS_TEXT = 'Donnez à la colonne le format texte, et écrivez 2026-05-17\u202f: année, mois, jour';
const NO_PICTURE = 'le club n’aura pas d’image';
const BY_NAME = 'les clubs seront reconnus à leur nom';

const widths = (cells: number, columns: number) =>
  `la ligne a ${count(cells, CELLS)}, et l’en-tête ${count(columns, COLUMNS)}`;
const filledDown = ({ from, to }: { from: number; to: number }) =>
  `les id des lignes ${markLine(from)} à ${markLine(to)} semblent avoir été recopiés vers le bas dans le tableur. Reprenez-les d’un nouvel export, ou supprimez la colonne id\u202f: ${BY_NAME}`;
const alike = (other: string) =>
  `ne diffère ${other} que par la casse, les accents, les apostrophes, les tirets ou les espaces\u202f: est-ce le même club\u202f?`;

const rule =
  <Fault extends object>(say: (fault: Fault) => string) =>
  (fault: Fault & { isSpreadsheetError: boolean; inLine?: number | null }): string =>
    say(fault) +
    (fault.inLine ? ` (à la ligne ${fault.inLine} de la cellule)` : '') +
    (fault.isSpreadsheetError ? ' (c’est une erreur de tableur)' : '');

export const fileFaults: typeof english = {
  otherFile: ({ is }) => `le fichier ${OTHER_FILES[is]}`,
  cutOff: () =>
    'le fichier est tronqué\u202f: il s’arrête au milieu d’une lettre. Récupérez-le en entier, puis importez-le',
  damaged: () =>
    'le texte est abîmé à partir d’ici\u202f: enregistrez à nouveau le fichier au format «\u202fCSV UTF-8\u202f»',
  emptyFile: ({ columns }) => `le fichier est vide\u202f: il doit commencer par un en-tête, ${columns.join(',')}`,
  unknownSeparator: ({ separator }) =>
    `le séparateur du fichier est ${quote(separator)}, qui n’est pas pris en charge\u202f: enregistrez le fichier avec des virgules, des points-virgules ou des tabulations`,

  headerBelow: ({ line }) =>
    `ce n’est pas l’en-tête, qui semble être à la ligne ${markLine(line)}\u202f: supprimez les lignes qui la précèdent`,
  headerAgain: () => 'c’est encore une fois l’en-tête\u202f: supprimez cette ligne',
  columnsMissing: ({ columns }) => `il manque à l’en-tête ${columns.map(quote).join(', ')}`,
  columnsUnknown: ({ columns, more, known }) =>
    `l’en-tête a des colonnes inconnues\u202f: ${columns.map(quote).join(', ')}${more > 0 ? ` et ${count(more, { one: 'autre', many: 'd’autres', other: 'autres' })}` : ''} (les colonnes connues sont ${known.join(', ')})`,
  columnsUnnamed: ({ letters, more }) =>
    letters.length === 1
      ? `l’en-tête n’a pas de nom pour la colonne ${letters.join()}\u202f: donnez-lui-en un, ou supprimez la colonne`
      : `l’en-tête n’a pas de noms pour les colonnes ${letters.join(', ')}${more > 0 ? ` et ${count(more, { one: 'autre', many: 'd’autres', other: 'autres' })}` : ''}\u202f: donnez-leur-en, ou supprimez ces colonnes`,
  columnsRepeated: ({ columns }) =>
    `l’en-tête a plusieurs fois les mêmes colonnes\u202f: ${columns.map(quote).join(', ')}`,

  rowSeparator: ({ ofRow, ofHeader }) =>
    `les cellules de la ligne sont séparées par ${SEPARATORS[ofRow].some}, et celles de l’en-tête par ${SEPARATORS[ofHeader].some}\u202f: gardez un seul séparateur dans tout le fichier`,
  rowTooWide: ({ cells, columns, separator }) =>
    `${widths(cells, columns)}\u202f: un texte contient peut-être ${SEPARATORS[separator].one} ou un guillemet sans être entre guillemets, ou un programme a ouvert le fichier avec plusieurs séparateurs à la fois (dans LibreOffice, ne cochez que Virgule)`,
  rowTooNarrow: ({ cells, columns, missing, separator, isEnd }) => {
    const lack = `${widths(cells, columns)} (il manque ${missing.join(', ')})`;
    const { one, the } = SEPARATORS[separator];
    return isEnd
      ? `${lack}\u202f: le fichier s’arrête ici, il est peut-être tronqué. Récupérez-le en entier`
      : `${lack}\u202f: il manque peut-être ${one}, ou un texte contient un saut de ligne sans être entre guillemets, ou le programme qui a enregistré le fichier a omis les cellules vides de la fin. Remettez ${the}, ou faites de name la dernière colonne du tableau et enregistrez à nouveau`;
  },
  rowInOneCell: () =>
    'toute la ligne tient dans une seule cellule, comme lorsqu’un double clic a ouvert le fichier dans Excel\u202f: exportez à nouveau les clubs, ouvrez ce fichier dans Excel par Données → À partir d’un fichier texte/CSV avec la virgule comme délimiteur, et refaites-y les changements',
  quoteNotClosed: () => 'un guillemet de cette ligne n’est jamais refermé, ou le fichier est tronqué',
  rowTooLong: () => 'cette ligne est trop longue pour un club\u202f: un guillemet n’y est peut-être jamais refermé',
  quoteClosedBefore: () => 'contient du texte après son guillemet fermant\u202f: dans un texte, doublez le guillemet',
  spaceBeforeQuote: () => 'contient une espace avant son guillemet ouvrant\u202f: supprimez cette espace',

  nul: rule(() => 'ne doit pas contenir de caractère NUL'),
  tooLong: rule(({ limit }) => `doit comporter au plus ${number(limit)} caractères`),
  empty: rule(() => 'ne doit pas être vide'),
  lineBreak: rule(() => 'ne doit contenir ni saut de ligne, ni tabulation, ni caractère de contrôle'),
  space: rule(() => 'contient une espace, et une adresse n’en a pas'),
  website: rule(() => 'doit être vide, ou une adresse qui commence par http:// ou https://'),
  secondScheme: rule(
    () => 'contient deux fois http:// ou https://\u202f: n’en laissez qu’un, comme dans https://www.example.org',
  ),
  contact: rule(() => 'doit être vide, une adresse électronique, ou une adresse qui commence par http:// ou https://'),
  contacts: rule(() => 'doit être une seule adresse\u202f: les autres ont leur place dans les liens et la description'),
  contactPhone: rule(() => 'doit être une adresse électronique ou l’adresse d’une page, et non un numéro de téléphone'),
  contactSign: rule(() => 'contient un signe qu’une adresse électronique n’a pas\u202f: saisissez-la à nouveau'),
  contactSpace: rule(() => 'doit être l’adresse électronique seule, sans espace ni mot autour'),
  tooManyAliases: rule(({ limit }) => `doit contenir au plus ${number(limit)} noms, séparés par |`),
  longAlias: rule(({ limit }) => `doit contenir des noms de ${number(limit)} caractères au plus, séparés par |`),
  tooManyLinks: rule(({ limit }) => `doit contenir au plus ${number(limit)} liens`),
  link: rule(
    () =>
      'doit donner à chaque ligne un nom, une espace et une adresse qui commence par http:// ou https://, ou cette adresse seule',
  ),
  linkHandle: rule(
    () => 'doit donner l’adresse de la page au lieu d’un nom avec @\u202f: Instagram https://www.instagram.com/club',
  ),
  linkLabel: rule(({ limit }) => `doit donner aux liens des noms de ${number(limit)} caractères au plus`),
  linkUrl: rule(({ limit }) => `doit donner aux liens des adresses de ${number(limit)} caractères au plus`),
  logoUrl: rule(
    () =>
      'doit être vide, une adresse de ce site qui commence par /, ou une adresse qui commence par http:// ou https://',
  ),
  status: rule(() => `doit être ${STATUS}`),
  statusEmpty: rule(() => `ne doit pas être vide\u202f: écrivez ${STATUS}`),
  id: rule(() => ID),
  idFormat: rule(
    () =>
      `${ID} (donnez à la colonne le format des nombres entiers, sans séparateur, sans exposant et sans zéro devant)`,
  ),
  day: rule(() => 'doit être vide ou une date de la forme 2026-05-17\u202f: année, mois, jour'),
  dayOfTwo: rule(() => `peut désigner deux jours. ${AS_TEXT}`),
  dayYear: rule(() => `a une année de deux chiffres. ${AS_TEXT}`),
  dayNumber: rule(() => `est le nombre par lequel un tableur note un jour. ${AS_TEXT}`),
  dayAhead: rule(() => 'est plus tard que demain, et personne ne peut encore avoir confirmé le club ce jour-là'),
  dayOrder: ({ first, otherLine }) =>
    `met le ${first === 'day' ? 'jour' : 'mois'} en premier, contrairement à la ligne ${markLine(otherLine)}. ${AS_TEXT}`,

  spreadsheetError: () => 'est une erreur de tableur, et non un texte\u202f: est-ce voulu\u202f?',
  spaceInside: () => 'contient une espace\u202f: est-ce bien une seule adresse\u202f?',
  letterLost: ({ sign }) => `contient ${quote(sign)}, le signe d’une lettre perdue dans un mauvais encodage`,
  garbled: ({ shown, meant }) =>
    `contient ${quote(shown)}, peut-être pour ${quote(meant)}\u202f: le texte a-t-il été ouvert dans un mauvais encodage, et non en UTF-8\u202f?`,
  entity: ({ shown, meant }) =>
    `contient l’entité HTML ${quote(shown)}\u202f: écrivez ${quote(meant)} si c’est ce que vous voulez dire`,

  logoDamaged: ({ folder }) =>
    `est une image dont les fichiers dans ${folder} sont abîmés, incomplets ou illisibles\u202f: ${NO_PICTURE}`,
  logoNoFile: () => `est une adresse de ce site où il n’y a pas de fichier\u202f: ${NO_PICTURE}`,
  logoUnknown: ({ canBeInFolder }) =>
    `est une image que ce site n’a pas\u202f: ${NO_PICTURE}${canBeInFolder ? ', sauf si elle est dans le dossier d’un export (--with-logos)' : ''}`,
  logoNotInFolder: ({ folder }) => `est une image qui n’est ni sur ce site ni dans ${folder}\u202f: ${NO_PICTURE}`,

  nameTwice: ({ line }) =>
    `figure déjà à la ligne ${markLine(line)}\u202f: un club n’a qu’une ligne, et deux clubs ont deux noms`,
  similarName: ({ line }) => alike(`du nom de la ligne ${markLine(line)}`),
  similarStoredName: ({ name }) => alike(`de ${quote(name)} dans l’annuaire`),
  idLarge: ({ largest }) =>
    `est si grand qu’il reste après lui peu de numéros pour les nouveaux clubs (jusqu’à ${number(largest)})\u202f: est-ce voulu\u202f?`,
  idOfOther: ({ of, named, filled, way }) => {
    const whose = `${of === null ? 'n’est l’id d’aucun club' : `est l’id de ${quote(of)}`}, et le nom est celui du club ${named}`;
    if (filled) return `${whose}\u202f: ${filledDown(filled)}`;
    if (way === 'takeIn')
      return `${whose}, qui le garde tant que sa modification est laissée de côté\u202f: reprenez-la, ou laissez aussi cette ligne de côté`;
    const others = new Map<string | null, string>([
      ['rename', ', ou renommez en deux importations, avec un autre nom entre les deux'],
      ['delete', `, ou supprimez le club ${named} dans une première importation et donnez son nom dans une seconde`],
    ]);
    return `${whose}\u202f: supprimez la colonne id, et ${BY_NAME}${others.get(way) ?? ''}`;
  },
  sameClub: ({ line, filled, isRenaming }) =>
    `est le même club qu’à la ligne ${markLine(line)}${
      filled
        ? `\u202f: ${filledDown(filled)}`
        : isRenaming
          ? '\u202f: pour donner à un nouveau club l’ancien nom d’un autre, renommez dans une première importation et créez le nouveau club dans une seconde'
          : ''
    }`,
  parentRenamed: ({ line, to }) =>
    `n’est plus un club après cette importation\u202f: la ligne ${markLine(line)} le renomme en ${quote(to)}`,
  parentDeleted: () => 'est un club que cette importation supprime, puisqu’il n’a pas de ligne',
  parentLeftOut: ({ line }) =>
    `est le club de la ligne ${markLine(line)}, laissé de côté\u202f: reprenez cette ligne, ou laissez aussi celle-ci de côté`,
  parentUnknown: () => 'n’est un club ni du fichier ni de l’annuaire',
  ownParent: () => 'ne doit pas être le club lui-même',
  loop: ({ first, last }) =>
    `referme une boucle de clubs qui font partie les uns des autres (${[...first.map(quote), ...(last.length > 0 ? ['…', ...last.map(quote)] : [])].join(' dans ')})`,

  renamed: () => 'est le nouveau nom d’un club',
  deleted: () => 'n’a pas de ligne dans le fichier',
};
