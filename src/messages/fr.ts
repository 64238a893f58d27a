import type { Messages } from './en.ts';
import { clubImport, fileReading, importReport } from './club-import.fr.ts';
import { fileFaults } from './file-faults.fr.ts';
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

const place = (page: number, pageCount: number) => `, page ${number(page)} sur ${number(pageCount)}`;

const MARKDOWN = 'Mise en forme\u202f: **gras**, *italique*, - liste et [texte](https://…).';
const RESEND =
  'Réessayez dans quelques secondes. Si vous avez envoyé un formulaire, il n’a pas été enregistré\u202f: revenez en arrière et renvoyez-le.';

export const fr: Messages = {
  number,

  language: {
    name: 'Français',
    short: 'FR',
    offer: 'Ce site existe aussi en français',
    onlyIn: (other) => `Cette page n’existe pas encore en français\u202f: elle est affichée en ${language(other)}.`,
  },

  site: {
    skipLink: 'Aller au contenu',
    search: { label: 'Rechercher un club par son nom', placeholder: 'Rechercher un club', submit: 'Rechercher' },
    menu: {
      label: 'Site',
      home: 'Accueil',
      clubs: 'Associations & clubs',
      clubList: (association) => `Les clubs de ${association}`,
    },
    footer: { clubList: 'Tous les clubs', association: 'Qui sommes-nous\u202f?', contact: 'Nous contacter' },
  },

  scripts: {
    failure: 'La liste n’a pas pu être chargée.',
    close: 'Fermer le message',
    code: 'Code',
  },

  home: {
    lookThrough: 'Ou parcourez',
    activeClubs: (clubs) => (clubs < 2 ? count(clubs, RESULTS.true) : `les ${count(clubs, RESULTS.true)}`),
    allActiveClubs: 'tous les clubs actifs',
    meet: 'Quelques clubs à découvrir',
    categories: 'Par catégorie',
    instead: 'Voir la liste des clubs',
    surprise: 'Un club au hasard',
  },

  clubList: {
    title: (page) => (page > 1 ? `Liste des clubs (page ${number(page)})` : 'Liste des clubs'),
    description: 'La liste de tous les clubs de l’université.',
    heading: 'Liste des clubs',
    filters: 'Filtres',
    views: { label: 'Affichages de la liste', oneByOne: 'Un par un', grid: 'Grille' },
    result: (clubs, status) => count(clubs, RESULTS[status ?? '']),
    matching: { before: ' dont le nom contient ', open: '«\u202f', close: '\u202f»' },
    place,
    announcement: (result, name, page) =>
      result + (name && ` dont le nom contient ${name}`) + (page ? place(page.number, page.count) : ''),
    announcementOf: (club, place, places) => `${club}, ${number(place)} sur ${number(places)}`,
    otherStatus: (clubs, isActive, listed) =>
      `${listed === 0 ? 'mais' : 'et'} ${count(clubs, RESULTS[isActive ? 'true' : 'false'])}`,
    meant: 'Vouliez-vous dire\u202f:',
    see: 'Voir aussi\u202f:',
    goOn: 'Vous pouvez aussi\u202f:',
    clearName: 'Effacer le nom',
    chips: { label: 'Filtres actifs', remove: 'Retirer le filtre\u202f: ', clearAll: 'Tout effacer' },
    categories: {
      label: 'Catégories',
      one: 'Catégorie',
      more: 'Plus',
      cut: 'Les catégories comptant moins de clubs ne sont pas affichées. Cherchez par nom pour en voir d’autres.',
    },
    invalid: 'Recherche non valide. Vérifiez les filtres',
    noSuchPage: 'Page introuvable',
    pageCount: (pages) => `La liste compte ${count(pages, { one: 'page', many: 'de pages', other: 'pages' })}.`,
    firstPage: 'Aller à la première page',
    keysHint: (left, right) => [left, ' et ', right, ' changent de page.'],
    keys: {
      left: 'flèche gauche',
      right: 'flèche droite',
      none: 'Les touches fléchées sont désactivées.',
      off: 'Désactiver',
      on: 'Activer',
    },
    loading: 'Chargement…',
  },

  clubSearch: {
    name: 'Nom',
    example: 'Par exemple\u202f: échecs',
    status: 'Statut du club',
    active: 'Actif',
    inactive: 'Inactif',
    all: 'Tous les clubs',
    submit: 'Rechercher',
    found: (clubs) => `Afficher ${count(clubs, RESULTS[''])}`,
    nameTooLong: (limit) => `Le nom doit comporter au plus ${number(limit)} caractères.`,
    nameWithNul: 'Le nom contient un caractère non autorisé.',
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
    contact: 'Contact\u202f:',
    confirmedOn: 'Dernière confirmation le',
    confirmedIn: 'Confirmé en',
    facts: 'En bref',
    about: 'À propos de ce club',
    children: (clubs) => `Comprend ${count(clubs, RESULTS[''])}`,
    clubList: 'Tous les clubs',
    backToSearch: 'Retour à votre recherche',
    moreOf: 'Aussi dans',
  },

  shortlist: {
    title: 'Sélection',
    link: (clubs) => `Sélection (${clubs})`,
    put: (club) => `Ajouter ${club} à la sélection`,
    full: 'Votre sélection est complète (50 clubs). Retirez un club avant d’en ajouter un autre.',
    notKept: 'Votre navigateur n’a pas pu enregistrer la sélection.',
    result: (clubs) => count(clubs, RESULTS['']),
    gone: (clubs) =>
      `${count(clubs, { one: 'club de cette liste n’existe', many: 'de clubs de cette liste n’existent', other: 'clubs de cette liste n’existent' })} plus.`,
    cut: 'Seuls les 50 premiers clubs de cette liste sont affichés.',
    none: 'Cette liste est vide',
    howTo:
      'Cliquez sur l’étoile d’un club pour l’ajouter. Votre sélection est enregistrée dans ce navigateur, sans compte.',
    toList: 'Parcourir tous les clubs',
    compare: 'Comparer',
    compareOne: (club) => `Comparer ${club}`,
    compareHint: 'Choisissez jusqu’à quatre clubs à comparer.',
    wrongChoice: 'Choisissez au moins un club, et quatre au plus.',
    copy: 'Copier le lien',
    copied: 'Lien copié. Toute personne qui l’ouvre voit ces clubs.',
    notCopied: 'Le lien n’a pas pu être copié. Copiez-le depuis la barre d’adresse.',
    print: 'Imprimer',
    add: 'Ajouter ces clubs à ma sélection',
    added: 'Ces clubs sont dans votre sélection.',
    own: 'C’est votre sélection.',
    off: 'Retiré. Cliquez sur l’étoile pour l’ajouter à nouveau.',
    drop: 'Retirer de ma sélection les clubs supprimés',
    dropped: 'Les clubs supprimés ont été retirés de votre sélection.',
  },

  compare: {
    title: 'Comparer des clubs',
    cut: 'Seuls les quatre premiers clubs sont affichés.',
    none: 'Aucun club choisi. Choisissez-en jusqu’à quatre dans votre sélection.',
    back: 'Retour à la sélection',
    empty: 'Non renseigné',
  },

  clubForm: {
    newTitle: 'Nouveau club',
    editTitle: (name) => `Modifier ${name}`,
    description: 'Modifier un club de l’annuaire.',
    hints: {
      onCard: `Affichée dans la liste des clubs. ${MARKDOWN}`,
      onPage: `Affichée sur la page du club. ${MARKDOWN}`,
      limit: (limit) => `${number(limit)} caractères au plus.`,
      is_active: 'Par défaut, la liste ne montre pas les clubs inactifs.',
      parent_name: 'Le nom du club dont celui-ci fait partie, le cas échéant.',
      logo: 'PNG, JPEG ou WebP, 2 Mo au plus. 400 × 400 pixels suffisent.',
      website: 'L’adresse complète\u202f: https://www.example.org',
      contact: 'Une adresse électronique (nom@example.org) ou une adresse web (https://www.example.org/contact).',
      links: 'Un par ligne, 20 au plus\u202f: un nom, puis l’adresse. Exemple\u202f: Discord https://discord.gg/…',
      category: 'Séparez les catégories par des points-virgules, par exemple «\u202fSport; Plein air\u202f».',
      aliases:
        '20 au plus, séparés par |. La recherche propose le club pour ces noms. Exemple\u202f: CC|Club d’échecs|Chess',
    },
    isActive: 'Actif',
    removeLogo: 'Supprimer le logo',
    save: 'Enregistrer',
    cancel: 'Retour au club',
    notSaved: 'Non enregistré',
    chooseLogoAgain: 'Vous devrez aussi choisir à nouveau le fichier du logo.',
    of: (label, said) => `${label}\u202f: ${said}`,
    preview: {
      title: 'Aperçu',
      onList: 'Dans la liste des clubs',
      onPage: 'Sur la page du club',
      noName: 'Nom du club',
      logoChosen: 'Cliquez sur «\u202fAperçu\u202f» pour voir le nouveau logo.',
    },
    script: {
      left: { one: 'Encore {count} caractère', other: 'Encore {count} caractères' },
      over: { one: '{count} caractère de trop', other: '{count} caractères de trop' },
      signedOut: 'Votre session est terminée. Connectez-vous, puis enregistrez à nouveau ici.',
      signIn: 'Se connecter (nouvel onglet)',
      notAllowed:
        'Vous n’avez plus le droit de faire cette modification. Copiez votre texte avant de quitter cette page.',
      gone: 'Ce club a été supprimé. Copiez votre texte avant de quitter cette page.',
      failed: 'L’enregistrement a échoué. Réessayez dans un instant.',
      noPreview: 'L’aperçu n’a pas pu être chargé. Réessayez dans un instant.',
    },
    faults: {
      empty: 'Ce champ est obligatoire.',
      nul: 'Ce champ contient un caractère non autorisé.',
      tooLong: 'Ce texte est trop long.',
      lineBreak: 'Saisissez une seule ligne.',
      website: 'Saisissez une adresse web sans espace, comme https://www.example.org, ou laissez ce champ vide.',
      contact:
        'Saisissez une seule adresse électronique ou adresse web (https://…). La description peut contenir d’autres coordonnées.',
      link: 'Saisissez un nom et une adresse web, comme Forum https://forum.example.org',
      longLink: 'Le nom d’un lien compte au plus 100 caractères, son adresse au plus 2\u202f000.',
      tooManyLinks: 'Saisissez au plus 20 liens.',
      aliases: 'Saisissez au plus 20 noms de 100 caractères au plus, séparés par |.',
      logo: 'Choisissez à nouveau le fichier du logo.',
      status: 'Choisissez actif ou inactif.',
      notAllowed: 'Vous n’avez pas le droit de modifier ce champ.',
      taken: 'Un autre club porte déjà ce nom.',
      unknownParent: 'Aucun club ne porte ce nom.',
      loop: 'Un club ne peut pas faire partie de lui-même, ni d’un club qui en fait partie.',
      notTheName: 'Ce n’est pas le nom du club.',
    },
    near: (fault, names) =>
      `${fault} Vouliez-vous dire ${names.map((name) => `«\u202f${name}\u202f»`).join(' ou ')}\u202f?`,
    inLine: (line, fault) => `Ligne ${number(line)}\u202f: ${fault}`,
    conflict: {
      title: 'Ce club a été modifié depuis que vous l’avez ouvert',
      last: 'Dernière modification\u202f:',
      text: 'Vos modifications ne sont pas encore enregistrées. Si vous enregistrez à nouveau, elles remplacent les valeurs actuelles affichées à côté.',
      takenOver: (fields) => `Valeur actuelle reprise\u202f: ${fields.join(', ')}.`,
      disputed: (fields) => `En conflit avec vos modifications\u202f: ${fields.join(', ')}.`,
      whichLogo: 'Quel logo voulez-vous garder\u202f?',
      mineLogo: 'Votre choix (pas encore enregistré)',
      logoNow: 'Logo actuel',
      now: 'Valeur actuelle\u202f:',
      nothing: '(vide)',
    },
    deleteTitle: (name) => `Supprimer ${name}`,
    deleteText: (name) =>
      `Le club est retiré de la liste. Vous pourrez le rétablir plus tard. Pour confirmer, saisissez son nom\u202f: ${name}`,
    deleteSubmit: 'Supprimer le club',
  },

  clubTools: {
    label: 'Gérer ce club',
    edit: 'Modifier',
    confirm: 'Confirmer que cette page est à jour',
    confirmed: 'Confirmé aujourd’hui',
    conflict: 'Ce club a été modifié depuis que vous avez ouvert la page. Vérifiez-le avant de confirmer.',
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
    clubCreated: 'Club créé. Il est désormais public.',
    clubSaved: 'Enregistré et confirmé à la date d’aujourd’hui.',
    cellSaved: 'Enregistré.',
    clubConfirmed: 'Confirmé à la date d’aujourd’hui. Merci\u202f!',
    clubRestored: 'Le club est rétabli dans cet état antérieur.',
    removedForGood: 'Supprimé définitivement de l’historique. Les sauvegardes existantes contiennent encore la donnée.',
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
    toSuggest: 'Signaler une erreur',
    suggestTitle: (name) => `Signaler une erreur\u202f: ${name}`,
    suggestIntro: 'Votre message est transmis au bureau. Aucun compte n’est nécessaire, et rien n’est publié.',
    topic: 'Quel est le problème\u202f?',
    topics: {
      inactive: 'Le club n’existe plus',
      contact: 'Le site web ou le contact ne fonctionne pas',
      text: 'Une information est fausse ou n’est plus à jour',
      twice: 'Le club figure deux fois dans l’annuaire',
      other: 'Autre chose',
    },
    noTopic: 'Choisissez une réponse.',
    message: 'Précisions',
    messageHint: 'Que faudrait-il écrire à la place, et comment le savez-vous\u202f?',
    sender: 'Votre adresse électronique',
    senderHint:
      'Seulement si vous souhaitez une réponse. Elle n’est pas publiée, et elle est supprimée avec le message.',
    trap: 'Laissez ce champ vide',
    send: 'Envoyer',
    sentTitle: 'Merci\u202f!',
    sentText: 'Votre message a été envoyé au bureau.',
    toPropose: 'Proposer un club',
    missingClub: 'Il manque un club\u202f?',
    proposeIntro:
      'Le bureau examine chaque proposition. Aucun compte n’est nécessaire, et seul le nom est obligatoire.',
    proposeMessage: 'Message au bureau',
    proposeMessageHint: 'Qui êtes-vous, et comment connaissez-vous le club\u202f? Ce texte n’est pas publié.',
    contactHint: 'Une adresse électronique ou une page web du club. Elle est publiée.',
    seeTaken: 'Voir les clubs qui portent ce nom',
    alike: 'Ces clubs ont un nom proche\u202f:',
    alikeText: 'S’il s’agit d’un autre club, envoyez quand même votre proposition.',
    sendAllTheSame: 'Envoyer quand même',
    notSent: 'Votre message n’a pas pu être envoyé. Réessayez dans un instant.',
    slowed: (minutes) =>
      `Trop de messages ont été envoyés depuis votre réseau. Réessayez dans ${count(minutes, { one: 'minute', other: 'minutes' })}.`,
    full: 'Le bureau a trop de messages à lire en ce moment. Réessayez dans quelques jours.',
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
    description: 'Qui tient à jour les textes d’un club.',
    intro: 'Les responsables peuvent modifier ce club, sauf son nom, son statut et ce dont il fait partie.',
    none: 'Ce club n’a pas de responsable.',
    takeAway: 'Retirer',
    takeAwayFrom: (name) => `Retirer le club à ${name}`,
    add: 'Ajouter un ou une responsable',
    addSubmit: 'Ajouter',
    unknown: 'Aucun compte n’a cette adresse. Vérifiez-la, ou invitez plutôt cette personne par un lien.',
    unknownWithProvider:
      'Aucun compte n’a cette adresse. Demandez à cette personne de se connecter ici une fois avec son compte de l’université, ou invitez-la par un lien.',
    isOne: 'Une personne avec cette adresse est déjà responsable de ce club.',
    addIntro: (days) =>
      `Ajoutez une personne qui a déjà un compte. Aux autres, donnez un lien, valable ${count(days, { one: 'jour', many: 'de jours', other: 'jours' })} et une seule fois.`,
    invite: 'Inviter un ou une autre responsable',
    inviteIntro: (days) =>
      `Crée un lien pour une seule personne, valable ${count(days, { one: 'jour', many: 'de jours', other: 'jours' })} et une seule fois. Un lien plus ancien pour la même adresse n’est alors plus valable.`,
    inviteSubmit: 'Inviter par un lien',
    inviteSlowed: (minutes) =>
      `Trop d’invitations. Patientez ${count(minutes, { one: 'minute', many: 'de minutes', other: 'minutes' })} avant de réessayer.`,
    mayInvite:
      'Vous pouvez inviter d’autres personnes à le devenir. L’équipe de l’annuaire peut retirer un club à ses responsables.',
  },

  forms: {
    missing: 'Veuillez remplir ce champ.',
    noEmail: 'Ce n’est pas une adresse électronique\u202f: nom@example.org en est une.',
    tooShort: (least) => `Un mot de passe compte au moins ${number(least)} caractères.`,
    guessable: 'Ce mot de passe est facile à deviner. Choisissez plusieurs mots sans rapport entre eux.',
    tooLong: 'C’est trop long.',
    hidden: 'Ce texte contient des caractères invisibles. Veuillez le saisir à nouveau.',
    taken: 'Il existe déjà un compte pour cette adresse. Veuillez en choisir une autre.',
  },

  accounts: {
    name: 'Votre nom',
    email: 'Adresse électronique',
    password: 'Mot de passe',
    newPassword: 'Nouveau mot de passe',
    passwordHint: (least) =>
      `Au moins ${number(least)} caractères. Trois mots sans rapport entre eux font un bon mot de passe.`,

    signIn: 'Se connecter',
    signInDescription: 'Pour celles et ceux qui tiennent l’annuaire à jour.',
    wrong: 'Cette adresse et ce mot de passe ne vont pas ensemble.',
    slowed: (seconds) =>
      `Trop d’essais. Patientez ${count(seconds, { one: 'seconde', many: 'de secondes', other: 'secondes' })} avant de réessayer.`,
    signInByProvider: 'Se connecter avec le compte de l’université',
    goingToProvider: 'Vous allez à la page de connexion de votre université.',
    goOn: 'Continuer',
    providerFaults: {
      unreachable: 'La page de connexion de votre université ne répond pas. Merci de réessayer dans un instant.',
      refused: 'La page de connexion de votre université a refusé la connexion.',
      notAllowed: 'Les comptes avec cette adresse électronique ne se connectent pas ici.',
      notVerified: 'Votre université n’a pas confirmé votre adresse électronique, ou ne la communique pas.',
      hasPassword:
        'Il existe un compte avec un mot de passe pour cette adresse électronique\u202f: utilisez-le. Si ce n’est pas vous qui l’avez créé, demandez aux personnes qui gèrent les comptes de le supprimer.',
      hasIdentity:
        'Le compte qui a cette adresse électronique est déjà associé à un autre compte universitaire. Demandez aux personnes qui gèrent les comptes de dissocier cet autre compte, puis reconnectez-vous.',
      late: 'Cela a pris trop de temps, ou a commencé dans un autre navigateur. Merci de réessayer.',
      ofAnother:
        'Ce compte universitaire est celui d’un autre compte ici. Demandez aux personnes qui gèrent les comptes de supprimer cet autre compte, puis réessayez.',
    },
    forgotten: 'Mot de passe oublié\u202f?',

    account: 'Votre compte',
    signedIn: 'Votre session est ouverte',
    accountOf: (name) => `Votre compte, ${name}`,
    signedInAs: (name, email) => `Vous êtes sur le compte «\u202f${name}\u202f» (${email}).`,
    signOut: 'Se déconnecter',

    setup: 'Le premier compte',
    setupDescription: 'Crée le compte qui s’occupe de tous les autres.',
    setupIntro:
      'Personne ne peut encore gérer les comptes. Celui-ci pourra tout faire\u202f: modifier les clubs, et dire qui d’autre le peut.',
    setupSubmit: 'Créer le compte',

    reset: 'Un nouveau mot de passe',
    resetDescription: 'Rend un compte dont le mot de passe est oublié.',
    resetByHand:
      'Adressez-vous à l’équipe de ce site\u202f: elle peut vous donner un lien pour choisir un nouveau mot de passe.',
    resetIntro: 'Vous recevrez un message avec un lien pour choisir un nouveau mot de passe.',
    resetSend: 'Envoyer le lien',
    resetSent: (email) =>
      `S’il existe un compte avec un mot de passe pour ${email}, un message avec un lien lui est envoyé. Le lien est valable une heure, une seule fois.`,
    resetSlowed: (minutes) =>
      `Trop de messages. Patientez ${count(minutes, { one: 'minute', many: 'de minutes', other: 'minutes' })} avant de réessayer.`,
    resetExpired: 'Ce lien n’est plus valable\u202f: il a déjà servi, ou il est trop ancien. Demandez-en un autre.',
    resetSave: 'Enregistrer le nouveau mot de passe',
    resetDone:
      'Votre nouveau mot de passe est enregistré, et toutes vos sessions sont terminées. Utilisez-le pour vous connecter.',
  },

  account: {
    description: 'Comment vous vous connectez, et vos sessions.',
    allowed: (allowed) => `Vos droits\u202f: ${allowed}.`,
    mayNothing:
      'Vous ne pouvez encore rien faire de plus que les visiteurs. Les personnes qui gèrent les comptes peuvent changer cela.',
    clubs: 'Vos clubs',
    ways: 'Comment vous vous connectez',
    byPassword: (since) => `Avec un mot de passe, depuis le ${day(since)}`,
    byProvider: (since) => `Avec votre compte universitaire, depuis le ${day(since)}`,
    join: 'Associer votre compte universitaire',
    joinIntro:
      'Vous pourrez alors vous connecter ici avec l’un ou l’autre. Saisissez encore une fois votre mot de passe\u202f; vous passerez ensuite par la page de connexion de votre université.',
    joinSubmit: 'Continuer vers l’université',
    change: 'Changer votre mot de passe',
    changeIntro: 'Toutes vos autres sessions se terminent\u202f; celle\u2011ci continue.',
    oldPassword: 'Votre mot de passe actuel',
    wrongPassword: 'Ce n’est pas votre mot de passe.',
    thisSession: (begun) => `Celle-ci, ouverte le ${day(begun)}`,
    sessionEnd: 'Terminer',
    sessionsEnd: 'Terminer toutes les autres sessions',
    data: 'Vos données',
    dataIntro: 'Tout ce que ce site conserve au sujet de votre compte, dans un fichier JSON.',
    dataSubmit: 'Télécharger vos données',
  },

  users: {
    heading: 'Comptes',
    title: (page) => (page > 1 ? `Comptes (page ${number(page)})` : 'Comptes'),
    description: 'Qui a un compte, et ce que chacun peut faire.',
    search: 'Nom ou adresse électronique',
    submit: 'Rechercher',
    result: (users) => count(users, { one: 'compte', many: 'de comptes', other: 'comptes' }),
    noSuchPage: 'Cette page n’existe pas',
    firstPage: 'Revenir à la première page',
    clubs: (clubs) => `responsable de ${count(clubs, { one: 'club', many: 'de clubs', other: 'clubs' })}`,
    lastSeen: (date) => `dernière visite le ${day(date)}`,
    notSeen: 'aucune session',
    mayNothing: 'aucun droit pour l’instant',
    notVerified: 'adresse non confirmée',
    notVerifiedMeaning:
      'Rien ne montre que cette adresse est bien la sienne\u202f: le lien de l’invitation a été créé par un responsable de club et n’y a pas été envoyé par courriel.',
    roleNames: { board: 'Bureau', administrator: 'Administration' },
    permissionNames: {
      'club.add_club': 'Ajouter des clubs',
      'club.change_club': 'Modifier tous les clubs',
      'club.delete_club': 'Supprimer des clubs',
      'auth.change_user': 'Gérer les comptes',
    },
    roleHints: {
      board: 'Ajoute, modifie et supprime des clubs, et nomme leurs responsables.',
      administrator: 'Peut tout faire\u202f: ce que peut le bureau, et gérer les comptes.',
    },
    permissionHints: {
      'club.add_club': 'Crée de nouveaux clubs\u202f; les modifier est un autre droit.',
      'club.change_club': 'Modifie tous les champs de tous les clubs, et nomme leurs responsables.',
      'club.delete_club': 'Supprime des clubs, et rétablit ceux qui ont été supprimés.',
      'auth.change_user': 'Invite des personnes, décide de leurs droits et supprime des comptes.',
    },
    roles: 'Rôles',
    permissions: 'Droits particuliers',

    person: 'Nom et adresse électronique',
    personSave: 'Enregistrer le nom et l’adresse',
    personName: 'Nom',
    personHint: 'À chaque connexion avec l’université, les deux sont remplacés par les valeurs qu’elle transmet.',
    ways: 'Moyens de connexion',
    byProviderAt: (issuer, since) => `Avec le compte universitaire (${issuer}), depuis le ${day(since)}`,
    unlink: 'Dissocier',
    unlinkOf: (issuer) => `Dissocier le compte universitaire\u202f: ${issuer}`,
    unlinkHint:
      'La dissociation met fin à toutes les sessions de ce compte. Son titulaire peut associer un autre compte universitaire sur la page de son compte.',
    unlinkHintNoPassword: (email) =>
      `La dissociation met fin à toutes les sessions de ce compte. Le prochain compte universitaire qui se connecte avec l’adresse vérifiée ${email} lui sera associé.`,
    awaitsIdentity: (email) =>
      `Ce compte ne peut pas encore se connecter. Le prochain compte universitaire qui se connecte avec l’adresse vérifiée ${email} lui sera associé.`,
    grants: 'Ce que ce compte peut faire',
    grantsSave: 'Enregistrer',
    grantsChanged: (now) =>
      `Quelqu’un d’autre a modifié les droits de ce compte. Maintenant, il ${now === '' ? 'ne peut rien faire' : `a\u202f: ${now}`}. Voici ce que vous avez choisi\u202f: enregistrez de nouveau pour l’appliquer.`,
    officerOf: 'Ses clubs',
    officerOfNone: 'Ce compte n’est responsable d’aucun club.',
    officerEnd: 'Retirer',
    officerEndOf: (club) => `Retirer la responsabilité du club ${club}`,
    sessions: 'Sessions',
    sessionsNone: 'Il n’y a aucune session.',
    session: (begun, used) => `Ouverte le ${day(begun)}, utilisée en dernier le ${day(used)}`,
    sessionsEnd: 'Terminer toutes les sessions',
    delete: 'Supprimer le compte',
    deleteIntro: 'Cette suppression est définitive. Ce que le compte a modifié reste en place.',
    deleteEmail: 'L’adresse électronique du compte, pour confirmer',
    deleteSubmit: 'Supprimer le compte',
    deleteMismatch: 'Ce n’est pas l’adresse de ce compte. Rien n’a été supprimé.',
    lastManager:
      'C’est le dernier compte qui peut gérer les comptes. Donnez d’abord ce droit à un autre. Rien n’a été modifié.',

    invite: 'Inviter quelqu’un',
    inviteIntro: (days) =>
      `Crée un lien pour une seule personne, valable ${count(days, { one: 'jour', many: 'de jours', other: 'jours' })} et une seule fois. Un lien plus ancien pour la même adresse n’est alors plus valable.`,
    inviteSubmit: 'Créer le lien',
    invitedByLetter: (email) => `Un message avec ce lien a été envoyé à ${email}.`,
    letterFailed: (email) => `Le message à ${email} n’a pas pu être envoyé. Transmettez ce lien vous-même.`,
    invitedByLetterAlone: (email) => `Un message avec le lien a été envoyé à ${email}.`,
    invited: (email) => `Ce lien est pour ${email}. Copiez-le maintenant\u202f: il ne sera plus affiché.`,

    invitedToNothing:
      'Elle ne donne ni rôle ni droit\u202f: un nouveau compte ne peut rien faire pour l’instant. Invitez à nouveau cette adresse en cochant un droit, ou donnez-le ici une fois le compte créé.',

    openInvitations: 'Invitations en attente',
    openNone: 'Il n’y en a aucune.',
    openUntil: (until, by) => `Valable jusqu’au ${day(until)}, créée par ${by}`,
    openCut: (shown) => `Voici les ${number(shown)} dernières. Il y en a peut-être de plus anciennes.`,
    plainAccount: 'un compte',
    officerOfClub: (club) => `responsable du club ${club}`,
    withdraw: 'Annuler',
    withdrawOf: (email) => `Annuler l’invitation pour ${email}`,
  },

  invitation: {
    heading: 'Votre invitation',
    description: 'Crée le compte auquel vous avez été invité.',
    intro: (email) => `Vous êtes invité à créer un compte pour ${email}.`,
    forClub: (club) => `L’invitation vous rend responsable du club ${club}\u202f: vous pourrez en modifier la page.`,
    submit: 'Créer le compte',
    byProvider: 'Utiliser plutôt le compte de l’université',
    hasAccount: (email) =>
      `Il existe déjà un compte pour ${email}. Connectez-vous avec ce compte\u202f: il recevra ce que l’invitation permet.`,
    otherAccount: (email, other) =>
      `Cette invitation est pour ${email}, et vous êtes sur le compte ${other}. Déconnectez-vous d’abord, puis ouvrez de nouveau le lien.`,
    newAccount: (email, other) =>
      `Vous êtes sur le compte ${other}. Ce formulaire crée un nouveau compte, pour ${email}, et vous connecte ici avec celui-ci à la place.`,
    acceptIntro: (email) => `Vous êtes sur le compte ${email}. Il recevra ce que l’invitation permet.`,
    accept: 'Accepter l’invitation',
    gone: 'Cette invitation n’est plus valable\u202f: elle a déjà servi, elle est annulée ou trop ancienne, ou l’adresse contient une faute de frappe. Demandez-en une autre.',
  },

  letters: {
    reset: {
      subject: (site) => `Un nouveau mot de passe pour ${site}`,
      paragraphs: (name, site, link) => [
        `Bonjour ${name},`,
        `ce lien vous permet de choisir un nouveau mot de passe pour votre compte sur ${site}. Il est valable une heure, une seule fois.`,
        link,
        'Si vous n’avez rien demandé, vous n’avez rien à faire\u202f: votre mot de passe reste le même.',
      ],
    },
    invitation: {
      subject: (site) => `Votre compte sur ${site}`,
      paragraphs: (site, days, link) => [
        'Bonjour,',
        `vous êtes invité à avoir un compte sur ${site}. Créez-le par ce lien, valable ${count(days, { one: 'jour', many: 'de jours', other: 'jours' })}, une seule fois.`,
        link,
        'Si vous ne savez pas de quoi il s’agit, vous n’avez rien à faire.',
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

  fileFaults,
  fileReading,
  importReport,
  clubImport,

  logoUpload: {
    failed: 'Le logo n’a pas pu être envoyé. Choisissez à nouveau le fichier et enregistrez dans quelques secondes.',
    tooManyBytes: (megabytes) =>
      `Le fichier dépasse ${number(megabytes)} Mo. Réduisez l’image\u202f: 400 × 400 pixels suffisent.`,
    damaged: 'Le fichier est vide ou endommagé. Choisissez un autre fichier.',
    format: (kind) =>
      `Le fichier n’est pas une image PNG, JPEG ou WebP${kind === null ? '' : ` (${kind})`}. Enregistrez le logo dans l’un de ces formats.`,
    tooManyPixels: (width, height, limit) =>
      `L’image fait ${number(width)} × ${number(height)} pixels\u202f; la limite est de ${number(limit)} × ${number(limit)}. 400 × 400 suffisent.`,
  },

  errors: {
    403: {
      title: 'Accès refusé',
      text: 'Votre compte n’a pas le droit de faire cela. Demandez l’accès à une personne qui administre le site.',
    },
    404: { title: 'Page introuvable', text: 'Vérifiez l’adresse, ou cherchez le club par son nom.' },
    429: { title: 'Trop de requêtes', text: RESEND },
    500: { title: 'Une erreur est survenue', text: 'Le problème vient de notre côté. Réessayez dans un instant.' },
    503: {
      title: 'L’annuaire est temporairement indisponible',
      text: 'Réessayez dans un instant. Si vous avez envoyé un formulaire, vérifiez s’il a été enregistré avant de le renvoyer.',
    },
    504: {
      title: 'Nous ne savons pas si l’enregistrement a réussi',
      text: 'Le site a mis trop de temps à répondre. Vérifiez si vos modifications sont enregistrées avant de les renvoyer.',
    },
    busy: { title: 'Le site est très sollicité', text: RESEND },
    again: 'Réessayer',
    look: 'Vérifier',
    clubList: 'Voir la liste des clubs',
    contact: 'Nous contacter',
    fromElsewhere: (siteUrl) =>
      `Ce formulaire n’a pas été envoyé depuis ${siteUrl}\u202f: il n’a pas été enregistré. Ouvrez la page à cette adresse et renvoyez le formulaire.`,
    notRead: 'Le formulaire n’a pas pu être lu et n’a pas été enregistré. Revenez en arrière et renvoyez-le.',
    tooLong:
      'Le formulaire est trop volumineux et n’a pas été enregistré. Revenez en arrière, raccourcissez-le et renvoyez-le.',
    longAddress: 'Cette adresse est trop longue.',
    diskFull:
      'Le disque du serveur est plein\u202f: le formulaire n’a pas été enregistré. Prévenez une personne qui administre le site.',
  },
};
