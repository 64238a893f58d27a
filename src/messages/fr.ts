import type { Messages } from './en.ts';
import { clubImport, fileReading, importReport } from './club-import.fr.ts';
import { fileIssues } from './file-issues.fr.ts';
import { wordsIn } from './words.ts';

const { number, count, day, language } = wordsIn('fr');

/*
 * Before ; : ! ? and inside of « » stands a narrow no-break space (U+202F), written as an escape so that it can be seen.
 */

const RESULTS = {
  true: { one: 'club actif', many: 'de clubs actifs', other: 'clubs actifs' },
  false: { one: 'club inactif', many: 'de clubs inactifs', other: 'clubs inactifs' },
  '': { one: 'club', many: 'de clubs', other: 'clubs' },
};

const FILE_KINDS = {
  SVG: 'un dessin SVG',
  AVIF: 'une image AVIF',
  HEIC: 'une image HEIC',
  GIF: 'une image GIF',
  TIFF: 'une image TIFF',
  BMP: 'une image BMP',
  PDF: 'un document PDF',
  HTML: 'une page web',
  text: 'un texte',
};

const place = (page: number, pageCount: number) => `, page ${number(page)} sur ${number(pageCount)}`;

const wait = (seconds: number) =>
  seconds < 60
    ? count(seconds, { one: 'seconde', many: 'de secondes', other: 'secondes' })
    : count(Math.ceil(seconds / 60), { one: 'minute', many: 'de minutes', other: 'minutes' });

