import type { Catalogue } from './catalogue.ts';
import { clubFields, clubHints, clubIssues, issueInLine } from './club-fields.de.ts';
import { wordsIn } from './words.ts';

const { number, count, day, language } = wordsIn('de');

/* A no-break space is escaped to be visible. The groups are called "Gruppen", visitors "du", a group "ihr". */

const GROUPS = { one: 'Gruppe', other: 'Gruppen' };
const RESULTS = {
  true: { one: 'aktive Gruppe', other: 'aktive Gruppen' },
  false: { one: 'inaktive Gruppe', other: 'inaktive Gruppen' },
  '': GROUPS,
};
const NO_RESULTS = { true: 'Keine aktiven Gruppen', false: 'Keine inaktiven Gruppen', '': 'Keine Gruppen' };

const MINUTES = { one: 'Minute', other: 'Minuten' };
const DAYS = { one: 'Tag', other: 'Tagen' };

const place = (page: number, pageCount: number) => `, Seite ${number(page)} von ${number(pageCount)}`;

const RESEND =
  'Versuch es in ein paar Sekunden noch einmal. Falls du ein Formular abgeschickt hast: Es wurde nicht gespeichert. Geh zurück und schick es noch einmal ab.';
/** After "in". */
const wait = (seconds: number) =>
  seconds < 60 ? count(seconds, { one: 'Sekunde', other: 'Sekunden' }) : count(Math.ceil(seconds / 60), MINUTES);

