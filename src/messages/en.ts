import type { Done, DoneCounts } from './done.ts';
import { clubImport, fileReading, importReport } from './club-import.en.ts';
import { fileFaults } from './file-faults.en.ts';
import type { Locale } from './locales.ts';
import type { Note } from './notes.ts';
import { wordsIn } from './words.ts';

const { number, count, day, language } = wordsIn('en');

const ACTIVE_CLUBS = { one: 'active club', other: 'active clubs' };
const CLUBS = { one: 'club', other: 'clubs' };
const CONFLICT =
  'Someone else changed this in the meantime. Nothing was saved. Check the current values and try again.';
const DONE_BY_OTHER = 'Someone else has already done this. Your selection was not applied.';

const RESULTS = {
  true: ACTIVE_CLUBS,
  false: { one: 'inactive club', other: 'inactive clubs' },
  '': { one: 'club', other: 'clubs' },
};

/** ", page 2 of 50" */
const place = (page: number, pageCount: number) => `, page ${number(page)} of ${number(pageCount)}`;

/** What else than a logo people send, by the name of its kind. */
const FILE_KINDS = {
  SVG: 'an SVG drawing',
  AVIF: 'an AVIF picture',
  HEIC: 'a HEIC picture',
  GIF: 'a GIF picture',
  TIFF: 'a TIFF picture',
  BMP: 'a BMP picture',
  PDF: 'a PDF document',
  HTML: 'a web page',
  text: 'a text',
};

