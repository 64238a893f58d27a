import type { fileIssues as english } from './file-issues.en.ts';
import { quoteIn } from './quote.ts';
import { wordsIn } from './words.ts';

const { number, count } = wordsIn('fr');
const quote = quoteIn('fr');

const CELLS = { one: 'cellule', many: 'de cellules', other: 'cellules' };
const COLUMNS = { one: 'colonne', many: 'de colonnes', other: 'colonnes' };

export const fileIssues: typeof english = {
  noFile: 'Choisissez un fichier.',
  fileTooLarge: ({ bytes }) =>
    `Le fichier dépasse ${number(bytes / 2 ** 20)}\u00a0Mo. Divisez-le en fichiers plus petits.`,
  unreadable:
    'Ce fichier est illisible\u202f: ce n’est pas un fichier XLSX ou CSV, il a un mot de passe, il est endommagé ou son encodage est inconnu. Ouvrez l’original dans un tableur, enregistrez-le sans mot de passe en classeur Excel (.xlsx) et importez le fichier obtenu.',
  unsolved:
    'Ce classeur a des formules dont le résultat n’est pas enregistré. Ouvrez-le dans un tableur, enregistrez-le et importez-le à nouveau.',
  tooLarge: 'Ce classeur est trop volumineux. Copiez la liste seule dans un nouveau classeur et importez-le.',
  sheetNeeded: ({ sheets }) =>
    `Choisissez une de ces feuilles (dans la commande\u202f: --sheet NOM)\u202f: ${sheets.slice(0, 20).map(quote).join(', ')}.`,
  tooManyRows: ({ limit }) =>
    `Le fichier a plus de ${number(limit)} lignes. Divisez-le, ou demandez à la personne qui gère ce site de l’importer avec la commande clubs:import.`,
  tooManyColumns: ({ limit }) =>
    `Le fichier a plus de ${number(limit)} colonnes. Supprimez celles dont le site n’a pas besoin.`,
  emptyFile: 'Le fichier est vide. Il doit contenir un en-tête et une ligne par club.',
  columnsUnknown: 'Ces colonnes ont d’autres noms que celles du site. Choisissez à quoi correspond chaque colonne.',
  rowWidth: ({ cells, columns }) =>
    `La ligne a ${count(cells, CELLS)}, mais l’en-tête a ${count(columns, COLUMNS)}. Mettez entre guillemets les textes qui contiennent des séparateurs, des guillemets ou des sauts de ligne.`,
  quoteNotClosed: 'Un guillemet de cette ligne n’est pas refermé, ou le fichier est incomplet.',
  damagedCell: 'C’est une erreur de tableur, ou «\u202f\ufffd\u202f» remplace un caractère perdu. Vérifiez la cellule.',
  logoMissing: 'Cette image est absente de ce site\u202f: le club n’aura pas de logo.',
  nameTwice: ({ line }) => `Ce nom figure déjà à la ligne ${line}. Chaque club doit avoir son propre nom.`,
  similarName: ({ name }) =>
    `Ce nom ne diffère de ${quote(name)} que par la casse, les accents ou la ponctuation. Vérifiez qu’il s’agit d’un autre club.`,
  idOfOther: ({ of, named }) =>
    `${of === null ? 'Ce n’est l’identifiant d’aucun club' : `C’est l’identifiant de ${quote(of)}`}, mais le nom est celui du club ${named}. Supprimez la colonne id pour que les clubs soient reconnus à leur nom, ou faites deux imports.`,
  sameClub: ({ line }) => `C’est le même club qu’à la ligne ${line}.`,
  parentGone: 'Cet import renomme, supprime ou laisse de côté ce club.',
};
