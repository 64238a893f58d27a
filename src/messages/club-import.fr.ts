import type {
  clubImport as englishImport,
  fileReading as englishReading,
  importReport as englishReport,
} from './club-import.en.ts';
import { wordsIn } from './words.ts';

const { number, count } = wordsIn('fr');

export const importReport: typeof englishReport = {
  row: 'ligne du tableur',
  header: ['ligne', 'colonne', 'valeur', 'ce qui ne va pas', 'limite', 'longueur', 'club', 'nature'],
  kinds: {
    mistake: 'erreur',
    warning: 'avertissement',
    'to be renamed': 'à renommer',
    'to be deleted': 'à supprimer',
  },
};

export const fileReading: typeof englishReading = {
  windows1252: 'Lu comme du Windows-1252\u202f: vérifiez les lettres accentuées.',
  commaCategories: (cells) =>
    `Virgules lues comme séparateurs de catégories dans ${count(cells, { one: 'cellule', many: 'de cellules', other: 'cellules' })}. Pour conserver les virgules, séparez les catégories d’au moins une cellule par un point-virgule.`,
  understood: (what) => `Compris\u202f: ${what}.`,
  mark: (encoding) => `${encoding} avec marque d’ordre des octets`,
  semicolons: 'des points-virgules comme séparateurs',
  tabs: 'des tabulations comme séparateurs',
  spaces: 'des espaces après les séparateurs',
  separatorLine: 'une ligne qui nomme le séparateur',
  respelledColumns: (columns) =>
    `${count(columns, { one: 'nom de colonne écrit', many: 'de noms de colonnes écrits', other: 'noms de colonnes écrits' })} autrement ou avec des espaces`,
  otherBooleans: (cells) =>
    `${count(cells, { one: 'statut', many: 'de statuts', other: 'statuts' })} autre que «\u202ftrue\u202f» et «\u202ffalse\u202f»`,
  respelledIds: (cells) =>
    `${count(cells, { one: 'identifiant', many: 'd’identifiants', other: 'identifiants' })} avec des espaces ou des décimales`,
  otherDates: (cells) =>
    `${count(cells, { one: 'date écrite', many: 'de dates écrites', other: 'dates écrites' })} autrement que 2026-05-17`,
  ignored: (what) => `Ignoré\u202f: ${what}.`,
  emptyColumns: (columns) =>
    count(columns, { one: 'colonne vide', many: 'de colonnes vides', other: 'colonnes vides' }),
  emptyRows: (rows) => count(rows, { one: 'ligne vide', many: 'de lignes vides', other: 'lignes vides' }),
  names: (trimmed, toNfc) =>
    `Noms normalisés\u202f: ${number(trimmed)} sans leurs espaces au bord, ${number(toNfc)} en NFC.`,
  parentNames: (trimmed, toNfc) =>
    `Noms des clubs parents normalisés\u202f: ${number(trimmed)} sans leurs espaces au bord, ${number(toNfc)} en NFC.`,
  trimmedAddresses: (cells) =>
    `Espaces retirés autour de ${count(cells, { one: 'adresse', many: 'd’adresses', other: 'adresses' })}.`,
  completedWebsites: (cells) =>
    `https:// ajouté à ${count(cells, { one: 'site web', many: 'de sites web', other: 'sites web' })}.`,
  ownLogos: (logos) =>
    `Adresse de ce site retirée de ${count(logos, { one: 'logo', many: 'de logos', other: 'logos' })}\u202f: ce sont les siens.`,
  logosFromFolder: (logos) => `Logos venus du dossier\u202f: ${number(logos)}.`,
  foreignLogos: (logos, fetched) => {
    const others = logos - fetched;
    const parts = [
      ...(fetched > 0 ? [`${number(fetched)} déjà récupérés`] : []),
      ...(others > 0
        ? [
            `${fetched > 0 ? 'les autres sont conservés' : 'ils sont conservés'}, et le site montre une image de remplacement`,
          ]
        : []),
    ];
    return `Logos sur d’autres sites\u202f: ${number(logos)}\u202f; ${parts.join(', ')}.`;
  },
};