export const en = {
  number,

  language: {
    /** Of the link to the same page in this language. */
    name: 'English',
    /** The same where there is little room. */
    short: 'EN',
    offer: 'This site is in English, too',
    /** On a page whose text is there in another language only. */
    onlyIn: (other: Locale) => `There is no English text of this page yet: it is shown in ${language(other)}.`,
  },

  site: {
    skipLink: 'Skip to the content',
    search: { label: 'Find a club by its name', placeholder: 'Find a club', submit: 'Search' },
    menu: {
      label: 'Site',
      home: 'Home',
      clubs: 'Associations & Clubs',
      clubList: (association: string) => `${association}'s clubs`,
    },
    footer: {
      clubList: 'All clubs',
      association: 'About us',
      contact: 'Contact',
    },
  },

  /** What scripts say. */
  scripts: {
    failure: 'The list could not be loaded.',
    retry: 'Try again',
    close: 'Close the message',
    code: 'Code',
  },

  home: {
    search: 'Find a club by its name',
    submit: 'Search',
    /** Goes on with one of the two below. */
    lookThrough: 'Or look through',
    activeClubs: (clubs: number) => count(clubs, ACTIVE_CLUBS),
    allActiveClubs: 'all active clubs',
    meet: 'Meet a few',
    categories: 'By what they do',
    /** Where a few cannot be shown. */
    instead: 'Meet the clubs in the list',
    surprise: 'Surprise me',
  },

  clubList: {
    title: (page: number) => (page > 1 ? `Club list (page ${number(page)})` : 'Club list'),
    description: 'The list of all clubs existing at the university.',
    heading: 'Club list',
    filters: 'Filters',
    newClub: 'New club',
    views: { label: 'Views of the list', oneByOne: 'One by one', grid: 'Grid' },
    /** What a search came to, without the name that was looked for. A null is no status. */
    result: (clubs: number, status: 'true' | 'false' | '' | null) => count(clubs, RESULTS[status ?? '']),
    /** Follows a result, around the name that was looked for. */
    matching: { before: ' matching ', open: '“', close: '”' },
    place,
    announcement: (result: string, name: string, page: { number: number; count: number } | null) =>
      result + (name && ` matching ${name}`) + (page ? place(page.number, page.count) : ''),
    /** Where somebody has come to who looks at the clubs one by one. */
    announcementOf: (club: string, place: number, places: number) => `${club}, ${number(place)} of ${number(places)}`,
    /** Behind a comma: how many of the other status match too, or instead where none is `listed`. */
    otherStatus: (clubs: number, isActive: boolean, listed: number) => {
      const others = count(clubs, RESULTS[isActive ? 'true' : 'false']);
      return listed === 0 ? `but ${others}` : `${others} too`;
    },
    meant: 'Did you mean:',
    see: 'See also:',
    goOn: 'Go on with:',
    clearName: 'Clear the name',
    chips: { label: 'What filters the list', remove: 'Take off: ', clearAll: 'Clear all' },
    categories: {
      label: 'Categories',
      one: 'Category',
      more: 'More',
      cut: 'Categories of fewer clubs are left out: a search by name shows those of what it finds.',
    },
    invalid: 'This search cannot be made: please check the filters',
    noSuchPage: 'There is no such page',
    pageCount: (pages: number) => `The list has ${count(pages, { one: 'page', other: 'pages' })}.`,
    firstPage: 'Go back to the first page',
    keysHint: <T>(left: T, right: T): (T | string)[] => [left, ' and ', right, ' turn the pages.'],
    keys: {
      left: 'left arrow',
      right: 'right arrow',
      none: 'The arrow keys turn no pages.',
      off: 'Switch off',
      on: 'Switch on',
    },
    loading: 'Still loading…',
  },

  clubSearch: {
    name: 'Name',
    status: 'Club status',
    active: 'Active',
    inactive: 'Inactive',
    all: 'All clubs',
    submit: 'Search',
    /** What a narrow page folds away. */
    more: 'Filters',
    /** Leads to what was found, below them. */
    found: (clubs: number) => `Show ${count(clubs, CLUBS)}`,
    nameTooLong: (limit: number) => `The name must have at most ${number(limit)} characters.`,
    nameWithNul: 'The name must not contain a NUL character.',
    statusUnknown: 'Choose active, inactive or all clubs.',
  },

  pagination: {
    label: 'Pages',
    previous: 'Previous',
    next: 'Next',
    /** Before what they lead to. */
    previousOf: 'Previous:',
    nextOf: 'Next:',
    position: (place: number, places: number) => `${number(place)} of ${number(places)}`,
    page: (page: number) => `Page ${number(page)}`,
  },

  club: {
    inactive: '(inactive)',
    noDescription: 'No description yet',
    see: 'See the club',
    nameWithState: (club: { name: string; isActive: boolean }) =>
      club.isActive ? club.name : `${club.name} (inactive)`,
    logo: (name: string) => `logo ${name}`,
    description: (name: string) => `${name}, a student club at the university.`,
    categories: 'Categories',
    website: 'Website',
    contact: 'Get in touch:',
    links: 'Links',
    /** Before a day. */
    confirmedOn: 'Last confirmed on',
    /** Before a month, where there is little room. */
    confirmedIn: 'Confirmed in',
    facts: 'At a glance',
    about: 'About this club',
    related: 'Related clubs',
    parent: 'Part of',
    children: (clubs: number) => `${count(clubs, { one: 'club', other: 'clubs' })} in it`,
    clubList: 'All clubs',
    /** In the place of that, for whoever has come from a search. */
    backToSearch: 'Back to your search',
    /** Before a category. */
    moreOf: 'More of',
    ways: 'Other clubs, by name',
    /** Before the name of a neighbour in the list of all clubs, whatever led to this one. */
    previousByName: 'Previous by name:',
    nextByName: 'Next by name:',
    /** In the place of what a club says of itself. */
    noText: 'This club has not said anything of itself yet.',
    askThem: 'Ask them: they will be glad to tell you.',
  },

  shortlist: {
    title: 'Shortlist',
    description: 'Clubs that somebody has chosen to look at once more.',
    /** Of the link to one's own, with how many are on it. */
    link: (clubs: string) => `Shortlist (${clubs})`,
    put: (club: string) => `Put ${club} on the shortlist`,
    /** What is seen of that beside a star. */
    word: 'Shortlist',
    full: 'There are 50 clubs on your shortlist, which is as many as it takes. Take one off to put this one on.',
    notKept: 'Your browser could not keep this: the shortlist is as it was.',
    result: (clubs: number) => count(clubs, CLUBS),
    gone: (clubs: number) =>
      `${count(clubs, { one: 'club of this list is', other: 'clubs of this list are' })} not there any more.`,
    cut: 'A list has at most 50 clubs: these are the first 50.',
    none: 'There is no club on this list yet.',
    noneLeft: 'None of the clubs of this list is there any more.',
    /** Where there are stars. */
    howTo:
      'A press of the star of a club puts it on your shortlist. Your browser keeps it: you need no account, and we are not told.',
    toList: 'Look through all clubs',
    compare: 'Compare',
    compareOne: (club: string) => `Compare ${club}`,
    noneChosen: 'No club is chosen yet: “Compare” below a club chooses it.',
    tooManyChosen: 'Only four clubs stand side by side: take one off to go on.',
    compareHint: 'Choose up to four clubs to see them side by side.',
    copy: 'Copy the link',
    copied: 'The link is copied. Whoever opens it sees these clubs.',
    notCopied: 'The link could not be copied: it is the address of this page.',
    print: 'Print',
    add: 'Add these to my shortlist',
    added: 'They are on your shortlist.',
    /** In the place of what would put them there. */
    own: 'This is your shortlist.',
    addedInPart: 'Your shortlist takes 50 clubs and is full: not all of these are on it.',
    /** Of a club that was taken off the visitor's own list, on its page. */
    off: 'Taken off. The star puts it back.',
    drop: 'Take those that are gone off my shortlist',
    dropped: 'They are off your shortlist.',
  },

  compare: {
    title: 'Clubs side by side',
    description: 'A few clubs side by side: what they are, and how to get in touch.',
    cut: 'At most four clubs stand side by side: these are the first four.',
    none: 'No club is chosen. Choose up to four on a shortlist, then compare them.',
    back: 'Back to the shortlist',
    /** In the place of what a club has not said. */
    empty: {
      category: 'None named',
      website: 'None named',
      contact: 'None named',
      confirmed_on: 'Not yet',
      parent_name: 'No other club',
    },
  },

  clubForm: {
    newTitle: 'New club',
    editTitle: (name: string) => `Edit ${name}`,
    description: 'Keeps a club of the directory current.',
    hints: {
      onCard: 'Shown on the card. You can type **bold**, *italic*, - list and [text](https://…).',
      onPage: 'Shown on the page of the club. You can type **bold**, *italic*, - list and [text](https://…).',
      limit: (limit: number) => `Up to ${number(limit)} characters.`,
      is_active: 'The list shows active clubs unless somebody asks for others.',
      parent_name: 'The name of the club that this one is part of. Empty for none.',
      logo: 'PNG, JPEG or WebP, up to 2 MB; 400 × 400 pixels are enough.',
      website: 'The whole address: https://www.example.org',
      contact: 'One e-mail address (name@example.org), or the address of a page: https://www.example.org/contact',
      links: 'One in a line, up to 20: what it is called, then its address. Discord https://discord.gg/…',
      category: 'A few words, with semicolons between them, such as Sport; Outdoors.',
      aliases:
        'What people call it besides its name, with | between them, such as CC|Chess Club|Échecs. Searches suggest the club for them; up to 20.',
    },
    isActive: 'Active',
    removeLogo: 'Take the logo away',
    save: 'Save',
    cancel: 'Back to the club',
    notSaved: 'Nothing was saved yet',
    /** What is said of a field, with which one it is. */
    of: (label: string, said: string) => `${label}: ${said}`,
    preview: {
      title: 'Preview',
      show: 'Preview',
      onList: 'On the list',
      onPage: 'On the page of the club',
      noName: 'Name of the club',
      noText: 'There is no description.',
      logoChosen: 'The new logo is seen here once you press “Preview”.',
    },
    /** Where a form could not be saved for good, and there is no form any more: what was typed is shown. */
    typed: {
      title: 'Nothing was saved',
      /** Deleted, or made after the backup that was brought back. */
      gone: 'This club is not there any more: it was deleted while you were writing, or the directory is of a backup again. What you have typed is below, for you to copy.',
      notAllowed: 'You may not change this any more. What you have typed is below, for you to copy.',
      signedOut:
        'You are not signed in any more. What you have typed is below: sign in in a new tab, come back here, and save it.',
      chooseAgain: 'The file of the logo has to be chosen again afterwards.',
    },
    /** What the form says by itself; {count} is a number. */
    script: {
      left: { one: '{count} character left', other: '{count} characters left' },
      over: { one: '{count} character too many', other: '{count} characters too many' },
      signedOut:
        'You are not signed in any more. Nothing was saved, and what you have typed is still here: sign in beside it, then save again.',
      signIn: 'Sign in in a new tab',
      notAllowed: 'You may not change this any more. Nothing was saved, and what you have typed is still here.',
      gone: 'This club is gone. Nothing was saved, and what you have typed is still here.',
      failed: 'This could not be saved. What you have typed is still here: try again in a moment.',
      notPreviewed: 'The preview could not be made. What you have typed is still here: try again in a moment.',
      noPreview: 'There is no preview of what is typed now.',
    },
    faults: {
      empty: 'Please fill this in.',
      nul: 'This must not contain a NUL character.',
      tooLong: 'This is too long.',
      lineBreak: 'This must be a single line.',
      space:
        'There is a space inside, and an address has none. Copy it anew from the browser: https://www.example.org/our-club',
      secondScheme: 'The address has two schemes. Write one, as in https://www.example.org',
      website: 'This must be empty or an address that begins with http:// or https://: https://www.example.org',
      contact:
        'This must be empty, an e-mail address (name@example.org), or an address that begins with https://: https://www.example.org/contact',
      contacts: 'These are several addresses. Leave one here: others may stand in the links or the description.',
      contactPhone:
        'This is a telephone number. Give an e-mail address (name@example.org) or the address of a page (https://…): a number may stand in the description.',
      contactSign: 'There is a sign in this that an e-mail address has not. Type it anew: name@example.org',
      contactSpace: 'Write the e-mail address alone, without spaces and words around it: name@example.org',
      link: 'A link is its name, a space and an address that begins with https://, or the address alone: Forum https://forum.example.org',
      linkHandle:
        'A name with @ is no address. Write the address of the page: Instagram https://www.instagram.com/club',
      linkLabel: 'The name of a link has at most 100 characters.',
      linkUrl: 'The address of a link has at most 2,000 characters.',
      tooManyLinks: 'A club has at most 20 links.',
      tooManyAliases: 'A club has at most 20 other names.',
      longAlias: 'Another name has at most 100 characters: put | between two of them.',
      logoUrl: 'This must be empty or an address.',
      status: 'This must be yes or no.',
      notAllowed: 'This is not yours to change.',
      taken: 'Another club has this name.',
      unknownParent: 'There is no club with this name.',
      loop: 'A club cannot be part of itself, or of a club that is part of it.',
      notTheName: 'This is not the name of the club.',
      logoSwept: 'The logo was kept for an hour only. Please choose the file again.',
    },
    /** With names that may have been meant. */
    near: (fault: string, names: readonly string[]) =>
      `${fault} Did you mean ${names.map((name) => `“${name}”`).join(' or ')}?`,
    /** What is wrong with one of the lines of a field. */
    inLine: (line: number, fault: string) => `Line ${number(line)}: ${fault}`,
    /** Where somebody was faster: somebody else, or oneself in another window. */
    conflict: {
      title: 'This club was changed meanwhile',
      /** Before when it was, and who. */
      last: 'Last change:',
      text: 'Nothing was saved yet, and nothing of yours is lost: it is in the form below. Saving again saves the form as it stands there.',
      /** Where it is not known what the form was filled with. */
      unknown:
        'Nothing was saved yet, and nothing of yours is lost: it is in the form below. Beside each field that differs you see what it says now. Saving again replaces that.',
      takenOver: (fields: string[]) => `Taken over as they are now: ${fields.join(', ')}.`,
      disputed: (fields: string[]) =>
        `Changed by both: ${fields.join(', ')}. Beside yours you see what it says now; saving again replaces that.`,
      whichLogo: 'Which logo is it to be?',
      mineLogo: 'Yours',
      keepLogo: 'Keep the logo that is there now',
      logoNow: 'The logo as it is now',
      /** Of one that is kept until the form is saved. */
      logoChosen: 'The logo that you have chosen, not saved yet',
      now: 'It says now:',
      nothing: '(nothing)',
    },
    deleteTitle: (name: string) => `Delete ${name}`,
    deleteText: (name: string) =>
      `The club leaves the list at once. It can be brought back under its number. To confirm, type its name: ${name}`,
    deleteSubmit: 'Delete the club',
    changed: 'This club was changed meanwhile. Look at it once more, and confirm again.',
  },

  clubTools: {
    label: 'For those who keep this club',
    edit: 'Edit',
    confirm: 'Confirm: everything here is still right',
    /** Instead of that, for the rest of the day. */
    confirmed: 'Confirmed today: everything here is right',
    conflict:
      'Somebody has changed this club while you looked at it, and you have confirmed nothing yet. This is what it says now: look at it once more, and press the button again.',
    /** The same where they have confirmed it by that: there is no button. */
    conflictConfirmed:
      'Somebody has changed this club while you looked at it, and it is confirmed by that. This is what it says now.',
    history: 'History',
    officers: 'Officers',
    delete: 'Delete',
  },

  /** The fields of a club, by what a file calls them. */
  clubFields: {
    name: 'Name',
    short_description: 'Short description',
    is_active: 'Status',
    parent_name: 'Part of',
    logo_url: 'Logo',
    website: 'Website',
    category: 'Categories',
    description: 'Description',
    contact: 'Contact',
    links: 'Links',
    confirmed_on: 'Last confirmed',
    aliases: 'Other names',
  },

  history: {
    title: (name: string) => `History of ${name}`,
    back: 'Back to the club',
    gone: 'This club was deleted. It can be restored from the list of deleted clubs.',
    officersCannot: 'Only the board can restore an earlier version.',
    none: 'No changes yet.',
    older: 'Older',
    newest: 'Newest',
    what: { created: 'Created', changed: 'Changed', deleted: 'Deleted' },
    unknownUser: 'Unknown user',
    byLink: 'through the yearly confirmation link',
    by: (name: string) => `by ${name}`,
    notes: { 'sample clubs': 'sample clubs' } satisfies Record<Note, string>,
    allFields: (fields: number) => `Show ${count(fields, { one: 'field', other: 'fields' })}`,
    before: 'Before',
    after: 'After',
    /** For screen readers, before words that were added or removed. */
    added: 'added:',
    removed: 'removed:',
    blank: 'white space',
    skipped: 'unchanged text',
    empty: 'empty',
    current: 'This is the current version.',
    restore: 'Restore this version',
    restoreBefore: 'Restore the version before the deletion',
    aboutRestore: 'Restoring a version replaces all fields of the club, including its name, status and logo.',
    notRestored: 'Nothing was restored',
    faults: {
      taken: (name: string) => `Another club is now called “${name}”. Rename that club first.`,
      loop: (parent: string) => `“${parent}” is now part of this club. Move one of the two clubs first.`,
      other: 'This version cannot be restored.',
    },
    toOther: (name: string) => `Go to “${name}”`,
    toHistory: 'Back to the history',
    removal: {
      ofValue: 'Remove a value permanently',
      ofName: 'Remove this name from the history permanently',
      value: 'Value',
      choice: (field: string, side: string, text: string) => `${field}, ${side}: ${text}`,
      sure: 'Remove it from the whole history. You cannot undo this.',
      submit: 'Remove permanently',
      removed: 'Removed permanently',
      partly: 'Some values were removed permanently. Undoing or restoring does not change these fields.',
      notRemoved: 'Nothing was removed',
      faults: {
        notSure: 'You did not confirm the removal. Go back and tick the box.',
        current: 'The club still has this value. Change the club first, then remove the value from its history.',
        gone: 'The history does not contain this value. Someone may have removed it already.',
      },
    },
  },

  /** What was just done, at the top of the next page. */
  done: {
    clubCreated: 'The club is made. Visitors see it from now on.',
    clubSaved: 'Saved, and confirmed as of today.',
    cellSaved: 'Saved.',
    clubConfirmed: 'Confirmed as of today. Thank you!',
    clubRestored: 'The club is again what it was then.',
    removedForGood: 'Removed from the history for good. Existing backups still contain it.',
    clubsChanged: ({ changed, already }: DoneCounts) =>
      `${count(changed, CLUBS)} changed.${already > 0 ? ` No change for ${count(already, CLUBS)}.` : ''}`,
    clubDeleted: 'Club deleted. You can restore it from this list.',
    importDropped: 'Import discarded. No clubs were changed.',
    termForgotten: 'Search term removed.',
    proposalAccepted: 'Club created. You can now complete its page.',
    messagesClosed: 'Marked as done.',
    messagesReopened: 'Reopened.',
    messagesDeleted: 'Deleted permanently.',
    importKept: 'Selection saved. Nothing was imported yet.',
    importTookPlace: 'Your oldest import was removed: each account can have five.',
    importByOther: DONE_BY_OTHER,
    importCompared: CONFLICT,
    clubsAsked: ({ changed, already }: DoneCounts) =>
      `${count(changed, CLUBS)} added to the yearly confirmation.${already > 0 ? ` No change for ${count(already, CLUBS)}.` : ''}`,
    roundStarted: 'Yearly confirmation started. Now send the e-mails or the links.',
    roundMoved: 'Last day changed.',
    roundEmailsStarted: 'The e-mails are being sent. Refresh the page to see the progress.',
    roundEnded: ({ changed }: DoneCounts) =>
      `Yearly confirmation ended.${changed > 0 ? ` ${count(changed, CLUBS)} made inactive.` : ''}`,
    stepUndone: 'Change undone.',
    stepUndoneByOther: DONE_BY_OTHER,
    undoKept: 'Selection saved. Nothing was undone yet.',
    officerAdded: 'Officer added.',
    officerRemoved: 'Officer removed.',
    invitationWithdrawn: 'Invitation withdrawn.',
    userChanged: 'Permissions saved.',
    userPersonChanged: 'Name and e-mail address saved.',
    identityUnlinked: 'University account unlinked. All sessions of this account have ended.',
    userSessionsEnded: 'All sessions of this account have ended.',
    userDeleted: 'Account deleted.',
    passwordChanged: 'Password changed. All of your other sessions have ended.',
    providerJoined: 'University account linked. You can now sign in with it.',
    sessionEnded: 'Session ended.',
    otherSessionsEnded: 'All of your other sessions have ended.',
  } satisfies Record<Done, string | ((counts: DoneCounts) => string)>,

  deletedClubs: {
    title: 'Deleted clubs',
    none: 'No deleted clubs.',
    number: (id: number) => `No. ${id}`,
    ask: 'Restore…',
    confirm: (name: string) => `“${name}” will be restored as it was before the deletion, without its officers.`,
    restore: 'Restore the club',
    back: 'Back to the deleted clubs',
  },

  /** What visitors write to the board. */
  notes: {
    toSuggest: 'Something wrong here?',
    suggestTitle: (name: string) => `Something wrong with ${name}?`,
    suggestDescription: 'Says to those who keep the directory what is wrong with a club.',
    suggestIntro: 'Tell those who keep this directory. You need no account, and nobody but them reads it.',
    topic: 'What is it?',
    topics: {
      inactive: 'The club does not exist any more',
      contact: 'The website or the contact does not work',
      text: 'Something in its texts is wrong or out of date',
      twice: 'It is in the directory twice',
      other: 'Something else',
    },
    message: 'In your words',
    messageHint: 'What should it say instead, and how do you know?',
    sender: 'Your e-mail address',
    senderHint: 'Only if you want an answer. It is shown to nobody else, and deleted with the message.',
    trap: 'Leave this field empty',
    send: 'Send',
    sentTitle: 'Thank you!',
    sentText: 'Your message is with those who keep the directory.',
    backToClub: 'Back to the club',
    toPropose: 'Propose a club',
    missingClub: 'A club is missing?',
    proposeTitle: 'Propose a club',
    proposeDescription: 'Says to those who keep the directory which club is missing.',
    proposeIntro:
      'Which club is missing? Those who keep this directory look at it, and put it in. You need no account. The name is enough: all else may stay empty.',
    proposeMessage: 'For those who keep the directory',
    proposeMessageHint: 'Who are you, and how do you know the club? It is not published.',
    contactHint:
      'How visitors reach the club. It is published: an e-mail address of the club, or the address of a page.',
    seeTaken: 'See the clubs of this name',
    /** Before clubs of nearly the name that is proposed. */
    alike: 'There is a club of this name already:',
    alikeText: 'Is it the one you mean? If it is another, send your proposal all the same.',
    sendAllTheSame: 'Send it all the same',
    /** Where no answer comes, whatever became of it. */
    notSent: 'The site does not answer. What you have written is still here: send it again in a moment.',
    clubGone: 'This club was taken out of the directory meanwhile. What you have typed is below, for you to copy.',
    faults: {
      noTopic: 'Please choose one.',
      missing: 'Please fill this in.',
      nul: 'This must not contain a NUL character.',
      tooLong: 'This is too long.',
      noEmail: 'This is no e-mail address, such as name@example.org.',
      notEmpty: 'Please leave this field empty.',
    },
    slowed: (minutes: number) =>
      `Many messages have come from where you are. Please send this again in ${count(minutes, { one: 'minute', other: 'minutes' })}; what you have typed is still here.`,
    full: 'So many messages wait that there is no room for more. Please send this again in a few days; what you have typed is still here.',
  },

  inbox: {
    title: 'Inbox',
    titleWith: (open: number) => (open === 0 ? 'Inbox' : `Inbox (${number(open)})`),
    intro: 'Corrections and new clubs that visitors suggest.',
    views: { label: 'Messages', open: 'Open', closed: 'Done' },
    none: 'No open messages.',
    noneClosed: 'No messages were marked as done in the last 90 days.',
    kept: 'Messages are deleted 90 days after they are marked as done.',
    more: (messages: number) => `${count(messages, { one: 'more message', other: 'more messages' })} not shown yet.`,
    kinds: { suggestion: 'Correction', proposal: 'New club' },
    answer: 'Reply to:',
    doneBy: (name: string, time: string) => (name === '' ? `Done on ${time}` : `Done on ${time} by ${name}`),
    choose: (name: string) => `Select the message about ${name}`,
    accept: 'Create this club',
    acceptOf: (name: string) => `Create this club: ${name}`,
    change: 'Edit the club',
    close: 'Mark as done',
    reopen: 'Reopen',
    delete: 'Delete permanently',
    chosen: 'Selected messages:',
    all: 'All messages shown:',
    about: 'Topic',
    aboutAnything: (messages: number) => `All topics (${number(messages)})`,
    closeAll: 'Mark all as done',
    reopenAll: 'Reopen all',
    deleteAll: 'Delete all permanently',
    alike: 'Clubs with a similar name:',
    noneChosen: 'No messages selected.',
    refused: (name: string, why: string) => `Could not create ${name}. ${why}`,
    notAllowed: 'You need the permission “Add clubs” to create clubs.',
  },

  missed: {
    title: 'Searches without results',
    intro: 'Names that visitors searched for and did not find. You can add them to the “Other names” of a club.',
    none: 'No searches without results.',
    since: { label: 'Period', month: 'Last four weeks', year: 'Last year' },
    term: 'Search term',
    count: 'Searches',
    lastOn: 'Last searched on',
    foundNow: 'found now',
    forget: 'Remove',
    forgetOf: (term: string) => `Remove ${term}`,
  },

  desk: {
    sections: 'Board',
    conflict: CONFLICT,
    history: 'All changes',
    historyIntro: 'Every change to the clubs, newest first. You can undo any of them.',
    kinds: {
      create: 'New club',
      edit: 'Edit',
      delete: 'Deletion',
      restore: 'Restore',
      confirm: 'Confirmation',
      import: 'Import',
      undo: 'Undo',
      bulk: 'Bulk change',
      remove: 'Removal from the history',
      other: 'Change in the database',
    },
    created: (clubs: number) => `${count(clubs, CLUBS)} created`,
    changed: (clubs: number) => `${count(clubs, CLUBS)} changed`,
    deleted: (clubs: number) => `${count(clubs, CLUBS)} deleted`,
    nothing: 'No clubs changed.',
    stepTitle: (kind: string, number: number) => `${kind} (change ${number})`,
    toHistory: 'Back to all changes',
    toStep: 'Back to the change',
    undoes: (time: string) => `Undoes the change of ${time}`,
    undoneBy: (time: string) => `Undone on ${time}`,
    undoneInPart: (undone: number, clubs: number, time: string) =>
      `Undone for ${number(undone)} of ${count(clubs, CLUBS)}, last on ${time}`,
    isGone: 'This club was deleted.',
    undo: 'Undo this change',
    undoTitle: (title: string) => `Undo: ${title}`,
    undoIntro: 'This reverts the change in the selected clubs. Later changes to other fields are kept.',
    undoCounts: (clubs: number) => `${count(clubs, CLUBS)} can be reverted.`,
    undoLossy: (clubs: number) => `${count(clubs, CLUBS)} would lose later changes.`,
    undoBlocked: (clubs: number) => `${count(clubs, CLUBS)} cannot be reverted.`,
    undoLeftOut: (clubs: number) => `${count(clubs, CLUBS)} not selected.`,
    undoNothing: 'Nothing to undo: all clubs are as they were before this change.',
    undoesAll: 'Selected clubs on other pages are reverted too.',
    refused: 'Nothing was undone because some clubs cannot be reverted. Deselect them or fix the problem first.',
    undoLater: 'Save the selection',
    nothingChosen: 'Nothing was undone because no clubs are selected.',
    undone: { deleted: 'will be deleted', restored: 'will be restored', changed: 'will be changed' },
    losses: 'Later changes that would be lost',
    now: 'Now',
    afterwards: 'After the undo',
    orphans: (names: string) => `No longer part of a club: ${names}`,
    andMore: (clubs: number) => `and ${number(clubs)} more`,
    officers: (people: number) => count(people, { one: 'officer', other: 'officers' }),
    invitations: (people: number) => count(people, { one: 'open invitation', other: 'open invitations' }),
    issues: {
      gone: 'This club was deleted later. Undo the deletion first.',
      notAllowed: 'You need the permission “Delete clubs” to delete or restore clubs.',
      logoSwept: 'The earlier logo is no longer available.',
      unknownParent: (parent: string) =>
        `The club was part of “${parent}”, which was deleted. Restore “${parent}” first.`,
    },
    pageOf: (page: number, pages: number) => `Page ${number(page)} of ${number(pages)}`,
    previousClubs: 'Previous clubs',
    nextClubs: 'Next clubs',
  },

  clubTable: {
    heading: 'Manage clubs',
    title: (page: number) => (page > 1 ? `Manage clubs (page ${number(page)})` : 'Manage clubs'),
    category: 'Category',
    anyCategory: 'Any category',
    missing: 'Show only clubs without',
    lacks: { confirmation: 'Confirmation in the last year', answer: 'Response to the yearly confirmation' },
    show: 'Apply filters',
    showAll: 'Clear filters',
    result: (clubs: number, isFiltered: boolean) =>
      isFiltered ? `${count(clubs, CLUBS)} with these filters` : count(clubs, CLUBS),
    export: (clubs: number) => `Download ${count(clubs, CLUBS)} as a CSV file`,
    caption: 'Select a name to edit the club. Sort the table by name, last confirmed or last changed.',
    officers: 'Officers',
    changed: 'Last changed',
    day: (date: Date) => day(date),
    never: 'never',
    nothing: 'none',
    choose: (name: string) => `Select ${name}`,
    all: 'All',
    chooseAll: 'Select all on this page',
    none: 'None',
    chooseNone: 'Select none',
    cell: {
      change: (field: string, name: string) => `Edit: ${field}, ${name}`,
      label: (field: string, name: string) => `${field}: ${name}`,
      cancel: 'Cancel',
    },
    bulk: {
      heading: 'Change several clubs',
      chosen: 'Selected clubs',
      filtered: (clubs: number, isFiltered: boolean) =>
        `All ${count(clubs, CLUBS)}${isFiltered ? ' with these filters, on all pages' : ''}`,
      action: 'Action',
      goOn: 'Continue',
      asksFirst: 'You can check the clubs before anything changes.',
      actions: {
        activate: 'Make active',
        deactivate: 'Make inactive',
        add_category: 'Add a category',
        remove_category: 'Remove a category',
        set_category: 'Replace the categories',
        clear_category: 'Remove all categories',
        confirm: 'Confirm as correct',
        ask: 'Add to the yearly confirmation',
      },
      about: {
        activate: 'These clubs become active: the list shows them.',
        deactivate: 'These clubs become inactive: the list no longer shows them by default.',
        add_category: 'These clubs get one more category.',
        remove_category: 'These clubs lose this category and keep their others.',
        set_category: 'These categories replace those of the clubs.',
        clear_category: 'These clubs lose all of their categories.',
        confirm: 'You confirm that the information about these clubs is correct today.',
        ask: 'These clubs will be asked to check their page. Nothing is sent yet.',
      },
      already: (clubs: number) => `No change for ${count(clubs, CLUBS)}.`,
      noChange: 'No changes: this already applies to all of these clubs.',
      categoryHint: 'Separate several with semicolons: Sport; Outdoors.',
      several: 'Enter one category without a semicolon.',
      full: (names: readonly string[]) =>
        `Nothing was changed because these clubs have too many categories: ${names.map((name) => `“${name}”`).join(', ')}.`,
      submit: 'Apply',
      back: 'Back to the table',
      notDone: 'Nothing was changed',
      unknown: 'This action does not exist. Go back and choose another one.',
      noneChosen: 'No clubs selected. Go back and select the clubs to change.',
      noneThere: 'These clubs no longer exist.',
    },
  },

  round: {
    heading: 'Yearly confirmation',
    title: (which: string | null, page: number) =>
      `Yearly confirmation${which === null ? '' : `: ${which}`}${page > 1 ? ` (page ${number(page)})` : ''}`,
    intro:
      'Once a year, every club is asked to check its page. Start this here, send the e-mails or links, and end it later.',
    start: 'Start the yearly confirmation',
    wouldAsk: (clubs: number) =>
      `This adds all active clubs (${number(clubs)}) and sends nothing yet. To add other clubs, go to “Manage clubs”.`,
    endsOn: 'Last day to respond',
    endsOnHint: 'From tomorrow to one year from now.',
    endDayFault: 'Enter a date between tomorrow and one year from now, such as 2027-01-15.',
    noClubs: 'There are no active clubs to ask.',
    since: (begun: string, name: string | null) => `Started on ${begun}${name === null ? '' : ` by ${name}`}.`,
    until: (last: string) => `The links are valid until ${last}.`,
    isOver: (last: string) => `The links expired on ${last}. End the yearly confirmation or choose a later last day.`,
    answered: (clubs: number, all: number) => `${number(clubs)} of ${count(all, CLUBS)} responded`,
    states: 'Clubs by status',
    state: {
      silent: 'No response',
      unreachable: 'No response, no e-mail address',
      confirmed: 'Confirmed',
      mended: 'Updated',
      failed: 'E-mail not sent',
    },
    stateColumn: 'Status',
    clubsColumn: 'Clubs',
    emails: 'E-mails',
    emailsAbout:
      'E-mails go to officers with a confirmed address, otherwise to the contact of the club. Each club gets at most one a day.',
    emailsSent: (clubs: number, last: string) => `Sent to ${count(clubs, CLUBS)}, last on ${last}.`,
    noEmailsSent: 'No e-mails sent yet.',
    emailsFailed: (clubs: number) => `Not sent to ${count(clubs, CLUBS)}. Check the addresses.`,
    showClubs: 'Show these clubs',
    emailsUnderWay: (clubs: number) => `Sending e-mails, ${number(clubs)} left. You can leave this page.`,
    lookAgain: 'Refresh',
    sendEmails: (clubs: number) => `Send an e-mail to ${count(clubs, CLUBS)}`,
    noneDue: 'No e-mails to send: these clubs have no address or got an e-mail in the last 24 hours.',
    noMailServer: 'This site has no mail server. Send the links yourself.',
    links: 'Links',
    linksAbout: 'Each link is for one club and needs no account. Give it only to that club.',
    linksFile: (clubs: number) => `Download the links of ${count(clubs, CLUBS)} as a CSV file`,
    columns: {
      club: 'club',
      link: 'link',
      officers: 'officers',
      addresses: 'addresses',
      contact: 'contact',
      asked: 'last e-mail',
    },
    change: 'Change the last day',
    submitChange: 'Save',
    moveAbout: 'Links that you already sent expire on the new day too.',
    moveAsks: (clubs: number, latest: string) =>
      `The e-mails to ${count(clubs, CLUBS)} name a later day, up to ${latest}. Nothing was changed yet.`,
    submitMove: 'Change the day anyway',
    toldLater: (clubs: number, last: string) =>
      `The e-mails to ${count(clubs, CLUBS)} name a later day than ${last}. Send new ones to name the right day.`,
    clubs: 'Clubs',
    which: 'Filter by status',
    all: 'All',
    anyName: 'Clear the search',
    noneOfThese: 'No clubs found.',
    officers: (names: string) => `Officers: ${names === '' ? 'none' : names}`,
    contact: 'Contact:',
    writesTo: (addresses: string) => `E-mails go to: ${addresses}`,
    asked: (last: string | null) => (last === null ? 'No e-mail sent yet' : `Last e-mail sent on ${last}`),
    failedOn: (last: string) => `An e-mail could not be sent on ${last}`,
    linkOf: (club: string) => `Link for ${club}:`,
    confirmedOn: (last: string) => `Confirmed on ${last}`,
    past: 'Previous yearly confirmations',
    pastColumns: {
      started: 'Started',
      ended: 'Ended',
      endedBy: 'Ended by',
      answered: 'Responded',
      mended: 'Updated',
      deactivated: 'Made inactive',
    },
    toStep: 'Show the clubs that became inactive',
    undoneFor: (clubs: number) => `Undone for ${count(clubs, CLUBS)}`,
    ofAll: (clubs: number, all: number) => `${number(clubs)} of ${number(all)}`,
    end: {
      heading: 'End the yearly confirmation',
      about: 'All links expire when you end it.',
      allAnswered: 'All clubs have responded.',
      unanswered: 'Clubs that did not respond',
      inactive: (clubs: number) => `Already inactive: ${number(clubs)}`,
      unreachable: (clubs: number) => `Without an officer or an e-mail address: ${number(clubs)}`,
      onNoResponse: 'What should happen to these clubs?',
      choices: { leave: 'Leave them unchanged', deactivate: 'Make them inactive' },
      deactivateHint: 'You can undo this in “All changes”.',
      back: 'Back to the yearly confirmation',
      noChoice: 'Choose what should happen to these clubs.',
      notOpen: 'No yearly confirmation is open.',
    },
    link: {
      title: (club: string) => `Is the page of ${club} correct?`,
      thanksTitle: (club: string) => `Thank you: the page of ${club} is confirmed`,
      mendedTitle: (club: string) => `Thank you: your changes to ${club} are saved`,
      intro: (association: string, last: string) =>
        `${association} asks every club once a year to check its page. Respond below by ${last}; you need no account.`,
      toAnswer: 'Go to the response',
      answer: 'Your response',
      later: 'Is something missing or wrong?',
      lacks: (fields: string) => `Not filled in yet: ${fields}.`,
      add: 'Add missing information',
      stillRight: 'Everything is correct',
      mend: 'Correct something',
      thanks: (last: string) => `The page was confirmed on ${last}. You can still correct it.`,
      thanksMended: (last: string) => `Your changes are public. The page was confirmed on ${last}.`,
      mendTitle: (club: string) => `Edit ${club}`,
      mendAbout: (last: string) => `Your changes are public at once and confirm the page. You can save until ${last}.`,
      typed: 'Nothing was saved. Copy your text and send it to the board.',
      over: 'This link has expired',
      overText: (club: string) => `Contact the board to change the page of ${club}.`,
      ask: 'Contact the board',
      toClub: (club: string) => `Go to the page of ${club}`,
    },
    askedUntil: (association: string, last: string) => `${association} asks you to check this page by ${last}.`,
  },

  officers: {
    title: (name: string) => `Officers of ${name}`,
    description: 'Who keeps the texts of a club current.',
    intro: 'Officers may change this club, except its name, its status and what it is part of.',
    none: 'This club has no officers.',
    takeAway: 'Take away',
    takeAwayFrom: (name: string) => `Take away the club from ${name}`,
    add: 'Add an officer',
    addSubmit: 'Add',
    unknown: 'Nobody has an account with this address. Look for a slip in it, or invite them by a link instead.',
    unknownWithProvider:
      'Nobody has an account with this address. Ask them to sign in here once with their university account, or invite them by a link.',
    isOne: 'Somebody with this address is an officer of this club already.',
    addIntro: (days: number) =>
      `Add somebody who has an account. To anybody else you give a link, good for ${count(days, { one: 'day', other: 'days' })} and once.`,
    invite: 'Invite another officer',
    inviteIntro: (days: number) =>
      `Makes a link for one person, good for ${count(days, { one: 'day', other: 'days' })} and once. An earlier one for the same address stops working.`,
    inviteSubmit: 'Invite by a link',
    inviteSlowed: (minutes: number) =>
      `Those were too many invitations. Wait ${count(minutes, { one: 'minute', other: 'minutes' })}, and try again.`,
    mayInvite: 'You may invite others to be one too. Those who run the directory can take the club away from somebody.',
  },

  forms: {
    missing: 'Please fill this in.',
    noEmail: 'This is no e-mail address: name@example.org is one.',
    tooShort: (least: number) => `A password has at least ${number(least)} characters.`,
    guessable: 'This password is easy to guess. Choose several words that have nothing to do with each other.',
    tooLong: 'This is too long.',
    hidden: 'This has signs in it that nobody sees. Please type it again.',
    taken: 'There is an account for this address already. Please use another one.',
  },

  accounts: {
    name: 'Your name',
    email: 'E-mail address',
    password: 'Password',
    newPassword: 'New password',
    passwordHint: (least: number) =>
      `At least ${number(least)} characters. Three words that have nothing to do with each other are a good one.`,

    signIn: 'Sign in',
    signInDescription: 'For those who keep the directory current.',
    wrong: 'This address and this password do not belong together.',
    slowed: (seconds: number) =>
      `Those were too many tries. Wait ${count(seconds, { one: 'second', other: 'seconds' })}, and try again.`,
    signInByProvider: 'Sign in with your university account',
    goingToProvider: 'You are led to the sign-in of your university.',
    goOn: 'Go on',
    providerFaults: {
      unreachable: 'The sign-in of your university does not answer. Please try again in a moment.',
      refused: 'The sign-in of your university did not let you in.',
      notAllowed: 'Accounts with this e-mail address do not sign in here.',
      notVerified: 'Your university has not confirmed your e-mail address, or does not tell it.',
      hasPassword:
        'There is an account with a password for this e-mail address: sign in with that. If it was not you who made it, ask those who look after accounts to delete it.',
      hasIdentity:
        'The account with this e-mail address is linked to another university account. Ask those who manage accounts to unlink that one, then sign in again.',
      late: 'That took too long, or was begun in another browser. Please try again.',
      ofAnother:
        'This university account signs in to another account here. Ask those who look after accounts to delete that one, then join again.',
    },
    forgotten: 'Forgotten your password?',

    account: 'Your account',
    signedIn: 'You are signed in',
    /** Of the link to it. */
    accountOf: (name: string) => `Your account, ${name}`,
    signedInAs: (name: string, email: string) => `You are signed in as ${name} (${email}).`,
    signOut: 'Sign out',

    setup: 'The first account',
    setupDescription: 'Makes the account that looks after all the others.',
    setupIntro:
      'Nobody may look after accounts yet. This account may do everything: change clubs, and say who else may.',
    setupSubmit: 'Make the account',

    reset: 'A new password',
    resetDescription: 'Brings an account back whose password is forgotten.',
    resetByHand: 'Ask those who run this site: they can make you a link by which you choose a new password.',
    resetIntro: 'You get a letter with a link by which you choose a new password.',
    resetSend: 'Send the link',
    resetSent: (email: string) =>
      `If there is an account with a password for ${email}, a letter with a link is on its way to it. The link is good for an hour, and once.`,
    resetSlowed: (minutes: number) =>
      `Those were too many letters. Wait ${count(minutes, { one: 'minute', other: 'minutes' })}, and try again.`,
    resetExpired: 'This link is no longer good: it was used, or it is too old. Ask for another one.',
    resetSave: 'Keep the new password',
    resetDone: 'Your new password is kept, and all of your sessions have ended. Sign in with it.',
  },

  account: {
    description: 'How you sign in, and where you are signed in.',
    /** With what there is, with commas between. */
    allowed: (allowed: string) => `What you may do: ${allowed}.`,
    mayNothing: 'You may do nothing yet that visitors may not. Those who look after accounts can change that.',
    clubs: 'Your clubs',
    ways: 'How you sign in',
    byPassword: (since: Date) => `With a password, since ${day(since)}`,
    byProvider: (since: Date) => `With your university account, since ${day(since)}`,
    join: 'Join your university account',
    joinIntro:
      'Then you sign in here with either of the two. Enter your password once more; you are led to the sign-in of your university.',
    joinSubmit: 'Go on to the university',
    change: 'Change your password',
    changeIntro: 'All of your other sessions end; this one goes on.',
    oldPassword: 'Your present password',
    wrongPassword: 'This is not your password.',
    thisSession: (begun: Date) => `This one, begun on ${day(begun)}`,
    sessionEnd: 'End',
    sessionsEnd: 'End all other sessions',
    data: 'Your data',
    dataIntro: 'Everything that this site stores about your account, as a JSON file.',
    dataSubmit: 'Download your data',
  },

  users: {
    heading: 'Accounts',
    title: (page: number) => (page > 1 ? `Accounts (page ${number(page)})` : 'Accounts'),
    description: 'Who has an account, and what they may do.',
    search: 'Name or e-mail address',
    submit: 'Search',
    result: (users: number) => count(users, { one: 'account', other: 'accounts' }),
    noSuchPage: 'There is no such page',
    firstPage: 'Back to the first page',
    clubs: (clubs: number) => `officer of ${count(clubs, { one: 'club', other: 'clubs' })}`,
    lastSeen: (date: Date) => `last seen on ${day(date)}`,
    notSeen: 'no session',
    mayNothing: 'may do nothing yet',
    /** Of an address that may be somebody else's. */
    notVerified: 'address not confirmed',
    notVerifiedMeaning:
      'Nobody has shown that this address is theirs: an officer made the link of the invitation, and it was not sent there by letter.',
    roleNames: { board: 'Board', administrator: 'Administrator' },
    permissionNames: {
      'club.add_club': 'Add clubs',
      'club.change_club': 'Change every club',
      'club.delete_club': 'Delete clubs',
      'auth.change_user': 'Look after accounts',
    },
    roleHints: {
      board: 'Adds, changes and deletes clubs, and names their officers.',
      administrator: 'May do everything: what the board may, and look after accounts.',
    },
    permissionHints: {
      'club.add_club': 'Makes new clubs; changing one is another permission.',
      'club.change_club': 'Changes every field of every club, and names its officers.',
      'club.delete_club': 'Deletes clubs, and brings deleted ones back.',
      'auth.change_user': 'Invites people, says what they may do, and deletes accounts.',
    },
    roles: 'Roles',
    permissions: 'Permissions of their own',

    person: 'Name and address',
    personSave: 'Save name and address',
    personName: 'Name',
    personHint: 'Each sign-in with the university replaces both with the values that the university sends.',
    ways: 'How this account signs in',
    byProviderAt: (issuer: string, since: Date) => `With the university account at ${issuer}, since ${day(since)}`,
    unlink: 'Unlink',
    unlinkOf: (issuer: string) => `Unlink the university account at ${issuer}`,
    unlinkHint:
      'Unlinking ends all sessions of this account. Its owner can link another university account on their account page.',
    unlinkHintNoPassword: (email: string) =>
      `Unlinking ends all sessions of this account. The next university account that signs in with the verified address ${email} is then linked to it.`,
    awaitsIdentity: (email: string) =>
      `This account cannot sign in yet. The next university account that signs in with the verified address ${email} is linked to it.`,
    grants: 'What this account may do',
    grantsSave: 'Save',
    /** With what it may do now, with commas between; empty for nothing. */
    grantsChanged: (now: string) =>
      `Somebody else has changed what this account may do. Now it ${now === '' ? 'may do nothing' : `has: ${now}`}. Below is what you have chosen: save again to have it so.`,
    officerOf: 'Officer of',
    officerOfNone: 'This account is an officer of no club.',
    officerEnd: 'End',
    officerEndOf: (club: string) => `End being an officer of ${club}`,
    sessions: 'Sessions',
    sessionsNone: 'There is no session.',
    session: (begun: Date, used: Date) => `Begun on ${day(begun)}, last used on ${day(used)}`,
    sessionsEnd: 'End all sessions',
    delete: 'Delete the account',
    deleteIntro: 'This cannot be undone. What the account has changed stays as it is.',
    deleteEmail: 'The e-mail address of the account, as confirmation',
    deleteSubmit: 'Delete the account',
    deleteMismatch: 'This is not the address of the account. Nothing was deleted.',
    lastManager:
      'This is the last account that may look after accounts. Allow it to another one first. Nothing was changed.',

    invite: 'Invite somebody',
    inviteIntro: (days: number) =>
      `Makes a link for one person, good for ${count(days, { one: 'day', other: 'days' })} and once. An earlier one for the same address stops working.`,
    inviteSubmit: 'Make the link',
    invitedByLetter: (email: string) => `A letter with this link was sent to ${email}.`,
    letterFailed: (email: string) => `The letter to ${email} could not be sent. Give this link to them yourself.`,
    invitedByLetterAlone: (email: string) => `A letter with the link was sent to ${email}.`,
    invited: (email: string) => `This link is for ${email}. Copy it now: it is not shown again.`,

    /** Of an invitation that gives neither. */
    invitedToNothing:
      'It gives no role and no permission: a new account may do nothing yet. Invite the address again with one, or give it one here once the account is there.',

    openInvitations: 'Open invitations',
    openNone: 'There is none.',
    openUntil: (until: Date, by: string) => `Good until ${day(until)}, made by ${by}`,
    openCut: (shown: number) => `These are the newest ${number(shown)}. There may be older ones.`,
    /** Of one that gives nothing else. */
    plainAccount: 'an account',
    officerOfClub: (club: string) => `officer of ${club}`,
    withdraw: 'Withdraw',
    withdrawOf: (email: string) => `Withdraw the invitation of ${email}`,
  },

  invitation: {
    heading: 'Your invitation',
    description: 'Makes the account that you were invited to.',
    intro: (email: string) => `You are invited to an account for ${email}.`,
    forClub: (club: string) => `The invitation makes you an officer of ${club}: you may change its page.`,
    submit: 'Make the account',
    byProvider: 'Use your university account instead',
    hasAccount: (email: string) =>
      `There is an account for ${email} already. Sign in with it, and it gets what the invitation allows.`,
    otherAccount: (email: string, other: string) =>
      `This invitation is for ${email}, and you are signed in as ${other}. Sign out first, then open the link again.`,
    /** To somebody who is signed in with another account, above the form that makes a new one. */
    newAccount: (email: string, other: string) =>
      `You are signed in as ${other}. This makes a new account, for ${email}, and signs you in with that one instead.`,
    acceptIntro: (email: string) => `You are signed in as ${email}. Your account gets what the invitation allows.`,
    accept: 'Accept the invitation',
    gone: 'This invitation is no longer good: it was used or withdrawn, it is too old, or its address has a slip in it. Ask for another one.',
  },

  letters: {
    reset: {
      subject: (site: string) => `A new password for ${site}`,
      paragraphs: (name: string, site: string, link: string) => [
        `Hello ${name},`,
        `by this link you choose a new password for your account of ${site}. It is good for an hour, and once.`,
        link,
        'If you did not ask for it, there is nothing to do: your password stays as it is.',
      ],
    },
    invitation: {
      subject: (site: string) => `Your account of ${site}`,
      paragraphs: (site: string, days: number, link: string) => [
        'Hello,',
        `you are invited to an account of ${site}. Make it by this link, which is good for ${count(days, { one: 'day', other: 'days' })}, and once.`,
        link,
        'If you do not know why, there is nothing to do.',
      ],
    },
    round: {
      subject: (club: string) => `${club}: is your page correct?`,
      /** The subject in the second language, without the name of the club. */
      question: 'Is your page correct?',
      paragraphs: (club: string, site: string, last: string, link: string) => [
        'Hello,',
        `${site} asks every club once a year to check its page. Use this link to confirm the page of ${club} or correct it. You do not need an account.`,
        link,
        `The link is valid until ${last}. If you are no longer involved in ${club}, please forward this e-mail to someone who is.`,
        site,
      ],
    },
  },

  /** What is wrong with a file of clubs. */
  fileFaults,
  fileReading,
  importReport,
  clubImport,

  logoUpload: {
    lengthMissing: 'The upload did not say how long it is. Please choose the file and send the form again.',
    tooManyBytes: (megabytes: number) =>
      `The file is too large: a logo may have up to ${number(megabytes)} MB. Please save the picture in a smaller size: 400 × 400 pixels are enough.`,
    noForm: 'The upload did not come as a form does. Please choose the file and send the form again.',
    empty: 'The file is empty. Please choose another one.',
    otherKind: (kind: keyof typeof FILE_KINDS) =>
      `The file is ${FILE_KINDS[kind]}, whatever its name. Please save the logo as PNG, JPEG or WebP.`,
    unknownKind: 'The file is no picture that we can read. Please save the logo as PNG, JPEG or WebP.',
    tooManyPixels: (width: number, height: number, limit: number) =>
      `The picture has ${number(width)} × ${number(height)} pixels: a logo may have up to ${number(limit)} × ${number(limit)}. Please save it in a smaller size: 400 × 400 are enough.`,
    unreadable: 'The picture cannot be read to its end: the file is damaged or cut off. Please save it again.',
    busy: 'Many logos are being made at this moment. Please choose the file again, and send the form in a few seconds.',
  },

  errors: {
    403: {
      title: 'This is not open to you',
      text: 'Your account may not do this. Those who run this site can allow it.',
    },
    404: {
      title: 'There is nothing here',
      text: 'The address may have a slip in it, or the club was taken off the list. You may find it by its name.',
    },
    429: {
      title: 'That was very much at once',
      text: 'From your network this site was asked for more than it gives to one. Please try again in a second. If you were sending something, none of it was changed: go back and send it again.',
    },
    500: {
      title: 'Something went wrong',
      text: 'The page could not be made. The fault is on our side; please try again in a moment.',
    },
    503: {
      title: 'The clubs cannot be read just now',
      text: 'Their database does not answer. It mostly comes back within seconds, and nothing is lost; please try again in a moment.',
    },
    504: {
      title: 'It is not known yet whether that was done',
      text: 'It takes longer than it should. What you have sent may still be carried out: please look whether it was before you send it again.',
    },
    /** While the site has too much to do. */
    busy: {
      title: 'Too many want something just now',
      text: 'The site has more to do than it can. Please try again in a few seconds. If you were sending something, none of it was changed: go back and send it again.',
    },
    again: 'Try again',
    /** Whether something was done. */
    look: 'Have a look',
    clubList: 'Go to the club list',
    contact: 'Write to us',
    /** To a form that was sent from another site. */
    fromElsewhere: (siteUrl: string) =>
      `This form was not sent from ${siteUrl}, which is where this site is. Nothing was changed.`,
    /** To a body that is something else. */
    noForm: 'This is no form that a browser has sent. Nothing was changed.',
    /** To an address that is longer than any of the site. */
    longAddress: 'This address is too long.',
    /** To a form that comes too slowly. */
    tooSlow: 'What was sent came too slowly. Nothing was changed: please go back and send it again.',
    /** To whatever would be kept on a disk that is full. */
    noRoom:
      'Nothing was changed: there is no room left to keep it. Please tell those who run this site, and send it again when there is.',
    /** To a form that is longer than is read. */
    tooBusy: 'Too much is being sent to this site at once. Go back, and send it again in half a minute.',
    tooLong: 'What was sent is too long. Nothing was changed: please go back, shorten it and send it again.',
  },
};

/** What a catalogue has: English says which messages there are. */
export type Messages = typeof en;
