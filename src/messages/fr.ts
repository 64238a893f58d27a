import type { Messages } from './en.ts';
import { categories } from './categories.fr.ts';
import { clubFields, clubHints, clubIssues, issueInLine } from './club-fields.fr.ts';
import { clubImport, fileReading, importReport, logoDownload } from './club-import.fr.ts';
import { pageForm, siteForm } from './site-form.fr.ts';
import { importColumns } from './import-columns.fr.ts';
import { fileIssues } from './file-issues.fr.ts';
import { wordsIn } from './words.ts';

const { number, count, forms, day, language } = wordsIn('fr');

/* A narrow no-break space (U+202F), escaped to be visible, precedes ; : ! ? and is inside « ». */

const CLUBS = { one: 'club', many: 'de clubs', other: 'clubs' };
const RESULTS = {
  true: { one: 'club actif', many: 'de clubs actifs', other: 'clubs actifs' },
  false: { one: 'club inactif', many: 'de clubs inactifs', other: 'clubs inactifs' },
  '': CLUBS,
};

const place = (page: number, pageCount: number) => `, page ${number(page)} sur ${number(pageCount)}`;

const RESEND =
  'Réessayez dans quelques secondes. Si vous avez envoyé un formulaire, il n’a pas été enregistré\u202f: revenez en arrière et renvoyez-le.';
const wait = (seconds: number) =>
  seconds < 60
    ? count(seconds, { one: 'seconde', many: 'de secondes', other: 'secondes' })
    : count(Math.ceil(seconds / 60), { one: 'minute', many: 'de minutes', other: 'minutes' });

