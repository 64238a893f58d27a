import type {
  clubImport as englishImport,
  fileReading as englishReading,
  importReport as englishReport,
  logoDownload as englishDownload,
} from './club-import.en.ts';
import { quoteIn } from './quote.ts';
import { wordsIn } from './words.ts';

const { number, count } = wordsIn('fr');
const quote = quoteIn('fr');
const CLUBS = { one: 'club', many: 'de clubs', other: 'clubs' };
const LOGOS = { one: 'logo', other: 'logos' };
const SAMPLES = { one: 'club d’exemple', many: 'de clubs d’exemple', other: 'clubs d’exemple' };
const WARNINGS = { one: 'avertissement', many: 'd’avertissements', other: 'avertissements' };

export const importReport: typeof englishReport = {
  separator: ';',
  header: ['ligne', 'colonne', 'valeur', 'problème', 'club', 'type'],
  kinds: { error: 'erreur', warning: 'avertissement' },
};

export const fileReading: typeof englishReading = {
  notUtf8:
    'Ce fichier n’est pas en UTF-8 et a été lu en Windows-1252. Si des lettres sont fausses, il a un autre encodage\u202f: dans Excel, enregistrez-le au format «\u202fCSV UTF-8\u202f» et importez le fichier obtenu.',
  counted: (label, cells) => `${label}\u202f: ${number(cells)}.`,
  counts: {
    commaCategories:
      'Cellules dont chaque virgule sépare deux catégories (pour garder les virgules, mettez un point-virgule dans au moins une cellule)',
    convertedDays: 'Dates converties depuis d’autres formats, comme «\u202f17 mai 2026 09:15\u202f»',
    placeholders: 'Cellules lues comme vides, comme «\u202fN/A\u202f» ou «\u202f-\u202f»',
    statusMarks: 'Statuts lus d’après une marque ou une abréviation, comme x, ✓ ou O',
    matchedParents: 'Clubs de rattachement trouvés malgré une casse, des accents ou des espaces différents',
    logosFromFolder: 'Logos du dossier',
    foreignLogos: 'Logos sur d’autres sites, que vous pourrez télécharger après l’import',
  },
  statuses: (words, isActive) =>
    `Statut lu comme ${isActive ? 'actif' : 'inactif'}\u202f: ${words.slice(0, 20).map(quote).join(', ')}.`,
  doubtful: (words) =>
    `Statut inconnu, lu comme actif\u202f: ${words.slice(0, 20).map(quote).join(', ')}. Si ces clubs ne sont pas actifs, corrigez le fichier.`,
};