export const de: Catalogue = {
  number,

  language: {
    name: 'Deutsch',
    short: 'DE',
    menu: 'Sprache',
    openGraph: 'de_DE',
    offer: 'Diese Website gibt es auch auf Deutsch',
    textIn: (other) => `(auf ${language(other)})`,
    onlyIn: (other) => `Diese Seite gibt es noch nicht auf Deutsch, deshalb steht sie hier auf ${language(other)}.`,
  },

  site: {
    skipLink: 'Zum Inhalt springen',
    search: { label: 'Worauf hast du Lust?', placeholder: 'Gruppe suchen', submit: 'Suchen' },
    menu: {
      label: 'Hauptmenü',
      clubs: 'Hochschulgruppen',
      // Names of several words get hyphens: "Student-Union-Gruppen".
      clubList: (association) => `${association.replaceAll(' ', '-')}-Gruppen`,
    },
    footer: { clubList: 'Alle Gruppen', contact: 'Kontakt' },
  },

  scripts: { failure: 'Die Liste konnte nicht geladen werden.', close: 'Meldung schließen' },

  home: {
    results: 'Suchergebnisse',
    examples: 'Zum Beispiel',
    words:
      'Schach, Klettern, Chor, Roboter, Kochen, Ehrenamt, Theater, Wandern, Fotografie, Fußball, Tanzen, Debatte, Yoga',
    posters: 'Ein paar der Gruppen',
    meetings: 'Treffen in dieser Woche',
    meetingsOf: (weekday) => `Alle Gruppen am ${weekday}`,
    newest: 'Neu dabei',
    beginners: 'Für den Einstieg',
    allBeginners: 'Alle Gruppen für den Einstieg',
    categories: 'Nach Interesse',
    allClubs: (clubs) => (clubs < 2 ? 'Alle Gruppen ansehen' : `Alle ${number(clubs)} Gruppen ansehen`),
    surprise: 'Überrasch mich',
  },

  clubList: {
    title: (page) => (page > 1 ? `Gruppen (Seite ${number(page)})` : 'Gruppen'),
    description: 'Alle Hochschulgruppen der Universität auf einen Blick.',
    heading: 'Gruppen',
    filters: 'Filter',
    views: { label: 'Ansicht der Liste', oneByOne: 'Einzeln', grid: 'Kacheln' },
    result: (clubs, status) => (clubs === 0 ? NO_RESULTS[status ?? ''] : count(clubs, RESULTS[status ?? ''])),
    found: (text, { named, about, isPartial }, status) => {
      const clubs = count(named || about, status === 'false' ? RESULTS.false : GROUPS);
      if (named > 0)
        return [`${clubs} mit „`, text, about === 0 ? '“ im Namen' : `“ im Namen, ${number(about)} weitere zum Thema`];
      const start = about === 0 ? 'Nichts gefunden zu' : `${clubs} zu${isPartial ? ' einzelnen Wörtern aus' : ''}`;
      return [`${start} „`, text, '“'];
    },
    place,
    announcementOf: (club, place, places) => `${club}, ${number(place)} von ${number(places)}`,
    otherStatus: (clubs, isActive, listed) =>
      `${listed === 0 ? 'aber' : 'und'} ${count(clubs, RESULTS[isActive ? 'true' : 'false'])}`,
    corrected: (text, typed) => ['Ergebnisse für „', text, '“. ', typed],
    searchInstead: (typed) => ['Stattdessen nach „', typed, '“ suchen.'],
    bestMatches: (clubs) => (clubs === 1 ? 'Bester Treffer:' : 'Beste Treffer:'),
    about: (text) => ['Zum Thema „', text, '“'],
    allAbout: (text, clubs) => [`${clubs > 1 ? 'Alle ' : ''}${count(clubs, GROUPS)} zu „`, text, '“ anzeigen'],
    withoutFilters: 'Ohne Filter suchen',
    allActive: (clubs) => (clubs > 1 ? `Alle ${count(clubs, GROUPS)} ansehen` : 'Alle Gruppen ansehen'),
    missing: 'Fehlende Gruppe melden',
    chips: {
      label: 'Gesetzte Filter',
      remove: 'Filter entfernen: ',
      clearAll: 'Alle entfernen',
      about: (text) => `Thema: ${text}`,
    },
    openNow: 'Jetzt offen',
    facts: 'Treffen und Mitmachen',
    categories: {
      one: 'Kategorie',
      label: (categories) => (categories === 1 ? 'Kategorie:' : 'Kategorien:'),
      more: 'Mehr',
    },
    invalid: 'Ungültige Suche: Bitte prüfe die Filter',
    pageCount: (pages) => `Die Liste hat ${count(pages, { one: 'Seite', other: 'Seiten' })}.`,
    firstPage: 'Zur ersten Seite',
    loading: 'Wird geladen\u00a0…',
  },

  clubSearch: {
    name: 'Name',
    example: 'Schach, Wandern, Ehrenamt\u00a0…',
    status: 'Status',
    active: 'Aktiv',
    inactive: 'Inaktiv',
    all: 'Alle Gruppen',
    submit: 'Suchen',
    found: (clubs) => `${count(clubs, GROUPS)} anzeigen`,
    nameTooLong: (limit) => `Der Name darf höchstens ${number(limit)} Zeichen haben.`,
    nameWithNul: 'Der Name enthält ein Zeichen, das nicht erlaubt ist.',
    statusUnknown: 'Wähle „Aktiv“, „Inaktiv“ oder „Alle Gruppen“.',
  },

  pagination: {
    label: 'Seiten',
    previous: 'Zurück',
    next: 'Weiter',
    position: (place, places) => `${number(place)} von ${number(places)}`,
    page: (page) => `Seite ${number(page)}`,
  },

  club: {
    inactive: '(inaktiv)',
    noDescription: 'Noch keine Beschreibung',
    see: 'Gruppe ansehen',
    nameWithState: (club) => (club.isActive ? club.name : `${club.name} (inaktiv)`),
    logo: (name) => `Logo ${name}`,
    description: (name) => `${name}: eine Hochschulgruppe der Universität.`,
    contact: 'Kontakt:',
    write: 'Der Gruppe schreiben',
    checkedIn: 'Von der Gruppe geprüft im',
    meeting: {
      meeting_times: 'Wann',
      meeting_place: 'Wo',
      fee: 'Beitrag',
      beginners_welcome: 'Für den Einstieg geeignet',
    },
    lastChecked: 'Zuletzt geprüft',
    facts: 'Auf einen Blick',
    about: 'Über die Gruppe',
    children: (clubs) => count(clubs, { one: 'Untergruppe', other: 'Untergruppen' }),
    backToSearch: 'Zurück zu deiner Suche',
    join: 'Mitmachen',
    joinOn: (service) => `Mitmachen über ${service}`,
    joining: {
      open: 'offen für Neue',
      until: (day) => `Einstieg bis ${day}`,
      opens: (day) => `Einstieg ab ${day}`,
      closed: 'nimmt gerade niemanden auf',
    },
    similar: 'Ähnliche Gruppen',
  },

  shortlist: {
    title: 'Merkliste',
    saved: (_clubs, shown) => `${shown} gemerkt`,
    view: 'Ansehen',
    put: (club) => `${club} merken`,
    save: 'Merken',
    isSaved: 'Gemerkt',
    full: 'Deine Merkliste ist voll (50 Gruppen). Entferne zuerst eine andere Gruppe.',
    notKept: 'Dein Browser konnte die Merkliste nicht speichern.',
    gone: (clubs) =>
      `${count(clubs, { one: 'Gruppe auf dieser Liste', other: 'Gruppen auf dieser Liste' })} gibt es nicht mehr.`,
    none: 'Diese Liste ist leer',
    howTo:
      'Tippe auf den Stern einer Gruppe, um sie dir zu merken. Die Merkliste bleibt in diesem Browser, ein Konto brauchst du nicht.',
    toList: 'In allen Gruppen stöbern',
    compare: 'Vergleichen',
    compareOne: (club) => `${club} vergleichen`,
    compareHint: 'Wähle bis zu vier Gruppen zum Vergleichen aus.',
    copy: 'Link kopieren',
    copied: 'Link kopiert. Wer ihn öffnet, sieht diese Gruppen.',
    notCopied: 'Der Link konnte nicht kopiert werden. Kopiere ihn aus der Adresszeile.',
    print: 'Drucken',
    add: 'Auf meine Merkliste setzen',
    added: 'Diese Gruppen stehen jetzt auf deiner Merkliste.',
    drop: 'Gelöschte Gruppen von meiner Merkliste entfernen',
    dropped: 'Die gelöschten Gruppen stehen nicht mehr auf deiner Merkliste.',
  },

  compare: {
    title: 'Gruppen vergleichen',
    none: 'Du hast keine Gruppen ausgewählt. Wähle bis zu vier auf deiner Merkliste aus.',
    back: 'Zurück zur Merkliste',
  },

  clubForm: {
    alike: 'Ähnliche Gruppen:',
    alikeBy: {
      name: 'ähnlicher Name',
      initials: 'gleiche Anfangsbuchstaben',
      contact: 'gleicher Kontakt',
      website: 'gleiche Website',
    },
    newTitle: 'Neue Gruppe',
    editTitle: (name) => `${name} bearbeiten`,
    onlyName: 'Nur der Name ist Pflicht.',
    contactWays: {
      '': 'Standard dieser Website',
      both: 'Adresse und Formular',
      form: 'Nur Formular',
      address: 'Nur Adresse',
    },
    groups: {
      texts: 'Vorstellung',
      joining: 'Termine, Treffpunkt und Mitmachen',
      contact: 'Kontakt und Links',
      directory: 'Im Verzeichnis',
    },
    limit: (limit) => `Höchstens ${number(limit)} Zeichen.`,
    yesNo: { '': 'Keine Angabe', true: 'Ja', false: 'Nein' },
    faintLogo: 'Ein großer Teil des Logos ist hell und auf Weiß kaum zu sehen. Lade es besser mit Hintergrund hoch.',
    removeLogo: 'Logo entfernen',
    save: 'Speichern',
    back: 'Zurück zur Gruppe',
    notSaved: 'Nicht gespeichert',
    chooseLogoAgain: 'Auch die Logodatei musst du noch einmal auswählen.',
    of: (label, said) => `${label}: ${said}`,
    preview: {
      title: 'Vorschau',
      heading: 'Vorschau auf Deutsch',
      onList: 'In der Liste der Gruppen',
      onPage: 'Auf der Seite der Gruppe',
      noName: 'Name der Gruppe',
      logoChosen: 'Klicke auf „Vorschau“, um das neue Logo zu sehen.',
    },
    script: {
      left: { one: 'Noch {count} Zeichen', other: 'Noch {count} Zeichen' },
      over: { one: '{count} Zeichen zu viel', other: '{count} Zeichen zu viel' },
      signedOut: 'Du bist nicht mehr angemeldet. Melde dich an und speichere dann hier noch einmal.',
      signIn: 'Anmelden (neuer Tab)',
      notAllowed: 'Du darfst das nicht mehr ändern. Kopiere deinen Text, bevor du diese Seite verlässt.',
      gone: 'Diese Gruppe wurde gelöscht. Kopiere deinen Text, bevor du diese Seite verlässt.',
      failed: 'Es ist unklar, ob gespeichert wurde. Sieh nach, bevor du es noch einmal versuchst.',
      noPreview: 'Die Vorschau konnte nicht geladen werden. Versuch es gleich noch einmal.',
    },
    conflict: {
      title: 'Diese Gruppe wurde geändert, seit du sie geöffnet hast',
      last: 'Letzte Änderung:',
      text: 'Deine Änderungen sind noch nicht gespeichert. Wenn du noch einmal speicherst, ersetzen sie die aktuellen Werte, die daneben stehen.',
      disputed: (fields) => `Im Widerspruch zu deinen Änderungen: ${fields.join(', ')}.`,
      whichLogo: 'Welches Logo soll es sein?',
      mineLogo: 'Deine Auswahl (noch nicht gespeichert)',
      logoNow: 'Aktuelles Logo',
      now: 'Aktueller Wert:',
    },
    kept: (fields) => `Was jemand anderes inzwischen geändert hat, ist so geblieben: ${fields.join(', ')}.`,
    deleteTitle: (name) => `${name} löschen`,
    deleteText: (name) => `Du kannst die Gruppe später wiederherstellen. Gib zur Bestätigung ihren Namen ein: ${name}`,
    deleteSubmit: 'Gruppe löschen',
  },

  clubTools: {
    label: 'Gruppe verwalten',
    edit: 'Bearbeiten',
    confirm: 'Als geprüft markieren',
    confirmed: 'Heute geprüft',
    conflict: 'Diese Gruppe wurde geändert, seit du die Seite geöffnet hast. Sieh sie dir noch einmal an.',
    history: 'Verlauf',
    officers: 'Verantwortliche',
    merge: 'Zusammenführen\u00a0…',
    delete: 'Löschen',
    open: (day) => `Bis zum ${day} Neue aufnehmen`,
    close: 'Keine Neuen mehr aufnehmen',
  },

  history: {
    title: (name) => `Verlauf: ${name}`,
    officersCannot: 'Nur der Vorstand kann eine frühere Version wiederherstellen.',
    none: 'Noch keine Änderungen.',
    older: 'Ältere',
    newest: 'Neueste',
    what: { created: 'Angelegt', changed: 'Geändert', deleted: 'Gelöscht' },
    unknownUser: 'Unbekanntes Konto',
    byEmailLink: 'über einen Link per E-Mail',
    byLink: 'über den Link der jährlichen Rückmeldung',
    by: (name) => `von ${name}`,
    notes: { 'sample clubs': 'Beispielgruppen', 'yearly confirmation': 'jährliche Rückmeldung' },
    allFields: (fields) => `${count(fields, { one: 'Feld', other: 'Felder' })} anzeigen`,
    before: 'Vorher',
    after: 'Nachher',
    added: 'hinzugefügt:',
    removed: 'entfernt:',
    skipped: 'unveränderter Text',
    empty: 'leer',
    current: 'Das ist die aktuelle Version.',
    restore: 'Diese Version wiederherstellen',
    restoreBefore: 'Version vor dem Löschen wiederherstellen',
    aboutRestore: 'Das Wiederherstellen ersetzt alle Angaben der Gruppe, auch Name, Status und Logo.',
    notDone: 'Es wurde nichts geändert',
    issues: {
      taken: 'Eine andere Gruppe heißt inzwischen so. Benenne sie zuerst um.',
      loop: 'Eine Gruppe, zu der diese Gruppe gehörte, gehört inzwischen selbst zu ihr. Ordne zuerst eine der beiden anders zu.',
      invalid: 'Diese Version lässt sich nicht wiederherstellen.',
      notSure: 'Du hast das Entfernen nicht bestätigt. Geh zurück und setze das Häkchen.',
      current: 'Diese Angabe steht noch auf der Seite der Gruppe. Ändere sie dort zuerst.',
      gone: 'Im Verlauf steht diese Angabe nicht. Vielleicht wurde sie schon entfernt.',
      deleted: 'Diese Gruppe wurde gelöscht. Der Vorstand kann sie wiederherstellen.',
      conflict:
        'Es wurde nichts gespeichert, weil jemand anderes inzwischen etwas geändert hat. Prüfe die aktuellen Angaben und versuch es noch einmal.',
    },
    toHistory: 'Zurück zum Verlauf',
    removal: {
      ofValue: 'Eine Angabe endgültig entfernen',
      ofName: 'Diesen Namen endgültig aus dem Verlauf entfernen',
      value: 'Angabe',
      choice: (field, side, text) => `${field}, ${side}: ${text}`,
      sure: 'Aus dem gesamten Verlauf entfernen. Das lässt sich nicht rückgängig machen.',
      submit: 'Endgültig entfernen',
      removed: 'Endgültig entfernt',
      partly:
        'Einige Angaben wurden endgültig entfernt. Rückgängigmachen und Wiederherstellen ändern diese Felder nicht.',
    },
  },

  done: {
    clubCreated: 'Gruppe angelegt. Sie ist jetzt öffentlich.',
    clubSaved: 'Gespeichert und als heute geprüft markiert.',
    logoFaint:
      'Gespeichert. Ein großer Teil des Logos ist hell und auf Weiß kaum zu sehen: Lade es besser mit Hintergrund hoch.',
    cellSaved: 'Gespeichert.',
    clubConfirmed: 'Als heute geprüft markiert. Danke!',
    clubRestored: 'Gruppe wiederhergestellt.',
    removedForGood: 'Endgültig aus dem Verlauf entfernt. In vorhandenen Backups ist die Angabe noch enthalten.',
    clubsChanged: ({ changed, already }) =>
      `${count(changed, GROUPS)} geändert.${already > 0 ? ` ${count(already, GROUPS)} unverändert.` : ''}`,
    clubDeleted: 'Gruppe gelöscht. Von dieser Liste aus kannst du sie wiederherstellen.',
    importDropped: 'Import verworfen. Keine Gruppe wurde geändert.',
    termForgotten: 'Suchbegriff entfernt.',
    proposalAccepted: 'Gruppe angelegt. Jetzt kannst du ihre Seite vervollständigen.',
    messagesClosed: 'Als erledigt markiert.',
    messagesReopened: 'Wieder offen.',
    messagesDeleted: 'Endgültig gelöscht.',
    clubsAsked: ({ changed, already }) =>
      `${count(changed, GROUPS)} zur jährlichen Rückmeldung hinzugefügt.${already > 0 ? ` ${count(already, GROUPS)} unverändert.` : ''}`,
    roundStarted: 'Die jährliche Rückmeldung läuft. Verschicke jetzt die E-Mails oder die Links.',
    roundMoved: 'Frist geändert.',
    roundEmailsStarted: 'Die E-Mails werden verschickt. Lade die Seite neu, um den Fortschritt zu sehen.',
    roundEnded: 'Jährliche Rückmeldung beendet.',
    stepUndone: 'Änderung rückgängig gemacht.',
    clubsMerged: 'Gruppen zusammengeführt. Die alte Adresse führt jetzt hierher.',
    officerAdded: 'Die Person ist jetzt für die Gruppe verantwortlich.',
    officerRemoved: 'Die Person ist nicht mehr für die Gruppe verantwortlich.',
    invitationWithdrawn: 'Einladung zurückgezogen.',
    userChanged: 'Rechte gespeichert.',
    userPersonChanged: 'Name und E-Mail-Adresse gespeichert.',
    identityUnlinked: 'Uni-Account getrennt. Dieses Konto ist jetzt überall abgemeldet.',
    userSessionsEnded: 'Dieses Konto ist jetzt überall abgemeldet.',
    userDeleted: 'Konto gelöscht.',
    passwordChanged: 'Passwort geändert. Auf allen anderen Geräten bist du jetzt abgemeldet.',
    providerJoined: 'Uni-Account verknüpft. Du kannst dich jetzt damit anmelden.',
    otherSessionsEnded: 'Auf allen anderen Geräten bist du jetzt abgemeldet.',
  },

  deletedClubs: {
    title: 'Gelöschte Gruppen',
    none: 'Keine gelöschten Gruppen.',
    number: (id) => `Nr.\u00a0${id}`,
    intro: 'Eine Gruppe wird so wiederhergestellt, wie sie vor dem Löschen war, aber ohne ihre Verantwortlichen.',
    restore: 'Gruppe wiederherstellen',
    restoreOf: (name) => `Gruppe wiederherstellen: ${name}`,
    back: 'Zurück zu den gelöschten Gruppen',
  },

  notes: {
    toReport: 'Fehler melden',
    reportTitle: (name) => `Fehler melden: ${name}`,
    reportIntro: 'Deine Nachricht geht an den Vorstand. Du brauchst kein Konto, und nichts davon wird veröffentlicht.',
    topic: 'Was stimmt nicht?',
    topics: {
      inactive: 'Die Gruppe gibt es nicht mehr',
      contact: 'Website oder Kontakt funktioniert nicht',
      text: 'Eine Angabe ist falsch oder veraltet',
      twice: 'Die Gruppe ist doppelt eingetragen',
      other: 'Etwas anderes',
      newContact: 'Kontakt ändern oder entfernen (über einen Bearbeitungslink)',
    },
    noTopic: 'Bitte wähle etwas aus.',
    message: 'Was genau?',
    messageHint: 'Was müsste dort stehen, und woher weißt du das?',
    sender: 'Deine E-Mail-Adresse',
    senderHint:
      'Nur, wenn du eine Antwort möchtest. Sie wird nicht veröffentlicht und zusammen mit der Nachricht gelöscht.',
    trap: 'Lass dieses Feld leer',
    send: 'Absenden',
    sentTitle: 'Danke!',
    sentText: 'Deine Nachricht ist beim Vorstand.',
    toPropose: 'Gruppe vorschlagen',
    missingClub: 'Fehlt eine Gruppe?',
    proposeIntro: 'Der Vorstand prüft jeden Vorschlag. Du brauchst kein Konto, und nur der Name ist Pflicht.',
    proposeMessage: 'Nachricht an den Vorstand',
    proposeMessageHint: 'Wer bist du, und woher kennst du die Gruppe? Das wird nicht veröffentlicht.',
    contactHint: 'Eine E-Mail-Adresse oder Webseite der Gruppe. Sie wird veröffentlicht.',
    seeTaken: 'Gruppen mit diesem Namen ansehen',
    notSent: 'Deine Nachricht konnte nicht verschickt werden. Versuch es gleich noch einmal.',
    slowed: (minutes) =>
      `Es wurden zu viele Nachrichten verschickt. Versuch es in ${count(minutes, MINUTES)} noch einmal.`,
    full: 'Beim Vorstand liegen gerade zu viele Nachrichten. Versuch es in ein paar Tagen noch einmal.',
  },

  editLink: {
    toEdit: 'Deine Gruppe? Seite bearbeiten',
    title: 'Seite deiner Gruppe bearbeiten',
    intro:
      'Gib die E-Mail-Adresse ein, die als Kontakt der Gruppe eingetragen ist, oder die einer verantwortlichen Person. Du bekommst einen Link, mit dem du die Seite ohne Konto bearbeiten kannst.',
    send: 'Link anfordern',
    sent: (email) =>
      `Wenn ${email} zu einer Gruppe gehört, ist der Link unterwegs. Er gilt eine Stunde. Ist nach zehn Minuten nichts da, sieh im Spam-Ordner nach oder schreib dem Vorstand.`,
    over: 'Bearbeitungslinks gelten eine Stunde und nur für die Gruppen der jeweiligen Adresse.',
    again: 'Neuen Link anfordern',
    listTitle: 'Deine Gruppen',
    listIntro: (email, clubs) => `${count(clubs, GROUPS)} mit der Adresse ${email}. Welche möchtest du bearbeiten?`,
    about: 'Mit dem Speichern werden deine Änderungen veröffentlicht, und die Seite gilt als bestätigt.',
    saved: (club) => `Deine Änderungen an „${club}“ sind gespeichert.`,
    newContact: 'Einen neuen Kontakt prüft der Vorstand, bevor er veröffentlicht wird.',
    requested: (contact) =>
      contact === ''
        ? 'Der Vorstand prüft, ob der Kontakt entfernt werden kann.'
        : `Der Vorstand prüft den neuen Kontakt (${contact}).`,
  },

  clubMessage: {
    title: (club) => `Nachricht an ${club}`,
    intro: 'Deine Nachricht geht per E-Mail an die Gruppe. Auf dieser Website wird sie nicht gespeichert.',
    name: 'Dein Name (freiwillig)',
    message: 'Nachricht',
    senderHint: 'An diese Adresse antwortet dir die Gruppe.',
    sent: (club) => `Deine Nachricht an ${club} ist verschickt.`,
    failed:
      'Deine Nachricht konnte der Gruppe nicht zugestellt werden. Kopiere deinen Text oder versuch es später noch einmal.',
    subject: (club, site) => `Nachricht an ${club} über „${site}“`,
    from: (sender, club) => `${sender} schreibt an ${club}:`,
    why: (club, page) =>
      `Diese Nachricht bekommst du, weil deine Adresse als Kontakt von „${club}“ eingetragen ist: ${page}. Wenn du antwortest, geht deine Antwort direkt an die Person, die geschrieben hat.`,
    off: (link) =>
      `Wenn ihr das Formular abschalten wollt, ändert „Kontakt für Interessierte“ auf der Seite eurer Gruppe: ${link}`,
  },

  inbox: {
    title: 'Posteingang',
    titleWith: (open) => (open === 0 ? 'Posteingang' : `Posteingang (${number(open)})`),
    intro: 'Gemeldete Fehler und vorgeschlagene Gruppen.',
    views: { label: 'Nachrichten', open: 'Offen', closed: 'Erledigt' },
    result: (messages) => count(messages, { one: 'Nachricht', other: 'Nachrichten' }),
    kept: 'Erledigte Nachrichten werden nach 90 Tagen gelöscht.',
    kinds: { report: 'Fehler', proposal: 'Vorgeschlagene Gruppe' },
    answer: 'Antwort an:',
    doneBy: (name, time) => (name === '' ? `Erledigt am ${time}` : `Erledigt am ${time} von ${name}`),
    choose: (name) => `Nachricht zu ${name} auswählen`,
    accept: 'Gruppe anlegen',
    acceptOf: (name) => `Gruppe anlegen: ${name}`,
    change: 'Gruppe bearbeiten',
    useContact: (contact) => (contact === '' ? 'Kontakt entfernen' : `${contact} als Kontakt übernehmen`),
    close: 'Als erledigt markieren',
    reopen: 'Wieder öffnen',
    delete: 'Endgültig löschen',
    aboutDelete: 'Die ausgewählten Nachrichten werden sofort gelöscht. Das lässt sich nicht rückgängig machen.',
    deleteSubmit: 'Nachrichten löschen',
    chosen: 'Ausgewählte Nachrichten:',
    about: 'Thema',
    aboutAnything: 'Alle Themen',
    noneChosen: 'Du hast keine Nachricht ausgewählt. Geh zurück und wähle mindestens eine aus.',
    refused: (name, why) => `„${name}“ konnte nicht angelegt werden. ${why}`,
  },

  board: {
    sections: 'Vorstand',
    history: 'Alle Änderungen',
    historyIntro:
      'Alle Änderungen, die neuesten zuerst. Jede lässt sich rückgängig machen, außer wenn etwas aus dem Verlauf entfernt wurde.',
    kinds: {
      create: 'Neue Gruppe',
      edit: 'Bearbeitung',
      delete: 'Löschung',
      restore: 'Wiederherstellung',
      confirm: 'Bestätigung',
      import: 'Import',
      undo: 'Rückgängig gemacht',
      bulk: 'Sammeländerung',
      merge: 'Zusammenführung von zwei Gruppen',
      remove: 'Aus dem Verlauf entfernt',
      words: 'Suchbegriff',
      site: 'Website',
      other: 'Außerhalb der Website geändert',
    },
    created: (clubs) => `${count(clubs, GROUPS)} angelegt`,
    changed: (clubs) => `${count(clubs, GROUPS)} geändert`,
    deleted: (clubs) => `${count(clubs, GROUPS)} gelöscht`,
    nothing: 'Keine Gruppe geändert.',
    wordMeans: (term, meaning) =>
      meaning ? `„${term}“ steht jetzt auch für „${meaning}“` : `„${term}“ steht nur noch für sich selbst`,
    stepTitle: (kind, number) => `${kind} (Nr.\u00a0${number})`,
    toStep: 'Zurück zur Änderung',
    undoes: (time) => `Macht die Änderung vom ${time} rückgängig`,
    undoneBy: (time) => `Rückgängig gemacht am ${time}`,
    undoneInPart: (undone, clubs, time) =>
      `Für ${number(undone)} von ${count(clubs, GROUPS)} rückgängig gemacht, zuletzt am ${time}`,
    isGone: 'Diese Gruppe wurde gelöscht.',
    undo: 'Diese Änderung rückgängig machen',
    undoTitle: (title) => `Rückgängig machen: ${title}`,
    undoIntro: 'Diese Änderung wird rückgängig gemacht. Spätere Änderungen an anderen Feldern bleiben erhalten.',
    undoMerge:
      'Beide Gruppen bekommen ihre Angaben zurück, die zweite auch ihre Adresse. Verantwortliche, Einladungen, Nachrichten und Links der jährlichen Rückmeldung bleiben bei der Gruppe, zu der sie gewechselt sind.',
    undoReverted: (clubs) => `Bei ${count(clubs, GROUPS)} wird die Änderung rückgängig gemacht.`,
    undoOptional: (clubs) =>
      `${count(clubs, { one: 'Gruppe wurde', other: 'Gruppen wurden' })} danach noch geändert: Dort bleibt alles, wie es ist, außer du setzt das Häkchen.`,
    undoBlocked: (clubs) => `Bei ${count(clubs, GROUPS)} geht das nicht.`,
    revertChanged: (clubs) =>
      `Auch rückgängig machen, wo später noch etwas geändert wurde (${count(clubs, GROUPS)}). Diese späteren Änderungen gehen verloren.`,
    undoNothing:
      'Es gibt nichts rückgängig zu machen: Alles ist so wie vor dieser Änderung oder wurde danach noch einmal geändert.',
    nothingReverted: 'Es wurde nichts rückgängig gemacht, weil nichts ausgewählt war.',
    undone: { deleted: 'wird gelöscht', restored: 'wird wiederhergestellt', changed: 'wird geändert' },
    skipped: 'bleibt unverändert',
    blocked: 'lässt sich nicht rückgängig machen',
    changedSince: (what) => `Später geändert: ${what}`,
    afterwards: 'Danach',
    andMore: (clubs) => `und ${number(clubs)} weitere`,
    officers: (people) => count(people, { one: 'verantwortliche Person', other: 'Verantwortliche' }),
    invitations: (people) => count(people, { one: 'offene Einladung', other: 'offene Einladungen' }),
    issues: {
      gone: 'Diese Gruppe wurde später gelöscht. Mach zuerst das Löschen rückgängig.',
      notAllowed:
        'Um Gruppen zu löschen oder wiederherzustellen, brauchst du das Recht „Gruppen löschen und wiederherstellen“.',
      unknownParent: (parent) => `Die übergeordnete Gruppe „${parent}“ wurde gelöscht. Stelle sie zuerst wieder her.`,
    },
    pageOf: (page, pages) => `Seite ${number(page)} von ${number(pages)}`,
    previousClubs: 'Vorige Gruppen',
    nextClubs: 'Nächste Gruppen',
  },

  clubTable: {
    heading: 'Gruppen verwalten',
    title: (page) => (page > 1 ? `Gruppen verwalten (Seite ${number(page)})` : 'Gruppen verwalten'),
    anyCategory: 'Alle Kategorien',
    missingInformation: 'Fehlende Angaben',
    missing: 'Nur Gruppen ohne',
    lacks: { confirmation: 'Bestätigung im letzten Jahr', answer: 'Rückmeldung in diesem Jahr' },
    show: 'Filtern',
    showAll: 'Filter zurücksetzen',
    result: (clubs, isFiltered) => (isFiltered ? `${count(clubs, GROUPS)} mit diesen Filtern` : count(clubs, GROUPS)),
    export: 'Als CSV herunterladen',
    caption:
      'Klicke auf einen Namen, um die Gruppe zu bearbeiten. Die Tabelle lässt sich nach Name, letzter Bestätigung und letzter Änderung sortieren.',
    changed: 'Zuletzt geändert',
    day: (date) => day(date),
    never: 'nie',
    nothing: 'keine Angabe',
    choose: (name) => `${name} auswählen`,
    all: 'Alle',
    chooseAll: 'Alle auf dieser Seite auswählen',
    none: 'Keine',
    chooseNone: 'Auswahl aufheben',
    cell: { change: (field, name) => `Bearbeiten: ${field}, ${name}`, cancel: 'Abbrechen' },
    bulk: {
      heading: 'Mehrere Gruppen ändern',
      chosen: 'Ausgewählte Gruppen',
      filtered: (clubs, isFiltered) =>
        isFiltered
          ? `Alle Gruppen mit diesen Filtern, auf allen Seiten (${number(clubs)})`
          : `Alle Gruppen (${number(clubs)})`,
      action: 'Aktion',
      goOn: 'Weiter',
      asksFirst: 'Bevor sich etwas ändert, siehst du noch einmal alle Gruppen.',
      actions: {
        activate: 'Auf aktiv setzen',
        deactivate: 'Auf inaktiv setzen',
        add_category: 'Kategorie hinzufügen',
        remove_category: 'Kategorie entfernen',
        set_category: 'Kategorien ersetzen',
        move_category: 'In eine andere Kategorie verschieben',
        confirm: 'Als aktuell bestätigen',
        ask: 'Zur jährlichen Rückmeldung hinzufügen',
        merge: 'Zwei Gruppen zusammenführen\u00a0…',
      },
      about: {
        move_category:
          'Bei diesen Gruppen ersetzt diese Kategorie die, nach der du gefiltert hast. Ihre anderen Kategorien bleiben.',
        deactivate: 'Diese Gruppen werden inaktiv. Die Liste zeigt sie dann nur noch auf Wunsch.',
        confirm: 'Du bestätigst, dass die Angaben zu diesen Gruppen heute stimmen.',
        ask: 'Diese Gruppen sollen ihre Seite prüfen. Verschickt wird noch nichts.',
      },
      already: (clubs) => `${count(clubs, GROUPS)} unverändert.`,
      noChange: 'Bei allen diesen Gruppen ist das schon so.',
      categoryHint: 'Trenne mehrere mit Semikolon: Sport; Outdoor.',
      several: 'Gib nur eine Kategorie an, ohne Semikolon.',
      full: 'Es wurde nichts geändert, weil eine Gruppe sonst zu viele Kategorien hätte.',
      submit: 'Anwenden',
      back: 'Zurück zur Tabelle',
      noneChosen: 'Du hast keine Gruppen ausgewählt. Geh zurück und wähle aus, welche du ändern willst.',
      noneThere: 'Diese Gruppen gibt es nicht mehr.',
      notTwo: 'Zum Zusammenführen braucht es genau zwei Gruppen. Geh zurück und wähle zwei aus.',
    },
  },

  round: {
    heading: 'Jährliche Rückmeldung',
    title: (which, page) =>
      `Jährliche Rückmeldung${which === null ? '' : `: ${which}`}${page > 1 ? ` (Seite ${number(page)})` : ''}`,
    intro:
      'Einmal im Jahr bittest du hier alle Gruppen, ihre Seite zu prüfen: Starte die Rückmeldung, verschicke die E-Mails oder Links und beende sie später wieder.',
    start: 'Jährliche Rückmeldung starten',
    wouldAsk: (clubs) =>
      `Alle aktiven Gruppen sind dabei (${number(clubs)}). Verschickt wird noch nichts. Weitere Gruppen kannst du unter „Gruppen verwalten“ hinzufügen.`,
    endsOn: 'Rückmeldung bis',
    endsOnHint: 'Frühestens morgen, spätestens in einem Jahr.',
    endDayInvalid: 'Gib ein Datum zwischen morgen und heute in einem Jahr an, z.\u00a0B. 15.01.2027.',
    noClubs: 'Es gibt keine aktiven Gruppen.',
    since: (begun, name) => `Gestartet am ${begun}${name === null ? '' : ` von ${name}`}.`,
    startsNew: 'Gerade läuft keine jährliche Rückmeldung. Damit startest du eine nur für diese Gruppen.',
    until: (last) => `Die Links gelten bis zum ${last}.`,
    isOver: (last) =>
      `Die Links sind am ${last} abgelaufen. Beende die jährliche Rückmeldung oder verlängere die Frist.`,
    answered: (clubs, all) => `${number(clubs)} von ${count(all, GROUPS)} ${clubs === 1 ? 'hat' : 'haben'} geantwortet`,
    states: 'Gruppen nach Antwort',
    state: {
      unanswered: 'Keine Antwort',
      unreachable: 'Nicht erreichbar',
      confirmed: 'Bestätigt',
      updated: 'Aktualisiert',
      failed: 'E-Mail nicht verschickt',
    },
    emails: 'E-Mails',
    emailsAbout:
      'Die E-Mails gehen an Verantwortliche mit bestätigter Adresse, sonst an den Kontakt der Gruppe. Jede Gruppe bekommt höchstens eine am Tag.',
    emailsSent: (clubs, last) => `An ${count(clubs, GROUPS)} verschickt, zuletzt am ${last}.`,
    noEmailsSent: 'Noch keine E-Mails verschickt.',
    emailsFailed: (clubs) => `Bei ${count(clubs, GROUPS)} hat es nicht geklappt. Prüfe die Adressen.`,
    showClubs: 'Diese Gruppen anzeigen',
    refresh: 'Neu laden',
    emailsUnderWay: (clubs) => `E-Mails werden verschickt, noch ${number(clubs)}. Du kannst diese Seite verlassen.`,
    sendEmails: (clubs) => `E-Mail an ${count(clubs, GROUPS)} verschicken`,
    noneDue:
      'Keine E-Mails zu verschicken: Diese Gruppen haben keine Adresse oder haben in den letzten 24 Stunden schon eine bekommen.',
    noMailServer: 'Diese Website kann keine E-Mails verschicken. Verschicke die Links selbst.',
    linksAbout: 'Jeder Link gilt für eine Gruppe und braucht kein Konto. Gib ihn nur an diese Gruppe weiter.',
    linksFile: (clubs) => `Links von ${count(clubs, GROUPS)} als CSV-Datei herunterladen`,
    columns: {
      club: 'Gruppe',
      link: 'Link',
      officers: 'Verantwortliche',
      addresses: 'Adressen',
      contact: 'Kontakt',
      asked: 'letzte E-Mail',
    },
    change: 'Frist ändern',
    moveAbout: 'Die neue Frist gilt auch für Links, die schon verschickt sind.',
    clubs: 'Gruppen',
    which: 'Nach Antwort filtern',
    officers: (names) => `Verantwortliche: ${names === '' ? 'keine' : names}`,
    writesTo: (addresses) => `E-Mail an: ${addresses}`,
    asked: (last) => (last === null ? 'Noch keine E-Mail verschickt' : `Letzte E-Mail am ${last}`),
    failedOn: (last) => `Am ${last} konnte eine E-Mail nicht verschickt werden`,
    linkOf: (club) => `Link für „${club}“:`,
    confirmedOn: (last) => `Bestätigt am ${last}`,
    end: {
      heading: 'Jährliche Rückmeldung beenden',
      about: 'Damit werden alle Links ungültig.',
      allAnswered: 'Alle Gruppen haben geantwortet.',
      unanswered: (clubs) =>
        `${count(clubs, { one: 'Gruppe hat', other: 'Gruppen haben' })} nicht geantwortet. An ihren Seiten ändert sich durch das Beenden nichts.`,
      deactivate: 'Diese Gruppen zuerst auf inaktiv setzen',
    },
    link: {
      title: (club) => `Stimmt die Seite von „${club}“ noch?`,
      thanksTitle: (club) => `Danke! Die Seite von „${club}“ ist geprüft`,
      updatedTitle: (club) => `Danke! Deine Änderungen an „${club}“ sind gespeichert`,
      intro: (association, last) =>
        `Einmal im Jahr bitten wir (${association}) alle Gruppen, ihre Seite zu prüfen. Antworte bitte bis zum ${last}. Ein Konto brauchst du nicht.`,
      toAnswer: 'Zu deiner Antwort',
      answer: 'Deine Antwort',
      later: 'Fehlt etwas, oder stimmt etwas nicht?',
      lacks: (fields) => `Noch nicht ausgefüllt: ${fields}.`,
      add: 'Angaben ergänzen',
      stillRight: 'Stimmt alles noch',
      edit: 'Seite bearbeiten',
      thanks: (last) => `Die Seite wurde am ${last} geprüft. Du kannst sie weiterhin bearbeiten.`,
      thanksUpdated: (last) => `Deine Änderungen sind online. Die Seite wurde am ${last} geprüft.`,
      editAbout: (last) =>
        `Mit dem Speichern werden deine Änderungen veröffentlicht, und die Seite gilt als bestätigt. Du kannst bis zum ${last} speichern.`,
      typed: 'Es wurde nichts gespeichert. Kopiere deinen Text und schick ihn dem Vorstand.',
      over: 'Dieser Link ist abgelaufen',
      overText: (club) => `Melde dich beim Vorstand, wenn du die Seite von „${club}“ ändern möchtest.`,
      ask: 'Beim Vorstand melden',
      toClub: (club) => `„${club}“ ansehen`,
    },
    askedUntil: (association, last) =>
      `${association} bittet alle Gruppen um ihre jährliche Rückmeldung. Prüfe diese Seite bis zum ${last}.`,
  },

  officers: {
    title: (name) => `Verantwortliche: ${name}`,
    intro:
      'Verantwortliche können diese Gruppe bearbeiten. Nur den Namen, den Status und die übergeordnete Gruppe ändert der Vorstand.',
    none: 'Noch keine Verantwortlichen.',
    remove: 'Entfernen',
    removeOfficer: (name) => `${name} als verantwortliche Person entfernen`,
    add: 'Person hinzufügen',
    addSubmit: 'Hinzufügen',
    addIntro: 'Wer ein Konto hat, ist sofort verantwortlich. Alle anderen bekommen eine Einladung.',
    invite: 'Weitere Verantwortliche einladen',
    mayInvite: 'Du kannst weitere Verantwortliche einladen. Entfernen kann sie nur der Vorstand.',
  },

  forms: {
    missing: 'Bitte fülle dieses Feld aus.',
    noEmail: 'Gib eine E-Mail-Adresse ein, z.\u00a0B. name@example.org.',
    tooShort: (least) => `Nimm mindestens ${number(least)} Zeichen.`,
    guessable: 'Dieses Passwort ist leicht zu erraten. Nimm mehrere Wörter, die nichts miteinander zu tun haben.',
    tooLong: 'Das ist zu lang.',
    taken: 'Mit dieser E-Mail-Adresse gibt es schon ein Konto. Nimm eine andere Adresse.',
  },

  accounts: {
    name: 'Dein Name',
    email: 'E-Mail-Adresse',
    password: 'Passwort',
    newPassword: 'Neues Passwort',
    passwordHint: (least) =>
      `Mindestens ${number(least)} Zeichen, z.\u00a0B. drei Wörter, die nichts miteinander zu tun haben.`,
    signIn: 'Anmelden',
    signInDescription: 'Für die Verantwortlichen der Gruppen und den Vorstand.',
    wrong: 'E-Mail-Adresse oder Passwort falsch.',
    slowed: (seconds) => `Zu viele Versuche. Versuch es in ${wait(seconds)} noch einmal.`,
    signInByProvider: 'Mit Uni-Account anmelden',
    goingToProvider: 'Weiter zur Anmeldeseite deiner Universität.',
    providerErrors: {
      unreachable: 'Die Anmeldeseite deiner Universität antwortet nicht. Versuch es später noch einmal.',
      failed: 'Die Anmeldung mit deinem Uni-Account hat nicht geklappt. Versuch es noch einmal.',
      cookies:
        'Dein Browser hat das Cookie für diese Anmeldung nicht mitgeschickt. Erlaube Cookies für diese Website und melde dich noch einmal an.',
      emailRefused:
        'Deine Universität hat keine bestätigte E-Mail-Adresse übermittelt, oder diese Website akzeptiert die Domain nicht.',
      unusable:
        'Deine Universität hat eine E-Mail-Adresse oder Kennung übermittelt, mit der diese Website nichts anfangen kann. Wende dich an die Admins.',
      hasPassword:
        'Mit dieser Adresse gibt es schon ein Konto. Melde dich mit dem Passwort an oder wende dich an die Admins.',
      linked: 'Dein Konto oder dein Uni-Account ist schon anderweitig verknüpft. Wende dich an die Admins.',
    },
    forgotten: 'Passwort vergessen?',
    account: 'Dein Konto',
    signedIn: 'Du bist angemeldet',
    accountOf: (name) => `Dein Konto, ${name}`,
    signedInAs: (name, email) => `Du bist als ${name} (${email}) angemeldet.`,
    signOut: 'Abmelden',
    setup: 'Das erste Konto anlegen',
    setupIntro: 'Das ist das Admin-Konto: Es kann alle Gruppen und Konten verwalten.',
    create: 'Konto anlegen',
    reset: 'Passwort zurücksetzen',
    resetByHand: 'Bitte die Admins dieser Website um einen Link zum Zurücksetzen.',
    resetIntro: 'Gib deine E-Mail-Adresse ein. Du bekommst dann einen Link, mit dem du ein neues Passwort festlegst.',
    resetSend: 'Link anfordern',
    resetSent: (email) =>
      `Wenn zu ${email} ein Konto mit Passwort gehört, ist der Link unterwegs. Er funktioniert nur einmal und gilt eine Stunde.`,
    resetExpired: 'Dieser Link ist abgelaufen oder wurde schon benutzt. Fordere einen neuen an.',
    resetSave: 'Neues Passwort speichern',
    resetDone: 'Dein Passwort ist geändert, und du bist überall abgemeldet. Melde dich mit dem neuen Passwort an.',
  },

  account: {
    allowed: (allowed) => `Deine Rechte: ${allowed}.`,
    mayNothing: 'Dein Konto hat noch keine Rechte. Wende dich an die Admins.',
    clubs: 'Deine Gruppen',
    join: 'Uni-Account verknüpfen',
    joinIntro:
      'Danach kannst du dich mit beidem anmelden. Gib dein Passwort ein, um zur Anmeldeseite deiner Universität zu kommen.',
    change: 'Passwort ändern',
    changeIntro: 'Auf allen anderen Geräten wirst du dabei abgemeldet.',
    oldPassword: 'Aktuelles Passwort',
    wrongPassword: 'Das Passwort ist falsch.',
    thisSession: (begun) => `Hier angemeldet seit dem ${day(begun)}`,
    sessionsEnd: 'Überall sonst abmelden',
    data: 'Deine Daten',
    dataIntro: 'Alles, was diese Website zu deinem Konto speichert, als JSON-Datei.',
    dataSubmit: 'Daten herunterladen',
  },

  users: {
    heading: 'Konten',
    title: (page) => (page > 1 ? `Konten (Seite ${number(page)})` : 'Konten'),
    search: 'Name oder E-Mail-Adresse',
    result: (users) => count(users, { one: 'Konto', other: 'Konten' }),
    clubs: (clubs) => `verantwortlich für ${count(clubs, GROUPS)}`,
    lastSeen: (date) => `zuletzt aktiv am ${day(date)}`,
    notSeen: 'abgemeldet',
    mayNothing: 'keine Rechte',
    notVerified: 'Adresse nicht bestätigt',
    notVerifiedMeaning:
      'Die Adresse ist nicht bestätigt: Der Einladungslink wurde von Verantwortlichen der Gruppe weitergegeben.',
    roles: 'Rolle',
    roleNames: { board: 'Vorstand', administrator: 'Admin' },
    roleHints: {
      none: 'Kann nur die eigenen Gruppen bearbeiten.',
      board: 'Kann Gruppen anlegen, bearbeiten und löschen und ihre Verantwortlichen verwalten.',
      administrator: 'Kann außerdem Konten verwalten und die Website anpassen.',
    },
    advanced: 'Erweitert',
    permissions: 'Zusätzliche Rechte',
    permissionNames: {
      'club.add_club': 'Gruppen anlegen',
      'club.change_club': 'Gruppen bearbeiten und ihre Verantwortlichen verwalten',
      'club.delete_club': 'Gruppen löschen und wiederherstellen',
      'auth.change_user': 'Konten verwalten',
    },
    person: 'Name und E-Mail-Adresse',
    personHint: 'Bei jeder Anmeldung mit dem Uni-Account wird beides durch die Angaben der Universität ersetzt.',
    ways: 'Anmeldung',
    byPassword: (since) => `Passwort, seit dem ${day(since)}`,
    byProviderAt: (issuer, since) => `Uni-Account bei ${issuer}, seit dem ${day(since)}`,
    unlink: 'Trennen',
    unlinkOf: (issuer) => `Uni-Account bei ${issuer} trennen`,
    unlinkHint: 'Das Konto wird dabei überall abgemeldet. Danach lässt sich ein anderer Uni-Account verknüpfen.',
    awaitsIdentity: (email) =>
      `Mit diesem Konto kann sich noch niemand anmelden. Der nächste Uni-Account mit der bestätigten Adresse ${email} wird damit verknüpft.`,
    grants: 'Rechte',
    grantsChanged: (now) =>
      `Jemand anderes hat die Rechte inzwischen geändert: ${now || 'keine'}. Prüfe deine Auswahl und speichere noch einmal.`,
    officerOf: 'Verantwortlich für',
    sessions: 'Angemeldete Geräte',
    sessionsNone: 'Nirgends angemeldet.',
    session: (begun, used) => `Angemeldet am ${day(begun)}, zuletzt aktiv am ${day(used)}`,
    sessionsEnd: 'Überall abmelden',
    delete: 'Konto löschen',
    deleteIntro: 'Das lässt sich nicht rückgängig machen. Die Änderungen dieses Kontos bleiben erhalten.',
    deleteEmail: 'E-Mail-Adresse des Kontos zur Bestätigung',
    deleteMismatch: 'Das ist nicht die Adresse des Kontos. Es wurde nichts gelöscht.',
    lastManager: 'Nur dieses Konto kann Konten verwalten. Gib zuerst einem anderen Konto dieses Recht.',
    invite: 'Person einladen',
    inviteIntro: (days) =>
      `Der Einladungslink funktioniert nur einmal und läuft nach ${count(days, DAYS)} ab. Er ersetzt frühere Einladungen an dieselbe Adresse.`,
    inviteSubmit: 'Einladung erstellen',
    emailSent: (email) => `Die Einladung an ${email} ist verschickt.`,
    emailFailed: (email) => `Die E-Mail an ${email} konnte nicht verschickt werden. Gib diesen Link selbst weiter.`,
    copy: 'Link kopieren',
    copied: 'Kopiert',
    invited: (email) => `Dieser Link ist für ${email}. Kopiere ihn jetzt, er wird nur einmal angezeigt.`,
    openInvitations: 'Offene Einladungen',
    openNone: 'Keine offenen Einladungen.',
    openUntil: (until, by) => `Gültig bis zum ${day(until)}, erstellt von ${by}`,
    officerOfClub: (club) => `verantwortlich für „${club}“`,
    withdraw: 'Zurückziehen',
    withdrawOf: (email) => `Einladung an ${email} zurückziehen`,
  },

  invitation: {
    heading: 'Deine Einladung',
    intro: (email) => `Hier kannst du ein Konto für ${email} anlegen.`,
    forClub: (club) => `Damit bist du für „${club}“ verantwortlich und kannst die Seite bearbeiten.`,
    byProvider: 'Lieber mit dem Uni-Account',
    hasAccount: (email) => `Für ${email} gibt es schon ein Konto. Melde dich an, um die Einladung anzunehmen.`,
    otherAccount: (email, other) =>
      `Diese Einladung ist für ${email}, du bist aber als ${other} angemeldet. Melde dich ab und öffne den Link noch einmal.`,
    newAccount: (email, other) =>
      `Du bist als ${other} angemeldet. Wenn du das Konto für ${email} anlegst, wirst du abgemeldet.`,
    acceptIntro: (email) => `Du bist als ${email} angemeldet. Dieses Konto bekommt die neuen Rechte dazu.`,
    accept: 'Einladung annehmen',
    gone: 'Diese Einladung gibt es nicht, sie ist abgelaufen oder wurde schon benutzt. Bitte um eine neue.',
  },

  emails: {
    reset: {
      subject: (site) => `Neues Passwort für „${site}“`,
      paragraphs: (name, site, link) => [
        `Hallo ${name},`,
        `mit diesem Link kannst du ein neues Passwort für dein Konto bei „${site}“ festlegen. Er funktioniert nur einmal und gilt eine Stunde.`,
        link,
        'Wenn du diese E-Mail nicht angefordert hast, kannst du sie ignorieren. Dein Passwort bleibt, wie es ist.',
      ],
    },
    invitation: {
      subject: (site) => `Einladung zu „${site}“`,
      paragraphs: (site, days, link) => [
        'Hallo,',
        `du bist eingeladen, ein Konto bei „${site}“ anzulegen. Dieser Link funktioniert nur einmal und läuft nach ${count(days, DAYS)} ab:`,
        link,
        'Wenn du damit nichts anfangen kannst, ignoriere diese E-Mail einfach.',
      ],
    },
    edit: {
      subject: (site) => `Deine Gruppe bei „${site}“ bearbeiten`,
      paragraphs: (site, link) => [
        'Hallo,',
        `mit diesem Link kannst du die Seiten deiner Gruppen bei „${site}“ bearbeiten. Er gilt eine Stunde.`,
        link,
        'Wenn du diese E-Mail nicht angefordert hast, kannst du sie ignorieren. Es hat sich nichts geändert.',
      ],
    },
    edited: {
      subject: (club) => `Die Seite von „${club}“ wurde geändert`,
      paragraphs: (club, site, page, requested) => [
        'Hallo,',
        `eure Seite wurde geändert: Jemand hat „${club}“ bei „${site}“ über einen Link bearbeitet, der an diese Adresse ging.`,
        page,
        ...requested,
        'Wenn das weder du noch jemand aus eurer Gruppe war, sag dem Vorstand Bescheid. Er kann die Änderung rückgängig machen.',
      ],
    },
    round: {
      subject: (club) => `${club}: Stimmt eure Seite noch?`,
      question: 'Stimmt eure Seite noch?',
      paragraphs: (club, site, last, link) => [
        'Hallo,',
        `einmal im Jahr bitten wir alle Gruppen, ihre Seite bei „${site}“ zu prüfen. Über diesen Link kannst du die Seite von „${club}“ bestätigen oder korrigieren. Ein Konto brauchst du nicht.`,
        link,
        `Der Link gilt bis zum ${last}. Wenn du bei „${club}“ nicht mehr dabei bist, leite diese E-Mail bitte an jemanden aus der Gruppe weiter.`,
        site,
      ],
    },
  },

  clubFields,
  clubHints,
  clubIssues,
  issueInLine,

  logoUpload: {
    failed:
      'Das Logo konnte nicht hochgeladen werden. Wähle die Datei noch einmal aus und speichere in ein paar Sekunden.',
    tooManyBytes: (megabytes) =>
      `Die Datei ist größer als ${number(megabytes)}\u00a0MB. Verkleinere das Bild: 400\u00a0×\u00a0400 Pixel reichen aus.`,
    damaged: 'Die Datei ist leer oder beschädigt. Wähle eine andere.',
    format: 'Die Datei ist kein PNG-, JPEG- oder WebP-Bild. Speichere das Logo in einem dieser Formate.',
    tooManyPixels: (width, height, limit) =>
      `Das Bild hat ${number(width)}\u00a0×\u00a0${number(height)} Pixel, erlaubt sind ${number(limit)}\u00a0×\u00a0${number(limit)}. 400\u00a0×\u00a0400 reichen aus.`,
  },

  errors: {
    403: { title: 'Kein Zugriff', text: 'Dein Konto hat dafür keine Rechte. Wende dich an die Admins.' },
    404: { title: 'Seite nicht gefunden', text: 'Prüfe die Adresse oder suche die Gruppe über ihren Namen.' },
    429: { title: 'Zu viele Anfragen', text: RESEND },
    500: { title: 'Da ist etwas schiefgelaufen', text: 'Der Fehler liegt bei uns. Versuch es gleich noch einmal.' },
    503: {
      title: 'Das Verzeichnis ist gerade nicht erreichbar',
      text: 'Versuch es gleich noch einmal. Falls du ein Formular abgeschickt hast, sieh erst nach, ob es gespeichert wurde.',
    },
    504: {
      title: 'Es ist unklar, ob gespeichert wurde',
      text: 'Die Website hat zu lange gebraucht. Sieh nach, ob deine Änderungen gespeichert sind, bevor du sie noch einmal abschickst.',
    },
    busy: { title: 'Gerade ist viel los', text: RESEND },
    again: 'Noch einmal versuchen',
    look: 'Nachsehen',
    clubList: 'Zu den Gruppen',
    contact: 'Kontakt aufnehmen',
    fromElsewhere: (siteUrl) =>
      `Dieses Formular wurde nicht von ${siteUrl} abgeschickt und deshalb nicht gespeichert. Öffne die Seite dort und schick es noch einmal ab.`,
    notRead:
      'Das Formular konnte nicht gelesen werden und wurde nicht gespeichert. Geh zurück und schick es noch einmal ab.',
    tooLong: 'Das Formular ist zu groß und wurde nicht gespeichert. Geh zurück, kürze es und schick es noch einmal ab.',
    longAddress: 'Diese Adresse ist zu lang.',
    diskFull: 'Der Speicher des Servers ist voll, das Formular wurde nicht gespeichert. Sag den Admins Bescheid.',
  },
};