export const fr: Messages = {
  number,

  language: {
    name: 'Français',
    short: 'FR',
    menu: 'Langue',
    openGraph: 'fr_FR',
    offer: 'Ce site existe aussi en français',
    textIn: (other) => `(en ${language(other)})`,
    onlyIn: (other) => `Cette page n’existe pas encore en français\u202f: elle est affichée en ${language(other)}.`,
  },

  site: {
    skipLink: 'Aller au contenu',
    search: {
      label: 'Que voulez-vous faire\u202f?',
      placeholder: 'Rechercher un club',
      submit: 'Rechercher',
    },
    menu: {
      label: 'Menu principal',
      clubs: 'Associations et clubs',
      clubList: (association) => `Les clubs de ${association}`,
    },
    footer: { clubList: 'Tous les clubs', contact: 'Nous contacter' },
  },

  scripts: {
    failure: 'La liste n’a pas pu être chargée.',
    close: 'Fermer le message',
  },

  home: {
    results: 'Résultats',
    examples: 'Par exemple',
    words:
      'échecs, escalade, chorale, robots, cuisine, bénévolat, théâtre, randonnée, photo, football, danse, débat, yoga',
    posters: 'Quelques clubs',
    meetings: 'Cette semaine dans les clubs',
    meetingsOf: (weekday) => `Tous les clubs du ${weekday}`,
    newest: 'Nouveaux clubs',
    beginners: 'Ouverts aux débutants',
    allBeginners: 'Tous les clubs ouverts aux débutants',
    categories: 'Par centre d’intérêt',
    allClubs: (clubs) => (clubs < 2 ? 'Voir tous les clubs' : `Voir les ${number(clubs)} clubs`),
    surprise: 'Un club au hasard',
  },

  clubList: {
    title: (page) => (page > 1 ? `Liste des clubs (page ${number(page)})` : 'Liste des clubs'),
    description: 'La liste de tous les clubs de l’université.',
    heading: 'Liste des clubs',
    filters: 'Filtres',
    closeFilters: 'Fermer',
    views: { label: 'Affichage de la liste', oneByOne: 'Un par un', grid: 'Grille' },
    result: (clubs, status) =>
      clubs === 0 ? `Aucun ${RESULTS[status ?? ''].one}` : count(clubs, RESULTS[status ?? '']),
    found: (text, { named, about }, status) => {
      const clubs = count(named || about, status === 'false' ? RESULTS.false : CLUBS);
      if (named > 0) {
        const others = count(about, { one: 'autre', many: 'd’autres', other: 'autres' });
        const end = about === 0 ? '\u202f»' : `\u202f», ${others} sur ce sujet`;
        return [`${clubs} dont le nom contient «\u202f`, text, end];
      }
      const related = `${clubs} en lien avec`;
      return [`${about === 0 ? 'Aucun résultat pour' : related} «\u202f`, text, '\u202f»'];
    },
    place,
    announcementOf: (club, place, places) => `${club}, ${number(place)} sur ${number(places)}`,
    otherStatus: (clubs, isActive, listed) =>
      `${listed === 0 ? 'mais' : 'et'} ${count(clubs, RESULTS[isActive ? 'true' : 'false'])}`,
    corrected: (text, typed) => ['Résultats pour «\u202f', text, '\u202f». ', typed],
    searchInstead: (typed) => ['Rechercher plutôt «\u202f', typed, '\u202f».'],
    bestMatches: (clubs) => (clubs === 1 ? 'Meilleur résultat\u202f:' : 'Meilleurs résultats\u202f:'),
    about: (text) => ['En lien avec «\u202f', text, '\u202f»'],
    allAbout: (text, clubs) => [`Afficher les ${count(clubs, CLUBS)} en lien avec «\u202f`, text, '\u202f»'],
    allActive: (clubs) => (clubs > 1 ? `Voir les ${count(clubs, CLUBS)}` : 'Voir tous les clubs'),
    hidden: 'Les filtres masquent les clubs correspondants.',
    retype: 'Vérifiez l’orthographe ou essayez un mot plus simple.',
    missing: 'Signaler un club manquant',
    chips: {
      label: 'Filtres appliqués',
      remove: 'Retirer le filtre\u202f: ',
      clearAll: 'Tout effacer',
      about: (text) => `Sujet\u202f: ${text}`,
    },
    openNow: 'Inscriptions ouvertes',
    facts: 'Séances et inscriptions',
    categories: {
      one: 'Catégorie',
      label: (categories) => (categories === 1 ? 'Catégorie\u202f:' : 'Catégories\u202f:'),
      more: 'Plus',
      separator: '\u202f; ',
    },
    invalid: 'Recherche non valide\u202f: vérifiez les filtres',
    pageCount: (pages) => `La liste compte ${count(pages, { one: 'page', many: 'de pages', other: 'pages' })}.`,
    firstPage: 'Aller à la première page',
    loading: 'Chargement…',
  },

  listFormats: { label: 'Autres formats\u202f:', elsewhere: 'Intégrer à un site' },
  feed: {
    title: (site) => `Actualités des clubs – ${site}`,
    created: (club) => `Nouveau club\u202f: ${club}`,
    merged: (club) => `Fusion avec un autre club\u202f: ${club}`,
    renamed: (club, was) => `Nouveau nom\u202f: ${club} (anciennement ${was})`,
    closed: (club) => `Désormais inactif\u202f: ${club}`,
    reopened: (club) => `De nouveau actif\u202f: ${club}`,
  },

  embed: {
    title: 'Afficher cette liste sur un autre site',
    steps: { choose: '1. Choisissez les clubs', look: '2. Vérifiez l’aperçu', copy: '3. Copiez le code' },
    fields: { size: 'Nombre de clubs', height: 'Hauteur en pixels' },
    frame: 'En iframe',
    frameHint: 'Collez cette ligne dans le code HTML de votre page. La liste affichée reste toujours à jour.',
    html: 'En HTML',
    htmlHint:
      'Pour les éditeurs qui suppriment les iframes. Cette liste ne se met pas à jour toute seule\u202f: copiez-la de nouveau quand des clubs changent.',
    copy: 'Copier',
  },

  clubSearch: {
    name: 'Nom',
    example: 'échecs, rando, yoga…',
    status: 'Statut du club',
    active: 'Actif',
    inactive: 'Inactif',
    all: 'Tous les clubs',
    found: (clubs) => `Afficher ${count(clubs, RESULTS[''])}`,
    nameTooLong: (limit) => `Le nom doit comporter au plus ${number(limit)} caractères.`,
    nameWithNul: 'Le nom contient un caractère non autorisé.',
    statusUnknown: 'Choisissez «\u202fActif\u202f», «\u202fInactif\u202f» ou «\u202fTous les clubs\u202f».',
  },

  pagination: {
    label: 'Pages',
    previous: 'Précédent',
    next: 'Suivant',
    page: (page) => `Page ${number(page)}`,
  },

  club: {
    inactive: '(inactif)',
    noDescription: 'Pas encore de description',
    noContact: 'Ce club n’a pas indiqué de contact.',
    askBoard: 'Écrire au bureau',
    see: 'Voir le club',
    nameWithState: (club) => (club.isActive ? club.name : `${club.name} (inactif)`),
    logo: (name) => `logo ${name}`,
    description: (name) => `${name}, un club étudiant de l’université.`,
    contact: 'Contact\u202f:',
    write: 'Écrire au club',
    checkedIn: 'Vérifié par le club en',
    facts: 'En bref',
    about: 'À propos de ce club',
    children: (clubs) => count(clubs, { one: 'club rattaché', many: 'de clubs rattachés', other: 'clubs rattachés' }),
    backToSearch: 'Retour à votre recherche',
    free: 'Gratuit',
    meeting: {
      meeting_times: 'Quand',
      meeting_place: 'Où',
      fee: 'Cotisation',
      beginners_welcome: 'Débutants',
    },
    join: 'S’inscrire',
    joinOn: (service) => `S’inscrire sur ${service}`,
    joining: {
      open: 'inscriptions ouvertes',
      until: (day) => `inscriptions jusqu’au ${day}`,
      opens: (day) => `inscriptions à partir du ${day}`,
      closed: 'inscriptions closes',
    },
    similar: 'Clubs similaires',
  },

  print: {
    booklet: 'Livret',
    posters: 'Affiches',
    poster: 'Affiche',
    share: 'Partager',
    copied: 'Lien copié',
    noScript: 'Imprimez cette page depuis le menu de votre navigateur.',
    tooMany: (most) => `Il y a plus de ${number(most)} clubs. Choisissez une catégorie dans la liste.`,
    scan: 'Scannez pour en savoir plus',
    contents: 'Sommaire',
    numbers: (from, to) => (from === to ? `club ${from}` : `clubs ${from} à ${to}`),
    others: 'Autres clubs',
  },

  shortlist: {
    title: 'Ma sélection',
    saved: (clubs, shown) => `${shown} ${clubs < 2 ? 'enregistré' : 'enregistrés'}`,
    view: 'Voir',
    put: (club) => `Enregistrer ${club}`,
    save: 'Enregistrer',
    isSaved: 'Enregistré',
    savedClub: (club) => `Enregistré\u202f: ${club}`,
    full: 'Votre sélection est complète (50 clubs). Retirez un club avant d’en ajouter un autre.',
    notKept: 'Votre navigateur n’a pas pu enregistrer la sélection.',
    gone: (clubs) =>
      `${count(clubs, { one: 'club de cette liste n’existe', many: 'de clubs de cette liste n’existent', other: 'clubs de cette liste n’existent' })} plus.`,
    none: 'Cette liste est vide',
    howTo: 'Touchez l’étoile d’un club pour l’enregistrer dans ce navigateur, sans compte.',
    byHand: 'Pour enregistrer des clubs, il faut JavaScript. Vous pouvez aussi ajouter leurs pages à vos favoris.',
    toList: 'Parcourir tous les clubs',
    compare: 'Comparer',
    compareOne: (club) => `Comparer ${club}`,
    compareHint: 'Choisissez jusqu’à quatre clubs. Sans sélection, les quatre premiers sont comparés.',
    copy: 'Copier le lien',
    copied: 'Lien copié. Toute personne qui l’ouvre voit ces clubs.',
    notCopied: 'Le lien n’a pas pu être copié. Copiez-le depuis la barre d’adresse.',
    print: 'Imprimer',
    add: 'Ajouter ces clubs à ma sélection',
    added: 'Ces clubs sont dans votre sélection.',
  },

  compare: {
    title: 'Comparer des clubs',
    none: 'Aucun club choisi. Choisissez-en jusqu’à quatre dans votre sélection.',
    others: 'La comparaison est limitée à quatre clubs. Non affichés\u202f:',
    back: 'Retour à ma sélection',
  },

  clubForm: {
    alike: 'Clubs semblables\u202f:',
    alikeBy: { name: 'nom semblable', initials: 'initiales', contact: 'même contact', website: 'même site web' },
    newTitle: 'Nouveau club',
    editTitle: (name) => `Modifier ${name}`,
    onlyName: 'Seul le nom est obligatoire.',
    contactWays: { '': 'Réglage du site', both: 'Adresse et formulaire', form: 'Formulaire', address: 'Adresse' },
    groups: {
      texts: 'Présentation',
      joining: 'Horaires, lieu et inscription',
      contact: 'Contact et liens',
      directory: 'Dans l’annuaire',
    },
    limit: (limit) => `${number(limit)} caractères au plus.`,
    /** By the text of the field. */
    yesNo: { '': 'Non précisé', true: 'Oui', false: 'Non' },
    faintLogo:
      'Une grande partie de ce logo est claire et se voit mal sur fond blanc. Mieux vaut l’envoyer avec un fond.',
    removeLogo: 'Supprimer le logo',
    save: 'Enregistrer',
    back: 'Retour au club',
    notSaved: 'Non enregistré',
    chooseLogoAgain: 'Vous devrez aussi choisir à nouveau le fichier du logo.',
    of: (label, said) => `${label}\u202f: ${said}`,
    preview: {
      title: 'Aperçu',
      heading: 'Aperçu en français',
      onList: 'Dans la liste des clubs',
      onPage: 'Sur la page du club',
      noName: 'Nom du club',
      logoChosen: 'Cliquez sur «\u202fAperçu\u202f» pour voir le nouveau logo.',
    },
    script: {
      left: { one: 'Il reste {count} caractère', other: 'Il reste {count} caractères' },
      over: { one: '{count} caractère de trop', other: '{count} caractères de trop' },
      signedOut: 'Votre session a été fermée. Connectez-vous, puis enregistrez à nouveau ici.',
      signIn: 'Se connecter (nouvel onglet)',
      notAllowed:
        'Vous n’avez plus le droit de faire cette modification. Copiez votre texte avant de quitter cette page.',
      gone: 'Ce club a été supprimé. Copiez votre texte avant de quitter cette page.',
      failed: 'Nous n’avons pas pu confirmer l’enregistrement. Vérifiez avant de réessayer.',
      noPreview: 'L’aperçu n’a pas pu être chargé. Réessayez dans un instant.',
    },
    conflict: {
      title: 'Ce club a été modifié depuis que vous l’avez ouvert',
      last: 'Dernière modification\u202f:',
      text: 'Vos modifications ne sont pas encore enregistrées. Si vous enregistrez à nouveau, elles remplaceront les valeurs actuelles affichées à côté.',
      disputed: (fields) => `En conflit avec vos modifications\u202f: ${fields.join(', ')}.`,
      whichLogo: 'Quel logo voulez-vous garder\u202f?',
      mineLogo: 'Votre choix (pas encore enregistré)',
      logoNow: 'Logo actuel',
      now: 'Valeur actuelle\u202f:',
    },
    kept: (fields) =>
      `Les valeurs modifiées entre-temps par une autre personne ont été conservées\u202f: ${fields.join(', ')}.`,
    deleteTitle: (name) => `Supprimer ${name}`,
    deleteText: 'Vous pourrez restaurer le club plus tard, mais sans ses responsables.',
    deleteSubmit: 'Supprimer le club',
  },

  clubTools: {
    label: 'Gérer ce club',
    edit: 'Modifier',
    confirm: 'Marquer comme vérifié',
    confirmed: 'Vérifié aujourd’hui',
    conflict:
      'Ce club a été modifié depuis que vous avez ouvert la page. Relisez-le avant de le marquer comme vérifié.',
    history: 'Historique',
    officers: 'Responsables',
    merge: 'Fusionner…',
    delete: 'Supprimer',
    open: (day) => `Accepter les inscriptions jusqu’au ${day}`,
    close: 'Fermer les inscriptions',
  },

  history: {
    title: (name) => `Historique\u202f: ${name}`,
    officersCannot: 'Seul le bureau peut restaurer une version antérieure.',
    none: 'Aucune modification pour l’instant.',
    older: 'Plus ancien',
    newest: 'Plus récent',
    what: { created: 'Création', changed: 'Modification', deleted: 'Suppression', restored: 'Restauration' },
    unknownUser: 'Compte inconnu',
    byEmailLink: 'avec un lien reçu par e-mail',
    byLink: 'avec le lien de la vérification annuelle',
    by: (name) => `par ${name}`,
    notes: { 'sample clubs': 'clubs d’exemple', 'yearly confirmation': 'vérification annuelle' },
    allFields: (fields) => count(fields, { one: 'champ', many: 'de champs', other: 'champs' }),
    before: 'Avant',
    after: 'Après',
    added: 'ajouté\u202f:',
    removed: 'retiré\u202f:',
    skipped: 'texte inchangé',
    empty: 'vide',
    current: 'C’est la version actuelle.',
    restore: 'Restaurer cette version',
    restoreBefore: 'Restaurer la version précédant la suppression',
    aboutRestore: 'Restaurer une version remplace tous les champs du club, y compris son nom, son statut et son logo.',
    notDone: 'Rien n’a été modifié',
    issues: {
      taken: 'Un autre club porte désormais ce nom. Renommez-le d’abord.',
      loop: 'Le club auquel celui-ci était rattaché lui est maintenant rattaché. Déplacez d’abord l’un des deux.',
      invalid: 'Cette version ne peut pas être restaurée.',
      notSure: 'Rien n’a été supprimé\u202f: revenez en arrière et cochez d’abord la case.',
      current: 'Le club a encore cette valeur. Modifiez d’abord le club, puis supprimez la valeur de son historique.',
      gone: 'L’historique ne contient pas cette valeur. Elle a peut-être déjà été supprimée.',
      deleted: 'Ce club a été supprimé. Il peut être restauré depuis la liste des clubs supprimés.',
      conflict:
        'Une autre personne a fait une modification entre-temps\u202f: rien n’a été enregistré. Vérifiez les valeurs actuelles, puis réessayez.',
    },
    toHistory: 'Retour à l’historique',
    removal: {
      ofValue: 'Supprimer définitivement une valeur',
      ofName: 'Supprimer définitivement ce nom de l’historique',
      value: 'Valeur',
      choice: (field, side, text) => `${field}, ${side}\u202f: ${text}`,
      sure: 'Supprimer de tout l’historique. Cette action est irréversible.',
      submit: 'Supprimer définitivement',
      removed: 'Supprimé définitivement',
      partly:
        'Des valeurs ont été supprimées définitivement. L’annulation et la restauration ne modifient pas ces champs.',
    },
  },

  done: {
    clubCreated: 'Club créé. Il est désormais public.',
    clubSaved: 'Enregistré et marqué comme vérifié aujourd’hui.',
    logoFaint:
      'Enregistré. Une grande partie du logo est claire et se voit mal sur fond blanc\u202f: mieux vaut l’envoyer avec un fond.',
    cellSaved: 'Enregistré.',
    clubConfirmed: 'Marqué comme vérifié aujourd’hui. Merci\u202f!',
    clubRestored: 'Club restauré.',
    removedForGood: 'Supprimé définitivement de l’historique. Les sauvegardes existantes contiennent encore la donnée.',
    clubsChanged: ({ changed, already }) =>
      `${count(changed, { one: 'club modifié', many: 'de clubs modifiés', other: 'clubs modifiés' })}.${already > 0 ? ` Aucune modification pour ${count(already, CLUBS)}.` : ''}`,
    clubDeleted: 'Club supprimé. Vous pouvez le restaurer depuis cette liste.',
    importDropped: 'Import abandonné. Aucun club n’a été modifié.',
    termForgotten: 'Recherche retirée de la liste.',
    proposalAccepted: 'Club créé et visible par tous.',
    messagesClosed: 'Marqué comme traité.',
    messagesReopened: 'Message rouvert.',
    messagesDeleted: 'Supprimé définitivement.',
    clubsAsked: ({ changed, already }) =>
      `${count(changed, { one: 'club ajouté', many: 'de clubs ajoutés', other: 'clubs ajoutés' })} à la vérification annuelle.${already > 0 ? ` Aucune modification pour ${count(already, CLUBS)}.` : ''}`,
    roundStarted: 'Vérification annuelle lancée. Envoyez maintenant les e-mails ou les liens.',
    roundEmailsStarted: 'Les e-mails sont en cours d’envoi. Actualisez la page pour suivre l’avancement.',
    roundEnded: 'Vérification annuelle terminée.',
    stepUndone: 'Modification annulée.',
    samplesDeleted: 'Clubs d’exemple supprimés.',
    clubsMerged: 'Clubs fusionnés. L’ancienne adresse mène désormais à cette page.',
    officerAdded: 'Responsable ajouté·e.',
    officerRemoved: 'Responsable retiré·e.',
    invitationWithdrawn: 'Invitation révoquée.',
    identityUnlinked: 'Compte universitaire dissocié. Toutes les sessions de ce compte ont été fermées.',
    userSessionsEnded: 'Toutes les sessions de ce compte ont été fermées.',
    userDeleted: 'Compte supprimé.',
    passwordChanged: 'Mot de passe modifié. Toutes vos autres sessions ont été fermées.',
    providerJoined: 'Compte universitaire associé. Vous pouvez désormais l’utiliser pour vous connecter.',
    otherSessionsEnded: 'Toutes vos autres sessions ont été fermées.',
  },

  deletedClubs: {
    title: 'Clubs supprimés',
    none: 'Aucun club supprimé.',
    number: (id) => `N°\u00a0${id}`,
    intro: 'Un club est restauré tel qu’il était avant la suppression, sans ses responsables.',
    restore: 'Restaurer le club',
  },

  samples: {
    delete: (clubs) => (clubs < 2 ? 'Supprimer le club d’exemple' : `Supprimer les ${number(clubs)} clubs d’exemple`),
    about:
      'Les clubs d’exemple que quelqu’un a modifiés ne sont pas supprimés. Renommer ou fusionner des catégories ne compte pas comme une modification. Vous pourrez annuler la suppression plus tard, mais ces clubs ne retrouveront pas leurs responsables.',
  },

  notes: {
    optional: (label) => `${label} (facultatif)`,
    toReport: 'Signaler une erreur',
    reportTitle: (name) => `Signaler une erreur\u202f: ${name}`,
    reportIntro: 'Votre message est transmis au bureau. Aucun compte n’est nécessaire, et rien n’est publié.',
    topic: 'Quel est le problème\u202f?',
    topics: {
      inactive: 'Le club n’existe plus',
      contact: 'Le site web ou le contact indiqué ne fonctionne pas',
      text: 'Une information est fausse ou n’est plus à jour',
      twice: 'Le club figure deux fois dans l’annuaire',
      other: 'Autre chose',
      newContact: 'Changement de contact demandé avec un lien de modification',
    },
    noTopic: 'Choisissez une réponse.',
    message: 'Précisions',
    messageHint: 'Quelle est la bonne information, et comment le savez-vous\u202f?',
    sender: 'Votre adresse e-mail',
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
    proposeMessageHint: 'Qui êtes-vous, et quel est votre lien avec le club\u202f? Ce texte n’est pas publié.',
    contactHint: 'Une adresse e-mail ou une page web du club. Elle sera visible de tous.',
    seeTaken: 'Voir les clubs qui portent ce nom',
    notSent: 'Votre message n’a pas pu être envoyé. Réessayez dans un instant.',
    slowed: (minutes) =>
      `Trop de messages ont été envoyés. Réessayez dans ${count(minutes, { one: 'minute', other: 'minutes' })}.`,
    full: 'Le bureau a trop de messages à lire en ce moment. Réessayez dans quelques jours.',
  },

  editLink: {
    toEdit: 'C’est votre club\u202f? Modifiez sa page',
    title: 'Modifier la page de votre club',
    intro:
      'Saisissez l’adresse e-mail de contact du club ou celle d’un de ses responsables. Vous recevrez un lien pour modifier la page, sans compte.',
    send: 'Envoyer le lien',
    sent: (email) =>
      `Si l’adresse ${email} est celle d’un club, un lien vient d’être envoyé. Il est valable une heure. Si rien n’arrive d’ici dix minutes, vérifiez vos spams ou écrivez au bureau.`,
    over: 'Les liens de modification sont valables une heure, et seulement pour les clubs de l’adresse.',
    again: 'Recevoir un nouveau lien',
    listTitle: 'Vos clubs',
    listIntro: (email, clubs) => `${count(clubs, CLUBS)} avec l’adresse ${email}. Choisissez celui à modifier.`,
    about: 'Vos modifications seront publiées et la page marquée comme vérifiée dès l’enregistrement.',
    saved: (club) => `Vos modifications de ${club} sont enregistrées.`,
    newContact: 'Le bureau vérifie un nouveau contact avant de le publier.',
    requested: (contact) =>
      contact === ''
        ? 'Le bureau vérifiera votre demande de suppression du contact.'
        : `Le bureau vérifiera le nouveau contact (${contact}).`,
  },

  clubMessage: {
    title: (club) => `Écrire à ${club}`,
    intro: 'Votre message est envoyé au club par e-mail. Il n’est pas conservé sur ce site.',
    name: 'Votre nom (facultatif)',
    message: 'Message',
    senderHint: 'Le club vous répondra à cette adresse.',
    sent: (club) => `Votre message a été envoyé à ${club}.`,
    failed: 'Votre message n’a pas pu être remis au club. Copiez votre texte ou réessayez plus tard.',
    subject: (club, site) => `Message pour ${club} envoyé depuis ${site}`,
    from: (sender, club) => `${sender} écrit à ${club}\u202f:`,
    why: (club, page) =>
      `Vous recevez ce message parce que votre adresse est le contact de ${club}\u202f: ${page}. Votre réponse sera envoyée à cette personne.`,
    off: (link) =>
      `Pour désactiver le formulaire, modifiez le champ «\u202fContact pour les visiteurs\u202f» de la page de votre club\u202f: ${link}`,
  },

  inbox: {
    title: 'Messages reçus',
    views: { label: 'Messages', open: 'À traiter', closed: 'Traités' },
    result: (messages) =>
      messages === 0
        ? 'Aucun message. Les erreurs signalées et les clubs proposés par les visiteurs s’affichent ici.'
        : count(messages, { one: 'message', other: 'messages' }),
    kept: 'Les messages sont supprimés 90 jours après avoir été traités.',
    kinds: { report: 'Erreur signalée', proposal: 'Club proposé' },
    answer: 'Répondre à\u202f:',
    doneBy: (name, time) => (name === '' ? `Traité le ${time}` : `Traité le ${time} par ${name}`),
    accept: 'Créer et publier',
    seeClub: 'Voir la page',
    change: 'Modifier le club',
    useContact: (contact) => (contact === '' ? 'Supprimer le contact' : `Utiliser ${contact} comme contact`),
    close: 'Marquer comme traité',
    reopen: 'Rouvrir',
    delete: 'Supprimer définitivement',
    about: 'Sujet',
    aboutAnything: 'Tous les sujets',
    refused: (name, why) => `Le club «\u202f${name}\u202f» n’a pas pu être créé. ${why}`,
  },

  zeroResults: {
    title: 'Recherches sans résultat',
    intro:
      'Ce que les visiteurs ont cherché ces douze derniers mois sans le trouver. Ajoutez le mot aux «\u202fAutres noms\u202f» d’un club, ou donnez-lui des synonymes.',
    result: (terms) =>
      terms === 0 ? 'Aucune recherche sans résultat pour l’instant.' : count(terms, { one: 'terme', other: 'termes' }),
    term: 'Recherche',
    count: 'Nombre',
    lastOn: 'Dernière recherche',
    foundNow: 'donne maintenant un résultat',
    forgetOf: (term) => `Retirer ${term}`,
    meanings: 'Synonymes',
    addMeaning: 'Ajouter des synonymes',
    meaning: 'Trouve les clubs sur',
    meaningHint: 'D’autres termes de recherche, séparés par des virgules.',
  },

  board: {
    sections: 'Bureau',
    views: 'Vues',
    home: 'Accueil',
    menu: 'Menu du bureau',
    goTo: 'Aller à…',
    goToKey: 'Ctrl K',
    goToHint: 'Club ou page',
    noMatch: 'Aucun résultat.',
    words: {
      boardCategories: 'étiquettes doublons renommer fusionner',
      clubDeleted: 'corbeille restaurer',
      clubNew: 'créer ajouter',
      inbox: 'boîte de réception signalements propositions',
      boardRound: 'confirmation relance e-mail',
      boardImports: 'importer fichier tableur excel xlsx csv e-mail adresses',
      boardHistory: 'historique annuler journal',
      users: 'utilisateurs personnes inviter rôles droits',
      boardSite: 'paramètres réglages logo couleurs langues liens menu pied de page contact',
      boardPages: 'texte mentions légales confidentialité accueil',
      account: 'mot de passe session se déconnecter déconnexion e-mail',
      boardExport: 'exporter tableur excel sauvegarde',
    },
    toSite: 'Voir le site',
    keys: {
      heading: 'Raccourcis clavier',
      single: 'Raccourcis à une touche',
      list: [
        ['Ctrl K', 'Aller à une page ou à un club'],
        ['/', 'Rechercher'],
        ['j k \u2193 \u2191', 'Club suivant ou précédent'],
        [
          'Tab Entrée Échap',
          'Aller à une cellule\u202f; l’ouvrir, l’enregistrer et ouvrir celle du dessous\u202f; la fermer',
        ],
        ['e', 'Modifier la cellule ou le club'],
        ['j k', 'Message suivant ou précédent'],
        ['e', 'Effectuer la première action du message'],
        ['x', 'Sélectionner le club'],
        ['b', 'Aller aux actions groupées et revenir'],
        ['z', 'Annuler la dernière modification (aussi Ctrl Z)'],
        ['?', 'Afficher les raccourcis'],
      ],
    },
    history: 'Modifications',
    filters: { '': 'Toutes', edits: 'Clubs', imports: 'Imports', site: 'Site', undone: 'Annulées' },
    ofClubs: (field, clubs) => `${field} de ${count(clubs, CLUBS)}`,
    kinds: {
      create: 'Nouveau club',
      edit: 'Modification',
      delete: 'Suppression',
      restore: 'Restauration',
      confirm: 'Vérification',
      import: 'Import',
      undo: 'Annulation',
      bulk: 'Modification groupée',
      merge: 'Fusion de deux clubs',
      remove: 'Suppression dans l’historique',
      words: 'Mot de recherche',
      site: 'Site',
      other: 'Modification hors du site',
    },
    created: (clubs) => count(clubs, { one: 'club créé', many: 'de clubs créés', other: 'clubs créés' }),
    restored: (clubs) => count(clubs, { one: 'club restauré', many: 'de clubs restaurés', other: 'clubs restaurés' }),
    changed: (clubs) => count(clubs, { one: 'club modifié', many: 'de clubs modifiés', other: 'clubs modifiés' }),
    deleted: (clubs) => count(clubs, { one: 'club supprimé', many: 'de clubs supprimés', other: 'clubs supprimés' }),
    nothing: 'Aucun club modifié.',
    change: (what, from, to) => `${what}\u202f: ${from || 'vide'} → ${to || 'vide'}`,
    stepTitle: (kind, number) => `${kind} n°\u00a0${number}`,
    toStep: 'Retour à la modification',
    undoneOf: (what) => `Annulé – ${what}`,
    nothingToUndo: 'Rien à annuler.',
    undoes: (time) => `Annule la modification du ${time}`,
    undoneBy: (time) => `Annulée le ${time}`,
    undoneInPart: (undone, clubs, time) =>
      `Annulée en partie le ${time}\u202f: ${number(undone)} sur ${count(clubs, CLUBS)}`,
    isGone: 'Ce club a été supprimé.',
    undo: 'Annuler',
    redo: 'Rétablir',
    undoSubmit: 'Annuler la modification',
    undoTitle: (title) => `Annuler\u202f: ${title}`,
    undoIntro: 'Les modifications plus récentes des autres champs sont conservées.',
    undoMerge:
      'Les deux clubs retrouvent leurs informations, et le second son adresse. Les responsables, les invitations, les messages et les liens de la vérification annuelle restent avec le club auquel ils ont été rattachés.',
    undoReverted: (clubs) => `La modification sera annulée pour ${count(clubs, CLUBS)}.`,
    undoOptional: (clubs) =>
      `${count(clubs, { one: 'club a été modifié', many: 'de clubs ont été modifiés', other: 'clubs ont été modifiés' })} depuis\u202f: ${clubs > 1 ? 'ils restent tels quels' : 'il reste tel quel'}, sauf si vous cochez la case.`,
    undoBlocked: (clubs) => `Annulation impossible pour ${count(clubs, CLUBS)}.`,
    revertChanged: (clubs) =>
      `Annuler aussi pour ${count(clubs, { one: 'club modifié', many: 'de clubs modifiés', other: 'clubs modifiés' })} depuis. Les modifications plus récentes seront perdues.`,
    undoNothing: 'Rien à annuler\u202f: tout est comme avant cette modification, ou a été modifié depuis.',
    afterUndo: { deleted: 'sera supprimé', restored: 'sera restauré', changed: 'sera modifié' },
    skipped: 'reste tel quel',
    blocked: 'annulation impossible',
    changedSince: (what) => `Modifié depuis\u202f: ${what}`,
    afterwards: 'Après l’annulation',
    andMore: (clubs) => `et ${count(clubs, { one: 'autre', many: 'd’autres', other: 'autres' })}`,
    officers: (people) => count(people, { one: 'responsable', many: 'de responsables', other: 'responsables' }),
    invitations: (people) => `Invitations en attente\u202f: ${number(people)}`,
    issues: {
      gone: 'Ce club a été supprimé depuis. Annulez d’abord la suppression.',
      notAllowed:
        'Pour supprimer ou restaurer un club, il vous faut le droit «\u202fSupprimer et restaurer des clubs\u202f».',
      unknownParent: (parent) =>
        `Le club était rattaché à «\u202f${parent}\u202f», qui a été supprimé. Restaurez d’abord «\u202f${parent}\u202f».`,
    },
    pageOf: (page, pages) => `Page ${number(page)} sur ${number(pages)}`,
    previousClubs: 'Clubs précédents',
    nextClubs: 'Clubs suivants',
  },

  boardHome: {
    attention: 'À faire',
    calm: 'Rien à faire pour l’instant.',
    tasks: {
      start: { text: forms('étape restante pour démarrer', 'étapes restantes pour démarrer'), verb: 'Continuer' },
      messages: { text: forms('message reçu', 'messages reçus'), verb: 'Répondre' },
      contact: { text: forms('club actif sans contact', 'clubs actifs sans contact'), verb: 'Ajouter' },
      confirmation: {
        text: forms('club actif non vérifié depuis un an', 'clubs actifs non vérifiés depuis un an'),
        verb: 'Vérifier',
      },
      category: { text: forms('club actif sans catégorie', 'clubs actifs sans catégorie'), verb: 'Classer' },
      short_description: {
        text: forms('club actif sans description courte', 'clubs actifs sans description courte'),
        verb: 'Écrire',
      },
      logos: { text: forms('logo encore sur un autre site', 'logos encore sur d’autres sites'), verb: 'Télécharger' },
      searches: { text: forms('recherche sans résultat', 'recherches sans résultat'), verb: 'Voir' },
    },
    changes: 'Modifié cette semaine',
    noChanges: 'Aucune modification cette semaine.',
  },

  addresses: {
    title: 'Adresses de ces clubs',
    about: 'Collez-les dans «\u202fCci\u202f», pour que les clubs ne voient pas les adresses des autres.',
    count: (addresses) => count(addresses, { one: 'adresse', many: 'd’adresses', other: 'adresses' }),
  },

  clubTable: {
    heading: 'Clubs',
    title: (page) => (page > 1 ? `Clubs (page ${number(page)})` : 'Clubs'),
    anyCategory: 'Toutes les catégories',
    addFilter: 'Filtrer',
    chip: {
      is: (field, value) => `${field}\u202f: ${value}`,
      without: (what) => what.charAt(0).toUpperCase() + what.slice(1),
    },
    missing: 'Afficher seulement les clubs',
    lacks: {
      confirmation: 'non vérifiés depuis un an',
      short_description: 'sans description courte',
      description: 'sans description longue',
      logo: 'sans logo',
      logo_file: 'sans logo téléchargé',
      category: 'sans catégorie',
      contact: 'sans contact',
      address: 'sans adresse e-mail valide',
      officers: 'sans responsables',
      answer: 'sans réponse cette année',
    },
    show: 'Appliquer les filtres',
    showAll: 'Effacer les filtres',
    result: (clubs, isFiltered) => `${count(clubs, CLUBS)}${isFiltered ? ' correspondant aux filtres' : ''}`,
    copyAddresses: 'Adresses e-mail',
    export: 'Télécharger le CSV',
    exportWorkbook: 'Télécharger pour Excel',
    caption: 'Cliquez sur un nom pour modifier le club, ou sur une autre cellule pour la modifier ici.',
    checked: 'Vérifié',
    changed: 'Modifié',
    never: 'jamais',
    empty: (isFiltered) =>
      isFiltered
        ? 'Aucun club ne correspond. Vérifiez l’orthographe ou effacez les filtres.'
        : 'Importez votre liste de clubs ou ajoutez le premier.',
    nothing: 'non renseigné',
    add: { is_active: '', category: 'Ajouter une catégorie', contact: 'Ajouter un contact' },
    choose: (name) => `Sélectionner ${name}`,
    chooseAll: 'Tout cocher sur cette page',
    chooseNone: 'Tout décocher',
    cell: {
      change: (field, name) => `Modifier\u202f: ${field}, ${name}`,
      cancel: 'Ne pas enregistrer',
    },
    notSaved: 'Modification non enregistrée. Réessayez.',
    creates: (name) => `Cela crée la catégorie «\u202f${name}\u202f».`,
    instead: (name) => `Utiliser «\u202f${name}\u202f»`,
    bulk: {
      heading: 'Modifier plusieurs clubs',
      chosen: 'cochés',
      filtered: (clubs, isFiltered) => `tous les clubs ${isFiltered ? 'filtrés ' : ''}(${number(clubs)})`,
      action: 'Action',
      goOn: 'Continuer',
      actions: {
        activate: 'Activer',
        deactivate: 'Désactiver',
        add_category: 'Ajouter une catégorie',
        remove_category: 'Retirer une catégorie',
        set_category: 'Remplacer les catégories',
        move_category: 'Déplacer vers une autre catégorie',
        confirm: 'Marquer comme vérifié',
        ask: 'Ajouter à la vérification annuelle',
        merge: 'Fusionner deux clubs…',
      },
      about: {
        deactivate: 'Ces clubs deviennent inactifs et n’apparaissent plus par défaut dans la liste.',
        ask: 'Ces clubs seront invités à vérifier leur page. Rien n’est encore envoyé.',
      },
      effect: (clubs, changed) =>
        `${count(clubs, CLUBS)}\u202f: ${number(changed)} à modifier, ${number(clubs - changed)} sans changement`,
      noChange: 'Aucune modification\u202f: c’est déjà le cas pour tous ces clubs.',
      several:
        'Indiquez une catégorie. Seul «\u202fRemplacer les catégories\u202f» en accepte plusieurs (Sport\u202f; Cirque).',
      full: 'Rien n’a été modifié, car un club aurait trop de catégories.',
      submit: 'Appliquer',
      back: 'Retour à la liste',
      noneChosen: 'Aucun club n’est sélectionné. Revenez en arrière et sélectionnez les clubs à modifier.',
      notTwo: 'Pour une fusion, il faut exactement deux clubs. Revenez en arrière et sélectionnez-en deux.',
    },
  },

  merge: {
    title: (name, other) => `Fusionner «\u202f${name}\u202f» et «\u202f${other}\u202f»`,
    titleOfOne: (name) => `Fusionner «\u202f${name}\u202f» avec un autre club`,
    ofOne:
      'Pour le fusionner avec n’importe quel club, sélectionnez les deux dans le tableau, puis choisissez «\u202fFusionner deux clubs…\u202f».',
    intro: (name, other) =>
      `«\u202f${name}\u202f» est conservé. Les responsables, les messages et les clubs rattachés de «\u202f${other}\u202f» passent à «\u202f${name}\u202f», et son ancienne adresse y mène.`,
    swap: (name) => `Conserver plutôt «\u202f${name}\u202f»`,
    choose:
      'Choisissez une valeur pour chaque information qui diffère. Les catégories, les liens et les noms des deux clubs sont conservés. Vous pourrez annuler la fusion dans «\u202fModifications\u202f»\u202f: les clubs seront de nouveau séparés.',
    submit: (name) => `Fusionner dans «\u202f${name}\u202f»`,
    outdated: 'Les clubs n’ont pas été fusionnés, car l’un d’eux a changé. Vérifiez les valeurs actuelles.',
  },

  round: {
    heading: 'Vérification annuelle',
    title: (which, page) =>
      `Vérification annuelle${which === null ? '' : `\u202f: ${which}`}${page > 1 ? ` (page ${number(page)})` : ''}`,
    intro:
      'Une fois par an, chaque club est invité à vérifier sa page. Lancez la vérification ici, envoyez les e-mails ou les liens, puis terminez-la.',
    start: 'Lancer la vérification annuelle',
    wouldAsk: (clubs) =>
      `${clubs === 1 ? 'Le club actif est inclus' : `Les ${number(clubs)} clubs actifs sont inclus`}. Rien n’est encore envoyé. Pour en ajouter d’autres, sélectionnez-les dans «\u202fClubs\u202f».`,
    endsOn: 'Date limite de réponse',
    endsOnHint: 'Au plus tôt demain, au plus tard dans un an.',
    endDayInvalid: 'Indiquez une date à venir, dans un délai d’un an au plus, par exemple 15/01/2027.',
    noClubs: 'Aucun club actif.',
    since: (begun, name) => `Lancée le ${begun}${name === null ? '' : ` par ${name}`}.`,
    startsNew: 'Aucune vérification annuelle n’est en cours. Cette action en lance une pour ces clubs seulement.',
    until: (last) => `Les liens sont valables jusqu’au ${last}.`,
    isOver: (last) => `Les liens ont expiré le ${last}. Terminez la vérification annuelle ou repoussez la date limite.`,
    answered: (clubs, all) => `${count(clubs, CLUBS)} sur ${number(all)} ${clubs > 1 ? 'ont' : 'a'} répondu.`,
    notStarted: (clubs) =>
      `Pas encore lancée. Elle concernerait ${count(clubs, { one: 'club actif', many: 'de clubs actifs', other: 'clubs actifs' })}.`,
    cannotReach: (clubs) => `${count(clubs, CLUBS)} sans adresse e-mail`,
    states: 'Clubs par réponse',
    state: {
      unanswered: 'Sans réponse',
      unreachable: 'Sans adresse e-mail',
      confirmed: 'Vérifié',
      updated: 'Mis à jour',
      failed: 'E-mail non envoyé',
    },
    emails: 'E-mails',
    emailsAbout:
      'Les e-mails vont aux responsables dont l’adresse est vérifiée, sinon au contact du club. Chaque club en reçoit au plus un par jour.',
    emailsSent: (clubs, last) => `Envoyés à ${count(clubs, CLUBS)}, le dernier le ${last}.`,
    noEmailsSent: 'Aucun e-mail n’a encore été envoyé.',
    emailsFailed: (clubs) => `Échec de l’envoi à ${count(clubs, CLUBS)}. Vérifiez les adresses.`,
    showClubs: 'Afficher ces clubs',
    refresh: 'Actualiser',
    emailText: 'Aperçu de l’e-mail',
    toEmails: 'Envoyer les e-mails…',
    emailsUnderWay: (clubs) => `Envoi des e-mails en cours (encore ${number(clubs)}). Vous pouvez quitter cette page.`,
    sendEmails: (clubs) => `Envoyer un e-mail à ${count(clubs, CLUBS)}`,
    getNone: (clubs) => `${count(clubs, CLUBS)} sans adresse e-mail n’en ${clubs > 1 ? 'recevront' : 'recevra'} pas.`,
    sendNow: 'Envoyer maintenant',
    noneDue:
      'Aucun e-mail à envoyer\u202f: ces clubs n’ont pas d’adresse ou ont reçu un e-mail depuis moins de 24 heures.',
    noMailServer:
      'L’envoi d’e-mails n’est pas configuré. Envoyez ce message depuis votre propre messagerie, ou transmettez à chaque club son lien à partir de la liste ci-dessous.',
    messageText: 'Message à tous les clubs (la première ligne est l’objet)',
    linksAbout: 'Chaque lien est propre à un club et ne nécessite pas de compte. Ne le communiquez qu’à ce club.',
    linksFile: (clubs) => `Télécharger les liens de ${count(clubs, CLUBS)} au format CSV`,
    columns: ['nom du club', 'lien', 'responsables', 'adresses', 'contact', 'dernier e-mail'],
    change: 'Modifier la date limite',
    moveAbout: 'La nouvelle date limite s’applique aussi aux liens déjà envoyés.',
    clubs: 'Clubs concernés',
    which: 'Filtrer par réponse',
    details: 'Détails',
    officers: (names) => `Responsables\u202f: ${names === '' ? 'aucun' : names}`,
    writesTo: (addresses) => `Destinataires\u202f: ${addresses}`,
    asked: (last) => (last === null ? 'Aucun e-mail envoyé' : `Dernier e-mail envoyé le ${last}`),
    failedOn: (last) => `Échec de l’envoi d’un e-mail le ${last}`,
    end: {
      heading: 'Terminer la vérification annuelle',
      about: 'Tous les liens expireront immédiatement.',
      allAnswered: 'Tous les clubs ont répondu.',
      unanswered: (clubs) =>
        `${count(clubs, CLUBS)} sans réponse, qui ${clubs > 1 ? 'resteront inchangés' : 'restera inchangé'}.`,
      deactivate: 'Désactiver d’abord ces clubs',
    },
    link: {
      title: (club) => `La page «\u202f${club}\u202f» est-elle à jour\u202f?`,
      thanksTitle: (club) => `Merci\u202f! La page «\u202f${club}\u202f» est vérifiée.`,
      updatedTitle: (club) => `Merci\u202f! Vos modifications de la page «\u202f${club}\u202f» sont enregistrées.`,
      intro: (association, last) =>
        `L’association «\u202f${association}\u202f» demande chaque année à tous les clubs de vérifier leur page. Répondez ci-dessous au plus tard le ${last}\u202f; aucun compte n’est nécessaire.`,
      toAnswer: 'Aller à votre réponse',
      answer: 'Votre réponse',
      later: 'Une information manque ou n’est plus à jour\u202f?',
      lacks: (fields) => `Pas encore renseigné\u202f: ${fields}.`,
      add: 'Compléter les informations',
      stillRight: 'Tout est à jour',
      edit: 'Modifier la page',
      thanks: (last) => `La page a été vérifiée le ${last}. Vous pouvez encore la modifier.`,
      thanksUpdated: (last) => `Vos modifications sont publiées. La page a été vérifiée le ${last}.`,
      editAbout: (last) =>
        `Vos modifications seront publiées immédiatement et la page sera marquée comme vérifiée. Vous pouvez en enregistrer jusqu’au ${last}.`,
      typed: 'Rien n’a été enregistré. Copiez votre texte et envoyez-le au bureau.',
      over: 'Ce lien a expiré',
      overText: (club) => `Contactez le bureau pour modifier la page «\u202f${club}\u202f».`,
      ask: 'Contacter le bureau',
      toClub: (club) => `Voir la page «\u202f${club}\u202f»`,
    },
    askedUntil: (association, last) =>
      `L’association «\u202f${association}\u202f» vous demande de vérifier cette page au plus tard le ${last}.`,
  },

  officers: {
    title: (name) => `Responsables de «\u202f${name}\u202f»`,
    intro: 'Les responsables peuvent modifier ce club, sauf son nom, son statut et son rattachement.',
    none: 'Aucun responsable pour l’instant.',
    remove: 'Retirer',
    removeOfficer: (name) => `Retirer ${name} des responsables`,
    add: 'Ajouter des responsables',
    addSubmit: 'Ajouter',
    addIntro: 'Une personne qui a un compte devient responsable immédiatement. Les autres sont invitées.',
    invite: 'Inviter d’autres responsables',
    mayInvite: 'Vous pouvez inviter d’autres responsables. Seul le bureau peut en retirer.',
  },

  forms: {
    missing: 'Ce champ est obligatoire.',
    noEmail: 'Saisissez une adresse e-mail, par exemple nom@example.org.',
    tooShort: (least) => `Utilisez au moins ${number(least)} caractères.`,
    guessable: 'Ce mot de passe est facile à deviner. Utilisez plusieurs mots sans rapport entre eux.',
    tooLong: 'Ce texte est trop long.',
    taken: 'Un compte existe déjà avec cette adresse e-mail. Utilisez une autre adresse.',
  },

  accounts: {
    name: 'Votre nom',
    email: 'Adresse e-mail',
    password: 'Mot de passe',
    newPassword: 'Nouveau mot de passe',
    passwordHint: (least) => `Au moins ${number(least)} caractères, par exemple trois mots sans rapport entre eux.`,
    signIn: 'Se connecter',
    signInDescription:
      'Pour les responsables de clubs et le bureau. Pas besoin de compte pour chercher ou enregistrer des clubs.',
    wrong: 'Adresse e-mail ou mot de passe incorrect.',
    slowed: (seconds) => `Trop de tentatives. Réessayez dans ${wait(seconds)}.`,
    signInByProvider: 'Se connecter avec le compte universitaire',
    goingToProvider: 'Continuez vers la page de connexion de votre université.',
    providerErrors: {
      unreachable: 'La page de connexion de votre université ne répond pas. Réessayez plus tard.',
      failed: 'La connexion avec votre compte universitaire a échoué. Réessayez.',
      cookies:
        'Votre navigateur n’a pas envoyé le cookie de cette connexion. Autorisez les cookies pour ce site, puis reconnectez-vous.',
      emailRefused:
        'Votre université n’a pas transmis d’adresse e-mail vérifiée, ou ce site n’accepte pas son domaine.',
      unusable:
        'Votre université a transmis une adresse e-mail ou un identifiant que ce site ne peut pas utiliser. Contactez la personne qui gère ce site.',
      hasPassword:
        'Un compte existe déjà avec cette adresse e-mail. Connectez-vous avec son mot de passe ou contactez la personne qui gère ce site.',
      linked:
        'Votre compte ou votre compte universitaire est déjà associé à un autre. Contactez la personne qui gère ce site.',
    },
    forgotten: 'Mot de passe oublié\u202f?',
    account: 'Votre compte',
    accountOf: (name) => `Votre compte, ${name}`,
    signOut: 'Se déconnecter',
    setup: 'Créer le premier compte',
    setupIntro: 'Ce compte administre le site\u202f: il peut gérer tous les clubs et tous les comptes.',
    create: 'Créer le compte',
    reset: 'Réinitialiser votre mot de passe',
    resetByHand: 'Demandez un lien de réinitialisation à la personne qui gère ce site.',
    resetIntro: 'Saisissez votre adresse e-mail pour recevoir un lien de réinitialisation.',
    resetSend: 'Envoyer le lien',
    resetSent: (email) =>
      `Si ${email} correspond à un compte avec mot de passe, un lien de réinitialisation vient d’être envoyé à cette adresse. Il ne peut servir qu’une fois et expire au bout d’une heure.`,
    resetExpired: 'Ce lien a expiré ou a déjà servi. Demandez-en un nouveau.',
    resetSave: 'Enregistrer le nouveau mot de passe',
    resetDone:
      'Votre mot de passe a été modifié et toutes vos sessions ont été fermées. Connectez-vous avec le nouveau mot de passe.',
  },

  account: {
    allowed: (allowed) => `Rôle\u202f: ${allowed}`,
    mayNothing: 'Votre compte n’a encore aucun droit. Contactez la personne qui gère ce site.',
    join: 'Associer votre compte universitaire',
    joinIntro:
      'Vous pourrez alors vous connecter avec ce compte ou avec votre mot de passe. Saisissez votre mot de passe pour continuer vers la page de connexion de votre université.',
    weekly: 'E-mail hebdomadaire',
    weeklyNow: 'L’e-mail de cette semaine',
    weeklyChoice: 'Recevoir chaque lundi matin ce qui est à faire et ce qui a changé',
    change: 'Changer votre mot de passe',
    changeIntro: 'Toutes vos autres sessions seront fermées.',
    oldPassword: 'Mot de passe actuel',
    wrongPassword: 'Mot de passe incorrect.',
    sessionsEnd: 'Fermer toutes les autres sessions',
    data: 'Vos données',
    dataIntro: 'Tout ce que ce site conserve au sujet de votre compte, dans un fichier JSON.',
    dataSubmit: 'Télécharger vos données',
  },

  users: {
    heading: 'Comptes',
    title: (page) => (page > 1 ? `Comptes (page ${number(page)})` : 'Comptes'),
    search: 'Nom ou adresse e-mail',
    result: (users) => count(users, { one: 'compte', many: 'de comptes', other: 'comptes' }),
    clubs: (clubs) => `responsable de ${count(clubs, { one: 'club', many: 'de clubs', other: 'clubs' })}`,
    lastActive: 'Dernière activité',
    notSeen: 'hors connexion',
    mayNothing: 'aucun droit',
    notVerified: 'adresse non vérifiée',
    notVerifiedMeaning:
      'L’adresse n’est pas vérifiée\u202f: le lien d’invitation a été transmis par une personne responsable du club.',
    roles: 'Rôle',
    noRole: 'Responsable de club',
    roleHints: {
      none: 'Peut seulement modifier ses propres clubs.',
      board: 'Peut ajouter, modifier et supprimer des clubs, et gérer leurs responsables.',
      administrator: 'Peut aussi gérer les comptes et modifier le site.',
    },
    advanced: 'Options avancées',
    permissions: 'Droits supplémentaires',
    grantNames: {
      board: 'Bureau',
      administrator: 'Administrateur',
      'club.add_club': 'Ajouter des clubs',
      'club.change_club': 'Modifier les clubs et gérer leurs responsables',
      'club.delete_club': 'Supprimer et restaurer des clubs',
      'auth.change_user': 'Gérer les comptes',
    },
    person: 'Nom et adresse e-mail',
    personHint: 'À chaque connexion avec le compte universitaire, l’université remplace le nom et l’adresse.',
    ways: 'Moyens de connexion',
    byPassword: (since) => `Mot de passe, depuis le ${day(since)}`,
    byProviderAt: (issuer, since) => `Compte universitaire (${issuer}), depuis le ${day(since)}`,
    unlink: 'Dissocier',
    unlinkOf: (issuer) => `Dissocier le compte universitaire\u202f: ${issuer}`,
    unlinkHint:
      'La dissociation ferme toutes les sessions de ce compte. Un autre compte universitaire pourra ensuite être associé.',
    awaitsIdentity: (email) =>
      `Ce compte n’a aucun moyen de connexion. Le prochain compte universitaire avec l’adresse vérifiée ${email} lui sera associé.`,
    grants: 'Droits',
    grantsChanged: (now) =>
      `Une autre personne a modifié les droits, qui sont maintenant\u202f: ${now || 'aucun'}. Vérifiez votre choix, puis enregistrez à nouveau.`,
    officerOf: 'Responsable de',
    sessions: 'Sessions',
    sessionsEnd: 'Fermer toutes les sessions',
    delete: 'Supprimer le compte',
    deleteIntro: 'Cette action est irréversible. Les modifications faites par ce compte sont conservées.',
    deleteEmail: 'Adresse e-mail du compte, pour confirmer',
    deleteMismatch: 'Ce n’est pas l’adresse de ce compte. Rien n’a été supprimé.',
    lastManager: 'C’est le seul compte qui peut gérer les comptes. Donnez d’abord ce droit à un autre compte.',
    invite: 'Inviter quelqu’un',
    inviteIntro: (days) =>
      `Le lien d’invitation ne peut servir qu’une fois et expire au bout de ${count(days, { one: 'jour', many: 'de jours', other: 'jours' })}. Il remplace toute invitation précédente pour la même adresse.`,
    inviteSubmit: 'Créer l’invitation',
    emailSent: (email) => `L’invitation a été envoyée à ${email}.`,
    emailFailed: (email) => `L’e-mail à ${email} n’a pas pu être envoyé. Transmettez ce lien vous-même.`,
    copy: 'Copier le lien',
    copied: 'Copié',
    invited: (email, isSent) =>
      isSent === null
        ? `Aucun e-mail n’a été envoyé. Copiez ce lien et transmettez-le à ${email}\u202f: il n’est affiché qu’une fois.`
        : `Vous pouvez copier ce lien pour ${email}\u202f: il n’est affiché qu’une fois.`,
    openInvitations: 'Invitations en attente',
    openUntil: (until, by) => `Valable jusqu’au ${day(until)}, créée par ${by}`,
    officerOfClub: (club) => `responsable de «\u202f${club}\u202f»`,
    withdraw: 'Révoquer',
    withdrawOf: (email) => `Révoquer l’invitation pour ${email}`,
  },

  invitation: {
    heading: 'Votre invitation',
    intro: (email) => `Vous avez reçu une invitation à créer un compte pour ${email}.`,
    forClub: (club) => `Vous serez responsable de «\u202f${club}\u202f» et pourrez modifier sa page.`,
    byProvider: 'Utiliser plutôt votre compte universitaire',
    hasAccount: (email) => `Un compte existe déjà pour ${email}. Connectez-vous pour accepter l’invitation.`,
    otherAccount: (email, other) =>
      `Cette invitation est pour ${email}, mais vous êtes connecté·e avec le compte ${other}. Déconnectez-vous, puis ouvrez à nouveau le lien.`,
    newAccount: (email, other) =>
      `Vous êtes connecté·e avec le compte ${other}. Si vous créez le compte pour ${email}, votre session actuelle sera fermée.`,
    acceptIntro: (email) =>
      `Vous êtes connecté·e avec le compte ${email}. Les droits de l’invitation y seront ajoutés.`,
    accept: 'Accepter l’invitation',
    gone: 'Cette invitation n’existe pas, a expiré ou a déjà servi. Demandez-en une nouvelle.',
  },

  gettingStarted: {
    title: 'Premiers pas',
    progress: (done, all) => `Étapes terminées\u202f: ${number(done)} sur ${number(all)}`,
    done: 'Terminé',
    steps: {
      identity: {
        title: 'Définir le nom et le logo',
        text: 'Saisissez le nom, choisissez les couleurs et envoyez le logo.',
      },
      clubs: {
        title: 'Importer vos clubs',
        text: 'Envoyez un tableau (XLSX ou CSV), ou ajoutez les clubs un par un.',
      },
      board: {
        title: 'Inviter le bureau',
        text: 'Une deuxième personne devrait pouvoir gérer les clubs et ajouter des responsables. L’étape est terminée dès qu’elle accepte l’invitation.',
      },
      pages: {
        title: 'Compléter les mentions légales et la page de confidentialité',
        text: 'Remplacez les passages à compléter. D’ici là, les visiteurs ne voient pas les liens vers ces pages. Réécrivez aussi l’accueil et la page de l’association.',
      },
      email: {
        title: 'Envoyer des e-mails',
        text: 'Nécessaire pour les invitations, les messages aux clubs et les liens de modification. La personne qui gère le serveur définit SMTP_URL et MAIL_FROM.',
      },
      signIn: {
        title: 'Se connecter avec le compte de l’université',
        text: 'Facultatif. La personne qui gère le serveur définit OIDC_ISSUER, OIDC_CLIENT_ID et OIDC_CLIENT_SECRET.',
      },
    },
    share: 'Publiez ensuite l’adresse de la liste des clubs\u202f:',
    sendTest: 'M’envoyer un message de test',
    testSignIn: 'Tester la connexion',
    testSubject: (site) => `Message de test de ${site}`,
    testText: (site) => `Ce message montre que ${site} peut envoyer des e-mails.`,
    testSent: (email) => `Envoyé à ${email}. Vérifiez qu’il arrive bien, et pas dans les indésirables.`,
    signInWorks:
      'La page de connexion de l’université répond. Pour vérifier, déconnectez-vous, puis connectez-vous avec votre compte universitaire.',
    fails: (reason) => `Cela ne fonctionne pas\u202f: ${reason}`,
  },

  emails: {
    weekly: {
      subject: (site) => `${site}\u202f: cette semaine`,
      footer:
        'Vous recevez cet e-mail chaque lundi. Pour ne plus le recevoir, décochez la case dans votre compte\u202f:',
    },
    reset: {
      subject: (site) => `Réinitialisation de votre mot de passe sur «\u202f${site}\u202f»`,
      paragraphs: (name, site, link) => [
        `Bonjour ${name},`,
        `Ce lien vous permet de choisir un nouveau mot de passe pour votre compte sur «\u202f${site}\u202f». Il ne peut servir qu’une fois et expire au bout d’une heure.`,
        link,
        'Si vous n’avez pas demandé cet e-mail, ignorez-le. Votre mot de passe restera inchangé.',
      ],
    },
    invitation: {
      subject: (site) => `Invitation à rejoindre «\u202f${site}\u202f»`,
      paragraphs: (by, site, days, link) => [
        'Bonjour,',
        `${by} vous invite à créer un compte sur «\u202f${site}\u202f».`,
        `Ce lien ne peut servir qu’une fois et expire au bout de ${count(days, { one: 'jour', many: 'de jours', other: 'jours' })}\u202f:`,
        link,
        'Si vous n’attendiez pas cet e-mail, ignorez-le.',
      ],
    },
    edit: {
      subject: (site) => `Modifier votre club sur «\u202f${site}\u202f»`,
      paragraphs: (site, link) => [
        'Bonjour,',
        `Ce lien vous permet de modifier les pages de vos clubs sur «\u202f${site}\u202f». Il est valable une heure.`,
        link,
        'Si vous n’avez pas demandé cet e-mail, ignorez-le. Rien n’a été modifié.',
      ],
    },
    edited: {
      subject: (club) => `La page «\u202f${club}\u202f» a été modifiée`,
      paragraphs: (club, site, page, requested) => [
        'Bonjour,',
        `Quelqu’un a modifié la page «\u202f${club}\u202f» sur «\u202f${site}\u202f» avec un lien envoyé à cette adresse.`,
        page,
        ...requested,
        'Si ce n’est ni vous ni une personne de votre club, prévenez le bureau. Il peut annuler la modification.',
      ],
    },
    round: {
      subject: (club) => `${club}\u202f: votre page est-elle à jour\u202f?`,
      question: 'Votre page est-elle à jour\u202f?',
      paragraphs: (club, site, last, link) => [
        'Bonjour,',
        `Chaque année, nous demandons à tous les clubs de vérifier leur page sur «\u202f${site}\u202f». Utilisez ce lien pour confirmer que la page «\u202f${club}\u202f» est toujours à jour, ou pour la modifier\u202f; aucun compte n’est nécessaire.`,
        link,
        `Le lien est valable jusqu’au ${last}. Si vous ne vous occupez plus de «\u202f${club}\u202f», merci de transférer cet e-mail à une personne qui s’en occupe.`,
        site,
      ],
      toAll: (site, last, list) => [
        'Bonjour,',
        `Chaque année, nous demandons à tous les clubs de vérifier leur page sur «\u202f${site}\u202f». Retrouvez la vôtre dans cette liste\u202f:`,
        list,
        'Si tout est à jour, répondez simplement «\u202foui\u202f». Sinon, indiquez-nous ce qu’il faut corriger ou compléter, ou demandez-nous un lien pour modifier votre page\u202f; aucun compte n’est nécessaire.',
        `Merci de répondre au plus tard le ${last}. Si vous ne vous occupez plus du club, merci de transférer cet e-mail à une personne qui s’en occupe.`,
      ],
    },
  },

  clubFields,
  clubHints,
  clubIssues,
  issueInLine,
  fileIssues,
  fileReading,
  importReport,
  categories,

  clubImport,
  siteForm,
  pageForm,
  importColumns,
  logoDownload,

  logoUpload: {
    failed: 'Le logo n’a pas pu être envoyé. Choisissez à nouveau le fichier et enregistrez dans quelques secondes.',
    tooManyBytes: (megabytes) =>
      `Le fichier dépasse ${number(megabytes)}\u00a0Mo. Réduisez l’image\u202f: 400\u00a0×\u00a0400 pixels suffisent.`,
    damaged: 'Le fichier est vide ou endommagé. Choisissez un autre fichier.',
    format: 'Le fichier n’est pas une image PNG, JPEG ou WebP. Enregistrez le logo dans l’un de ces formats.',
    tooManyPixels: (width, height, limit) =>
      `L’image fait ${number(width)}\u00a0×\u00a0${number(height)} pixels\u202f; la limite est de ${number(limit)}\u00a0×\u00a0${number(limit)}. 400\u00a0×\u00a0400 suffisent.`,
  },

  errors: {
    403: {
      title: 'Accès refusé',
      text: 'Votre compte n’a pas les droits nécessaires. Demandez l’accès à la personne qui gère ce site.',
    },
    404: { title: 'Page introuvable', text: 'Vérifiez l’adresse, ou recherchez le club par son nom.' },
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
      'Le disque du serveur est plein\u202f: le formulaire n’a pas été enregistré. Prévenez la personne qui gère ce site.',
  },
};