export const clubImport: typeof englishImport = {
  title: 'Importer des clubs',
  intro:
    'Toute liste avec une ligne par club convient, en classeur Excel ou en fichier CSV. Vous vérifiez chaque modification avant l’import.',
  template: 'Télécharger un modèle vide',
  getFile: 'Télécharger tous les clubs',
  file: 'Fichier XLSX ou CSV',
  fileHint: (megabytes, rows) => `${number(megabytes)}\u00a0Mo et ${number(rows)} lignes au plus.`,
  deleteMissing: 'Supprimer les clubs absents du fichier',
  deleteMissingHint:
    'À cocher seulement si le fichier contient tous les clubs. Les clubs supprimés peuvent être restaurés.',
  replaceSamples: (clubs) =>
    clubs < 2 ? 'Supprimer d’abord le club d’exemple' : `Supprimer d’abord les ${count(clubs, SAMPLES)}`,
  samplesLeft: (clubs) => `L’annuaire contient encore ${count(clubs, SAMPLES)}.`,
  deleteSamples: 'Supprimer les clubs d’exemple',
  submit: 'Prévisualiser l’import',
  recent: 'Imports des dernières 24 heures',
  unfinished: 'Non terminé',
  openBy: (name, time) => `envoyé par ${name}, ${time}`,
  of: (file) => `Import\u202f: ${file}`,
  skipped: (rows) =>
    `${count(rows, { one: 'ligne contient une erreur et est laissée', other: 'lignes contiennent des erreurs et sont laissées' })} de côté. Corrigez le fichier et importez-le à nouveau pour les ajouter.`,
  errors: (shown, all) =>
    shown < all ? `Les ${number(shown)} premières erreurs sur ${number(all)}` : 'Toutes les erreurs',
  report: 'Télécharger le rapport (CSV)',
  another: 'Envoyer un autre fichier',
  warnings: (warnings) => `${count(warnings, WARNINGS)} dans le rapport`,
  nothing: 'Rien à importer\u202f: l’annuaire contient déjà ces modifications.',
  filters: {
    all: 'Tous',
    undecided: 'À décider',
    deleted: 'Supprimés',
    changed: 'Modifiés',
    renamed: 'Renommés',
    cleared: 'Champs effacés',
    created: 'Nouveaux',
    warned: 'Avec avertissements',
    leftOut: 'Laissés de côté',
  },
  tiles: { samples: 'Clubs d’exemple supprimés', unchanged: 'Inchangés' },
  show: 'Afficher',
  aboutUndecided:
    'Tant que vous n’avez pas décidé, ces clubs sont laissés de côté\u202f: rien n’est créé, remplacé ni supprimé.',
  isIt: { before: 'Est-ce «\u202f', after: '\u202f»\u202f?' },
  decide: {
    later: 'Laisser de côté',
    update: 'Oui, le mettre à jour sans changer son nom',
    rename: 'Oui, le renommer. Il garde sa page, son historique et ses responsables.',
    create: 'Non, créer un nouveau club',
    createAndDelete: (name) => `Non, créer un nouveau club et supprimer «\u202f${name}\u202f»`,
    keep: 'Garder ce qui a été modifié ici',
    overwrite: 'Le remplacer par le contenu du fichier',
  },
  newer: (fields, time, by) => `${fields}\u202f: modifié ici le ${time}, ${by}`,
  renamedFrom: (name) => `ancien nom\u202f: «\u202f${name}\u202f»`,
  inLine: (line) => `ligne ${number(line)}`,
  now: 'Maintenant',
  inFile: 'Dans le fichier',
  afterwards: 'Après l’import',
  noneOfThese: 'Aucun club trouvé.',
  clearedField: (field, clubs) => `${field} (${count(clubs, CLUBS)})`,
  cleared: (fields) =>
    `Des cellules vides effacent des champs\u202f: ${fields}. Pour conserver un champ, remplissez ses cellules ou supprimez sa colonne du fichier.`,
  half: 'Cet import supprime plus de la moitié des clubs.',
  check: 'Appliquer cette sélection',
  discard: 'Abandonner l’import',
  confirm: 'Importer les modifications sélectionnées',
  confirmAll: (clubs, deleted) =>
    `Importer ${count(clubs, CLUBS)}${deleted > 0 ? ` et en supprimer ${number(deleted)}` : ''}`,
  alsoSamples: (clubs) => `, supprimer ${count(clubs, SAMPLES)}`,
  written: 'Import terminé.',
  showClubs: 'Voir les clubs',
  toStep: 'Voir ou annuler les modifications',
  issues: {
    outdated:
      'Les clubs ou vos choix ont changé et rien n’a été importé. Vérifiez le nouvel aperçu, puis confirmez à nouveau.',
    nothing: 'Rien n’est sélectionné\u202f: rien n’a été importé.',
    deletesAll:
      'Le fichier ne contient aucun club\u202f: tous les clubs seraient supprimés. Vérifiez que vous avez envoyé le bon fichier.',
    notAllowed:
      'Vous n’avez pas le droit de supprimer des clubs. Importez sans supprimer de clubs, ou contactez la personne qui gère ce site.',
  },
  gone: 'Import introuvable',
  goneText: 'Cet import a été abandonné ou a expiré. Envoyez à nouveau le fichier.',
};

export const logoDownload: typeof englishDownload = {
  title: 'Logos sur d’autres sites',
  waiting: (logos, clubs) =>
    `${count(clubs, { one: 'club a son logo', other: 'clubs ont leur logo' })} sur un autre site${logos === clubs ? '' : ` (${count(logos, { one: 'image', other: 'images différentes' })})`}. Les visiteurs ne le verront qu’une fois téléchargé.`,
  submit: (logos) => `Télécharger ${count(logos, LOGOS)}`,
  working: (done, total) =>
    `Téléchargement\u202f: ${number(done)} sur ${number(total)}… Vous pouvez quitter cette page.`,
  done: (logos, clubs) =>
    `${count(logos, { one: 'logo téléchargé', other: 'logos téléchargés' })} pour ${count(clubs, CLUBS)}.`,
  missed: (logos) =>
    `${count(logos, { one: 'logo n’a pas pu être téléchargé', other: 'logos n’ont pas pu être téléchargés' })}.`,
  problems: {
    forbidden: 'n’est pas une adresse publique du web',
    status: (status) => `a renvoyé le code ${status}`,
    tooLarge: 'est trop volumineux',
    failed: (reason) => `n’a pas pu être téléchargé (${reason})`,
    unusable: (issue) => `n’est pas un logo utilisable\u202f: ${issue}`,
  },
};
