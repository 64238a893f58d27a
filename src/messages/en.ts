import type { Done, DoneCounts } from './done.ts';
import { clubImport, fileReading, importReport } from './club-import.en.ts';
import { fileIssues } from './file-issues.en.ts';
import type { Locale } from './locales.ts';
import type { Note } from './notes.ts';
import { wordsIn } from './words.ts';

const { number, count, day, language } = wordsIn('en');

const ACTIVE_CLUBS = { one: 'active club', other: 'active clubs' };
const CLUBS = { one: 'club', other: 'clubs' };
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

/** How long to wait: "30 seconds", "2 minutes". */
const wait = (seconds: number) =>
  seconds < 60
    ? count(seconds, { one: 'second', other: 'seconds' })
    : count(Math.ceil(seconds / 60), { one: 'minute', other: 'minutes' });

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
    description: 'What was changed of a club, when and by whom.',
    back: 'To the club',
    gone: 'This club was deleted. It can be brought back from the list of deleted clubs.',
    toDeleted: 'Deleted clubs',
    officersCannot: 'Those who run the directory can restore an earlier state.',
    none: 'Nothing was kept from before.',
    older: 'Older changes',
    newest: 'Newest changes',
    what: { created: 'Created', changed: 'Changed', deleted: 'Deleted' },
    /** How it came about, where that is not plain. */
    kind: {
      create: 'with a new club',
      edit: 'with another club',
      delete: 'when another club was deleted',
      restore: 'by a restore',
      confirm: 'by a confirmation',
      import: 'by an import',
      undo: 'by undoing an earlier step',
      bulk: 'together with other clubs',
      remove: 'by a removal from the history',
      other: 'in the database itself',
    },
    somebody: 'Somebody unknown',
    /** In the place of a name. */
    byLink: 'by the link of the yearly round',
    by: (name: string) => `by ${name}`,
    /** What a step is of, where that is no file. */
    notes: { 'sample clubs': 'sample clubs' } satisfies Record<Note, string>,
    allFields: (fields: number) => `Show ${count(fields, { one: 'field', other: 'fields' })}`,
    before: 'Before',
    after: 'After',
    /** Before words that came or went, for those who hear the page. */
    added: 'added:',
    removed: 'removed:',
    /** In the place of words, where white space alone came or went. */
    blank: 'white space',
    skipped: 'part of the text that stayed the same',
    empty: 'empty',
    active: 'active',
    inactive: 'inactive',
    current: 'This is how the club is now.',
    restore: 'Restore the state after this step',
    restoreBefore: 'Restore the state before this deletion',
    aboutRestore:
      'A restore makes the club all that it was after a step: its texts, and its name, status, logo and parent too.',
    notRestored: 'Nothing was restored',
    conflict:
      'The club was changed while you looked at its history. See what has become of it, and restore again if you still want to.',
    noSuchStep: 'This state is not in the history of the club.',
    faults: {
      taken: (name: string) => `Another club has the name “${name}” by now. Rename that one first.`,
      loop: (parent: string) =>
        `“${parent}” is below this club by now, so it cannot be above it too. Move one of them first.`,
      other: 'This state does not fit the directory as it is now.',
    },
    /** Of the link to the club that has the name. */
    toOther: (name: string) => `Go to “${name}”`,
    toHistory: 'Back to the history',
    undo: 'Undo this step',
    /** Values that an administrator removes from the history. */
    removal: {
      ofValue: 'Remove a value for good',
      ofName: 'Remove this name from the history for good',
      value: 'Value',
      choice: (field: string, side: string, text: string) => `${field}, ${side}: ${text}`,
      sure: 'Remove it from all steps. You cannot undo this.',
      submit: 'Remove for good',
      removed: 'Removed for good',
      partly: 'Values of this step were removed for good. An undo or a restore does not change these fields.',
      notRemoved: 'Nothing was removed',
      faults: {
        notSure: 'You did not confirm the removal. Go back and tick the box.',
        current: 'The club still has this value. Change the club first, then remove the value from its history.',
        gone: 'The history does not contain this value. Someone may have removed it already.',
      },
    },
  },

  /** What was just done, at the top of the page that somebody is led to. */
  done: {
    clubCreated: 'The club is made. Visitors see it from now on.',
    clubSaved: 'Saved, and confirmed as of today.',
    cellSaved: 'Saved.',
    clubConfirmed: 'Confirmed as of today. Thank you!',
    clubRestored: 'The club is again what it was then.',
    removedForGood: 'Removed from the history for good. Existing backups still contain it.',
    clubsChanged: ({ changed, already }: DoneCounts) =>
      `${count(changed, { one: 'club was', other: 'clubs were' })} changed.${already > 0 ? ` ${count(already, { one: 'club was', other: 'clubs were' })} so already.` : ''}`,
    clubDeleted: 'The club is deleted. It can be brought back here, under its number.',
    importDropped: 'The import is dropped. Nothing was changed by it.',
    termForgotten: 'It is forgotten.',
    proposalAccepted: 'It is a club now. Visitors see it from now on; you can add to it.',
    messagesClosed: 'Done.',
    messagesReopened: 'Back to do.',
    messagesDeleted: 'Deleted for good.',
    importKept: 'Kept as it is checked now. Nothing was imported yet.',
    importTookPlace:
      'Five imports of each account are kept: the oldest of yours was taken away for this one. Nothing was changed by it.',
    importByOther:
      'Somebody confirmed it before this form of yours came: what only you had left out was not left out. The step can be undone.',
    importCompared:
      'It was still being compared with the clubs, by another window: this form of yours did nothing. Nothing was imported by it, and what it left out is to be left out once more.',
    clubsAsked: ({ changed, already }: DoneCounts) =>
      `${count(changed, { one: 'club was', other: 'clubs were' })} added to the round.${already > 0 ? ` ${count(already, { one: 'club was', other: 'clubs were' })} in it already.` : ''}`,
    roundStarted: 'The round has started. Now send the letters, or the links.',
    roundMoved: 'The round has another last day.',
    roundLettersBegun: 'The letters are being sent. Below it says how far that has come; look again in a while.',
    roundEnded: ({ changed }: DoneCounts) =>
      `The round has ended.${changed > 0 ? ` ${count(changed, { one: 'club was', other: 'clubs were' })} made inactive.` : ''}`,
    stepUndone: 'Undone. This step is what that has changed, and it can be undone in turn.',
    stepUndoneByOther: 'Somebody else was faster, and has undone the same by this step. You have undone nothing.',
    undoKept: 'Kept as it is checked now. Nothing was undone yet.',
    officerAdded: 'This account is an officer of the club from now on.',
    officerRemoved: 'This account is no officer of that club any more.',
    invitationWithdrawn: 'The invitation is withdrawn: its link is no longer good.',
    userChanged: 'What this account may do is saved. It counts from the next request on.',
    userPersonChanged: 'Name and e-mail address saved.',
    identityUnlinked: 'University account unlinked. All sessions of this account have ended.',
    userSessionsEnded: 'All sessions of this account have ended.',
    userDeleted: 'The account is deleted.',
    passwordChanged: 'Your new password is kept, and all of your other sessions have ended.',
    providerJoined: 'Your university account signs in here from now on.',
    sessionEnded: 'That session has ended.',
    otherSessionsEnded: 'All of your other sessions have ended.',
  } satisfies Record<Done, string | ((counts: DoneCounts) => string)>,

  deletedClubs: {
    title: 'Deleted clubs',
    description: 'Clubs that were deleted, and can be brought back.',
    none: 'No club was deleted.',
    number: (id: number) => `No. ${id}`,
    ask: 'Restore…',
    /** Before the button. */
    confirm: (name: string, id: number) =>
      `“${name}” comes back under its number ${id}, as it was when it was deleted. Its officers do not come back with it.`,
    restore: 'Restore the club',
    conflict:
      'This club is not among the deleted ones any more: somebody has brought it back, or deleted it once more.',
    back: 'Back to the deleted clubs',
    older: 'Deleted earlier',
    newest: 'Deleted last',
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
    /** With how many messages wait. */
    titleWith: (open: number) => (open === 0 ? 'Inbox' : `Inbox (${number(open)})`),
    description: 'What visitors have written to those who keep the directory.',
    intro: 'What visitors find wrong, and which clubs they miss.',
    views: { label: 'Which', open: 'To do', closed: 'Done' },
    none: 'Nothing to do: no message waits.',
    noneClosed: 'No message was done in the last 90 days.',
    kept: 'Messages that are done are deleted after 90 days.',
    more: (messages: number) =>
      `${count(messages, { one: 'more message waits', other: 'more messages wait' })} behind these.`,
    kinds: { suggestion: 'Something is wrong', proposal: 'A club is missing' },
    gone: 'This club is not there any more.',
    answer: 'Answer to:',
    doneBy: (name: string, time: string) => (name === '' ? `Done on ${time}` : `Done on ${time} by ${name}`),
    choose: (name: string) => `Choose the message on ${name}`,
    accept: 'Make it a club',
    acceptOf: (name: string) => `Make it a club (${name})`,
    accepted: 'See the club',
    change: 'Change the club',
    close: 'Done',
    reopen: 'Back to do',
    delete: 'Delete for good',
    chosen: 'With the messages that are chosen:',
    all: 'With all that are shown here:',
    about: 'What they are about',
    aboutAnything: (messages: number) => `About anything (${number(messages)})`,
    closeAll: 'All done',
    reopenAll: 'All back to do',
    deleteAll: 'Delete all for good',
    alike: 'There are clubs of nearly this name:',
    noneChosen: 'No message was chosen.',
    over: 'Somebody else has done it meanwhile.',
    refused: (name: string, why: string) => `No club was made of ${name}. ${why}`,
    notAllowed:
      'To make a club takes the permission “Add clubs”, which you do not have. Ask somebody who looks after accounts.',
  },

  missed: {
    title: 'What visitors miss',
    description: 'What visitors looked for and did not find.',
    intro:
      'What was looked for by name, and no club had it. It tells you which clubs people expect, and by what other names: a club can have these among its “Other names”.',
    none: 'Everybody has found something.',
    since: { label: 'Time', month: 'The last four weeks', year: 'The last year' },
    term: 'Looked for',
    count: 'How often',
    lastOn: 'Last on',
    foundNow: 'found now',
    forget: 'Forget',
    forgetOf: (term: string) => `Forget ${term}`,
    noTerm: 'Which one is to be forgotten was not said.',
  },

  desk: {
    sections: 'For the board',
    history: 'All changes',
    historyDescription: 'What was changed of all clubs, when and by whom.',
    historyIntro: 'Every change is a step, an import of many clubs too. A step can be undone, whatever came after it.',
    none: 'Nothing was changed yet.',
    older: 'Older changes',
    newest: 'Newest changes',
    kinds: {
      create: 'New club',
      edit: 'Edit',
      delete: 'Deletion',
      restore: 'Restore',
      confirm: 'Confirmation',
      import: 'Import',
      undo: 'Undo',
      bulk: 'Change of several clubs',
      remove: 'Removal from the history',
      other: 'Change in the database itself',
    },
    created: (clubs: number) => `${count(clubs, CLUBS)} created`,
    changed: (clubs: number) => `${count(clubs, CLUBS)} changed`,
    deleted: (clubs: number) => `${count(clubs, CLUBS)} deleted`,
    nothing: 'This step changed no clubs.',
    /** After the kind of a step that has no club of its own. */
    stepTitle: (kind: string, number: number) => `${kind} (step ${number})`,
    stepDescription: 'What one step has changed of the clubs.',
    toHistory: 'Back to all changes',
    toStep: 'Back to the step',
    undoes: (time: string) => `Undoes the step of ${time}`,
    undoneBy: (time: string) => `Undone on ${time}`,
    undoneInPart: (undone: number, clubs: number, time: string) =>
      `Undone for ${number(undone)} of ${count(clubs, CLUBS)}, the last on ${time}`,
    what: { created: 'created', changed: 'changed', deleted: 'deleted' },
    isGone: 'This club is not there any more.',
    noSuchPage: 'There is no such page.',
    firstPage: 'Go back to the first page',
    undo: 'Undo',
    undoStep: 'Undo this step…',
    undoTitle: (kind: string, number: number) => `Undo: ${kind} (step ${number})`,
    undoDescription: 'What undoing a step would do.',
    /** Before the clubs. */
    undoIntro:
      'Every club that is checked gets back what this step has changed of it. What else was done to it since stays. It is one more step, which can be undone in turn.',
    undoCounts: (clubs: number) => `${count(clubs, { one: 'club is', other: 'clubs are' })} not as before the step.`,
    undoLossy: (clubs: number) =>
      `${count(clubs, { one: 'club was', other: 'clubs were' })} changed since, and would lose that: look at these, which come first.`,
    undoBlocked: (clubs: number) => `${count(clubs, { one: 'club', other: 'clubs' })} cannot be undone: it says why.`,
    undoImpossible: 'You can undo nothing of this step as it is.',
    undoLeftOut: (clubs: number) => `${count(clubs, { one: 'club is', other: 'clubs are' })} left out.`,
    undoNothing:
      'There is nothing left to undo: every club is as it was before this step, as far as the step changed it.',
    undoesAll: 'All clubs that are checked are undone, also those that are not shown just now.',
    undoSubmit: 'Undo',
    changedMeanwhile:
      'Nothing was undone yet: the clubs were changed while you looked at this page, or depend on each other. This is what would be done now. Look at it once more, and confirm again.',
    othersUndid:
      'You have undone nothing: every club became what it was before this step while you looked at this page, those that you left out too.',
    refused:
      'Nothing was undone: some of these clubs cannot be made what they were. It says why. Leave them out, or mend that first.',
    undoLater: 'Keep what is checked, and undo later',
    leftOutElsewhere:
      'Nothing was undone yet: more clubs were left out than this page knew of, such as in another window. They are left out here too by now. Look at it once more, and confirm again.',
    nothingChosen: 'Nothing was undone: no club is checked.',
    undone: { deleted: 'is deleted', restored: 'comes back', changed: 'is changed' },
    /** Above what others have done since. */
    losses: 'Done since, and lost by the undo',
    now: 'Now',
    afterwards: 'After the undo',
    orphans: (names: string) => `Part of no club any more: ${names}`,
    moreOrphans: (clubs: number) => `and ${count(clubs, { one: 'other', other: 'others' })}`,
    officers: (people: number) =>
      `${count(people, { one: 'officer', other: 'officers' })}, who would not come back with the club`,
    invitations: (people: number) => count(people, { one: 'open invitation', other: 'open invitations' }),
    issues: {
      gone: 'It was deleted since: there is nothing to change. Undo that first.',
      notAllowed:
        'To delete clubs and to bring them back takes the permission “Delete clubs”, which you do not have. Ask somebody who looks after accounts.',
      logoSwept: 'The logo of then is not on this site any more.',
      taken: (name: string) => `Another club has the name “${name}” by now. Rename that one first.`,
      unknownParent: (parent: string) =>
        `“${parent}”, which it was part of, is not there, or stays away. Bring that one back first.`,
      loop: (parent: string) =>
        `“${parent}” is below this club by now, so it cannot be above it too. Move one of them first.`,
    },
    pageOf: (page: number, pages: number) => `Page ${number(page)} of ${number(pages)}`,
    previousClubs: 'Clubs before these',
    nextClubs: 'Clubs after these',
  },

  clubTable: {
    heading: 'All clubs as a table',
    title: (page: number) => (page > 1 ? `All clubs as a table (page ${number(page)})` : 'All clubs as a table'),
    description: 'What the directory has of every club, and what it lacks.',
    category: 'Category',
    anyCategory: 'Any category',
    missing: 'Only clubs that lack all of these',
    lacks: {
      confirmation: 'Confirmation within a year',
      short_description: 'Short description',
      description: 'Description',
      logo: 'Logo',
      category: 'Category',
      contact: 'Contact',
      officers: 'Officers',
      answer: 'Answer in the yearly round',
    },
    show: 'Show these clubs',
    showAll: 'Show all clubs',
    result: (clubs: number, isFiltered: boolean) =>
      isFiltered ? `${count(clubs, RESULTS[''])} with these filters` : count(clubs, RESULTS['']),
    export: (clubs: number) => `Download ${clubs === 1 ? 'this' : 'these'} ${count(clubs, RESULTS[''])} as a CSV file`,
    caption: 'Each name leads to the form of the club. Name, last confirmed and last changed sort the table.',
    officers: 'Officers',
    changed: 'Last changed',
    day: (date: Date) => day(date),
    never: 'never',
    nothing: 'none',
    choose: (name: string) => `Choose ${name}`,
    all: 'All',
    chooseAll: 'Choose all on this page',
    none: 'None',
    chooseNone: 'Choose none',
    /** One field of a club, changed where it stands in the table. */
    cell: {
      title: 'Nothing was changed',
      description: 'Changes one field of a club.',
      change: (field: string, name: string) => `Change: ${field}, ${name}`,
      label: (field: string, name: string) => `${field}: ${name}`,
      saved: (field: string, name: string) => `Saved. ${field}: ${name}`,
      cancel: 'Cancel',
      conflict:
        'Somebody else has changed this meanwhile, and nothing was saved yet. What you have typed is still here: saving again puts it in the place of theirs.',
    },
    bulk: {
      heading: 'Change several clubs',
      description: 'Changes several clubs in one step.',
      chosen: 'The clubs that are chosen above',
      filtered: (clubs: number, isFiltered: boolean) =>
        isFiltered
          ? `All ${count(clubs, RESULTS[''])} with these filters, on all pages`
          : `All ${count(clubs, RESULTS[''])} of the directory`,
      action: 'What is to be done',
      goOn: 'Go on',
      asksFirst: 'Nothing is changed yet: you see first with which clubs it would be.',
      actions: {
        activate: 'Make active',
        deactivate: 'Make inactive',
        add_category: 'Give one category',
        remove_category: 'Take one category away',
        set_category: 'Set the categories',
        clear_category: 'Take all categories away',
        confirm: 'Confirm: everything there is right',
        ask: 'Ask whether they are still right',
      },
      about: {
        activate: 'These clubs become active: the list shows them from then on.',
        deactivate: 'These clubs become inactive: the list shows them only to those who ask for inactive clubs.',
        add_category: 'These clubs get the category that you type, and keep their own.',
        remove_category:
          'These clubs lose the category that you type, in whatever case and with or without accents, and keep their others.',
        set_category: 'These clubs get the categories that you type, in place of their own.',
        clear_category: 'These clubs lose all of their categories.',
        confirm: 'You say of these clubs that everything there is right as of today.',
        ask: 'These clubs join the yearly round, which asks them whether what visitors read is still right. No club is changed, and nothing is sent yet.',
      },
      clubs: (clubs: number) => count(clubs, RESULTS['']),
      others: (clubs: number) => `and ${count(clubs, { one: 'other', other: 'others' })}`,
      already: (clubs: number) =>
        `${count(clubs, { one: 'of them is', other: 'of them are' })} so already, and ${clubs === 1 ? 'stays as it is' : 'stay as they are'}.`,
      categoryHint: 'Several with semicolons between them, such as Sport; Outdoors.',
      oneCategory: 'Category',
      oneCategoryHint: 'One alone, such as Sport.',
      several: 'Give one category alone, without a semicolon.',
      full: (names: readonly string[]) =>
        `Nothing was changed: these clubs have no room for one more category: ${names.map((name) => `“${name}”`).join(', ')}. Leave them out, or make their categories fewer first.`,
      submit: 'Do it',
      back: 'Back to the table',
      notDone: 'Nothing was changed',
      unknown: 'What you ask for is not known here. Go back to the table, and choose again.',
      noneChosen: 'No club is chosen. Go back to the table, check the clubs that you mean, and go on from there.',
      noneThere: 'None of these clubs is there any more. Go back to the table to see those that are.',
      outdated:
        'Nothing was changed yet: these are other clubs by now than when you were asked, or one of them is called something else. Below are those of now. Look at them, and press the button again.',
    },
  },

  round: {
    heading: 'The yearly round',
    title: (which: string | null, page: number) =>
      `The yearly round${which === null ? '' : `: ${which}`}${page > 1 ? ` (page ${number(page)})` : ''}`,
    description: 'Asks every club once a year whether what visitors read about it is still right.',
    intro:
      'Once a year each club is asked whether what visitors read about it is still right. Its officers or its contact look at it and press “Still right”, or mend it. Nothing happens by itself: you start the round, you send the letters or the links, and you end it.',
    start: 'Start a round',
    wouldAsk: (clubs: number) =>
      `${clubs === 0 ? 'It would ask nobody: no club is active' : `It would ask ${clubs === 1 ? 'the one active club' : `all ${count(clubs, ACTIVE_CLUBS)}`}`}. To ask others, choose them in the table of all clubs, and “Ask whether they are still right” there. Nothing is sent yet.`,
    toTable: 'To the table of all clubs',
    endsOn: 'Last day for answers',
    endsOnHint: 'From tomorrow on, and within a year.',
    submitStart: 'Start the round',
    endDayFaults: {
      noDay: 'Give a day, such as 2027-01-15.',
      past: 'This day is not in the future. Give a later one.',
      far: 'This day is more than a year away. Give an earlier one.',
    },
    noClubs: 'There is no club to ask. Nothing was started.',
    isOpen: 'Somebody has started a round meanwhile: this is it.',
    isClosed: 'This round is not open any more. Nothing was changed.',
    isOther: 'This round is not open any more, and another one is by now. Nothing was changed.',
    movedElsewhere: (day: string) =>
      `Somebody else has moved the last day to ${day} meanwhile. Nothing was changed: choose again if it is to be another.`,
    since: (begun: string, name: string | null) => `Since ${begun}${name === null ? '' : `, started by ${name}`}.`,
    until: (last: string) => `The links are good until ${last}.`,
    isOver: (last: string) =>
      `Its last day was ${last}: the links are good no more. End the round, or give it another last day.`,
    answered: (clubs: number, all: number) =>
      `${number(clubs)} of ${count(all, CLUBS)} ${clubs === 1 || all === 1 ? 'has' : 'have'} answered`,
    progress: 'Answers',
    states: 'What has become of the clubs',
    state: {
      silent: 'No answer yet, can be written to',
      unreachable: 'No answer yet, nobody to write to',
      confirmed: 'Still right',
      mended: 'Mended',
      failed: 'The letter could not be sent',
    },
    stateColumn: 'State',
    clubsColumn: 'Clubs',
    letters: 'Letters',
    lettersAbout:
      'A letter goes to the officers of a club whose addresses are confirmed, else to its contact. No club gets one twice within a day.',
    lettersSent: (clubs: number, last: string) =>
      `${count(clubs, CLUBS)} ${clubs === 1 ? 'was' : 'were'} written to, the last on ${last}.`,
    noLettersSent: 'No letter was sent yet.',
    lettersFailed: (clubs: number) =>
      `To ${count(clubs, CLUBS)} the letter could not be sent. Look whether the addresses are right.`,
    toFailed: 'Show these clubs',
    lettersUnderWay: (clubs: number) => `Letters are on their way: ${number(clubs)} left. You need not wait for them.`,
    lookAgain: 'Look again',
    sendLetters: (clubs: number) => `Send a letter to ${count(clubs, CLUBS)}`,
    noneDue: 'Nobody can be written to now: all have answered, were written to within a day, or have no address.',
    noMailServer: 'This site has no mail server, and sends no letters: send each club its link by hand.',
    links: 'Links to send by hand',
    linksAbout:
      'Each link is of one club alone, needs no account, and ends with the round. Give it to nobody but the club.',
    linksFile: (clubs: number) =>
      `Download ${clubs === 1 ? 'the link' : 'the links'} of ${count(clubs, CLUBS)} without an answer as a CSV file`,
    columns: {
      club: 'club',
      link: 'link',
      officers: 'officers',
      addresses: 'addresses',
      contact: 'contact',
      asked: 'last letter',
    },
    change: 'The last day',
    submitChange: 'Keep this day',
    moveAbout:
      'An earlier day ends all links earlier, also those that are out already. A letter keeps the day that it has named.',
    moveAsks: (clubs: number, latest: string) =>
      `The last letter to ${count(clubs, CLUBS)} without an answer names a later day, ${latest} at the latest. ${clubs === 1 ? 'Its link' : 'Their links'} would end earlier than it says. Nothing is changed yet: press the button again to move the day all the same.`,
    submitMove: 'Move it all the same',
    toldLater: (clubs: number, last: string) =>
      `The last letter to ${count(clubs, CLUBS)} without an answer names a later day, but ${clubs === 1 ? 'its link ends' : 'their links end'} on ${last}. A new letter names that day.`,
    toEnd: 'End the round…',
    clubs: 'Clubs of the round',
    which: 'Which clubs',
    all: 'All',
    /** Of the link that gives up looking for a name. */
    anyName: 'Show all names',
    noneOfThese: 'No club is like this.',
    officers: (names: string) => `Officers: ${names}`,
    noOfficers: 'No officers',
    contact: 'Contact:',
    noContact: 'No contact',
    writesTo: (addresses: string) => `Can be written to: ${addresses}`,
    asked: (last: string) => `Last letter on ${last}`,
    notAsked: 'No letter yet',
    failedOn: (last: string) => `A letter could not be sent on ${last}`,
    linkOf: (club: string) => `Link of ${club}:`,
    confirmedOn: (last: string) => `Confirmed on ${last}`,
    past: 'Rounds before',
    pastColumns: {
      started: 'Started',
      ended: 'Ended',
      endedBy: 'Ended by',
      answered: 'Answered',
      mended: 'Of these mended',
      deactivated: 'Made inactive',
    },
    toStep: 'See which clubs became inactive, or undo it',
    toUndoneStep: 'See which clubs had become inactive',
    undone: 'This was undone',
    undoneFor: (clubs: number) => `This was undone for ${count(clubs, CLUBS)}`,
    ofAll: (clubs: number, all: number) => `${number(clubs)} of ${number(all)}`,
    end: {
      heading: 'End the round',
      description: 'Ends the yearly round, and says what becomes of the clubs that have not answered.',
      about: 'The links of the round are good no more from then on.',
      noneSilent: 'Every club has answered.',
      silent: 'These clubs have not answered',
      inactive: (clubs: number) =>
        `${count(clubs, { one: 'of these clubs is', other: 'of these clubs are' })} inactive already, and ${clubs === 1 ? 'stays' : 'stay'} so whatever you choose.`,
      unreachable: (clubs: number) =>
        `Of these, ${count(clubs, CLUBS)} ${clubs === 1 ? 'has' : 'have'} neither an officer nor an address to write to: nobody may have heard of the round there.`,
      toSilent: 'Show them in the table',
      fate: 'What becomes of them',
      fates: {
        leave: 'They stay as they are',
        deactivate: 'All of them become inactive',
      },
      deactivateHint:
        'In one step, which can be undone in the history. The list shows inactive clubs only to those who ask for them.',
      submit: 'End the round',
      back: 'Back to the round',
      noFate: 'Say what becomes of the clubs that have not answered.',
      outdated:
        'The round has not ended yet: other clubs are without an answer by now than when you were asked. Below are those of now. Look at them, and press the button again.',
      endedAlready: 'The round has ended already',
      /** By somebody else, null when their account is gone. */
      endedAlike: (name: string | null) => `${name ?? 'Somebody'} has ended it before you, with the same choice.`,
      endedOtherwise: (name: string | null, choice: string | null) =>
        `${name ?? 'Somebody'} has ended it before you, ${choice === null ? 'maybe with another choice than yours' : `with another choice than yours: “${choice}”`}. Yours was not followed.`,
      notOpen: 'No round is open',
      notOpenText: 'There is nothing to end: somebody may have ended the round already.',
      otherOpen: 'Another round is open by now',
      otherOpenText:
        'The one that you wanted to end is not open any more. Nothing was changed: look at the one of now, and end that if you still want to.',
    },
    link: {
      title: (club: string) => `Are the texts of ${club} still right?`,
      thanksTitle: (club: string) => `Thank you: the texts of ${club} are confirmed`,
      mendedTitle: (club: string) => `Thank you: what you have mended of ${club} is saved`,
      description: 'Says that what visitors read about a club is still right.',
      asks: (association: string) =>
        `${association} asks every club once a year whether its texts are still right, and asks you as an officer of this club or as its contact.`,
      intro: (site: string, last: string) =>
        `Below is what visitors of “${site}” read. Please look through it, and answer at the end, by ${last} at the latest. You need no account.`,
      toAnswer: 'To the answer',
      answer: 'Your answer',
      later: 'Something to mend or to add?',
      lacks: (fields: string) => `The page says nothing yet of: ${fields}. You need not add it.`,
      add: 'Add what is missing',
      stillRight: 'Still right',
      effect:
        '“Still right” records today as the day on which the texts were confirmed, which the page of the club shows. It does nothing else.',
      mend: 'Something is to be mended',
      thanks: (last: string) =>
        `All of it was confirmed on ${last}. There is nothing else to do; you may still mend something.`,
      thanksMended: (last: string) =>
        `Your corrections are saved, and visitors read them from now on. All of it counts as confirmed on ${last}. There is nothing else to do.`,
      conflict:
        'Somebody has changed this club while you looked at it. Look at it once more, and press the button again.',
      conflictAnswered:
        'Somebody has changed this club and answered for it while you looked at it. Below is what it says now: if it is right, press “Still right” once more, or mend it. You may also leave it as it is.',
      mendTitle: (club: string) => `Mend ${club}`,
      mendAbout: (last: string) =>
        `What you save is public at once, and counts as the answer of this club. You can save until the end of ${last}.`,
      typed:
        'Nothing was saved. This is what you have typed: you can copy it, and send it to those who run the directory.',
      over: 'The round is over',
      overText: (club: string) =>
        `This link is good no more. If something is to be changed of ${club}, ask those who run the directory.`,
      ask: 'Write to them',
      toClub: (club: string) => `Go to the page of ${club}`,
    },
    askedUntil: (association: string, last: string) =>
      `${association} asks until ${last}: is everything here still right?`,
  },

  officers: {
    title: (name: string) => `Officers of ${name}`,
    description: 'The people who keep the page of a club up to date.',
    intro: 'Officers can edit this club, except its name, status and parent club.',
    none: 'This club has no officers.',
    remove: 'Remove',
    removeOfficer: (name: string) => `Remove ${name} as an officer`,
    add: 'Add an officer',
    addSubmit: 'Add',
    unknown: 'No account has this e-mail address. Check the address, or create an invitation.',
    isOne: 'This person is already an officer of this club.',
    addIntro: 'Add someone who has an account, or create an invitation for anyone else.',
    invite: 'Invite another officer',
    mayInvite: 'You can invite other officers. Only the board can remove officers.',
  },

  forms: {
    missing: 'Fill in this field.',
    noEmail: 'Enter an e-mail address such as name@example.org.',
    tooShort: (least: number) => `Use at least ${number(least)} characters.`,
    guessable: 'This password is easy to guess. Use several unrelated words.',
    tooLong: 'This text is too long.',
    hidden: 'This text contains invisible characters. Type it again.',
    taken: 'An account with this e-mail address already exists. Use another address.',
  },

  accounts: {
    name: 'Your name',
    email: 'E-mail address',
    password: 'Password',
    newPassword: 'New password',
    passwordHint: (least: number) => `At least ${number(least)} characters, for example three unrelated words.`,
    signIn: 'Sign in',
    signInDescription: 'For club officers and the board.',
    wrong: 'Wrong e-mail address or password.',
    slowed: (seconds: number) => `Too many attempts. Try again in ${wait(seconds)}.`,
    signInByProvider: 'Sign in with your university account',
    goingToProvider: 'Continue to your university’s sign-in page.',
    goOn: 'Continue',
    providerErrors: {
      unreachable: 'Your university’s sign-in page is not responding. Try again later.',
      failed: 'Signing in with your university account failed. Try again.',
      emailRefused: 'Your university did not send a verified e-mail address that is accepted here.',
      hasPassword:
        'An account with this address already exists. Sign in with its password or contact an administrator.',
      linked: 'Your account or university account is already linked to another one. Contact an administrator.',
    },
    forgotten: 'Forgotten your password?',
    account: 'Your account',
    signedIn: 'You are signed in',
    accountOf: (name: string) => `Your account, ${name}`,
    signedInAs: (name: string, email: string) => `You are signed in as ${name} (${email}).`,
    signOut: 'Sign out',
    setup: 'Create the first account',
    setupIntro: 'This account is the administrator: it can manage all clubs and accounts.',
    create: 'Create account',
    reset: 'Reset your password',
    resetByHand: 'Ask an administrator of this site for a password reset link.',
    resetIntro: 'Enter your e-mail address to get a password reset link.',
    resetSend: 'Send link',
    resetSent: (email: string) =>
      `If ${email} belongs to an account with a password, we have sent a password reset link to it. The link works once and expires after one hour.`,
    resetExpired: 'This link has expired or was already used. Request a new one.',
    resetSave: 'Save new password',
    resetDone: 'Your password was changed and all your sessions have ended. Sign in with the new password.',
  },

  account: {
    description: 'Your clubs, sign-in methods and sessions.',
    /** With permissions, separated by commas. */
    allowed: (allowed: string) => `Your permissions: ${allowed}.`,
    mayNothing: 'Your account has no permissions yet. Contact an administrator.',
    clubs: 'Your clubs',
    byPassword: (since: Date) => `Password, since ${day(since)}`,
    byProvider: (since: Date) => `University account, since ${day(since)}`,
    join: 'Link your university account',
    joinIntro: 'You can then sign in with either account. Enter your password to continue to your university.',
    change: 'Change your password',
    changeIntro: 'This ends all your other sessions.',
    oldPassword: 'Current password',
    wrongPassword: 'Wrong password.',
    thisSession: (begun: Date) => `This session, started on ${day(begun)}`,
    sessionEnd: 'End session',
    sessionsEnd: 'End all other sessions',
    data: 'Your data',
    dataIntro: 'Everything this site stores about your account, as a JSON file.',
    dataSubmit: 'Download your data',
  },

  users: {
    heading: 'Accounts',
    title: (page: number) => (page > 1 ? `Accounts (page ${number(page)})` : 'Accounts'),
    description: 'Accounts, their permissions and open invitations.',
    search: 'Name or e-mail address',
    result: (users: number) => count(users, { one: 'account', other: 'accounts' }),
    clubs: (clubs: number) => `officer of ${count(clubs, CLUBS)}`,
    lastSeen: (date: Date) => `last seen on ${day(date)}`,
    notSeen: 'no session',
    mayNothing: 'no permissions',
    notVerified: 'address not verified',
    notVerifiedMeaning: 'The address is not verified: a club officer passed on the invitation link.',
    roles: 'Role',
    roleNames: { board: 'Board', administrator: 'Administrator' },
    noRole: 'None',
    roleHints: {
      none: 'Can edit only the clubs that they are an officer of.',
      board: 'Can add, edit and delete clubs, and manage their officers.',
      administrator: 'Can also manage accounts.',
    },
    advanced: 'Advanced',
    permissions: 'Additional permissions',
    permissionNames: {
      'club.add_club': 'Add clubs',
      'club.change_club': 'Edit clubs and manage their officers',
      'club.delete_club': 'Delete and restore clubs',
      'auth.change_user': 'Manage accounts',
    },
    person: 'Name and e-mail address',
    personName: 'Name',
    personHint: 'Each sign-in with the university account replaces both with the values from the university.',
    ways: 'Sign-in methods',
    byProviderAt: (issuer: string, since: Date) => `University account at ${issuer}, since ${day(since)}`,
    unlink: 'Unlink',
    unlinkOf: (issuer: string) => `Unlink the university account at ${issuer}`,
    unlinkHint: 'Unlinking ends all sessions of this account. Another university account can be linked afterwards.',
    awaitsIdentity: (email: string) =>
      `This account has no sign-in method. The next university account with the verified address ${email} is linked to it.`,
    grants: 'Permissions',
    save: 'Save',
    /** With the current permissions, separated by commas, or an empty text. */
    grantsChanged: (now: string) =>
      `Someone else changed the permissions to: ${now || 'none'}. Check your selection and save again.`,
    officerOf: 'Officer of',
    officerOfNone: 'This account is not an officer of any club.',
    officerEndOf: (club: string) => `Remove as an officer of ${club}`,
    sessions: 'Sessions',
    sessionsNone: 'No sessions.',
    session: (begun: Date, used: Date) => `Started on ${day(begun)}, last used on ${day(used)}`,
    sessionsEnd: 'End all sessions',
    delete: 'Delete account',
    deleteIntro: 'This cannot be undone. Changes made by this account are kept.',
    deleteEmail: 'E-mail address of the account, to confirm',
    deleteMismatch: 'This is not the address of the account. Nothing was deleted.',
    lastManager: 'This is the only account that can manage accounts. Give another account this permission first.',
    invite: 'Invite someone',
    inviteIntro: (days: number) =>
      `The invitation link works once and expires after ${count(days, { one: 'day', other: 'days' })}. It replaces any earlier invitation to the same address.`,
    inviteSubmit: 'Create invitation',
    emailSent: (email: string) => `The invitation was sent to ${email}.`,
    emailFailed: (email: string) => `The e-mail to ${email} could not be sent. Pass on this link yourself.`,
    invited: (email: string) => `This link is for ${email}. Copy it now: it is shown only once.`,
    invitedToNothing: 'This invitation gives no permissions. You can add them once the account exists.',
    openInvitations: 'Open invitations',
    openNone: 'No open invitations.',
    openUntil: (until: Date, by: string) => `Valid until ${day(until)}, created by ${by}`,
    openCut: (shown: number) => `Only the newest ${number(shown)} are shown.`,
    officerOfClub: (club: string) => `officer of ${club}`,
    withdraw: 'Withdraw',
    withdrawOf: (email: string) => `Withdraw the invitation to ${email}`,
  },

  invitation: {
    heading: 'Your invitation',
    intro: (email: string) => `You are invited to create an account for ${email}.`,
    forClub: (club: string) => `You will be an officer of ${club} and can edit its page.`,
    byProvider: 'Use your university account instead',
    hasAccount: (email: string) => `An account for ${email} already exists. Sign in to accept the invitation.`,
    otherAccount: (email: string, other: string) =>
      `This invitation is for ${email}, but you are signed in as ${other}. Sign out, then open the link again.`,
    newAccount: (email: string, other: string) =>
      `You are signed in as ${other}. Creating the account for ${email} signs you out of that one.`,
    acceptIntro: (email: string) => `You are signed in as ${email}. The permissions are added to this account.`,
    accept: 'Accept invitation',
    gone: 'This invitation does not exist, has expired or was already used. Ask for a new one.',
  },

  gettingStarted: {
    title: 'Getting started',
    description: 'The first steps for a new site.',
    steps: {
      identity: 'Set the name and logo',
      identityText:
        'Edit site.json and mark.svg in the site folder (setting SITE_DIR), then rebuild and restart the site.',
      clubs: 'Import your clubs',
      clubsText: 'Upload a spreadsheet, saved as CSV, or add clubs one by one.',
      board: 'Invite the board',
      boardText: 'Give board members the role “Board”. They can then manage clubs and name officers.',
      pages: 'Fill in the imprint and the privacy page',
      pagesText: 'Edit the pages in the site folder, then rebuild and restart the site.',
      share: 'Share the link',
      shareText: 'Publish the address of the club list:',
    },
  },

  emails: {
    reset: {
      subject: (site: string) => `Reset your password for ${site}`,
      paragraphs: (name: string, site: string, link: string) => [
        `Hello ${name},`,
        `Use this link to choose a new password for your account on ${site}. It works once and expires after one hour.`,
        link,
        'If you did not ask for this e-mail, ignore it. Your password stays the same.',
      ],
    },
    invitation: {
      subject: (site: string) => `Invitation to ${site}`,
      paragraphs: (site: string, days: number, link: string) => [
        'Hello,',
        `You are invited to create an account on ${site}. This link works once and expires after ${count(days, { one: 'day', other: 'days' })}:`,
        link,
        'If you did not expect this e-mail, ignore it.',
      ],
    },
    round: {
      subject: (club: string) => `${club}: still right?`,
      /** The same behind that of another language. */
      question: 'Still right?',
      paragraphs: (club: string, site: string, last: string, link: string) => [
        'Hello,',
        `${site} shows visitors what ${club} is, and asks once a year whether that is still right. Please look at it by this link. One press of a button says that it is right; you can also mend it there. You need no account.`,
        link,
        `The link is good until ${last}, for this club alone. If you have no more to do with this club, please hand this letter on to those who have.`,
        site,
      ],
    },
  },

  fileIssues,
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