export const clubImport: typeof englishImport = {
  title: 'Importer des clubs',
  description: 'Reprendre les clubs d’un tableur dans l’annuaire, après avoir vu ce que cela change.',
  intro:
    'Envoyez un fichier CSV, tel que le tableau de tous les clubs l’exporte. Rien n’est encore modifié\u202f: vous voyez ce que ferait le fichier, club par club, et pouvez en laisser de côté.',
  getFile: 'Exporter d’abord tous les clubs dans un fichier',
  file: 'Fichier CSV',
  fileHint: (megabytes, rows) =>
    `Depuis Excel\u202f: enregistrer au format «\u202fCSV UTF-8\u202f». Jusqu’à ${number(megabytes)}\u00a0Mo et ${number(rows)} lignes.`,
  deleteMissing: 'Supprimer les clubs qui n’ont pas de ligne dans le fichier',
  deleteMissingHint: 'Seulement pour un fichier où ils sont tous. Ils sont montrés avant, et peuvent revenir.',
  replaceSamples: (clubs) =>
    `Retirer d’abord ${count(clubs, { one: 'club d’exemple', many: 'de clubs d’exemple', other: 'clubs d’exemple' })}`,
  submit: 'Voir ce qui changerait',
  missing: 'Choisissez un fichier.',
  tooLarge: (megabytes) =>
    `Le fichier dépasse ${number(megabytes)}\u00a0Mo. Partagez-le en plusieurs, chacun avec l’en-tête, ou retirez les colonnes qui ne changent pas.`,
  notAllowed: 'Supprimer des clubs revient à d’autres. Envoyez le fichier sans cela, ou demandez à qui en a le droit.',
  busy: 'D’autres fichiers sont déjà en lecture. Envoyez le vôtre de nouveau dans une demi-minute.',
  open: 'Imports commencés',
  howLong:
    'Chacun est gardé un jour, et les cinq derniers de chaque compte. Ceux qui sont terminés sont dans l’historique.',
  makesRoom: 'laissera la place au prochain que vous enverrez',
  takesPlace: (file, time) =>
    `Vous avez déjà cinq imports\u202f: si vous envoyez un fichier maintenant, le plus ancien («\u202f${file}\u202f», ${time}) est supprimé.`,
  openBy: (name, time) => `envoyé par ${name}, ${time}`,
  states: {
    reading: 'en lecture',
    planning: 'en comparaison',
    planned: 'attend votre confirmation',
    writing: 'en écriture',
    nothing: 'n’apporte rien de nouveau',
    mistakes: 'contient des erreurs',
    written: 'terminé',
    brokeOff: 's’est interrompu',
    restarted: 'est à envoyer de nouveau',
    failed: 'n’a pas pu être lu',
  },
  of: (file) => `Import\u202f: ${file}`,
  working: {
    reading: 'Le fichier est en cours de lecture.',
    planning: 'Le fichier est comparé à l’annuaire.',
    writing: 'Les clubs sont en cours d’enregistrement\u202f: tous, ou aucun.',
  },
  part: (percent) => `${percent}\u202f%`,
  stay: 'Vous pouvez fermer cette page et revenir\u202f: le travail continue. S’il s’interrompt, par exemple au redémarrage du site, cette page le dit en moins d’une demi-minute.',
  lookAgain: 'Rafraîchir',
  keepStill: 'Ne plus rafraîchir cette page toute seule',
  unanswered: 'Le site ne répond pas en ce moment. Cette page continue de demander.',
  reading: 'Comment le fichier a été lu',
  mistakes: (mistakes) =>
    `Le fichier a ${count(mistakes, { one: 'erreur', many: 'd’erreurs', other: 'erreurs' })}. Rien n’a été modifié\u202f: corrigez le fichier, puis envoyez-le de nouveau.`,
  planMistakes: (mistakes) =>
    `${count(mistakes, { one: 'erreur empêche', many: 'd’erreurs empêchent', other: 'erreurs empêchent' })} d’importer ce qui est choisi en ce moment.`,
  mistakesCaption: (shown, all) =>
    shown < all ? `Les ${number(shown)} premières erreurs sur ${number(all)}` : 'Toutes les erreurs',
  mistakesPage: (page, pages) => `Erreurs, page ${number(page)} sur ${number(pages)}`,
  line: 'Ligne',
  row: 'Ligne du tableur',
  column: 'Colonne',
  value: 'Valeur',
  problem: 'Ce qui ne va pas',
  club: 'Club',
  lineHint: 'Les lignes sont celles d’un éditeur de texte, et dans ce fichier celles d’un tableur aussi.',
  rowHint:
    'Les lignes du tableur sont celles qu’il affiche. Les autres, y compris dans les messages, sont celles d’un éditeur de texte\u202f: une cellule de plusieurs lignes en prend autant.',
  wholeRow: 'toute la ligne',
  tooLong: (length) => `il y en a ${number(length)}`,
  report: 'Le tout dans un fichier, pour le tableur',
  another: 'Envoyer un autre fichier',
  warnings: (warnings) =>
    `${count(warnings, { one: 'avertissement', many: 'd’avertissements', other: 'avertissements' })}\u202f: à côté des lignes ci-dessous, et tous dans le fichier`,
  alsoWarnings: (warnings) =>
    `Le fichier pour le tableur a aussi ${count(warnings, { one: 'avertissement', many: 'd’avertissements', other: 'avertissements' })}\u202f: la cause y est peut-être`,
  nothing: 'Il n’y a rien à importer\u202f: l’annuaire dit déjà tout ce que dit le fichier.',
  noClubs: 'Le fichier ne contient aucun club\u202f: il s’arrête après son en-tête.',
  counts: {
    created: (clubs) => count(clubs, { one: 'nouveau club', many: 'de nouveaux clubs', other: 'nouveaux clubs' }),
    changed: (clubs) => count(clubs, { one: 'club modifié', many: 'de clubs modifiés', other: 'clubs modifiés' }),
    renamed: (clubs) => `dont ${count(clubs, { one: 'renommé', many: 'de renommés', other: 'renommés' })}`,
    deleted: (clubs) =>
      count(clubs, {
        one: 'club supprimé',
        many: 'de clubs supprimés',
        other: 'clubs supprimés',
      }),
    unchanged: (clubs) =>
      count(clubs, {
        one: 'club inchangé',
        many: 'de clubs inchangés',
        other: 'clubs inchangés',
      }),
    samples: (clubs) =>
      count(clubs, {
        one: 'club d’exemple retiré',
        many: 'de clubs d’exemple retirés',
        other: 'clubs d’exemple retirés',
      }),
    leftOut: (clubs) =>
      count(clubs, {
        one: 'club laissé de côté',
        many: 'de clubs laissés de côté',
        other: 'clubs laissés de côté',
      }),
  },
  filters: {
    all: 'Tous',
    created: 'Nouveaux',
    changed: 'Modifiés',
    renamed: 'Renommés',
    deleted: 'Supprimés',
    cleared: 'Champs vidés',
    samples: 'Clubs d’exemple',
    warned: 'Avec avertissements',
    fresh: 'Nouveau depuis votre lecture',
    leftOut: 'Laissés de côté',
  },
  show: 'Afficher',
  intoText: 'Ce qui est coché est importé. Le reste demeure tel quel.',
  samplesText: 'Les clubs d’exemple sont retirés tous ensemble.',
  what: {
    created: 'est nouveau',
    changed: 'est modifié',
    deleted: 'est supprimé',
    sample: 'est un club d’exemple, et retiré',
  },
  renamedFrom: (name) => `s’appelait «\u202f${name}\u202f» jusqu’ici`,
  freshMark: 'nouveau depuis votre lecture',
  inLine: (line) => `ligne ${number(line)}`,
  inRow: (line, row) => `ligne ${number(row)} du tableur (ligne ${number(line)} du fichier)`,
  now: 'Maintenant',
  afterwards: 'Après l’import',
  anyName: 'Afficher tous les noms',
  noneOfThese: 'Il n’y en a aucun.',
  clearedField: (field, clubs) => `${field} de ${count(clubs, { one: 'club', many: 'de clubs', other: 'clubs' })}`,
  cleared: (fields) =>
    `Des cellules vides effacent des champs\u202f: ${fields}. Pour conserver un champ, remplissez ses cellules ou supprimez sa colonne du fichier.`,
  half: 'C’est supprimer plus de la moitié des clubs.',
  filledDown: (clubs) =>
    `Les identifiants de ${count(clubs, { one: 'club renommé', many: 'de clubs renommés', other: 'clubs renommés' })} se répètent ou se suivent de ligne en ligne\u202f: s’ils ont été recopiés vers le bas dans le tableur, ne continuez pas. Reprenez-les d’un nouvel export, ou supprimez la colonne id\u202f: les clubs seront reconnus à leur nom.`,
  renamesSamples:
    'Parmi les clubs renommés, il y a des clubs d’exemple. Envoyez de nouveau le fichier en les faisant retirer d’abord, si ce n’est pas d’eux qu’il parle.',
  fresh: (clubs) =>
    `Rien n’a encore été importé\u202f: d’autres ont modifié les clubs entre-temps. Voici ce qui serait fait maintenant\u202f; ${count(clubs, { one: 'club est marqué', many: 'de clubs sont marqués', other: 'clubs sont marqués' })} comme nouveauté. Relisez, puis confirmez de nouveau.`,
  otherPlan:
    'Cette page datait d’un état antérieur. Voici ce qui serait fait maintenant\u202f: relisez, puis confirmez de nouveau.',
  deletionsForOthers:
    'Supprimer des clubs revient à d’autres. Décochez ceux qui sont supprimés, puis vérifiez de nouveau, ou demandez à qui en a le droit.',
  samplesForOthers:
    'Retirer les clubs d’exemple revient à d’autres. Demandez à qui peut supprimer des clubs, ou envoyez à nouveau le fichier sans cela.',
  check: 'Vérifier de nouveau',
  keepChoice: 'Garder ce qui est coché, et importer plus tard',
  discard: 'Abandonner cet import…',
  aboutDiscard:
    'Le fichier et tout ce que vous en avez laissé de côté seront oubliés, et rien ne sera importé. Pour l’importer malgré tout, il faudra l’envoyer de nouveau.',
  discardSubmit: 'Abandonner pour de bon',
  confirm: (changes) => `Importer ce qui est coché parmi\u202f: ${changes}`,
  confirmSamples: (clubs) =>
    clubs === 1 ? 'Retirer le club d’exemple' : `Retirer les ${number(clubs)} clubs d’exemple`,
  written: 'L’import est terminé.',
  toStep: 'Voir ce qu’il a modifié, ou l’annuler',
  toTable: 'Vers le tableau de tous les clubs',
  failures: {
    restarted:
      'La base de données a redémarré et ce qui avait été lu du fichier est perdu. Rien n’a été modifié\u202f: envoyez de nouveau le fichier.',
    picturesGone:
      'Des images nommées par le fichier ont été retirées entre-temps, car aucun club ne s’en servait. Rien n’a été modifié\u202f: envoyez de nouveau le fichier.',
    noRoom: (created, largest) =>
      `Il n’y a plus de numéro pour ${count(created, { one: 'nouveau club', many: 'de nouveaux clubs', other: 'nouveaux clubs' })}\u202f: ils sont numérotés après le plus grand identifiant, ${number(largest)}. Rien n’a été modifié\u202f: donnez-leur des identifiants libres dans la colonne id.`,
    tooManyRows: (limit) =>
      `Le fichier a plus de ${number(limit)} lignes. Rien n’a été modifié\u202f: partagez-le en plusieurs, chacun avec l’en-tête.`,
    tooManyEmptyRows: (limit) =>
      `Le fichier a plus de ${number(limit)} lignes vides. Rien n’a été modifié\u202f: supprimez-les, puis envoyez-le de nouveau.`,
    outdated:
      'Rien n’a encore été importé\u202f: d’autres ont modifié les clubs entre-temps. Voici ce qui serait fait maintenant.',
    nothing:
      'Il n’y a rien à importer\u202f: l’annuaire dit déjà tout ce qui est choisi. Si quelqu’un d’autre l’a importé entre-temps, l’historique dit qui.',
    notAllowed:
      'Supprimer des clubs revient à d’autres. Rien n’a été modifié\u202f: laissez-les de côté, ou demandez à qui en a le droit.',
    deletesAll:
      'Le fichier ne contient aucun club, et tous ceux de l’annuaire seraient supprimés. Rien n’a été modifié\u202f: est-ce le bon fichier\u202f?',
    brokeOff:
      'Le travail s’est interrompu, peut-être parce que le site a redémarré. Rien n’a été modifié\u202f: réessayez.',
    unexpected:
      'Quelque chose d’inattendu s’est produit. Rien n’a été modifié\u202f: réessayez, et dites-le à qui s’occupe du site si cela persiste.',
  },
  gone: 'Cet import n’existe plus',
  goneText:
    'Un import que personne ne confirme est gardé un jour, et les cinq derniers de chaque compte\u202f; une sauvegarde restaurée les retire tous. Rien n’en a été modifié\u202f: envoyez à nouveau le fichier.',
};
