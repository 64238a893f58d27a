import type { Done, DoneCounts } from './done.ts';
import { clubImport, fileReading, importReport } from './club-import.en.ts';
import { fileFaults } from './file-faults.en.ts';
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

const MARKDOWN = 'Formatting: **bold**, *italic*, - list and [text](https://…).';
const RESEND = 'Try again in a few seconds. If you sent a form, it was not saved: go back and send it again.';

export const en = {
  number,

  language: {
    /** Of the link to the same page in this language. */
    name: 'English',
    short: 'EN',
    offer: 'This site is also available in English',
    onlyIn: (other: Locale) => `This page is not available in English yet, so it is shown in ${language(other)}.`,
  },

  site: {
    skipLink: 'Skip to content',
    search: { label: 'Find a club by name', placeholder: 'Find a club', submit: 'Search' },
    menu: {
      label: 'Site',
      home: 'Home',
      clubs: 'Associations & Clubs',
      clubList: (association: string) => `${association}'s clubs`,
    },
    footer: { clubList: 'All clubs', association: 'About us', contact: 'Contact' },
  },

  scripts: {
    failure: 'The list could not be loaded.',
    close: 'Close message',
    code: 'Code',
  },

  home: {
    /** Followed by one of the next two. */
    lookThrough: 'Or browse',
    activeClubs: (clubs: number) => count(clubs, ACTIVE_CLUBS),
    allActiveClubs: 'all active clubs',
    meet: 'Discover some clubs',
    categories: 'Browse by category',
    instead: 'Go to the club list',
    surprise: 'Surprise me',
  },

  clubList: {
    title: (page: number) => (page > 1 ? `Club list (page ${number(page)})` : 'Club list'),
    description: 'The list of all clubs existing at the university.',
    heading: 'Club list',
    filters: 'Filters',
    views: { label: 'Views of the list', oneByOne: 'One by one', grid: 'Grid' },
    /** A null is any status. */
    result: (clubs: number, status: 'true' | 'false' | '' | null) => count(clubs, RESULTS[status ?? '']),
    /** Follows a result, around the name that was searched for. */
    matching: { before: ' matching ', open: '“', close: '”' },
    place,
    announcement: (result: string, name: string, page: { number: number; count: number } | null) =>
      result + (name && ` matching ${name}`) + (page ? place(page.number, page.count) : ''),
    announcementOf: (club: string, place: number, places: number) => `${club}, ${number(place)} of ${number(places)}`,
    /** Follows a result and a comma. */
    otherStatus: (clubs: number, isActive: boolean, listed: number) =>
      `${listed === 0 ? 'but' : 'and'} ${count(clubs, RESULTS[isActive ? 'true' : 'false'])}`,
    meant: 'Did you mean:',
    see: 'See also:',
    goOn: 'You can also:',
    clearName: 'Clear the name',
    chips: { label: 'Active filters', remove: 'Remove filter: ', clearAll: 'Clear all' },
    categories: {
      label: 'Categories',
      one: 'Category',
      more: 'More',
      cut: 'Categories with fewer clubs are not shown. Search by name to see others.',
    },
    invalid: 'This search is not valid. Check the filters',
    noSuchPage: 'Page not found',
    pageCount: (pages: number) => `The list has ${count(pages, { one: 'page', other: 'pages' })}.`,
    firstPage: 'Go to the first page',
    keysHint: <T>(left: T, right: T): (T | string)[] => [left, ' and ', right, ' change the page.'],
    keys: {
      left: 'left arrow',
      right: 'right arrow',
      none: 'Arrow keys are turned off.',
      off: 'Turn off',
      on: 'Turn on',
    },
    loading: 'Loading…',
  },

  clubSearch: {
    name: 'Name',
    example: 'For example, chess',
    status: 'Club status',
    active: 'Active',
    inactive: 'Inactive',
    all: 'All clubs',
    submit: 'Search',
    found: (clubs: number) => `Show ${count(clubs, CLUBS)}`,
    nameTooLong: (limit: number) => `The name must have at most ${number(limit)} characters.`,
    nameWithNul: 'The name contains a character that is not allowed.',
    statusUnknown: 'Choose active, inactive or all clubs.',
  },

  pagination: {
    label: 'Pages',
    previous: 'Previous',
    next: 'Next',
    /** Before the name of a club. */
    previousOf: 'Previous:',
    nextOf: 'Next:',
    position: (place: number, places: number) => `${number(place)} of ${number(places)}`,
    page: (page: number) => `Page ${number(page)}`,
  },

  club: {
    inactive: '(inactive)',
    noDescription: 'No description yet',
    see: 'View club',
    nameWithState: (club: { name: string; isActive: boolean }) =>
      club.isActive ? club.name : `${club.name} (inactive)`,
    logo: (name: string) => `logo ${name}`,
    description: (name: string) => `${name}, a student club at the university.`,
    contact: 'Contact:',
    /** Before a day. */
    confirmedOn: 'Last confirmed on',
    /** Before a month. */
    confirmedIn: 'Confirmed in',
    facts: 'At a glance',
    about: 'About this club',
    children: (clubs: number) => `Includes ${count(clubs, CLUBS)}`,
    clubList: 'All clubs',
    backToSearch: 'Back to your search',
    /** Before a category. */
    moreOf: 'More clubs in',
  },

  shortlist: {
    title: 'Shortlist',
    link: (clubs: string) => `Shortlist (${clubs})`,
    put: (club: string) => `Add ${club} to the shortlist`,
    full: 'Your shortlist is full (50 clubs). Remove a club before you add another one.',
    notKept: 'Your browser could not save the shortlist.',
    result: (clubs: number) => count(clubs, CLUBS),
    gone: (clubs: number) =>
      `${count(clubs, { one: 'club on this list no longer exists', other: 'clubs on this list no longer exist' })}.`,
    cut: 'Only the first 50 clubs of this list are shown.',
    none: 'This list is empty',
    howTo: 'Select the star of a club to add it. Your shortlist is stored in this browser, without an account.',
    toList: 'Browse all clubs',
    compare: 'Compare',
    compareOne: (club: string) => `Compare ${club}`,
    compareHint: 'Select up to four clubs to compare.',
    wrongChoice: 'Select at least one club, and no more than four.',
    copy: 'Copy link',
    copied: 'Link copied. Anyone who opens it sees these clubs.',
    notCopied: 'The link could not be copied. Copy it from the address bar.',
    print: 'Print',
    add: 'Add these to my shortlist',
    added: 'These clubs are on your shortlist.',
    own: 'This is your shortlist.',
    off: 'Removed. Select the star to add it again.',
    drop: 'Remove deleted clubs from my shortlist',
    dropped: 'Deleted clubs were removed from your shortlist.',
  },

  compare: {
    title: 'Compare clubs',
    cut: 'Only the first four clubs are shown.',
    none: 'No clubs selected. Select up to four clubs on your shortlist.',
    back: 'Back to the shortlist',
    empty: 'Not specified',
  },

  clubForm: {
    newTitle: 'New club',
    editTitle: (name: string) => `Edit ${name}`,
    description: 'Edit a club of the directory.',
    hints: {
      onCard: `Shown in the club list. ${MARKDOWN}`,
      onPage: `Shown on the club's page. ${MARKDOWN}`,
      limit: (limit: number) => `Up to ${number(limit)} characters.`,
      is_active: 'Inactive clubs are not shown in the club list by default.',
      parent_name: 'The name of the club that this club is part of, if any.',
      logo: 'PNG, JPEG or WebP, up to 2 MB. 400 × 400 pixels are enough.',
      website: 'The full address: https://www.example.org',
      contact: 'An e-mail address (name@example.org) or a web address (https://www.example.org/contact).',
      links: 'Up to 20, one per line: a name, then the address. Example: Discord https://discord.gg/…',
      category: 'Separate categories with semicolons, for example “Sport; Outdoors”.',
      aliases: 'Up to 20, separated by |. The search suggests the club for them. Example: CC|Chess Club|Échecs',
    },
    isActive: 'Active',
    removeLogo: 'Remove the logo',
    save: 'Save',
    cancel: 'Back to the club',
    notSaved: 'Not saved',
    chooseLogoAgain: 'You also need to choose the logo file again.',
    of: (label: string, said: string) => `${label}: ${said}`,
    preview: {
      title: 'Preview',
      onList: 'In the club list',
      onPage: 'On the page of the club',
      noName: 'Name of the club',
      logoChosen: 'Select “Preview” to see the new logo.',
    },
    /** {count} is a number. */
    script: {
      left: { one: '{count} character left', other: '{count} characters left' },
      over: { one: '{count} character too many', other: '{count} characters too many' },
      signedOut: 'You are signed out. Sign in, then save again here.',
      signIn: 'Sign in (opens in a new tab)',
      notAllowed: 'You no longer have permission to make this change. Copy your text before you leave this page.',
      gone: 'This club was deleted. Copy your text before you leave this page.',
      failed: 'This could not be saved. Try again in a moment.',
      noPreview: 'The preview could not be loaded. Try again in a moment.',
    },
    faults: {
      empty: 'This field is required.',
      nul: 'This contains a character that is not allowed.',
      tooLong: 'This is too long.',
      lineBreak: 'Enter a single line.',
      website: 'Enter a web address without spaces, such as https://www.example.org, or leave this empty.',
      contact: 'Enter one e-mail address or one web address (https://…). Other details can go in the description.',
      link: 'Enter a name and a web address, such as Forum https://forum.example.org',
      longLink: 'The name of a link can have up to 100 characters, its address up to 2,000.',
      tooManyLinks: 'Enter at most 20 links.',
      aliases: 'Enter at most 20 names of up to 100 characters each, separated by |.',
      logo: 'Choose the logo file again.',
      status: 'Choose active or inactive.',
      notAllowed: "You don't have permission to change this.",
      taken: 'Another club already has this name.',
      unknownParent: 'No club has this name.',
      loop: 'A club cannot be part of itself or of a club below it.',
      notTheName: 'This is not the name of the club.',
    },
    near: (fault: string, names: readonly string[]) =>
      `${fault} Did you mean ${names.map((name) => `“${name}”`).join(' or ')}?`,
    inLine: (line: number, fault: string) => `Line ${number(line)}: ${fault}`,
    conflict: {
      title: 'This club has changed since you opened it',
      /** Before a time and a name. */
      last: 'Last change:',
      text: 'Your changes are not saved yet. Saving again replaces the current values that are shown next to yours.',
      takenOver: (fields: string[]) => `Updated to the current value: ${fields.join(', ')}.`,
      disputed: (fields: string[]) => `In conflict with your changes: ${fields.join(', ')}.`,
      whichLogo: 'Which logo do you want to use?',
      mineLogo: 'Your choice (not saved yet)',
      logoNow: 'Current logo',
      now: 'Current value:',
      nothing: '(empty)',
    },
    deleteTitle: (name: string) => `Delete ${name}`,
    deleteText: (name: string) =>
      `The club is removed from the list. You can restore it later. To confirm, enter its name: ${name}`,
    deleteSubmit: 'Delete club',
  },

  clubTools: {
    label: 'Manage this club',
    edit: 'Edit',
    confirm: 'Confirm that this page is up to date',
    confirmed: 'Confirmed today',
    conflict: 'This club has changed since you opened the page. Check it before you confirm.',
    history: 'History',
    officers: 'Officers',
    delete: 'Delete',
  },

  /** The labels of a club's fields, by CSV column. */
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
    clubCreated: 'Club created. It is now public.',
    clubSaved: 'Saved and confirmed as of today.',
    cellSaved: 'Saved.',
    clubConfirmed: 'Confirmed as of today. Thank you!',
    clubRestored: 'Club restored to this earlier state.',
    removedForGood: 'Permanently removed from the history. Existing backups still contain it.',
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

  notes: {
    toSuggest: 'Report a problem',
    suggestTitle: (name: string) => `Report a problem with ${name}`,
    suggestIntro: "Your message goes to the board. You don't need an account, and nothing is published.",
    topic: 'What is wrong?',
    topics: {
      inactive: 'The club no longer exists',
      contact: 'The website or the contact does not work',
      text: 'Some information is wrong or out of date',
      twice: 'The club is listed twice',
      other: 'Something else',
    },
    noTopic: 'Choose an option.',
    message: 'Details',
    messageHint: 'What should it say instead, and how do you know?',
    sender: 'Your e-mail address',
    senderHint: 'Only if you want a reply. It is not published, and it is deleted with the message.',
    trap: 'Leave this field empty',
    send: 'Send',
    sentTitle: 'Thank you!',
    sentText: 'Your message was sent to the board.',
    toPropose: 'Propose a club',
    missingClub: 'Is a club missing?',
    proposeIntro: "The board reviews each proposal. You don't need an account, and only the name is required.",
    proposeMessage: 'Message to the board',
    proposeMessageHint: 'Who are you, and how do you know the club? This is not published.',
    contactHint: 'An e-mail address or a web page of the club. It is published.',
    seeTaken: 'View clubs with this name',
    alike: 'These clubs have a similar name:',
    alikeText: 'If yours is a different club, send your proposal anyway.',
    sendAllTheSame: 'Send anyway',
    notSent: 'Your message could not be sent. Try again in a moment.',
    slowed: (minutes: number) =>
      `Too many messages were sent from your network. Try again in ${count(minutes, { one: 'minute', other: 'minutes' })}.`,
    full: 'The board has too many messages to read at the moment. Try again in a few days.',
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

  /** What is wrong with a file of clubs. */
  fileFaults,
  fileReading,
  importReport,
  clubImport,

  logoUpload: {
    failed: 'The logo could not be uploaded. Choose the file again and save in a few seconds.',
    tooManyBytes: (megabytes: number) =>
      `The file is larger than ${number(megabytes)} MB. Save the image in a smaller size: 400 × 400 pixels are enough.`,
    damaged: 'The file is empty or damaged. Choose another file.',
    /** With the format of the file, where it is known. */
    format: (kind: string | null) =>
      `The file is not a PNG, JPEG or WebP image${kind === null ? '' : ` (${kind})`}. Save the logo in one of these formats.`,
    tooManyPixels: (width: number, height: number, limit: number) =>
      `The image has ${number(width)} × ${number(height)} pixels; the limit is ${number(limit)} × ${number(limit)}. 400 × 400 are enough.`,
  },

  errors: {
    403: { title: 'Access denied', text: "Your account doesn't have permission. Ask an administrator for access." },
    404: { title: 'Page not found', text: 'Check the address, or search for the club by its name.' },
    429: { title: 'Too many requests', text: RESEND },
    500: { title: 'Something went wrong', text: 'The error is on our side. Try again in a moment.' },
    503: {
      title: 'The directory is temporarily unavailable',
      text: 'Try again in a moment. If you sent a form, check whether it was saved before you send it again.',
    },
    504: {
      title: 'We could not confirm that this was saved',
      text: 'The site took too long to respond. Check whether your changes were saved before you send them again.',
    },
    busy: { title: 'The site is busy', text: RESEND },
    again: 'Try again',
    look: 'Check now',
    clubList: 'Go to the club list',
    contact: 'Contact us',
    fromElsewhere: (siteUrl: string) =>
      `This form was not sent from ${siteUrl}, so it was not saved. Open the page there and send the form again.`,
    notRead: 'The form could not be read, so it was not saved. Go back and send it again.',
    tooLong: 'The form is too large, so it was not saved. Go back, shorten it and send it again.',
    longAddress: 'This address is too long.',
    diskFull: 'The disk of the server is full, so the form was not saved. Contact an administrator.',
  },
};

/** The type of a catalogue: English defines the keys. */
export type Messages = typeof en;