export const fr: Messages = {
  number,

  language: {
    name: 'Français',
    short: 'FR',
    offer: 'Ce site existe aussi en français',
    onlyIn: (other) => `Le texte de cette page n’existe pas encore en français\u202f: le voici en ${language(other)}.`,
  },

  site: {
    skipLink: 'Aller au contenu',
    search: { label: 'Trouver un club par son nom', placeholder: 'Trouver un club', submit: 'Rechercher' },
    menu: {
      label: 'Site',
      home: 'Accueil',
      clubs: 'Associations & clubs',
      clubList: (association) => `Les clubs de ${association}`,
    },
    footer: {
      clubList: 'Tous les clubs',
      association: 'Qui sommes-nous\u202f?',
      contact: 'Nous contacter',
    },
  },

  scripts: {
    failure: 'La liste n’a pas pu être chargée.',
    retry: 'Réessayer',
    close: 'Fermer le message',
    code: 'Code',
  },

  home: {
    search: 'Trouver un club par son nom',
    submit: 'Rechercher',
    lookThrough: 'Ou parcourez',
    activeClubs: (clubs) => (clubs < 2 ? count(clubs, RESULTS.true) : `les ${count(clubs, RESULTS.true)}`),
    allActiveClubs: 'tous les clubs actifs',
    meet: 'Faites connaissance',
    categories: 'Par activité',
    instead: 'Faites connaissance avec les clubs dans la liste',
    surprise: 'Surprenez-moi',
  },

  clubList: {
    title: (page) => (page > 1 ? `Liste des clubs (page ${number(page)})` : 'Liste des clubs'),
    description: 'La liste de tous les clubs de l’université.',
    heading: 'Liste des clubs',
    filters: 'Filtres',
    newClub: 'Nouveau club',
    views: { label: 'Affichages de la liste', oneByOne: 'Un par un', grid: 'Grille' },
    result: (clubs, status) => count(clubs, RESULTS[status ?? '']),
    matching: { before: ' dont le nom contient ', open: '«\u202f', close: '\u202f»' },
    place,
    announcement: (result, name, page) =>
      result + (name && ` dont le nom contient ${name}`) + (page ? place(page.number, page.count) : ''),
    announcementOf: (club, place, places) => `${club}, ${number(place)} sur ${number(places)}`,
    otherStatus: (clubs, isActive, listed) => {
      const others = count(clubs, RESULTS[isActive ? 'true' : 'false']);
      return listed === 0 ? `mais ${others}` : `${others} aussi`;
    },
    meant: 'Vouliez-vous dire\u202f:',
    see: 'Voir aussi\u202f:',
    goOn: 'Continuer avec\u202f:',
    clearName: 'Effacer le nom',
    chips: { label: 'Ce qui filtre la liste', remove: 'Retirer\u202f: ', clearAll: 'Tout effacer' },
    categories: {
      label: 'Catégories',
      one: 'Catégorie',
      more: 'Plus',
      cut: 'Les catégories de moins de clubs sont omises\u202f: une recherche par nom affiche celles de ce qu’elle trouve.',
    },
    invalid: 'Cette recherche est impossible\u202f: veuillez vérifier les filtres',
    noSuchPage: 'Cette page n’existe pas',
    pageCount: (pages) => `La liste compte ${count(pages, { one: 'page', many: 'de pages', other: 'pages' })}.`,
    firstPage: 'Revenir à la première page',
    keysHint: (left, right) => [left, ' et ', right, ' changent de page.'],
    keys: {
      left: 'flèche gauche',
      right: 'flèche droite',
      none: 'Les flèches ne changent pas de page.',
      off: 'Désactiver',
      on: 'Activer',
    },
    loading: 'Chargement en cours…',
  },

  clubSearch: {
    name: 'Nom',
    status: 'Statut du club',
    active: 'Actif',
    inactive: 'Inactif',
    all: 'Tous les clubs',
    submit: 'Rechercher',
    more: 'Filtres',
    found: (clubs) => `Afficher ${count(clubs, RESULTS[''])}`,
    nameTooLong: (limit) => `Le nom doit comporter au plus ${number(limit)} caractères.`,
    nameWithNul: 'Le nom ne doit pas contenir de caractère NUL.',
    statusUnknown: 'Choisissez actif, inactif ou tous les clubs.',
  },

  pagination: {
    label: 'Pages',
    previous: 'Précédent',
    next: 'Suivant',
    previousOf: 'Précédent\u202f:',
    nextOf: 'Suivant\u202f:',
    position: (place, places) => `${number(place)} sur ${number(places)}`,
    page: (page) => `Page ${number(page)}`,
  },

  club: {
    inactive: '(inactif)',
    noDescription: 'Pas encore de description',
    see: 'Voir le club',
    nameWithState: (club) => (club.isActive ? club.name : `${club.name} (inactif)`),
    logo: (name) => `logo ${name}`,
    description: (name) => `${name}, un club étudiant de l’université.`,
    categories: 'Catégories',
    website: 'Site web',
    contact: 'Prendre contact\u202f:',
    links: 'Liens',
    confirmedOn: 'Dernière confirmation le',
    confirmedIn: 'Confirmé en',
    facts: 'En bref',
    about: 'À propos de ce club',
    related: 'Clubs liés',
    parent: 'Fait partie de',
    children: (clubs) =>
      count(clubs, {
        one: 'club en fait partie',
        many: 'de clubs en font partie',
        other: 'clubs en font partie',
      }),
    clubList: 'Tous les clubs',
    backToSearch: 'Retour à votre recherche',
    moreOf: 'Aussi dans',
    ways: 'Autres clubs, par nom',
    previousByName: 'Précédent par nom\u202f:',
    nextByName: 'Suivant par nom\u202f:',
    noText: 'Ce club n’a encore rien dit de lui-même.',
    askThem: 'Demandez-lui\u202f: il vous répondra avec plaisir.',
  },

  shortlist: {
    title: 'Sélection',
    description: 'Des clubs choisis pour être regardés encore une fois.',
    link: (clubs) => `Sélection (${clubs})`,
    put: (club) => `Mettre ${club} dans la sélection`,
    word: 'Sélection',
    full: 'Votre sélection compte 50 clubs, et n’en contient pas davantage. Retirez-en un pour y mettre celui-ci.',
    notKept: 'Votre navigateur n’a pas pu le retenir\u202f: la sélection reste ce qu’elle était.',
    result: (clubs) => count(clubs, RESULTS['']),
    gone: (clubs) =>
      `${count(clubs, { one: 'club de cette liste n’existe', many: 'de clubs de cette liste n’existent', other: 'clubs de cette liste n’existent' })} plus.`,
    cut: 'Une liste compte au plus 50 clubs\u202f: voici les 50 premiers.',
    none: 'Cette liste ne contient encore aucun club.',
    noneLeft: 'Plus aucun des clubs de cette liste n’existe.',
    howTo:
      'L’étoile d’un club le met dans votre sélection. C’est votre navigateur qui la retient\u202f: aucun compte n’est nécessaire, et nous n’en savons rien.',
    toList: 'Parcourir tous les clubs',
    compare: 'Comparer',
    compareOne: (club) => `Comparer ${club}`,
    noneChosen: 'Aucun club n’est choisi\u202f: «\u202fComparer\u202f» sous un club le choisit.',
    tooManyChosen: 'Seuls quatre clubs se placent côte à côte\u202f: retirez-en un pour continuer.',
    compareHint: 'Choisissez jusqu’à quatre clubs pour les voir côte à côte.',
    copy: 'Copier le lien',
    copied: 'Le lien est copié. Qui l’ouvre voit ces clubs.',
    notCopied: 'Le lien n’a pas pu être copié\u202f: c’est l’adresse de cette page.',
    print: 'Imprimer',
    add: 'Ajouter ces clubs à ma sélection',
    own: 'C’est votre sélection.',
    added: 'Ils sont dans votre sélection.',
    addedInPart: 'Votre sélection contient 50 clubs, pas davantage\u202f: ceux-ci n’y sont pas tous.',
    off: 'Retiré. L’étoile le remet.',
    drop: 'Retirer de ma sélection ceux qui n’existent plus',
    dropped: 'Ils ne sont plus dans votre sélection.',
  },

  compare: {
    title: 'Des clubs côte à côte',
    description: 'Quelques clubs côte à côte\u202f: ce qu’ils sont, et comment prendre contact.',
    cut: 'Quatre clubs au plus sont mis côte à côte\u202f: voici les quatre premiers.',
    none: 'Aucun club n’est choisi. Choisissez-en jusqu’à quatre dans une sélection, puis comparez-les.',
    back: 'Revenir à la sélection',
    empty: {
      category: 'Aucune indiquée',
      website: 'Aucun indiqué',
      contact: 'Aucun indiqué',
      confirmed_on: 'Pas encore',
      parent_name: 'Aucun autre club',
    },
  },

  clubForm: {
    newTitle: 'Nouveau club',
    editTitle: (name) => `Modifier ${name}`,
    description: 'Pour tenir à jour un club de l’annuaire.',
    hints: {
      onCard: 'Elle figure sur la fiche. Vous pouvez écrire **gras**, *italique*, - liste et [texte](https://…).',
      onPage:
        'Elle figure sur la page du club. Vous pouvez écrire **gras**, *italique*, - liste et [texte](https://…).',
      limit: (limit) => `${number(limit)} caractères au plus.`,
      is_active: 'La liste montre les clubs actifs, sauf demande contraire.',
      parent_name: 'Le nom du club dont celui-ci fait partie. Laissez ce champ vide s’il n’y en a pas.',
      logo: 'PNG, JPEG ou WebP, 2 Mo au plus\u202f; 400 × 400 pixels suffisent.',
      website: 'L’adresse complète\u202f: https://www.example.org',
      contact:
        'Une seule adresse électronique (nom@example.org), ou l’adresse d’une page\u202f: https://www.example.org/contact',
      links: 'Un lien par ligne, 20 au plus\u202f: son nom, puis son adresse, comme Discord https://discord.gg/…',
      category: 'Quelques mots, séparés par des points-virgules, comme Sport\u202f; Plein air.',
      aliases:
        'Comment on l’appelle aussi, avec | entre les noms, comme CC|Club d’échecs|Chess. Les recherches proposent le club pour ces noms\u202f; 20 au plus.',
    },
    isActive: 'Actif',
    removeLogo: 'Retirer le logo',
    save: 'Enregistrer',
    cancel: 'Revenir au club',
    notSaved: 'Rien n’est encore enregistré',
    of: (label, said) => `${label}\u202f: ${said}`,
    preview: {
      title: 'Aperçu',
      show: 'Aperçu',
      onList: 'Dans la liste',
      onPage: 'Sur la page du club',
      noName: 'Nom du club',
      noText: 'Il n’y a pas de description.',
      logoChosen: 'Le nouveau logo apparaîtra ici quand vous appuierez sur «\u202fAperçu\u202f».',
    },
    typed: {
      title: 'Rien n’est enregistré',
      gone: 'Ce club n’est plus là\u202f: il a été supprimé pendant que vous écriviez, ou l’annuaire est de nouveau celui d’une sauvegarde. Ce que vous avez écrit figure ci-dessous, prêt à être copié.',
      notAllowed:
        'Vous n’avez plus le droit de faire cette modification. Ce que vous avez écrit figure ci-dessous, prêt à être copié.',
      signedOut:
        'Votre session est terminée. Ce que vous avez écrit figure ci-dessous\u202f: connectez-vous dans un nouvel onglet, revenez ici, puis enregistrez.',
      chooseAgain: 'Le fichier du logo sera à choisir à nouveau ensuite.',
    },
    script: {
      left: { one: 'Encore {count} caractère', other: 'Encore {count} caractères' },
      over: { one: '{count} caractère de trop', other: '{count} caractères de trop' },
      signedOut:
        'Votre session est terminée. Rien n’est enregistré, et ce que vous avez écrit est toujours là\u202f: connectez-vous dans un autre onglet, puis enregistrez à nouveau.',
      signIn: 'Se connecter dans un nouvel onglet',
      notAllowed:
        'Vous n’avez plus le droit de faire cette modification. Rien n’est enregistré, et ce que vous avez écrit est toujours là.',
      gone: 'Ce club n’existe plus. Rien n’est enregistré, et ce que vous avez écrit est toujours là.',
      failed: 'L’enregistrement a échoué. Ce que vous avez écrit est toujours là\u202f: réessayez dans un instant.',
      notPreviewed:
        'L’aperçu n’a pas pu être affiché. Ce que vous avez écrit est toujours là\u202f: réessayez dans un instant.',
      noPreview: 'Il n’y a pas d’aperçu de ce qui est écrit maintenant.',
    },
    faults: {
      empty: 'Veuillez remplir ce champ.',
      nul: 'Ce champ ne doit pas contenir de caractère NUL.',
      tooLong: 'C’est trop long.',
      lineBreak: 'Ce champ doit tenir sur une seule ligne.',
      space:
        'Une adresse ne contient pas d’espace, et celle-ci en contient. Copiez-la à nouveau depuis le navigateur\u202f: https://www.example.org/notre-club',
      secondScheme:
        'L’adresse contient deux fois http:// ou https://. N’en laissez qu’un, comme dans https://www.example.org',
      website:
        'Ce champ doit être vide, ou contenir une adresse qui commence par http:// ou https://\u202f: https://www.example.org',
      contact:
        'Ce champ doit être vide, ou contenir une adresse électronique (nom@example.org) ou une adresse qui commence par https://\u202f: https://www.example.org/contact',
      contacts:
        'Il y a plusieurs adresses. N’en laissez qu’une ici\u202f: les autres peuvent figurer dans les liens ou la description.',
      contactPhone:
        'C’est un numéro de téléphone. Donnez une adresse électronique (nom@example.org) ou l’adresse d’une page (https://…)\u202f: un numéro peut figurer dans la description.',
      contactSign:
        'Il y a un caractère qu’une adresse électronique ne peut pas contenir. Saisissez-la à nouveau\u202f: nom@example.org',
      contactSpace: 'Écrivez l’adresse électronique seule, sans espace ni mot autour\u202f: nom@example.org',
      link: 'Un lien est un nom, une espace et une adresse qui commence par https://, ou cette adresse seule\u202f: Forum https://forum.example.org',
      linkHandle:
        'Un nom avec @ n’est pas une adresse. Écrivez l’adresse de la page\u202f: Instagram https://www.instagram.com/club',
      linkLabel: 'Le nom d’un lien compte au plus 100 caractères.',
      linkUrl: 'L’adresse d’un lien compte au plus 2\u202f000 caractères.',
      tooManyLinks: 'Un club a 20 liens au plus.',
      tooManyAliases: 'Un club a 20 autres noms au plus.',
      longAlias: 'Un autre nom a 100 caractères au plus\u202f: mettez | entre deux noms.',
      logoUrl: 'Ce champ doit être vide, ou contenir une adresse.',
      status: 'Ce champ doit contenir oui ou non.',
      notAllowed: 'Vous ne pouvez pas modifier ce champ.',
      taken: 'Un autre club porte ce nom.',
      unknownParent: 'Aucun club ne porte ce nom.',
      loop: 'Un club ne peut pas faire partie de lui-même, ni d’un club qui en fait partie.',
      notTheName: 'Ce n’est pas le nom du club.',
      logoSwept: 'Le logo n’a été gardé qu’une heure. Veuillez choisir le fichier à nouveau.',
    },
    near: (fault, names) =>
      `${fault} Vouliez-vous dire ${names.map((name) => `«\u202f${name}\u202f»`).join(' ou ')}\u202f?`,
    inLine: (line, fault) => `Ligne ${number(line)}\u202f: ${fault}`,
    conflict: {
      title: 'Ce club a été modifié entre-temps',
      last: 'Dernière modification\u202f:',
      text: 'Rien n’est encore enregistré, et rien de ce que vous avez écrit n’est perdu\u202f: tout est dans le formulaire ci-dessous. Si vous enregistrez à nouveau, il est enregistré tel quel.',
      unknown:
        'Rien n’est encore enregistré, et rien de ce que vous avez écrit n’est perdu\u202f: tout est dans le formulaire ci-dessous. À côté de chaque champ qui diffère figure sa version actuelle\u202f: si vous enregistrez à nouveau, la vôtre la remplace.',
      takenOver: (fields) => `Version actuelle reprise pour\u202f: ${fields.join(', ')}.`,
      disputed: (fields) =>
        `Modifié des deux côtés\u202f: ${fields.join(', ')}. La version actuelle figure à côté de la vôtre\u202f; si vous enregistrez à nouveau, la vôtre la remplace.`,
      whichLogo: 'Quel logo garder\u202f?',
      mineLogo: 'Le vôtre',
      keepLogo: 'Garder le logo actuel',
      logoNow: 'Le logo actuel',
      logoChosen: 'Le logo que vous avez choisi, pas encore enregistré',
      now: 'Version actuelle\u202f:',
      nothing: '(rien)',
    },
    deleteTitle: (name) => `Supprimer ${name}`,
    deleteText: (name) =>
      `Le club disparaît aussitôt de la liste. Il pourra être rétabli sous le même numéro. Pour confirmer, saisissez son nom\u202f: ${name}`,
    deleteSubmit: 'Supprimer le club',
    changed: 'Ce club a été modifié entre-temps. Regardez-le de nouveau, puis confirmez encore une fois.',
  },

  clubTools: {
    label: 'Pour celles et ceux qui tiennent ce club à jour',
    edit: 'Modifier',
    confirm: 'Confirmer que tout est encore exact',
    confirmed: 'Confirmé aujourd’hui\u202f: tout est exact',
    conflict:
      'Quelqu’un a modifié ce club pendant que vous le lisiez, et vous n’avez encore rien confirmé. Voici ce qui est indiqué maintenant\u202f: relisez-le, puis cliquez à nouveau sur le bouton.',
    conflictConfirmed:
      'Quelqu’un a modifié ce club pendant que vous le lisiez, et l’a confirmé ainsi. Voici ce qui est indiqué maintenant.',
    history: 'Historique',
    officers: 'Responsables',
    delete: 'Supprimer',
  },

  clubFields: {
    name: 'Nom',
    short_description: 'Description courte',
    is_active: 'Statut',
    parent_name: 'Fait partie de',
    logo_url: 'Logo du club',
    website: 'Site web',
    category: 'Catégories',
    description: 'Description longue',
    contact: 'Moyen de contact',
    links: 'Liens',
    confirmed_on: 'Dernière confirmation',
    aliases: 'Autres noms',
  },

  history: {
    title: (name) => `Historique du club ${name}`,
    description: 'Ce qui a été modifié dans un club, quand et par qui.',
    back: 'Voir le club',
    gone: 'Ce club a été supprimé. Il peut être rétabli depuis la liste des clubs supprimés.',
    toDeleted: 'Clubs supprimés',
    officersCannot: 'L’équipe de l’annuaire peut rétablir un état antérieur.',
    none: 'Rien n’a été conservé avant cela.',
    older: 'Modifications plus anciennes',
    newest: 'Dernières modifications',
    what: { created: 'Création', changed: 'Modification', deleted: 'Suppression' },
    kind: {
      create: 'avec un nouveau club',
      edit: 'avec un autre club',
      delete: 'lors de la suppression d’un autre club',
      restore: 'par un rétablissement',
      confirm: 'par une confirmation',
      import: 'par une importation',
      undo: 'par l’annulation d’une étape',
      bulk: 'avec d’autres clubs',
      remove: 'par une suppression dans l’historique',
      other: 'directement dans la base de données',
    },
    somebody: 'Personne inconnue',
    byLink: 'par le lien de la confirmation annuelle',
    by: (name) => `par ${name}`,
    notes: { 'sample clubs': 'clubs d’exemple' },
    allFields: (fields) => `Afficher ${count(fields, { one: 'champ', many: 'de champs', other: 'champs' })}`,
    before: 'Avant',
    after: 'Après',
    added: 'ajouté\u202f:',
    removed: 'retiré\u202f:',
    blank: 'espaces ou sauts de ligne',
    skipped: 'partie du texte restée la même',
    empty: 'vide',
    active: 'actif',
    inactive: 'inactif',
    current: 'C’est l’état actuel du club.',
    restore: 'Rétablir l’état après cette étape',
    restoreBefore: 'Rétablir l’état d’avant cette suppression',
    aboutRestore:
      'Un rétablissement rend au club tout ce qu’il était après une étape\u202f: ses textes, mais aussi son nom, son statut, son logo et le club dont il fait partie.',
    notRestored: 'Rien n’a été rétabli',
    conflict:
      'Le club a été modifié pendant que vous consultiez son historique. Regardez ce qu’il est devenu, puis recommencez si vous le souhaitez toujours.',
    noSuchStep: 'Cet état n’est pas dans l’historique du club.',
    faults: {
      taken: (name) => `Un autre club s’appelle désormais «\u202f${name}\u202f». Renommez d’abord celui-là.`,
      loop: (parent) =>
        `«\u202f${parent}\u202f» fait désormais partie de ce club, et ne peut donc pas le contenir. Déplacez d’abord l’un des deux.`,
      other: 'Cet état ne convient plus à l’annuaire tel qu’il est aujourd’hui.',
    },
    toOther: (name) => `Voir «\u202f${name}\u202f»`,
    toHistory: 'Revenir à l’historique',
    undo: 'Annuler cette étape',
    removal: {
      ofValue: 'Supprimer définitivement une valeur',
      ofName: 'Supprimer définitivement ce nom de l’historique',
      value: 'Valeur',
      choice: (field, side, text) => `${field}, ${side}\u202f: ${text}`,
      sure: 'Supprimer de toutes les étapes. Cette action est irréversible.',
      submit: 'Supprimer définitivement',
      removed: 'Supprimé définitivement',
      partly:
        'Des valeurs de cette étape ont été supprimées définitivement. Une annulation ou un rétablissement ne modifie pas ces champs.',
      notRemoved: 'Rien n’a été supprimé',
      faults: {
        notSure: 'Vous n’avez pas confirmé la suppression. Revenez en arrière et cochez la case.',
        current: 'Le club a encore cette valeur. Modifiez d’abord le club, puis supprimez la valeur de son historique.',
        gone: 'L’historique ne contient pas cette valeur. Elle a peut-être déjà été supprimée.',
      },
    },
  },

  done: {
    clubCreated: 'Le club est créé. Les visiteurs le voient dès maintenant.',
    clubSaved: 'Enregistré, et confirmé à la date d’aujourd’hui.',
    cellSaved: 'Enregistré.',
    clubConfirmed: 'Confirmé à la date d’aujourd’hui. Merci\u202f!',
    clubRestored: 'Le club est de nouveau tel qu’il était alors.',
    removedForGood:
      'La donnée est supprimée définitivement de l’historique. Les sauvegardes existantes la contiennent encore.',
    clubsChanged: ({ changed, already }) =>
      `${count(changed, { one: 'club modifié', many: 'de clubs modifiés', other: 'clubs modifiés' })}.${already > 0 ? ` ${count(already, { one: 'club l’était', many: 'de clubs l’étaient', other: 'clubs l’étaient' })} déjà.` : ''}`,
    clubDeleted: 'Le club est supprimé. Il peut être rétabli ici, sous son numéro.',
    importDropped: 'L’import est abandonné. Il n’a rien modifié.',
    termForgotten: 'C’est oublié.',
    proposalAccepted: 'C’est un club désormais. Le public le voit ; vous pouvez le compléter.',
    messagesClosed: 'Traité.',
    messagesReopened: 'Remis à traiter.',
    messagesDeleted: 'Effacé pour toujours.',
    importKept: 'Les choix sont gardés. Rien n’a encore été importé.',
    importTookPlace:
      'Cinq imports sont gardés par compte\u202f: le plus ancien des vôtres a été supprimé pour celui-ci. Il n’a rien modifié.',
    importByOther:
      'Quelqu’un l’a confirmé avant l’arrivée de votre formulaire : ce que vous seul aviez écarté ne l’a pas été. L’étape peut être annulée.',
    importCompared:
      'Une autre fenêtre le faisait encore comparer avec les clubs : votre formulaire n’a rien fait. Il n’a rien importé, et ce qu’il écartait est à écarter encore une fois.',
    clubsAsked: ({ changed, already }) =>
      `${count(changed, { one: 'club ajouté', many: 'de clubs ajoutés', other: 'clubs ajoutés' })} à la campagne.${already > 0 ? ` ${count(already, { one: 'club y était', many: 'de clubs y étaient', other: 'clubs y étaient' })} déjà.` : ''}`,
    roundStarted: 'La campagne est lancée. Envoyez maintenant les messages, ou les liens.',
    roundMoved: 'La campagne a un autre dernier jour.',
    roundLettersBegun:
      'Les messages sont en cours d’envoi. L’avancement est indiqué plus bas\u202f; actualisez dans un moment.',
    roundEnded: ({ changed }) =>
      `La campagne est terminée.${changed > 0 ? ` ${count(changed, { one: 'club est devenu inactif', many: 'de clubs sont devenus inactifs', other: 'clubs sont devenus inactifs' })}.` : ''}`,
    stepUndone: 'C’est annulé. Voici l’étape qui en résulte\u202f: elle peut être annulée à son tour.',
    stepUndoneByOther:
      'Quelqu’un d’autre a été plus rapide et a annulé la même chose par cette étape. Vous n’avez rien annulé.',
    undoKept: 'Les choix sont gardés. Rien n’a encore été annulé.',
    officerAdded: 'Ce compte est désormais responsable du club.',
    officerRemoved: 'Ce compte n’est plus responsable de ce club.',
    invitationWithdrawn: 'L’invitation est annulée\u202f: son lien n’est plus valable.',
    userChanged: 'Les droits de ce compte sont enregistrés. Ils comptent dès la prochaine requête.',
    userPersonChanged: 'Nom et adresse électronique enregistrés.',
    identityUnlinked: 'Compte universitaire dissocié. Toutes les sessions de ce compte sont terminées.',
    userSessionsEnded: 'Toutes les sessions de ce compte sont terminées.',
    userDeleted: 'Le compte est supprimé.',
    passwordChanged: 'Votre nouveau mot de passe est enregistré, et toutes vos autres sessions sont terminées.',
    providerJoined: 'Votre compte universitaire vous connecte désormais ici.',
    sessionEnded: 'Cette session est terminée.',
    otherSessionsEnded: 'Toutes vos autres sessions sont terminées.',
  },

  deletedClubs: {
    title: 'Clubs supprimés',
    description: 'Les clubs qui ont été supprimés, et qui peuvent être rétablis.',
    none: 'Aucun club n’a été supprimé.',
    number: (id) => `N° ${id}`,
    ask: 'Rétablir…',
    confirm: (name, id) =>
      `«\u202f${name}\u202f» revient sous son numéro ${id}, tel qu’il était lors de sa suppression. Ses responsables ne reviennent pas avec lui.`,
    restore: 'Rétablir le club',
    conflict:
      'Ce club n’est plus parmi les clubs supprimés\u202f: quelqu’un l’a rétabli, ou l’a supprimé une nouvelle fois.',
    back: 'Revenir aux clubs supprimés',
    older: 'Supprimés plus tôt',
    newest: 'Derniers supprimés',
  },

  notes: {
    toSuggest: 'Une erreur ici ?',
    suggestTitle: (name) => `Une erreur sur la page « ${name} » ?`,
    suggestDescription: 'Dit à qui tient l’annuaire ce qui ne va pas dans la page d’un club.',
    suggestIntro: 'Dites-le à qui tient cet annuaire. Aucun compte n’est nécessaire, et personne d’autre ne le lira.',
    topic: 'De quoi s’agit-il ?',
    topics: {
      inactive: 'Le club n’existe plus',
      contact: 'Le site web ou le contact ne répond pas',
      text: 'Un texte est faux ou n’est plus à jour',
      twice: 'Il figure deux fois dans l’annuaire',
      other: 'Autre chose',
    },
    message: 'Avec vos mots',
    messageHint: 'Que faudrait-il écrire à la place, et comment le savez-vous ?',
    sender: 'Votre adresse électronique',
    senderHint:
      'Seulement si vous voulez une réponse. Elle n’est montrée à personne d’autre, et effacée avec le message.',
    trap: 'Laissez ce champ vide',
    send: 'Envoyer',
    sentTitle: 'Merci !',
    sentText: 'Votre message est arrivé chez les personnes qui tiennent l’annuaire.',
    backToClub: 'Retour au club',
    toPropose: 'Proposer un club',
    missingClub: 'Il manque un club ?',
    proposeTitle: 'Proposer un club',
    proposeDescription: 'Dit à qui tient l’annuaire quel club y manque.',
    proposeIntro:
      'Quel club manque-t-il ? Les personnes qui tiennent cet annuaire regardent votre proposition et l’y ajoutent. Aucun compte n’est nécessaire. Le nom suffit\u202f: tout le reste peut rester vide.',
    proposeMessage: 'Pour les personnes qui tiennent l’annuaire',
    proposeMessageHint: 'Qui êtes-vous, et d’où connaissez-vous le club ? Ce texte n’est pas publié.',
    contactHint: 'Comment joindre le club. C’est publié : une adresse électronique du club, ou l’adresse d’une page.',
    seeTaken: 'Voir les clubs de ce nom',
    alike: 'Un club de ce nom existe déjà\u202f:',
    alikeText: 'Est-ce celui auquel vous pensez\u202f? S’il s’agit d’un autre, envoyez tout de même votre proposition.',
    sendAllTheSame: 'Envoyer tout de même',
    notSent: 'Le site ne répond pas. Ce que vous avez écrit est encore là\u202f: renvoyez-le dans un moment.',
    clubGone: 'Ce club a été retiré de l’annuaire entre-temps. Ce que vous avez écrit est ci-dessous, pour le copier.',
    faults: {
      noTopic: 'Veuillez choisir.',
      missing: 'Veuillez remplir ce champ.',
      nul: 'Ce champ ne peut contenir de caractère NUL.',
      tooLong: 'C’est trop long.',
      noEmail: 'Ce n’est pas une adresse électronique, comme nom@example.org.',
      notEmpty: 'Veuillez laisser ce champ vide.',
    },
    slowed: (minutes) =>
      `Beaucoup de messages sont arrivés d’où vous êtes. Renvoyez celui-ci dans ${count(minutes, { one: 'minute', other: 'minutes' })} ; ce que vous avez écrit est encore là.`,
    full: 'Tant de messages attendent qu’il n’y a plus de place. Renvoyez celui-ci dans quelques jours ; ce que vous avez écrit est encore là.',
  },

  inbox: {
    title: 'Courrier reçu',
    titleWith: (open) => (open === 0 ? 'Courrier reçu' : `Courrier reçu (${number(open)})`),
    description: 'Ce que le public a écrit à qui tient l’annuaire.',
    intro: 'Ce que le public trouve faux, et les clubs qui lui manquent.',
    views: { label: 'Lesquels', open: 'À traiter', closed: 'Traités' },
    none: 'Rien à traiter : aucun message n’attend.',
    noneClosed: 'Aucun message n’a été traité ces 90 derniers jours.',
    kept: 'Les messages traités sont effacés après 90 jours.',
    more: (messages) =>
      `${count(messages, { one: 'autre message attend', other: 'autres messages attendent' })} après ceux-ci.`,
    kinds: { suggestion: 'Une erreur', proposal: 'Un club qui manque' },
    gone: 'Ce club n’est plus là.',
    answer: 'Répondre à :',
    doneBy: (name, time) => (name === '' ? `Traité le ${time}` : `Traité le ${time} par ${name}`),
    choose: (name) => `Choisir le message sur ${name}`,
    accept: 'En faire un club',
    acceptOf: (name) => `En faire un club (${name})`,
    accepted: 'Voir le club',
    change: 'Modifier le club',
    close: 'Traité',
    reopen: 'Remettre à traiter',
    delete: 'Effacer pour toujours',
    chosen: 'Avec les messages choisis :',
    all: 'Avec tous ceux qui sont affichés ici :',
    about: 'Ce dont ils parlent',
    aboutAnything: (messages) => `Sur tout sujet (${number(messages)})`,
    closeAll: 'Tous traités',
    reopenAll: 'Tous à traiter de nouveau',
    deleteAll: 'Tous les effacer pour toujours',
    alike: 'Des clubs portent presque ce nom :',
    noneChosen: 'Aucun message n’a été choisi.',
    over: 'Quelqu’un d’autre s’en est chargé entre-temps.',
    refused: (name, why) => `Aucun club n’a été fait : ${name}. ${why}`,
    notAllowed:
      'Créer un club demande le droit «\u202fAjouter des clubs\u202f», que vous n’avez pas. Adressez-vous à une personne qui gère les comptes.',
  },

  missed: {
    title: 'Ce que les visiteurs cherchent en vain',
    description: 'Ce que des visiteurs ont cherché et n’ont pas trouvé.',
    intro:
      'Ce qui a été cherché par nom, et qu’aucun club ne porte. Vous voyez quels clubs on attend, et sous quels autres noms\u202f: un club peut les avoir parmi ses «\u202fAutres noms\u202f».',
    none: 'Tout le monde a trouvé quelque chose.',
    since: { label: 'Période', month: 'Les quatre dernières semaines', year: 'La dernière année' },
    term: 'Recherche',
    count: 'Combien de fois',
    lastOn: 'La dernière fois',
    foundNow: 'trouvé maintenant',
    forget: 'Oublier',
    forgetOf: (term) => `Oublier ${term}`,
    noTerm: 'Ce qui est à oublier n’a pas été dit.',
  },

  desk: {
    sections: 'Pour le bureau',
    history: 'Toutes les modifications',
    historyDescription: 'Ce qui a été modifié dans tous les clubs, quand et par qui.',
    historyIntro:
      'Chaque modification est une étape, même l’importation de nombreux clubs. Une étape peut être annulée, quoi qu’il se soit passé depuis.',
    none: 'Rien n’a encore été modifié.',
    older: 'Modifications plus anciennes',
    newest: 'Dernières modifications',
    kinds: {
      create: 'Nouveau club',
      edit: 'Modification',
      delete: 'Suppression',
      restore: 'Rétablissement',
      confirm: 'Confirmation d’une page de club',
      import: 'Importation',
      undo: 'Annulation',
      bulk: 'Modification de plusieurs clubs',
      remove: 'Suppression dans l’historique',
      other: 'Modification directe dans la base de données',
    },
    created: (clubs) => count(clubs, { one: 'club créé', many: 'de clubs créés', other: 'clubs créés' }),
    changed: (clubs) => count(clubs, { one: 'club modifié', many: 'de clubs modifiés', other: 'clubs modifiés' }),
    deleted: (clubs) => count(clubs, { one: 'club supprimé', many: 'de clubs supprimés', other: 'clubs supprimés' }),
    nothing: 'Cette étape n’a modifié aucun club.',
    stepTitle: (kind, number) => `${kind} (étape ${number})`,
    stepDescription: 'Ce qu’une étape a modifié dans les clubs.',
    toHistory: 'Revenir à toutes les modifications',
    toStep: 'Revenir à l’étape',
    undoes: (time) => `Annule l’étape du ${time}`,
    undoneBy: (time) => `Annulée le ${time}`,
    undoneInPart: (undone, clubs, time) =>
      `Annulée pour ${number(undone)} des ${count(clubs, { one: 'club', many: 'de clubs', other: 'clubs' })}, la dernière fois le ${time}`,
    what: { created: 'créé', changed: 'modifié', deleted: 'supprimé' },
    isGone: 'Ce club n’existe plus.',
    noSuchPage: 'Cette page n’existe pas.',
    firstPage: 'Revenir à la première page',
    undo: 'Annuler',
    undoStep: 'Annuler cette étape…',
    undoTitle: (kind, number) => `Annuler\u202f: ${kind} (étape ${number})`,
    undoDescription: 'Ce que donnerait l’annulation d’une étape.',
    undoIntro:
      'Chaque club coché retrouve ce que cette étape y a modifié. Ce qui a été fait d’autre depuis reste. C’est une nouvelle étape, qui peut être annulée à son tour.',
    undoCounts: (clubs) =>
      `${count(clubs, { one: 'club n’est pas', many: 'de clubs ne sont pas', other: 'clubs ne sont pas' })} comme avant l’étape.`,
    undoLossy: (clubs) =>
      `${count(clubs, { one: 'club a changé', many: 'de clubs ont changé', other: 'clubs ont changé' })} depuis, ce qui serait perdu\u202f: à regarder d’abord, en tête de liste.`,
    undoBlocked: (clubs) =>
      `Annulation impossible pour ${count(clubs, { one: 'club', many: 'de clubs', other: 'clubs' })}\u202f: la raison est indiquée.`,
    undoImpossible: 'Vous ne pouvez rien annuler de cette étape en l’état.',
    undoLeftOut: (clubs) =>
      `${count(clubs, { one: 'club est laissé', many: 'de clubs sont laissés', other: 'clubs sont laissés' })} de côté.`,
    undoNothing:
      'Il n’y a plus rien à annuler\u202f: chaque club est comme avant cette étape, pour ce qu’elle y avait modifié.',
    undoesAll: 'Tous les clubs cochés sont concernés, y compris ceux qui ne sont pas affichés en ce moment.',
    undoSubmit: 'Annuler l’étape',
    changedMeanwhile:
      'Rien n’a encore été annulé\u202f: les clubs ont changé pendant que vous consultiez cette page, ou dépendent les uns des autres. Voici ce qui serait fait maintenant. Regardez-le encore une fois, puis confirmez.',
    othersUndid:
      'Vous n’avez rien annulé\u202f: pendant que vous consultiez cette page, tous les clubs sont redevenus comme avant cette étape, y compris ceux que vous aviez laissés de côté.',
    refused:
      'Rien n’a été annulé\u202f: certains de ces clubs ne peuvent pas redevenir ce qu’ils étaient. La raison est indiquée. Décochez-les, ou corrigez cela d’abord.',
    undoLater: 'Garder ce qui est coché, et annuler plus tard',
    leftOutElsewhere:
      'Rien n’a encore été annulé\u202f: d’autres clubs ont été laissés de côté que cette page ne connaissait pas, par exemple dans une autre fenêtre. Ils le sont maintenant ici aussi. Vérifiez à nouveau, puis confirmez.',
    nothingChosen: 'Rien n’a été annulé\u202f: aucun club n’est coché.',
    undone: { deleted: 'est supprimé', restored: 'revient', changed: 'est modifié' },
    losses: 'Fait depuis, et perdu par l’annulation',
    now: 'Maintenant',
    afterwards: 'Après l’annulation',
    orphans: (names) => `Ne feraient plus partie d’aucun club\u202f: ${names}`,
    moreOrphans: (clubs) => `et ${count(clubs, { one: 'autre', many: 'd’autres', other: 'autres' })}`,
    officers: (people) =>
      `${count(people, { one: 'responsable, qui ne reviendrait', many: 'de responsables, qui ne reviendraient', other: 'responsables, qui ne reviendraient' })} pas avec le club`,
    invitations: (people) =>
      count(people, {
        one: 'invitation en attente',
        many: 'd’invitations en attente',
        other: 'invitations en attente',
      }),
    issues: {
      gone: 'Il a été supprimé depuis\u202f: il n’y a rien à modifier. Annulez d’abord cette suppression.',
      notAllowed:
        'Supprimer et rétablir des clubs demande le droit «\u202fSupprimer des clubs\u202f», que vous n’avez pas. Adressez-vous à une personne qui gère les comptes.',
      logoSwept: 'Le logo d’alors n’est plus sur ce site.',
      taken: (name) => `Un autre club s’appelle désormais «\u202f${name}\u202f». Renommez d’abord celui-là.`,
      unknownParent: (parent) =>
        `«\u202f${parent}\u202f», dont il faisait partie, n’existe pas, ou ne revient pas. Rétablissez d’abord celui-là.`,
      loop: (parent) =>
        `«\u202f${parent}\u202f» fait désormais partie de ce club, et ne peut donc pas le contenir. Déplacez d’abord l’un des deux.`,
    },
    pageOf: (page, pages) => `Page ${number(page)} sur ${number(pages)}`,
    previousClubs: 'Clubs précédents',
    nextClubs: 'Clubs suivants',
  },

  clubTable: {
    heading: 'Tous les clubs en tableau',
    title: (page) => (page > 1 ? `Tous les clubs en tableau (page ${number(page)})` : 'Tous les clubs en tableau'),
    description: 'Ce que l’annuaire sait de chaque club, et ce qui lui manque.',
    category: 'Catégorie',
    anyCategory: 'Toutes les catégories',
    missing: 'Seulement les clubs à qui manque tout ceci',
    lacks: {
      confirmation: 'Confirmation depuis moins d’un an',
      short_description: 'Description courte',
      description: 'Description longue',
      logo: 'Logo du club',
      category: 'Catégorie',
      contact: 'Moyen de contact',
      officers: 'Responsables',
      answer: 'Réponse à la confirmation annuelle',
    },
    show: 'Afficher ces clubs',
    showAll: 'Afficher tous les clubs',
    result: (clubs, isFiltered) =>
      isFiltered ? `${count(clubs, RESULTS[''])} avec ces filtres` : count(clubs, RESULTS['']),
    export: (clubs) => `Télécharger en fichier CSV\u202f: ${count(clubs, RESULTS[''])}`,
    caption:
      'Chaque nom mène au formulaire du club. Le nom, la dernière confirmation et la dernière modification trient le tableau.',
    officers: 'Responsables',
    changed: 'Dernière modification',
    day: (date) => day(date),
    never: 'jamais',
    nothing: 'aucun',
    choose: (name) => `Choisir ${name}`,
    all: 'Tous',
    chooseAll: 'Choisir tous les clubs de cette page',
    none: 'Aucun',
    chooseNone: 'N’en choisir aucun',
    cell: {
      title: 'Rien n’a été modifié',
      description: 'Modifie un seul champ d’un club.',
      change: (field, name) => `Modifier\u202f: ${field}, ${name}`,
      label: (field, name) => `${field}\u202f: ${name}`,
      saved: (field, name) => `Enregistré. ${field}\u202f: ${name}`,
      cancel: 'Annuler',
      conflict:
        'Quelqu’un d’autre vient de modifier ce champ, et rien n’est encore enregistré. Votre saisie est toujours là\u202f: si vous enregistrez à nouveau, elle remplacera la sienne.',
    },
    bulk: {
      heading: 'Modifier plusieurs clubs',
      description: 'Modifie plusieurs clubs en une seule étape.',
      chosen: 'Les clubs choisis ci-dessus',
      filtered: (clubs, isFiltered) =>
        isFiltered
          ? `Tous les clubs avec ces filtres, sur toutes les pages (${number(clubs)})`
          : `Tous les clubs de l’annuaire (${number(clubs)})`,
      action: 'Ce qu’il faut faire',
      goOn: 'Continuer',
      asksFirst: 'Rien n’est encore modifié\u202f: vous verrez d’abord quels clubs seraient concernés.',
      actions: {
        activate: 'Rendre actifs',
        deactivate: 'Rendre inactifs',
        add_category: 'Ajouter une catégorie',
        remove_category: 'Retirer une catégorie',
        set_category: 'Définir les catégories',
        clear_category: 'Retirer toutes les catégories',
        confirm: 'Confirmer que tout est exact',
        ask: 'Demander si tout est exact',
      },
      about: {
        activate: 'Ces clubs deviennent actifs\u202f: ils figurent dans la liste.',
        deactivate:
          'Ces clubs deviennent inactifs\u202f: la liste ne les montre plus qu’à ceux qui demandent les clubs inactifs.',
        add_category: 'Ces clubs reçoivent la catégorie que vous saisissez et gardent les leurs.',
        remove_category:
          'Ces clubs perdent la catégorie que vous saisissez, quels que soient la casse et les accents, et gardent les autres.',
        set_category: 'Ces clubs reçoivent les catégories que vous saisissez, à la place des leurs.',
        clear_category: 'Ces clubs perdent toutes leurs catégories.',
        confirm: 'Vous déclarez que tout ce qui figure sur ces clubs est exact à la date d’aujourd’hui.',
        ask: 'Ces clubs rejoignent la confirmation annuelle, qui leur demande si ce que lisent les visiteurs est encore exact. Aucun club n’est modifié, et rien n’est encore envoyé.',
      },
      clubs: (clubs) => `Clubs concernés\u202f: ${number(clubs)}`,
      others: (clubs) => `et ${count(clubs, { one: 'autre', many: 'd’autres', other: 'autres' })}`,
      already: (clubs) =>
        clubs < 2
          ? `${number(clubs)} d’entre eux l’est déjà et ne change pas.`
          : `${number(clubs)} d’entre eux le sont déjà et ne changent pas.`,
      categoryHint: 'Séparez-en plusieurs par des points-virgules, comme Sport\u202f; Plein air.',
      oneCategory: 'Catégorie',
      oneCategoryHint: 'Une seule, comme Sport.',
      several: 'Indiquez une seule catégorie, sans point-virgule.',
      full: (names) =>
        `Rien n’a été modifié\u202f: il n’y a plus de place pour une catégorie de plus chez ces clubs\u202f: ${names.map((name) => `«\u202f${name}\u202f»`).join(', ')}. Laissez-les de côté, ou retirez-leur d’abord des catégories.`,
      submit: 'Valider',
      back: 'Revenir au tableau',
      notDone: 'Rien n’a été modifié',
      unknown: 'Cette demande n’est pas connue ici. Revenez au tableau et choisissez à nouveau.',
      noneChosen: 'Aucun club n’est choisi. Revenez au tableau, cochez les clubs voulus, puis continuez.',
      noneThere: 'Aucun de ces clubs n’existe encore. Revenez au tableau pour voir ceux qui existent.',
      outdated:
        'Rien n’est encore modifié\u202f: ce ne sont plus les mêmes clubs que lorsque la question vous a été posée, ou l’un d’eux a changé de nom. Voici ceux d’à présent\u202f: vérifiez-les, puis validez à nouveau.',
    },
  },

  round: {
    heading: 'La confirmation annuelle',
    title: (which, page) =>
      `La confirmation annuelle${which === null ? '' : `\u202f: ${which}`}${page > 1 ? ` (page ${number(page)})` : ''}`,
    description: 'Demande une fois par an à chaque club si ce que lisent les visiteurs est encore exact.',
    intro:
      'Une fois par an, chaque club est invité à dire si ce que lisent les visiteurs est encore exact. Ses responsables ou son contact relisent sa page et cliquent sur «\u202fTout est exact\u202f», ou la corrigent. Rien ne se fait tout seul\u202f: vous lancez la campagne, vous envoyez les messages ou les liens, et vous y mettez fin.',
    start: 'Lancer une campagne',
    wouldAsk: (clubs) =>
      `${clubs === 0 ? 'Elle ne s’adresserait à personne\u202f: aucun club n’est actif' : `Elle s’adresserait à ${clubs === 1 ? 'l’unique club actif' : `tous les clubs actifs (${number(clubs)})`}`}. Pour en solliciter d’autres, choisissez-les dans le tableau de tous les clubs, puis «\u202fDemander si tout est exact\u202f». Rien n’est encore envoyé.`,
    toTable: 'Voir le tableau de tous les clubs',
    endsOn: 'Dernier jour pour répondre',
    endsOnHint: 'À partir de demain, et d’ici un an.',
    submitStart: 'Lancer la campagne',
    endDayFaults: {
      noDay: 'Indiquez un jour, par exemple 15/01/2027.',
      past: 'Ce jour n’est pas à venir. Indiquez un jour ultérieur.',
      far: 'Ce jour est dans plus d’un an. Indiquez un jour plus proche.',
    },
    noClubs: 'Il n’y a aucun club à solliciter. Rien n’a été lancé.',
    isOpen: 'Quelqu’un a lancé une campagne entre-temps\u202f: la voici.',
    isClosed: 'Cette campagne n’est plus en cours. Rien n’a été modifié.',
    isOther: 'Cette campagne n’est plus en cours\u202f: une autre l’est désormais. Rien n’a été modifié.',
    movedElsewhere: (day) =>
      `Quelqu’un d’autre a entre-temps fixé le dernier jour au ${day}. Rien n’a été modifié\u202f: choisissez encore une fois s’il doit être autre.`,
    since: (begun, name) => `Depuis le ${begun}${name === null ? '' : `, lancée par ${name}`}.`,
    until: (last) => `Les liens sont valables jusqu’au ${last}.`,
    isOver: (last) =>
      `Son dernier jour était le ${last}\u202f: les liens ne sont plus valables. Mettez fin à la campagne, ou choisissez un autre dernier jour.`,
    answered: (clubs, all) =>
      `Réponses\u202f: ${number(clubs)} sur ${count(all, { one: 'club', many: 'de clubs', other: 'clubs' })}`,
    progress: 'Réponses',
    states: 'Où en sont les clubs',
    state: {
      silent: 'Pas encore de réponse, peut recevoir un message',
      unreachable: 'Pas encore de réponse, personne à qui écrire',
      confirmed: 'Tout est exact',
      mended: 'Corrigé',
      failed: 'Le message n’a pas pu être envoyé',
    },
    stateColumn: 'État',
    clubsColumn: 'Nombre de clubs',
    letters: 'Messages',
    lettersAbout:
      'Un message va aux responsables du club dont l’adresse est confirmée, sinon à son contact. Aucun club n’en reçoit deux en vingt-quatre heures.',
    lettersSent: (clubs, last) => `Clubs à qui un message a été envoyé\u202f: ${number(clubs)}, le dernier le ${last}.`,
    noLettersSent: 'Aucun message n’a encore été envoyé.',
    lettersFailed: (clubs) =>
      `Messages qui n’ont pas pu être envoyés\u202f: ${number(clubs)}. Vérifiez que les adresses sont justes.`,
    toFailed: 'Afficher ces clubs',
    lettersUnderWay: (clubs) =>
      `Des messages sont en cours d’envoi\u202f: il en reste ${number(clubs)}. Inutile de les attendre.`,
    lookAgain: 'Actualiser',
    sendLetters: (clubs) => `Envoyer un message à ${count(clubs, { one: 'club', many: 'de clubs', other: 'clubs' })}`,
    noneDue:
      'Il n’y a personne à qui écrire maintenant\u202f: tous ont répondu, ont reçu un message depuis moins d’un jour ou n’ont pas d’adresse.',
    noMailServer:
      'Ce site n’a pas de serveur de messagerie et n’envoie aucun message\u202f: envoyez vous-même son lien à chaque club.',
    links: 'Liens à envoyer vous-même',
    linksAbout:
      'Chaque lien vaut pour un seul club, sans compte, et jusqu’à la fin de la campagne. Ne le donnez à personne d’autre que le club.',
    linksFile: (clubs) => `Télécharger les liens des clubs sans réponse en fichier CSV\u202f: ${number(clubs)}`,
    columns: {
      club: 'nom du club',
      link: 'lien',
      officers: 'responsables',
      addresses: 'adresses',
      contact: 'moyen de contact',
      asked: 'dernier message',
    },
    change: 'Le dernier jour',
    submitChange: 'Enregistrer ce jour',
    moveAbout:
      'Un jour plus proche abrège la validité de tous les liens, même déjà envoyés. Un message garde le jour qu’il a indiqué.',
    moveAsks: (clubs, latest) =>
      `Clubs sans réponse dont le dernier message indique un jour ultérieur, au plus tard le ${latest}\u202f: ${number(clubs)}. Leurs liens ne seraient plus valables aussi longtemps qu’il le dit. Rien n’est encore modifié\u202f: cliquez à nouveau sur le bouton pour changer malgré tout.`,
    submitMove: 'Changer malgré tout',
    toldLater: (clubs, last) =>
      `Clubs sans réponse dont le dernier message indique un jour ultérieur, alors que leurs liens ne sont valables que jusqu’au ${last}\u202f: ${number(clubs)}. Un nouveau message indiquera ce jour-là.`,
    toEnd: 'Mettre fin à la campagne…',
    clubs: 'Clubs de la campagne',
    which: 'Quels clubs',
    all: 'Tous',
    anyName: 'Afficher tous les noms',
    noneOfThese: 'Aucun club n’est dans ce cas.',
    officers: (names) => `Responsables\u202f: ${names}`,
    noOfficers: 'Aucun responsable',
    contact: 'Contact\u202f:',
    noContact: 'Aucun contact',
    writesTo: (addresses) => `On peut écrire à\u202f: ${addresses}`,
    asked: (last) => `Dernier message le ${last}`,
    notAsked: 'Pas encore de message',
    failedOn: (last) => `Un message n’a pas pu être envoyé le ${last}`,
    linkOf: (club) => `Lien du club ${club}\u202f:`,
    confirmedOn: (last) => `Confirmé le ${last}`,
    past: 'Campagnes précédentes',
    pastColumns: {
      started: 'Début',
      ended: 'Fin',
      endedBy: 'Terminée par',
      answered: 'Réponses',
      mended: 'Dont corrigés',
      deactivated: 'Rendus inactifs',
    },
    toStep: 'Voir quels clubs sont devenus inactifs, ou l’annuler',
    toUndoneStep: 'Voir quels clubs étaient devenus inactifs',
    undone: 'Cette étape a été annulée',
    undoneFor: (clubs) =>
      `Cette étape a été annulée pour ${count(clubs, { one: 'club', many: 'de clubs', other: 'clubs' })}`,
    ofAll: (clubs, all) => `${number(clubs)} sur ${number(all)}`,
    end: {
      heading: 'Mettre fin à la campagne',
      description: 'Met fin à la confirmation annuelle, et dit ce que deviennent les clubs qui n’ont pas répondu.',
      about: 'Les liens de la campagne ne sont plus valables ensuite.',
      noneSilent: 'Tous les clubs ont répondu.',
      silent: 'Ces clubs n’ont pas répondu',
      inactive: (clubs) =>
        `${count(clubs, { one: 'de ces clubs est déjà inactif et le reste', many: 'de ces clubs sont déjà inactifs et le restent', other: 'de ces clubs sont déjà inactifs et le restent' })}, quel que soit votre choix.`,
      unreachable: (clubs) =>
        `Parmi eux, ${count(clubs, { one: 'club n’a', many: 'de clubs n’ont', other: 'clubs n’ont' })} ni responsable ni adresse où écrire\u202f: personne n’y a peut-être entendu parler de la campagne.`,
      toSilent: 'Les voir dans le tableau',
      fate: 'Ce qu’ils deviennent',
      fates: {
        leave: 'Ils restent comme ils sont',
        deactivate: 'Ils deviennent tous inactifs',
      },
      deactivateHint:
        'En une seule étape, qui peut être annulée dans l’historique. La liste ne montre les clubs inactifs qu’à ceux qui les demandent.',
      submit: 'Mettre fin à la campagne',
      back: 'Revenir à la campagne',
      noFate: 'Dites ce que deviennent les clubs qui n’ont pas répondu.',
      outdated:
        'La campagne n’est pas encore terminée\u202f: ce ne sont plus les mêmes clubs qui n’ont pas répondu. Voici ceux d’à présent\u202f: vérifiez-les, puis validez à nouveau.',
      endedAlready: 'La campagne est déjà terminée',
      endedAlike: (name) => `${name ?? 'Quelqu’un'} y a mis fin avant vous, avec le même choix.`,
      endedOtherwise: (name, choice) =>
        `${name ?? 'Quelqu’un'} y a mis fin avant vous, ${choice === null ? 'peut-être avec un autre choix que le vôtre' : `avec un autre choix que le vôtre\u202f: «\u202f${choice}\u202f»`}. Le vôtre n’a pas été suivi.`,
      notOpen: 'Aucune campagne n’est en cours',
      notOpenText: 'Il n’y a rien à terminer\u202f: quelqu’un a peut-être déjà mis fin à la campagne.',
      otherOpen: 'Une autre campagne est en cours',
      otherOpenText:
        'Celle que vous vouliez terminer n’est plus en cours. Rien n’a été modifié\u202f: regardez celle de maintenant, et mettez-y fin si vous le voulez toujours.',
    },
    link: {
      title: (club) => `${club}\u202f: les textes sont-ils encore exacts\u202f?`,
      thanksTitle: (club) => `Merci\u202f: les textes du club ${club} sont confirmés`,
      mendedTitle: (club) => `Merci\u202f: vos corrections pour ${club} sont enregistrées`,
      description: 'Confirme que ce que lisent les visiteurs sur un club est encore exact.',
      asks: (association) =>
        `L’association «\u202f${association}\u202f» demande une fois par an à chaque club si ses textes sont encore exacts. Elle s’adresse à vous comme responsable ou contact de ce club.`,
      intro: (site, last) =>
        `Voici ce que lisent les visiteurs sur «\u202f${site}\u202f». Merci de le relire et de répondre en bas de page, au plus tard le ${last}. Aucun compte n’est nécessaire.`,
      toAnswer: 'Aller à la réponse',
      answer: 'Votre réponse',
      later: 'Quelque chose à corriger ou à ajouter\u202f?',
      lacks: (fields) => `La page ne dit encore rien de ceci\u202f: ${fields}. Ce n’est pas obligatoire.`,
      add: 'Ajouter ce qui manque',
      stillRight: 'Tout est exact',
      effect:
        '«\u202fTout est exact\u202f» enregistre la date d’aujourd’hui comme jour de confirmation des textes, que la page du club affiche. Rien d’autre ne change.',
      mend: 'Il y a quelque chose à corriger',
      thanks: (last) =>
        `Tout a été confirmé le ${last}. Vous n’avez rien d’autre à faire\u202f; vous pouvez encore corriger quelque chose.`,
      thanksMended: (last) =>
        `Vos corrections sont enregistrées, et les visiteurs les lisent dès maintenant. Le tout est confirmé en date du ${last}. Vous n’avez rien d’autre à faire.`,
      conflict:
        'Quelqu’un a modifié ce club pendant que vous le lisiez. Relisez-le, puis cliquez à nouveau sur le bouton.',
      conflictAnswered:
        'Quelqu’un a modifié ce club et répondu pour lui pendant que vous le lisiez. Voici ce qui est indiqué maintenant\u202f: si c’est exact, cliquez à nouveau sur «\u202fTout est exact\u202f», sinon corrigez-le. Vous pouvez aussi en rester là.',
      mendTitle: (club) => `Corriger ${club}`,
      mendAbout: (last) =>
        `Ce que vous enregistrez est public aussitôt, et vaut réponse pour ce club. Vous pouvez enregistrer jusqu’au ${last} inclus.`,
      typed:
        'Rien n’a été enregistré. Voici ce que vous avez saisi\u202f: vous pouvez le copier et l’envoyer à l’équipe de l’annuaire.',
      over: 'La campagne est terminée',
      overText: (club) =>
        `Ce lien n’est plus valable. S’il y a quelque chose à changer pour ${club}, adressez-vous à l’équipe de l’annuaire.`,
      ask: 'Lui écrire',
      toClub: (club) => `Voir la page du club ${club}`,
    },
    askedUntil: (association, last) =>
      `L’association «\u202f${association}\u202f» attend une réponse au plus tard le ${last}\u202f: tout est-il encore exact ici\u202f?`,
  },

  officers: {
    title: (name) => `Responsables du club ${name}`,
    description: 'Les personnes qui tiennent à jour la page d’un club.',
    intro: 'Les responsables peuvent modifier ce club, sauf son nom, son statut et son club parent.',
    none: 'Ce club n’a pas de responsable.',
    remove: 'Retirer',
    removeOfficer: (name) => `Retirer ${name} des responsables`,
    add: 'Ajouter un ou une responsable',
    addSubmit: 'Ajouter',
    unknown: 'Aucun compte n’a cette adresse électronique. Vérifiez-la ou créez une invitation.',
    isOne: 'Cette personne est déjà responsable de ce club.',
    addIntro: 'Ajoutez une personne qui a déjà un compte, ou créez une invitation pour une personne qui n’en a pas.',
    invite: 'Inviter un ou une autre responsable',
    mayInvite: 'Vous pouvez inviter d’autres responsables. Seul le bureau peut en retirer.',
  },

  forms: {
    missing: 'Remplissez ce champ.',
    noEmail: 'Saisissez une adresse électronique, par exemple nom@example.org.',
    tooShort: (least) => `Utilisez au moins ${number(least)} caractères.`,
    guessable: 'Ce mot de passe est facile à deviner. Utilisez plusieurs mots sans rapport entre eux.',
    tooLong: 'Ce texte est trop long.',
    hidden: 'Ce texte contient des caractères invisibles. Saisissez-le à nouveau.',
    taken: 'Un compte existe déjà avec cette adresse électronique. Utilisez une autre adresse.',
  },

  accounts: {
    name: 'Votre nom',
    email: 'Adresse électronique',
    password: 'Mot de passe',
    newPassword: 'Nouveau mot de passe',
    passwordHint: (least) => `Au moins ${number(least)} caractères, par exemple trois mots sans rapport entre eux.`,
    signIn: 'Se connecter',
    signInDescription: 'Pour les responsables de clubs et le bureau.',
    wrong: 'Adresse électronique ou mot de passe incorrect.',
    slowed: (seconds) => `Trop de tentatives. Réessayez dans ${wait(seconds)}.`,
    signInByProvider: 'Se connecter avec le compte universitaire',
    goingToProvider: 'Continuez vers la page de connexion de votre université.',
    goOn: 'Continuer',
    providerErrors: {
      unreachable: 'La page de connexion de votre université ne répond pas. Réessayez plus tard.',
      failed: 'La connexion avec votre compte universitaire a échoué. Réessayez.',
      emailRefused: 'Votre université n’a pas transmis d’adresse électronique vérifiée et acceptée ici.',
      hasPassword:
        'Un compte existe déjà avec cette adresse électronique. Connectez-vous avec son mot de passe ou contactez l’administration du site.',
      linked:
        'Votre compte ou votre compte universitaire est déjà associé à un autre. Contactez l’administration du site.',
    },
    forgotten: 'Mot de passe oublié\u202f?',
    account: 'Votre compte',
    signedIn: 'Votre session est ouverte',
    accountOf: (name) => `Votre compte, ${name}`,
    signedInAs: (name, email) => `Vous utilisez le compte de ${name} (${email}).`,
    signOut: 'Se déconnecter',
    setup: 'Créer le premier compte',
    setupIntro: 'Ce compte administre le site\u202f: il peut gérer tous les clubs et tous les comptes.',
    create: 'Créer le compte',
    reset: 'Réinitialiser votre mot de passe',
    resetByHand: 'Demandez un lien de réinitialisation à l’administration du site.',
    resetIntro: 'Saisissez votre adresse électronique pour recevoir un lien de réinitialisation.',
    resetSend: 'Envoyer le lien',
    resetSent: (email) =>
      `Si ${email} correspond à un compte avec mot de passe, un lien de réinitialisation vient d’être envoyé à cette adresse. Il ne peut servir qu’une fois et expire au bout d’une heure.`,
    resetExpired: 'Ce lien a expiré ou a déjà servi. Demandez-en un nouveau.',
    resetSave: 'Enregistrer le nouveau mot de passe',
    resetDone:
      'Votre mot de passe est modifié et toutes vos sessions sont terminées. Connectez-vous avec le nouveau mot de passe.',
  },

  account: {
    description: 'Vos clubs, vos moyens de connexion et vos sessions.',
    allowed: (allowed) => `Vos droits\u202f: ${allowed}.`,
    mayNothing: 'Votre compte n’a encore aucun droit. Contactez l’administration du site.',
    clubs: 'Vos clubs',
    byPassword: (since) => `Mot de passe, depuis le ${day(since)}`,
    byProvider: (since) => `Compte universitaire, depuis le ${day(since)}`,
    join: 'Associer votre compte universitaire',
    joinIntro:
      'Vous pourrez alors vous connecter avec l’un ou l’autre. Saisissez votre mot de passe pour continuer vers votre université.',
    change: 'Changer votre mot de passe',
    changeIntro: 'Toutes vos autres sessions seront terminées.',
    oldPassword: 'Mot de passe actuel',
    wrongPassword: 'Mot de passe incorrect.',
    thisSession: (begun) => `Cette session, ouverte le ${day(begun)}`,
    sessionEnd: 'Terminer la session',
    sessionsEnd: 'Terminer toutes les autres sessions',
    data: 'Vos données',
    dataIntro: 'Tout ce que ce site conserve au sujet de votre compte, dans un fichier JSON.',
    dataSubmit: 'Télécharger vos données',
  },

  users: {
    heading: 'Comptes',
    title: (page) => (page > 1 ? `Comptes (page ${number(page)})` : 'Comptes'),
    description: 'Les comptes, leurs droits et les invitations en attente.',
    search: 'Nom ou adresse électronique',
    result: (users) => count(users, { one: 'compte', many: 'de comptes', other: 'comptes' }),
    clubs: (clubs) => `responsable de ${count(clubs, { one: 'club', many: 'de clubs', other: 'clubs' })}`,
    lastSeen: (date) => `dernière visite le ${day(date)}`,
    notSeen: 'aucune session',
    mayNothing: 'aucun droit',
    notVerified: 'adresse non vérifiée',
    notVerifiedMeaning:
      'L’adresse n’est pas vérifiée\u202f: le lien d’invitation a été transmis par un ou une responsable de club.',
    roles: 'Rôle',
    roleNames: { board: 'Bureau', administrator: 'Administration' },
    noRole: 'Aucun',
    roleHints: {
      none: 'Peut modifier seulement les clubs dont la personne est responsable.',
      board: 'Peut ajouter, modifier et supprimer des clubs, et gérer leurs responsables.',
      administrator: 'Peut aussi gérer les comptes.',
    },
    advanced: 'Options avancées',
    permissions: 'Droits supplémentaires',
    permissionNames: {
      'club.add_club': 'Ajouter des clubs',
      'club.change_club': 'Modifier les clubs et gérer leurs responsables',
      'club.delete_club': 'Supprimer et rétablir des clubs',
      'auth.change_user': 'Gérer les comptes',
    },
    person: 'Nom et adresse électronique',
    personName: 'Nom',
    personHint: 'À chaque connexion avec le compte universitaire, l’université remplace les deux valeurs.',
    ways: 'Moyens de connexion',
    byProviderAt: (issuer, since) => `Compte universitaire (${issuer}), depuis le ${day(since)}`,
    unlink: 'Dissocier',
    unlinkOf: (issuer) => `Dissocier le compte universitaire\u202f: ${issuer}`,
    unlinkHint:
      'La dissociation met fin à toutes les sessions de ce compte. Un autre compte universitaire pourra ensuite être associé.',
    awaitsIdentity: (email) =>
      `Ce compte n’a aucun moyen de connexion. Le prochain compte universitaire avec l’adresse vérifiée ${email} lui sera associé.`,
    grants: 'Droits',
    save: 'Enregistrer',
    grantsChanged: (now) =>
      `Quelqu’un d’autre a modifié les droits\u202f: ${now || 'aucun'}. Vérifiez votre choix et enregistrez de nouveau.`,
    officerOf: 'Responsable de',
    officerOfNone: 'Ce compte n’est responsable d’aucun club.',
    officerEndOf: (club) => `Retirer des responsables du club ${club}`,
    sessions: 'Sessions',
    sessionsNone: 'Aucune session.',
    session: (begun, used) => `Ouverte le ${day(begun)}, utilisée en dernier le ${day(used)}`,
    sessionsEnd: 'Terminer toutes les sessions',
    delete: 'Supprimer le compte',
    deleteIntro: 'Cette action est définitive. Les modifications faites par ce compte sont conservées.',
    deleteEmail: 'Adresse électronique du compte, pour confirmer',
    deleteMismatch: 'Ce n’est pas l’adresse de ce compte. Rien n’a été supprimé.',
    lastManager: 'C’est le seul compte qui peut gérer les comptes. Donnez d’abord ce droit à un autre compte.',
    invite: 'Inviter quelqu’un',
    inviteIntro: (days) =>
      `Le lien d’invitation ne peut servir qu’une fois et expire au bout de ${count(days, { one: 'jour', many: 'de jours', other: 'jours' })}. Il remplace toute invitation précédente pour la même adresse.`,
    inviteSubmit: 'Créer l’invitation',
    emailSent: (email) => `L’invitation a été envoyée à ${email}.`,
    emailFailed: (email) => `L’e-mail à ${email} n’a pas pu être envoyé. Transmettez ce lien vous-même.`,
    invited: (email) => `Ce lien est pour ${email}. Copiez-le maintenant\u202f: il ne sera plus affiché.`,
    invitedToNothing: 'Cette invitation ne donne aucun droit. Vous pourrez en ajouter une fois le compte créé.',
    openInvitations: 'Invitations en attente',
    openNone: 'Aucune invitation en attente.',
    openUntil: (until, by) => `Valable jusqu’au ${day(until)}, créée par ${by}`,
    openCut: (shown) => `Seules les ${number(shown)} plus récentes sont affichées.`,
    officerOfClub: (club) => `responsable du club ${club}`,
    withdraw: 'Annuler',
    withdrawOf: (email) => `Annuler l’invitation pour ${email}`,
  },

  invitation: {
    heading: 'Votre invitation',
    intro: (email) => `Vous avez reçu une invitation à créer un compte pour ${email}.`,
    forClub: (club) => `Vous serez responsable du club ${club} et pourrez modifier sa page.`,
    byProvider: 'Utiliser plutôt le compte universitaire',
    hasAccount: (email) => `Un compte existe déjà pour ${email}. Connectez-vous pour accepter l’invitation.`,
    otherAccount: (email, other) =>
      `Cette invitation est pour ${email}, mais vous utilisez le compte ${other}. Déconnectez-vous, puis ouvrez de nouveau le lien.`,
    newAccount: (email, other) =>
      `Vous utilisez le compte ${other}. Si vous créez le compte pour ${email}, vous quitterez celui-ci.`,
    acceptIntro: (email) => `Vous utilisez le compte ${email}. Les droits de l’invitation y seront ajoutés.`,
    accept: 'Accepter l’invitation',
    gone: 'Cette invitation n’existe pas, a expiré ou a déjà servi. Demandez-en une nouvelle.',
  },

  gettingStarted: {
    title: 'Premiers pas',
    description: 'Les premières étapes pour un nouveau site.',
    steps: {
      identity: 'Choisir le nom et le logo',
      identityText:
        'Modifiez site.json et mark.svg dans le dossier du site (réglage SITE_DIR), puis reconstruisez et redémarrez le site.',
      clubs: 'Importer vos clubs',
      clubsText: 'Envoyez un tableur enregistré en CSV, ou ajoutez les clubs un par un.',
      board: 'Inviter le bureau',
      boardText:
        'Donnez aux membres le rôle «\u202fBureau\u202f»\u202f: ils pourront gérer les clubs et nommer des responsables.',
      pages: 'Compléter les mentions légales et la page de confidentialité',
      pagesText: 'Modifiez les pages dans le dossier du site, puis reconstruisez et redémarrez le site.',
      share: 'Partager le lien',
      shareText: 'Publiez l’adresse de la liste des clubs\u202f:',
    },
  },

  emails: {
    reset: {
      subject: (site) => `Réinitialiser votre mot de passe pour ${site}`,
      paragraphs: (name, site, link) => [
        `Bonjour ${name},`,
        `ce lien vous permet de choisir un nouveau mot de passe pour votre compte sur ${site}. Il ne peut servir qu’une fois et expire au bout d’une heure.`,
        link,
        'Si vous n’avez pas demandé cet e-mail, ignorez-le. Votre mot de passe reste le même.',
      ],
    },
    invitation: {
      subject: (site) => `Invitation à ${site}`,
      paragraphs: (site, days, link) => [
        'Bonjour,',
        `vous avez reçu une invitation à créer un compte sur ${site}. Ce lien ne peut servir qu’une fois et expire au bout de ${count(days, { one: 'jour', many: 'de jours', other: 'jours' })}\u202f:`,
        link,
        'Si vous n’attendiez pas cet e-mail, ignorez-le.',
      ],
    },
    round: {
      subject: (club) => `${club}\u202f: tout est-il encore exact\u202f?`,
      question: 'Tout est-il encore exact\u202f?',
      paragraphs: (club, site, last, link) => [
        'Bonjour,',
        `${site} présente ${club} aux visiteurs et demande une fois par an si c’est encore exact. Merci de relire la page par ce lien\u202f: un bouton suffit pour dire que tout est exact, et vous pouvez aussi y corriger les textes. Aucun compte n’est nécessaire.`,
        link,
        `Le lien est valable jusqu’au ${last}, pour ce club seulement. Si vous ne vous occupez plus de ce club, merci de transmettre ce message à qui s’en occupe.`,
        site,
      ],
    },
  },

  fileIssues,
  fileReading,
  importReport,
  clubImport,

  logoUpload: {
    lengthMissing: 'La taille de l’envoi n’est pas indiquée. Veuillez choisir le fichier et renvoyer le formulaire.',
    tooManyBytes: (megabytes) =>
      `Le fichier est trop lourd\u202f: un logo peut peser jusqu’à ${number(megabytes)} Mo. Veuillez enregistrer l’image dans une taille plus petite\u202f: 400 × 400 pixels suffisent.`,
    noForm: 'L’envoi ne vient pas d’un formulaire. Veuillez choisir le fichier et renvoyer le formulaire.',
    empty: 'Le fichier est vide. Veuillez en choisir un autre.',
    otherKind: (kind) =>
      `Quel que soit son nom, le fichier est ${FILE_KINDS[kind]}. Veuillez enregistrer le logo en PNG, JPEG ou WebP.`,
    unknownKind: 'Ce fichier n’est pas une image lisible. Veuillez enregistrer le logo en PNG, JPEG ou WebP.',
    tooManyPixels: (width, height, limit) =>
      `L’image fait ${number(width)} × ${number(height)} pixels\u202f: un logo peut en faire jusqu’à ${number(limit)} × ${number(limit)}. Veuillez l’enregistrer dans une taille plus petite\u202f: 400 × 400 suffisent.`,
    unreadable:
      'L’image ne peut pas être lue jusqu’au bout\u202f: le fichier est abîmé ou tronqué. Veuillez l’enregistrer à nouveau.',
    busy: 'De nombreux logos sont en cours de traitement. Veuillez choisir à nouveau le fichier et renvoyer le formulaire dans quelques secondes.',
  },

  errors: {
    403: {
      title: 'Cette page ne vous est pas ouverte',
      text: 'Votre compte ne permet pas de faire cela. L’équipe de ce site peut l’autoriser.',
    },
    404: {
      title: 'Il n’y a rien ici',
      text: 'L’adresse contient peut-être une faute de frappe, ou le club n’est plus dans la liste. Vous le trouverez peut-être par son nom.',
    },
    429: {
      title: 'Cela fait beaucoup à la fois',
      text: 'Votre réseau a demandé à ce site plus qu’il ne donne à un seul. Merci de réessayer dans une seconde. Si vous étiez en train d’envoyer quelque chose, rien n’en a été modifié\u202f: revenez en arrière et renvoyez-le.',
    },
    500: {
      title: 'Une erreur est survenue',
      text: 'La page n’a pas pu être préparée. Le problème vient de nous\u202f; merci de réessayer dans un instant.',
    },
    503: {
      title: 'Les clubs ne peuvent pas être lus pour l’instant',
      text: 'Leur base de données ne répond pas. Elle revient en général en quelques secondes et rien n’est perdu\u202f; merci de réessayer dans un instant.',
    },
    504: {
      title: 'On ne sait pas encore si c’est fait',
      text: 'Cela prend plus de temps que prévu. Votre envoi peut encore aboutir\u202f: merci de vérifier s’il a été pris en compte avant de le renvoyer.',
    },
    busy: {
      title: 'Trop de demandes en ce moment',
      text: 'Le site a plus à faire qu’il ne peut. Merci de réessayer dans quelques secondes. Si vous étiez en train d’envoyer quelque chose, rien n’en a été modifié\u202f: revenez en arrière et renvoyez-le.',
    },
    again: 'Réessayer',
    look: 'Vérifier',
    clubList: 'Voir la liste des clubs',
    contact: 'Nous écrire',
    fromElsewhere: (siteUrl) => `Ce formulaire ne vient pas de ${siteUrl}, l’adresse de ce site. Rien n’a été modifié.`,
    noForm: 'Ce n’est pas un formulaire envoyé par un navigateur. Rien n’a été modifié.',
    longAddress: 'Cette adresse est trop longue.',
    tooSlow:
      'L’envoi est arrivé trop lentement. Rien n’a été modifié\u202f: veuillez revenir en arrière et renvoyer le formulaire.',
    noRoom:
      'Rien n’a été modifié\u202f: il n’y a plus de place pour l’enregistrer. Prévenez les responsables de ce site et renvoyez le formulaire ensuite.',
    tooBusy:
      'Trop de données sont envoyées à ce site en même temps. Revenez en arrière et réessayez dans une demi-minute.',
    tooLong:
      'L’envoi est trop long. Rien n’a été modifié\u202f: veuillez revenir en arrière, raccourcir le texte et renvoyer le formulaire.',
  },
};
