import { categories } from './categories.en.ts';
import { clubFields, clubHints, clubIssues, issueInLine } from './club-fields.en.ts';
import type { DoneCounts } from './done.ts';
import { clubImport, fileReading, importReport, logoDownload } from './club-import.en.ts';
import { pageForm, siteForm } from './site-form.en.ts';
import { importColumns } from './import-columns.en.ts';
import { fileIssues } from './file-issues.en.ts';
import type { Locale } from './locales.ts';
import type { Note } from './notes.ts';
import { wordsIn } from './words.ts';

const { number, count, forms, day, language } = wordsIn('en');

const ACTIVE_CLUBS = { one: 'active club', other: 'active clubs' };
const CLUBS = { one: 'club', other: 'clubs' };
const active = (what: string) => forms(`active club ${what}`, `active clubs ${what}`);

const RESULTS = {
  true: ACTIVE_CLUBS,
  false: { one: 'inactive club', other: 'inactive clubs' },
  '': { one: 'club', other: 'clubs' },
};

/** The number of clubs in the result of a search, by why they match. */
interface ResultCounts {
  named: number;
  about: number;
}

/** ", page 2 of 50" */
const place = (page: number, pageCount: number) => `, page ${number(page)} of ${number(pageCount)}`;

const RESEND = 'Try again in a few seconds. If you sent a form, it was not saved: go back and send it again.';

/** "30 seconds", "2 minutes" */
const wait = (seconds: number) =>
  seconds < 60
    ? count(seconds, { one: 'second', other: 'seconds' })
    : count(Math.ceil(seconds / 60), { one: 'minute', other: 'minutes' });

export const en = {
  number,

  language: {
    /** The link to the same page in this language. */
    name: 'English',
    short: 'EN',
    menu: 'Language',
    /** With a country. */
    openGraph: 'en_GB',
    offer: 'This site is also available in English',
    /** The language of a text. */
    textIn: (other: Locale) => `(in ${language(other)})`,
    onlyIn: (other: Locale) => `This page is not available in English yet, so it is shown in ${language(other)}.`,
  },

  site: {
    skipLink: 'Skip to content',
    search: { label: 'What would you like to do?', placeholder: 'Find a club', submit: 'Search' },
    menu: {
      label: 'Site',
      clubs: 'Associations & Clubs',
      clubList: (association: string) => `${association}'s clubs`,
    },
    footer: { clubList: 'All clubs', contact: 'Contact' },
  },

  scripts: { failure: 'The list could not be loaded.', close: 'Close message' },

  home: {
    results: 'Search results',
    /** Before words that search. */
    examples: 'Try',
    /** Words to search for, the best first: the page shows six that find a club. */
    words:
      'chess, climbing, choir, robots, cooking, volunteering, theatre, hiking, photography, football, dance, debate, yoga',
    posters: 'Some of the clubs',
    meetings: 'Meeting this week',
    meetingsOf: (weekday: string) => `All ${weekday} clubs`,
    newest: 'New here',
    beginners: 'Beginners welcome',
    allBeginners: 'All clubs for beginners',
    categories: 'By interest',
    allClubs: (clubs: number) => (clubs < 2 ? 'See all clubs' : `See all ${number(clubs)} clubs`),
    surprise: 'Surprise me',
  },

  clubList: {
    title: (page: number) => (page > 1 ? `Club list (page ${number(page)})` : 'Club list'),
    description: 'The list of all clubs existing at the university.',
    heading: 'Club list',
    filters: 'Filters',
    closeFilters: 'Close',
    views: { label: 'Views of the list', oneByOne: 'One by one', grid: 'Grid' },
    /** Null: any status. */
    result: (clubs: number, status: 'true' | 'false' | '' | null) => count(clubs, RESULTS[status ?? '']),
    /** Clubs with a text in their names, and others that are about it. */
    found: <T>(text: T, { named, about }: ResultCounts, status: string | null): (T | string)[] => {
      const clubs = count(named || about, status === 'false' ? RESULTS.false : CLUBS);
      if (named > 0) return [`${clubs} called “`, text, about === 0 ? '”' : `”, ${number(about)} more about it`];
      const start = about === 0 ? 'Nothing found for' : `${clubs} about`;
      return [`${start} “`, text, '”'];
    },
    place,
    announcementOf: (club: string, place: number, places: number) => `${club}, ${number(place)} of ${number(places)}`,
    /** Follows a result and a comma. */
    otherStatus: (clubs: number, isActive: boolean, listed: number) =>
      `${listed === 0 ? 'but' : 'and'} ${count(clubs, RESULTS[isActive ? 'true' : 'false'])}`,
    /** After the correction of a search. */
    corrected: <T>(text: T, typed: T): (T | string)[] => ['Showing clubs about “', text, '”. ', typed],
    searchInstead: <T>(typed: T): (T | string)[] => ['Search for “', typed, '” instead.'],
    bestMatches: (clubs: number): string => (clubs === 1 ? 'Best match:' : 'Best matches:'),
    about: <T>(text: T): (T | string)[] => ['About “', text, '”'],
    allAbout: <T>(text: T, clubs: number): (T | string)[] => [`Show all ${count(clubs, CLUBS)} about “`, text, '”'],
    allActive: (clubs: number) => (clubs > 1 ? `See all ${count(clubs, CLUBS)}` : 'See all clubs'),
    hidden: 'The filters hide the clubs that match.',
    retype: 'Check the spelling, or try a simpler word.',
    missing: 'Tell us about a missing club',
    chips: {
      label: 'Active filters',
      remove: 'Remove filter: ',
      clearAll: 'Clear all',
      about: (text: string) => `About: ${text}`,
    },
    openNow: 'Open now',
    facts: 'When and how to join',
    categories: {
      one: 'Category',
      label: (categories: number): string => (categories === 1 ? 'Category:' : 'Categories:'),
      more: 'More',
      separator: '; ',
    },
    invalid: 'This search is not valid: check the filters',
    pageCount: (pages: number) => `The list has ${count(pages, { one: 'page', other: 'pages' })}.`,
    firstPage: 'Go to the first page',
    loading: 'Loading…',
  },

  listFormats: { label: 'This list as:', elsewhere: 'Embed' },
  feed: {
    title: (site: string) => `Club news – ${site}`,
    created: (club: string) => `New club: ${club}`,
    merged: (club: string) => `Merged with another club: ${club}`,
    renamed: (club: string, was: string) => `Renamed: ${club} (formerly ${was})`,
    closed: (club: string) => `No longer active: ${club}`,
    reopened: (club: string) => `Active again: ${club}`,
  },

  embed: {
    title: 'Show this list on another site',
    steps: { choose: '1. Choose the clubs', look: '2. Check the preview', copy: '3. Copy the code' },
    fields: { size: 'Number of clubs', height: 'Height in pixels' },
    frame: 'As an iframe',
    frameHint: 'Paste this line into the HTML of your page. Visitors always see the current list.',
    html: 'As HTML',
    htmlHint: 'For editors that strip iframes. This list does not update itself: copy it again when clubs change.',
    copy: 'Copy',
  },

  clubSearch: {
    name: 'Name',
    example: 'chess, hiking, choir …',
    status: 'Club status',
    active: 'Active',
    inactive: 'Inactive',
    all: 'All clubs',
    found: (clubs: number) => `Show ${count(clubs, CLUBS)}`,
    nameTooLong: (limit: number) => `The name must have at most ${number(limit)} characters.`,
    nameWithNul: 'The name contains a character that is not allowed.',
    statusUnknown: 'Choose active, inactive or all clubs.',
  },

  pagination: {
    label: 'Pages',
    previous: 'Previous',
    next: 'Next',
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
    write: 'Write to the club',
    noContact: 'This club has not given any contact details.',
    askBoard: 'Ask the board',
    /** Before a month. */
    checkedIn: 'Checked by the club in',
    facts: 'At a glance',
    about: 'About this club',
    children: (clubs: number) => `Includes ${count(clubs, CLUBS)}`,
    backToSearch: 'Back to your search',
    free: 'Free',
    meeting: {
      meeting_times: 'When',
      meeting_place: 'Where',
      fee: 'Fee',
      beginners_welcome: 'Beginners',
    },
    join: 'Join',
    joinOn: (service: string) => `Join on ${service}`,
    joining: {
      open: 'open to new members',
      until: (day: string) => `open until ${day}`,
      opens: (day: string) => `joining opens on ${day}`,
      closed: 'closed to new members',
    },
    /** Before a category. */
    similar: 'Similar clubs',
  },

  print: {
    booklet: 'Booklet',
    posters: 'Posters',
    poster: 'Poster',
    share: 'Share',
    copied: 'Link copied',
    noScript: 'Print this page from the menu of your browser.',
    tooMany: (most: number) => `This list has more than ${number(most)} clubs. Choose a category first.`,
    scan: 'Scan to find out more',
    contents: 'Contents',
    numbers: (from: number, to: number) => (from === to ? `club ${from}` : `clubs ${from} to ${to}`),
    others: 'Other clubs',
  },

  shortlist: {
    title: 'Shortlist',
    /** `shown` is the number. */
    saved: (_clubs: number, shown: string) => `${shown} saved`,
    view: 'View',
    put: (club: string) => `Save ${club}`,
    save: 'Save',
    isSaved: 'Saved',
    savedClub: (club: string) => `Saved: ${club}`,
    full: 'Your shortlist is full (50 clubs). Remove a club before you add another one.',
    notKept: 'Your browser could not save the shortlist.',
    gone: (clubs: number) =>
      `${count(clubs, { one: 'club on this list no longer exists', other: 'clubs on this list no longer exist' })}.`,
    none: 'This list is empty',
    howTo: 'Tap the star on a club to save it in this browser, without an account.',
    byHand: 'Saving clubs needs JavaScript. You can bookmark the pages of clubs instead.',
    toList: 'Browse all clubs',
    compare: 'Compare',
    compareOne: (club: string) => `Compare ${club}`,
    compareHint: 'Select up to four clubs. Without a selection, the first four are compared.',
    copy: 'Copy link',
    copied: 'Link copied. Anyone who opens it sees these clubs.',
    notCopied: 'The link could not be copied. Copy it from the address bar.',
    print: 'Print',
    add: 'Add these to my shortlist',
    added: 'These clubs are on your shortlist.',
  },

  compare: {
    title: 'Compare clubs',
    none: 'No clubs selected. Select up to four clubs on your shortlist.',
    others: 'Up to four clubs can be compared. Not shown:',
    back: 'Back to the shortlist',
  },

  clubForm: {
    alike: 'Similar clubs:',
    alikeBy: { name: 'similar name', initials: 'initials', contact: 'same contact', website: 'same website' },
    newTitle: 'New club',
    editTitle: (name: string) => `Edit ${name}`,
    onlyName: 'Only the name is required.',
    contactWays: { '': 'Default of this site', both: 'Address and form', form: 'Form only', address: 'Address only' },
    groups: {
      texts: 'About the club',
      joining: 'When, where and how to join',
      contact: 'Contact and links',
      directory: 'In the directory',
    },
    limit: (limit: number) => `Up to ${number(limit)} characters.`,
    /** By the text of the field. */
    yesNo: { '': 'Not specified', true: 'Yes', false: 'No' },
    faintLogo: 'Much of this logo is light, so it is hard to see on white. Consider uploading it with a background.',
    removeLogo: 'Remove the logo',
    save: 'Save',
    back: 'Back to the club',
    notSaved: 'Not saved',
    chooseLogoAgain: 'You also need to choose the logo file again.',
    of: (label: string, said: string) => `${label}: ${said}`,
    preview: {
      title: 'Preview',
      heading: 'Preview in English',
      onList: 'In the club list',
      onPage: 'On the club’s page',
      noName: 'Club name',
      logoChosen: 'Select “Preview” to see the new logo.',
    },
    /** `{count}` is replaced by a number. */
    script: {
      left: { one: '{count} character left', other: '{count} characters left' },
      over: { one: '{count} character too many', other: '{count} characters too many' },
      signedOut: 'You are signed out. Sign in, then save again here.',
      signIn: 'Sign in (opens in a new tab)',
      notAllowed: 'You no longer have permission to make this change. Copy your text before you leave this page.',
      gone: 'This club was deleted. Copy your text before you leave this page.',
      failed: 'We could not confirm that this was saved. Check before you try again.',
      noPreview: 'The preview could not be loaded. Try again in a moment.',
    },
    conflict: {
      title: 'This club has changed since you opened it',
      /** Before a time and a name. */
      last: 'Last change:',
      text: 'Your changes are not saved yet. Saving again replaces the current values that are shown next to yours.',
      disputed: (fields: string[]) => `In conflict with your changes: ${fields.join(', ')}.`,
      whichLogo: 'Which logo do you want to use?',
      mineLogo: 'Your choice (not saved yet)',
      logoNow: 'Current logo',
      now: 'Current value:',
    },
    kept: (fields: string[]) => `Values that someone else changed in the meantime were kept: ${fields.join(', ')}.`,
    deleteTitle: (name: string) => `Delete ${name}`,
    deleteText: 'You can restore the club later, but without its officers.',
    deleteSubmit: 'Delete club',
  },

  clubTools: {
    label: 'Manage this club',
    edit: 'Edit',
    confirm: 'Mark as checked',
    confirmed: 'Checked today',
    conflict: 'This club has changed since you opened the page. Read it again before you mark it as checked.',
    history: 'History',
    officers: 'Officers',
    merge: 'Merge…',
    delete: 'Delete',
    open: (day: string) => `Accept new members until ${day}`,
    close: 'Stop accepting new members',
  },

  history: {
    title: (name: string) => `History of ${name}`,
    officersCannot: 'Only the board can restore an earlier version.',
    none: 'No changes yet.',
    older: 'Older',
    newest: 'Newest',
    what: { created: 'Created', changed: 'Changed', deleted: 'Deleted', restored: 'Restored' },
    unknownUser: 'Unknown user',
    byEmailLink: 'by e-mail link',
    byLink: 'by the link of the yearly check',
    by: (name: string) => `by ${name}`,
    notes: { 'sample clubs': 'sample clubs', 'yearly confirmation': 'yearly check' } satisfies Record<Note, string>,
    allFields: (fields: number) => count(fields, { one: 'field', other: 'fields' }),
    before: 'Before',
    after: 'After',
    /** For screen readers, before words that were added or removed. */
    added: 'added:',
    removed: 'removed:',
    skipped: 'unchanged text',
    empty: 'empty',
    current: 'This is the current version.',
    restore: 'Restore this version',
    restoreBefore: 'Restore the version before the deletion',
    aboutRestore: 'Restoring a version replaces all fields of the club, including its name, status and logo.',
    notDone: 'Nothing was changed',
    issues: {
      taken: 'Another club now has this name. Rename that club first.',
      loop: 'A club that this club was part of is now part of it. Move one of the two clubs first.',
      invalid: 'This version cannot be restored.',
      notSure: 'Nothing was removed: go back and tick the box first.',
      current: 'The club still has this value. Change the club first, then remove the value from its history.',
      gone: 'The history does not contain this value. Someone may have removed it already.',
      deleted: 'This club was deleted. The board can restore it.',
      conflict:
        'Nothing was saved because someone else changed this in the meantime. Check the current values and try again.',
    },
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
    },
  },

  /** Notices after an action. */
  done: {
    clubCreated: 'Club created. It is now public.',
    clubSaved: 'Saved and marked as checked today.',
    logoFaint:
      'Saved. Much of the logo is light, so it is hard to see on white: consider uploading it with a background.',
    cellSaved: 'Saved.',
    clubConfirmed: 'Marked as checked today. Thank you!',
    clubRestored: 'Club restored.',
    removedForGood: 'Permanently removed from the history. Existing backups still contain it.',
    clubsChanged: ({ changed, already }: DoneCounts) =>
      `${count(changed, CLUBS)} changed.${already > 0 ? ` No change for ${count(already, CLUBS)}.` : ''}`,
    clubDeleted: 'Club deleted. You can restore it from this list.',
    importDropped: 'Import discarded. No clubs were changed.',
    termForgotten: 'Search term removed.',
    proposalAccepted: 'Club created and visible to everyone.',
    messagesClosed: 'Marked as done.',
    messagesReopened: 'Reopened.',
    messagesDeleted: 'Deleted permanently.',
    clubsAsked: ({ changed, already }: DoneCounts) =>
      `${count(changed, CLUBS)} added to the yearly check.${already > 0 ? ` No change for ${count(already, CLUBS)}.` : ''}`,
    roundStarted: 'Yearly check started. Now send the e-mails or the links.',
    roundEmailsStarted: 'The e-mails are being sent. Refresh the page to see the progress.',
    roundEnded: 'Yearly check ended.',
    stepUndone: 'Change undone.',
    samplesDeleted: 'Sample clubs deleted.',
    clubsMerged: 'Clubs merged. The old address now leads to this page.',
    officerAdded: 'Officer added.',
    officerRemoved: 'Officer removed.',
    invitationWithdrawn: 'Invitation withdrawn.',
    identityUnlinked: 'University account unlinked. All sessions of this account have ended.',
    userSessionsEnded: 'All sessions of this account have ended.',
    userDeleted: 'Account deleted.',
    passwordChanged: 'Password changed. All of your other sessions have ended.',
    providerJoined: 'University account linked. You can now sign in with it.',
    otherSessionsEnded: 'All of your other sessions have ended.',
  },

  deletedClubs: {
    title: 'Deleted clubs',
    none: 'No deleted clubs.',
    number: (id: number) => `No. ${id}`,
    intro: 'A club is restored as it was before the deletion, without its officers.',
    restore: 'Restore the club',
  },

  samples: {
    delete: (clubs: number) => (clubs === 1 ? 'Delete the sample club' : `Delete the ${number(clubs)} sample clubs`),
    about:
      'Sample clubs that someone has edited are not deleted. Renaming or merging categories does not count as an edit. You can undo this later, but officers of these clubs are not restored.',
  },

  notes: {
    optional: (label: string) => `${label} (optional)`,
    toReport: 'Report a problem',
    reportTitle: (name: string) => `Report a problem with ${name}`,
    reportIntro: 'Your message goes to the board. You don’t need an account, and nothing is published.',
    topic: 'What is wrong?',
    topics: {
      inactive: 'The club no longer exists',
      contact: 'The website or the contact does not work',
      text: 'Some information is wrong or out of date',
      twice: 'The club is listed twice',
      other: 'Something else',
      newContact: 'Change of contact, requested with an edit link',
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
    proposeIntro: 'The board reviews each proposal. You don’t need an account, and only the name is required.',
    proposeMessage: 'Message to the board',
    proposeMessageHint: 'Who are you, and how do you know the club? This is not published.',
    contactHint: 'An e-mail address or a web page of the club. Everyone can see it.',
    seeTaken: 'View clubs with this name',
    notSent: 'Your message could not be sent. Try again in a moment.',
    slowed: (minutes: number) =>
      `Too many messages were sent. Try again in ${count(minutes, { one: 'minute', other: 'minutes' })}.`,
    full: 'The board has too many messages to read at the moment. Try again in a few days.',
  },

  editLink: {
    toEdit: 'Is this your club? Edit it',
    title: 'Edit your club’s page',
    intro:
      'Enter the e-mail address that the club gave as its contact, or that of an officer. You will get a link to edit the page, without an account.',
    send: 'Send the link',
    sent: (email: string) =>
      `If a club has the address ${email}, a link is on its way. It is valid for one hour. If nothing arrives within ten minutes, check your spam folder or write to the board.`,
    over: 'Links to edit a page are valid for one hour, and only for the clubs of the address.',
    again: 'Get a new link',
    listTitle: 'Your clubs',
    listIntro: (email: string, clubs: number) =>
      `${count(clubs, CLUBS)} with the address ${email}. Choose the one to edit.`,
    about: 'Saving publishes your changes and marks the page as checked.',
    saved: (club: string) => `Your changes to ${club} are saved.`,
    newContact: 'The board checks a new contact before it is published.',
    /** The contact is empty to remove it. */
    requested: (contact: string) =>
      contact === ''
        ? 'The board will check your request to remove the contact.'
        : `The board will check the new contact (${contact}).`,
  },

  clubMessage: {
    title: (club: string) => `Write to ${club}`,
    intro: 'Your message is sent to the club by e-mail. It is not stored on this site.',
    name: 'Your name (optional)',
    message: 'Message',
    senderHint: 'The club replies to this address.',
    sent: (club: string) => `Your message was sent to ${club}.`,
    failed: 'Your message could not be delivered to the club. Copy your text, or try again later.',
    subject: (club: string, site: string) => `Message to ${club} through ${site}`,
    from: (sender: string, club: string) => `${sender} writes to ${club}:`,
    why: (club: string, page: string) =>
      `You receive this message because your address is the contact of ${club}: ${page}. Your reply goes to the sender.`,
    off: (link: string) => `To switch off the form, change “Contact for visitors” on your club’s page: ${link}`,
  },

  inbox: {
    title: 'Inbox',
    views: { label: 'Messages', open: 'Open', closed: 'Done' },
    result: (messages: number) =>
      messages === 0
        ? 'No messages. Problems that visitors report and clubs that they propose appear here.'
        : count(messages, { one: 'message', other: 'messages' }),
    kept: 'Messages are deleted 90 days after they are marked as done.',
    kinds: { report: 'Problem', proposal: 'Proposed club' },
    answer: 'Reply to:',
    doneBy: (name: string, time: string) => (name === '' ? `Done on ${time}` : `Done on ${time} by ${name}`),
    accept: 'Create and publish',
    seeClub: 'View page',
    change: 'Edit the club',
    useContact: (contact: string) => (contact === '' ? 'Remove the contact' : `Use ${contact} as the contact`),
    close: 'Done',
    reopen: 'Reopen',
    delete: 'Delete permanently',
    about: 'Topic',
    aboutAnything: 'All topics',
    refused: (name: string, why: string) => `Could not create ${name}. ${why}`,
  },

  zeroResults: {
    title: 'Searches without results',
    intro:
      'Searches that found no club in the last twelve months. Add the word to the “Other names” of a club, or give it synonyms.',
    result: (terms: number) =>
      terms === 0 ? 'No searches without results yet.' : count(terms, { one: 'search term', other: 'search terms' }),
    term: 'Search term',
    count: 'Searches',
    lastOn: 'Last searched on',
    foundNow: 'now has a result',
    forgetOf: (term: string) => `Remove ${term}`,
    meanings: 'Synonyms',
    addMeaning: 'Add synonyms',
    meaning: 'Finds clubs about',
    meaningHint: 'Other search terms, separated by commas.',
  },

  board: {
    sections: 'Board',
    views: 'Views',
    home: 'Home',
    menu: 'Board menu',
    goTo: 'Go to…',
    goToKey: 'Ctrl K',
    goToHint: 'Club or page',
    noMatch: 'Nothing found.',
    /** Other words by which “Go to…” finds a page. */
    words: {
      boardCategories: 'tags rename merge',
      clubDeleted: 'trash bin restore',
      clubNew: 'create add',
      inbox: 'reports proposals',
      boardRound: 'confirmation reminder e-mail ask',
      boardImports: 'upload file spreadsheet excel xlsx csv e-mail addresses',
      boardHistory: 'history undo log',
      users: 'users people invite roles permissions',
      boardSite: 'settings logo colours languages links menu footer contact',
      boardPages: 'text legal notice imprint privacy home',
      account: 'password session sign out log out e-mail',
      boardExport: 'export spreadsheet excel backup',
    },
    toSite: 'View the site',
    keys: {
      heading: 'Keyboard shortcuts',
      single: 'Single-key shortcuts',
      list: [
        ['Ctrl K', 'Go to a page or a club'],
        ['/', 'Search'],
        ['j k \u2193 \u2191', 'Next or previous club'],
        ['Tab Enter Esc', 'Go to a cell; open it, save it and open the one below; close it'],
        ['e', 'Edit the cell or the club'],
        ['j k', 'Next or previous message'],
        ['e', 'Take the first action of the message'],
        ['x', 'Select the club'],
        ['b', 'Jump to the bulk actions and back'],
        ['z', 'Undo the last change (also Ctrl Z)'],
        ['?', 'Show the shortcuts'],
      ],
    },
    history: 'Changes',
    filters: { '': 'All', edits: 'Edits', imports: 'Imports', site: 'Site', undone: 'Undone' },
    /** A field that was edited in several clubs. */
    ofClubs: (field: string, clubs: number) => `${field} of ${count(clubs, CLUBS)}`,
    kinds: {
      create: 'New club',
      edit: 'Club edit',
      delete: 'Deletion',
      restore: 'Restoration',
      confirm: 'Check',
      import: 'Import',
      undo: 'Undo',
      bulk: 'Bulk change',
      merge: 'Merge of two clubs',
      remove: 'Deleted from the history',
      words: 'Search word',
      site: 'Site',
      other: 'Changed outside the site',
    },
    created: (clubs: number) => `${count(clubs, CLUBS)} created`,
    restored: (clubs: number) => `${count(clubs, CLUBS)} restored`,
    changed: (clubs: number) => `${count(clubs, CLUBS)} changed`,
    deleted: (clubs: number) => `${count(clubs, CLUBS)} deleted`,
    nothing: 'No clubs changed.',
    change: (what: string, from: string, to: string) => `${what}: ${from || 'empty'} → ${to || 'empty'}`,
    stepTitle: (kind: string, number: number) => `${kind} #${number}`,
    toStep: 'Back to the change',
    undoneOf: (what: string) => `Undone – ${what}`,
    nothingToUndo: 'Nothing to undo.',
    undoes: (time: string) => `Undid the change made on ${time}`,
    undoneBy: (time: string) => `Undone on ${time}`,
    undoneInPart: (undone: number, clubs: number, time: string) =>
      `Partly undone on ${time}: ${number(undone)} of ${count(clubs, CLUBS)}`,
    isGone: 'This club was deleted.',
    undo: 'Undo',
    redo: 'Redo',
    undoSubmit: 'Undo this change',
    undoTitle: (title: string) => `Undo: ${title}`,
    undoIntro: 'Later changes to other fields are kept.',
    undoMerge:
      'Both clubs get back their fields, and the second one its address. Officers, invitations, messages and links of the yearly check stay with the club they were moved to.',
    undoReverted: (clubs: number) => `The change will be undone for ${count(clubs, CLUBS)}.`,
    undoOptional: (clubs: number) => `${count(clubs, CLUBS)} changed later: skipped unless you tick the box.`,
    undoBlocked: (clubs: number) => `It cannot be undone for ${count(clubs, CLUBS)}.`,
    revertChanged: (clubs: number) =>
      `Also undo it for the ${count(clubs, CLUBS)} changed later. Their later changes are lost.`,
    undoNothing: 'Nothing to undo: everything is as it was before this change, or was changed again.',
    afterUndo: { deleted: 'will be deleted', restored: 'will be restored', changed: 'will be changed' },
    skipped: 'skipped',
    blocked: 'cannot be undone',
    changedSince: (what: string) => `Changed later: ${what}`,
    afterwards: 'After the undo',
    andMore: (clubs: number) => `and ${number(clubs)} more`,
    officers: (people: number) => count(people, { one: 'officer', other: 'officers' }),
    invitations: (people: number) => count(people, { one: 'open invitation', other: 'open invitations' }),
    issues: {
      gone: 'This club was deleted later. Undo the deletion first.',
      notAllowed: 'You need the permission “Delete and restore clubs” to delete or restore clubs.',
      unknownParent: (parent: string) =>
        `The club was part of “${parent}”, which was deleted. Restore “${parent}” first.`,
    },
    pageOf: (page: number, pages: number) => `Page ${number(page)} of ${number(pages)}`,
    previousClubs: 'Previous clubs',
    nextClubs: 'Next clubs',
  },

  boardHome: {
    attention: 'Needs attention',
    calm: 'Nothing needs attention.',
    tasks: {
      start: { text: forms('step left to get started', 'steps left to get started'), verb: 'Set up' },
      messages: { text: forms('message in the inbox', 'messages in the inbox'), verb: 'Answer' },
      contact: { text: active('without a contact'), verb: 'Add' },
      confirmation: { text: active('not checked for a year'), verb: 'Ask' },
      category: { text: active('without a category'), verb: 'Categorise' },
      short_description: { text: active('without a short description'), verb: 'Write' },
      logos: { text: forms('logo still on another site', 'logos still on other sites'), verb: 'Download' },
      searches: { text: forms('search without a result', 'searches without a result'), verb: 'View' },
    },
    changes: 'Changed this week',
    noChanges: 'Nothing changed this week.',
  },

  addresses: {
    title: 'Addresses of these clubs',
    about: 'Paste them into “BCC”, so that the clubs do not see each other’s addresses.',
    count: (addresses: number) => count(addresses, { one: 'address', other: 'addresses' }),
  },

  clubTable: {
    heading: 'Clubs',
    title: (page: number) => (page > 1 ? `Clubs (page ${number(page)})` : 'Clubs'),
    anyCategory: 'Any category',
    addFilter: 'Filter',
    chip: {
      is: (field: string, value: string) => `${field} is ${value}`,
      without: (what: string) => what.charAt(0).toUpperCase() + what.slice(1),
    },
    missing: 'Show only clubs',
    lacks: {
      confirmation: 'not checked for a year',
      short_description: 'without a short description',
      description: 'without a description',
      logo: 'without a logo',
      logo_file: 'without a downloaded logo',
      category: 'without a category',
      contact: 'without a contact',
      address: 'without a working e-mail address',
      officers: 'without officers',
      answer: 'that have not answered this year',
    },
    show: 'Apply filters',
    showAll: 'Clear filters',
    result: (clubs: number, isFiltered: boolean) =>
      isFiltered ? `${count(clubs, CLUBS)} with these filters` : count(clubs, CLUBS),
    copyAddresses: 'E-mail addresses',
    export: 'Download CSV',
    exportWorkbook: 'Download for Excel',
    caption: 'Select a name to edit the club, or another cell to change it here.',
    checked: 'Checked',
    changed: 'Changed',
    never: 'never',
    empty: (isFiltered: boolean): string =>
      isFiltered
        ? 'Nothing matches. Check the spelling, or clear the filters.'
        : 'Import your list of clubs, or add the first one.',
    nothing: 'none',
    add: { is_active: '', category: 'Add a category', contact: 'Add a contact' },
    choose: (name: string) => `Select ${name}`,
    chooseAll: 'Select all on this page',
    chooseNone: 'Select none',
    cell: { change: (field: string, name: string) => `Edit: ${field}, ${name}`, cancel: 'Cancel' },
    notSaved: 'Not saved. Try again.',
    creates: (name: string) => `This creates the category “${name}”.`,
    instead: (name: string) => `Use “${name}”`,
    bulk: {
      heading: 'Change several clubs',
      chosen: 'selected',
      filtered: (clubs: number, isFiltered: boolean) =>
        `all ${count(clubs, CLUBS)}${isFiltered ? ' with these filters' : ''}`,
      action: 'Action',
      goOn: 'Continue',
      actions: {
        activate: 'Make active',
        deactivate: 'Make inactive',
        add_category: 'Add a category',
        remove_category: 'Remove a category',
        set_category: 'Replace the categories',
        move_category: 'Move to another category',
        confirm: 'Mark as checked',
        ask: 'Add to the yearly check',
        merge: 'Merge two clubs…',
      },
      about: {
        deactivate: 'These clubs become inactive: the list no longer shows them by default.',
        ask: 'These clubs will be asked to check their page. Nothing is sent yet.',
      },
      effect: (clubs: number, changed: number) =>
        `${count(clubs, CLUBS)}: ${number(changed)} to change, ${number(clubs - changed)} unchanged`,
      noChange: 'This already applies to all of these clubs.',
      several: 'Enter a category. Only “Replace the categories” takes several, separated by semicolons.',
      full: 'Nothing was changed because a club would have too many categories.',
      submit: 'Apply',
      back: 'Back to the list',
      noneChosen: 'No clubs selected. Go back and select the clubs to change.',
      notTwo: 'Merging needs exactly two selected clubs. Go back and select two.',
    },
  },

  merge: {
    title: (name: string, other: string) => `Merge “${name}” and “${other}”`,
    titleOfOne: (name: string) => `Merge “${name}” with another club`,
    ofOne: 'To merge it with any other club, select both in the table and choose “Merge two clubs…”.',
    intro: (name: string, other: string) =>
      `“${name}” stays. The officers and messages of “${other}” and the clubs that are part of it move to “${name}”, and its address leads there.`,
    swap: (name: string) => `Keep “${name}” instead`,
    choose:
      'Choose a value for each field that differs. The categories, links and names of both clubs are kept. You can undo this in “Changes”: the clubs are then separate again.',
    submit: (name: string) => `Merge into “${name}”`,
    outdated: 'Nothing was merged because one of the clubs has changed. Check the current values.',
  },

  round: {
    heading: 'Yearly check',
    title: (which: string | null, page: number) =>
      `Yearly check${which === null ? '' : `: ${which}`}${page > 1 ? ` (page ${number(page)})` : ''}`,
    intro:
      'Once a year, ask every club to check its page. Start the check here, send the e-mails or links, and end it later.',
    start: 'Start the yearly check',
    wouldAsk: (clubs: number) =>
      `${clubs === 1 ? 'The active club is' : `All ${number(clubs)} active clubs are`} included. Nothing is sent yet. To add other clubs, select them in “Clubs”.`,
    endsOn: 'Last day to answer',
    endsOnHint: 'From tomorrow to one year from now.',
    endDayInvalid: 'Enter a date between tomorrow and one year from now, such as 2027-01-15.',
    noClubs: 'No active clubs to ask.',
    since: (begun: string, name: string | null) => `Started on ${begun}${name === null ? '' : ` by ${name}`}.`,
    startsNew: 'No yearly check is open. This starts one for these clubs only.',
    until: (last: string) => `The links are valid until ${last}.`,
    isOver: (last: string) => `The links expired on ${last}. End the yearly check or choose a later last day.`,
    answered: (clubs: number, all: number) => `${number(clubs)} of ${count(all, CLUBS)} answered.`,
    notStarted: (clubs: number) => `Not started. It will ask ${count(clubs, ACTIVE_CLUBS)}.`,
    cannotReach: (clubs: number) => `${count(clubs, CLUBS)} without an e-mail address`,
    states: 'Clubs by answer',
    state: {
      unanswered: 'No answer',
      unreachable: 'No e-mail address',
      confirmed: 'Checked',
      updated: 'Updated',
      failed: 'E-mail not sent',
    },
    emails: 'E-mails',
    emailsAbout:
      'E-mails go to officers with a verified address, otherwise to the contact of the club. Each club gets at most one a day.',
    emailsSent: (clubs: number, last: string) => `Sent to ${count(clubs, CLUBS)}, last on ${last}.`,
    noEmailsSent: 'No e-mails sent yet.',
    emailsFailed: (clubs: number) => `Not sent to ${count(clubs, CLUBS)}. Check the addresses.`,
    showClubs: 'Show these clubs',
    refresh: 'Refresh',
    emailText: 'Preview of the e-mail',
    toEmails: 'Send e-mails…',
    emailsUnderWay: (clubs: number) => `Sending e-mails, ${number(clubs)} left. You can leave this page.`,
    sendEmails: (clubs: number) => `Send an e-mail to ${count(clubs, CLUBS)}`,
    getNone: (clubs: number) =>
      `${count(clubs, CLUBS)} without an e-mail address ${clubs === 1 ? 'gets' : 'get'} none.`,
    sendNow: 'Send now',
    noneDue: 'No e-mails to send: these clubs have no address or got an e-mail in the last 24 hours.',
    noMailServer:
      'E-mail is not set up on this site. Send this message from your own mailbox, or give each club its link from the list below.',
    messageText: 'Message to all clubs (the first line is the subject)',
    linksAbout: 'Each link is for one club and needs no account. Give it only to that club.',
    linksFile: (clubs: number) => `Download the links of ${count(clubs, CLUBS)} as a CSV file`,
    /** The header of the file of links. */
    columns: ['club', 'link', 'officers', 'addresses', 'contact', 'last e-mail'],
    change: 'Change the last day',
    moveAbout: 'The new date also applies to links already sent.',
    clubs: 'Clubs',
    which: 'Filter by answer',
    details: 'Details',
    officers: (names: string) => `Officers: ${names === '' ? 'none' : names}`,
    writesTo: (addresses: string) => `Recipients: ${addresses}`,
    asked: (last: string | null) => (last === null ? 'No e-mail sent yet' : `Last e-mail sent on ${last}`),
    failedOn: (last: string) => `An e-mail could not be sent on ${last}`,
    end: {
      heading: 'End the yearly check',
      about: 'All links expire when you end it.',
      allAnswered: 'All clubs have answered.',
      unanswered: (clubs: number) => `${count(clubs, CLUBS)} did not answer. Ending it does not change these clubs.`,
      deactivate: 'Make these clubs inactive first',
    },
    link: {
      title: (club: string) => `Check ${club}`,
      thanksTitle: (club: string) => `Thanks for checking ${club}`,
      updatedTitle: (club: string) => `Thanks. Your changes to ${club} are saved.`,
      intro: (association: string, last: string) =>
        `${association} asks every club once a year to check its page. Answer below by ${last}; you don’t need an account.`,
      toAnswer: 'Skip to your answer',
      answer: 'Your answer',
      later: 'Is something missing or wrong?',
      lacks: (fields: string) => `Not filled in yet: ${fields}.`,
      add: 'Add missing information',
      stillRight: 'Everything is correct',
      edit: 'Edit the page',
      thanks: (last: string) => `The page was checked on ${last}. You can still edit it.`,
      thanksUpdated: (last: string) => `Your changes are public. The page was checked on ${last}.`,
      editAbout: (last: string) =>
        `Saving publishes your changes and marks the page as checked. You can save until ${last}.`,
      typed: 'Nothing was saved. Copy your text and send it to the board.',
      over: 'This link has expired',
      overText: (club: string) => `To change the details of ${club}, contact the board.`,
      ask: 'Contact the board',
      toClub: (club: string) => `View ${club}`,
    },
    askedUntil: (association: string, last: string) => `${association} asks you to check this page by ${last}.`,
  },

  officers: {
    title: (name: string) => `Officers of ${name}`,
    intro: 'Officers can edit this club, except its name, its status and the club that it is part of.',
    none: 'No officers yet.',
    remove: 'Remove',
    removeOfficer: (name: string) => `Remove ${name} as an officer`,
    add: 'Add an officer',
    addSubmit: 'Add',
    addIntro: 'Someone with an account becomes an officer at once. Anyone else is invited.',
    invite: 'Invite another officer',
    mayInvite: 'You can invite other officers. Only the board can remove officers.',
  },

  forms: {
    missing: 'Fill in this field.',
    noEmail: 'Enter an e-mail address such as name@example.org.',
    tooShort: (least: number) => `Use at least ${number(least)} characters.`,
    guessable: 'This password is easy to guess. Use several unrelated words.',
    tooLong: 'This is too long.',
    taken: 'An account with this e-mail address already exists. Use another address.',
  },

  accounts: {
    name: 'Your name',
    email: 'E-mail address',
    password: 'Password',
    newPassword: 'New password',
    passwordHint: (least: number) => `At least ${number(least)} characters, for example three unrelated words.`,
    signIn: 'Sign in',
    signInDescription: 'For club officers and the board. You don’t need an account to find and save clubs.',
    wrong: 'Wrong e-mail address or password.',
    slowed: (seconds: number) => `Too many attempts. Try again in ${wait(seconds)}.`,
    signInByProvider: 'Sign in with your university account',
    goingToProvider: 'Continue to your university’s sign-in page.',
    providerErrors: {
      unreachable: 'Your university’s sign-in page is not responding. Try again later.',
      failed: 'Signing in with your university account failed. Try again.',
      cookies: 'Your browser did not send the cookie of this sign-in. Allow cookies for this site, then sign in again.',
      emailRefused: 'Your university did not send a verified e-mail address, or this site does not accept its domain.',
      unusable:
        'Your university sent an e-mail address or a user ID that this site cannot use. Contact the person who runs this site.',
      hasPassword:
        'An account with this address already exists. Sign in with its password or contact the person who runs this site.',
      linked:
        'Your account or your university account is already linked to a different one. Contact the person who runs this site.',
    },
    forgotten: 'Forgotten your password?',
    account: 'Your account',
    accountOf: (name: string) => `Your account, ${name}`,
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
    /** `allowed`: permissions separated by commas. */
    allowed: (allowed: string) => `Role: ${allowed}`,
    mayNothing: 'Your account has no permissions yet. Contact the person who runs this site.',
    join: 'Link your university account',
    joinIntro: 'You can then sign in with either account. Enter your password to continue to your university.',
    weekly: 'Weekly e-mail',
    weeklyNow: 'This week’s e-mail',
    weeklyChoice: 'Every Monday morning, send me what needs attention and what changed',
    change: 'Change your password',
    changeIntro: 'This ends all your other sessions.',
    oldPassword: 'Current password',
    wrongPassword: 'Wrong password.',
    sessionsEnd: 'End all other sessions',
    data: 'Your data',
    dataIntro: 'Everything this site stores about your account, as a JSON file.',
    dataSubmit: 'Download your data',
  },

  users: {
    heading: 'Accounts',
    title: (page: number) => (page > 1 ? `Accounts (page ${number(page)})` : 'Accounts'),
    search: 'Name or e-mail address',
    result: (users: number) => count(users, { one: 'account', other: 'accounts' }),
    clubs: (clubs: number) => `officer of ${count(clubs, CLUBS)}`,
    lastActive: 'Last active',
    notSeen: 'signed out',
    mayNothing: 'no permissions',
    notVerified: 'address not verified',
    notVerifiedMeaning: 'The address is not verified: a club officer passed on the invitation link.',
    roles: 'Role',
    noRole: 'Club officer',
    roleHints: {
      none: 'Can only edit their own clubs.',
      board: 'Can add, edit and delete clubs, and manage their officers.',
      administrator: 'Can also manage accounts and change the site.',
    },
    advanced: 'Advanced',
    permissions: 'Additional permissions',
    grantNames: {
      board: 'Board',
      administrator: 'Administrator',
      'club.add_club': 'Add clubs',
      'club.change_club': 'Edit clubs and manage their officers',
      'club.delete_club': 'Delete and restore clubs',
      'auth.change_user': 'Manage accounts',
    },
    person: 'Name and e-mail address',
    personHint: 'Each sign-in with the university account replaces both with the values from the university.',
    ways: 'Sign-in methods',
    byPassword: (since: Date) => `Password, since ${day(since)}`,
    byProviderAt: (issuer: string, since: Date) => `University account at ${issuer}, since ${day(since)}`,
    unlink: 'Unlink',
    unlinkOf: (issuer: string) => `Unlink the university account at ${issuer}`,
    unlinkHint: 'Unlinking ends all sessions of this account. Another university account can be linked afterwards.',
    awaitsIdentity: (email: string) =>
      `This account has no sign-in method. The next university account with the verified address ${email} is linked to it.`,
    grants: 'Permissions',
    /** `now`: the current permissions separated by commas; may be empty. */
    grantsChanged: (now: string) =>
      `Someone else changed the permissions to: ${now || 'none'}. Check your selection and save again.`,
    officerOf: 'Officer of',
    sessions: 'Sessions',
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
    copy: 'Copy the link',
    copied: 'Copied',
    invited: (email: string, isSent: boolean | null) =>
      isSent === null
        ? `No e-mail was sent. Copy this link and pass it on to ${email}: it is shown only once.`
        : `You can copy this link for ${email}: it is shown only once.`,
    openInvitations: 'Open invitations',
    openUntil: (until: Date, by: string) => `Valid until ${day(until)}, created by ${by}`,
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
      `You are signed in as ${other}. Creating the account for ${email} signs you out.`,
    acceptIntro: (email: string) => `You are signed in as ${email}. The permissions are added to this account.`,
    accept: 'Accept invitation',
    gone: 'This invitation does not exist, has expired or was already used. Ask for a new one.',
  },

  gettingStarted: {
    title: 'Getting started',
    progress: (done: number, all: number) => `${number(done)} of ${number(all)} done`,
    done: 'Done',
    steps: {
      identity: { title: 'Set the name and logo', text: 'Enter the name, choose the colours and upload the logo.' },
      clubs: {
        title: 'Import your clubs',
        text: 'Upload a spreadsheet (XLSX or CSV), or add clubs one by one.',
      },
      board: {
        title: 'Invite the board',
        text: 'A second person should be able to manage clubs and add officers. This step is done when they accept the invitation.',
      },
      pages: {
        title: 'Fill in the legal notice and the privacy page',
        text: 'Replace the placeholders. Until then, visitors do not see links to these pages. Also rewrite the home page and the association’s page.',
      },
      email: {
        title: 'Send e-mails',
        text: 'Invitations, messages to clubs and edit links need this. The person who runs the server sets SMTP_URL and MAIL_FROM.',
      },
      signIn: {
        title: 'Sign in with university accounts',
        text: 'Optional. The person who runs the server sets OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET.',
      },
    },
    share: 'Then publish the address of the club list:',
    sendTest: 'Send me a test message',
    testSignIn: 'Test the sign-in',
    testSubject: (site: string) => `Test message of ${site}`,
    testText: (site: string) => `This message shows that ${site} can send e-mails.`,
    testSent: (email: string) => `Sent to ${email}. Check that the message arrives, and that it is not marked as spam.`,
    signInWorks:
      'The sign-in page of the university answers. Sign out and sign in with your university account to be sure.',
    fails: (reason: string) => `It does not work: ${reason}`,
  },

  emails: {
    weekly: {
      subject: (site: string) => `${site}: this week`,
      footer: 'You get this e-mail every Monday. To stop it, untick the box in your account:',
    },
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
      paragraphs: (by: string, site: string, days: number, link: string) => [
        'Hello,',
        `${by} invites you to create an account on ${site}.`,
        `This link works once and expires after ${count(days, { one: 'day', other: 'days' })}:`,
        link,
        'If you did not expect this e-mail, ignore it.',
      ],
    },
    edit: {
      subject: (site: string) => `Edit your club on ${site}`,
      paragraphs: (site: string, link: string) => [
        'Hello,',
        `Use this link to edit the pages of your clubs on ${site}. It is valid for one hour.`,
        link,
        'If you did not ask for this e-mail, ignore it. Nothing has changed.',
      ],
    },
    edited: {
      subject: (club: string) => `${club}: your page was changed`,
      paragraphs: (club: string, site: string, page: string, requested: readonly string[]) => [
        'Hello,',
        `Your page was changed: someone edited ${club} on ${site} with a link that was sent to this address.`,
        page,
        ...requested,
        'If it was not you or someone from your club, tell the board. It can undo the change.',
      ],
    },
    round: {
      subject: (club: string) => `${club}: is your page still right?`,
      /** The subject in the other language, without the name of the club. */
      question: 'Is your page still right?',
      paragraphs: (club: string, site: string, last: string, link: string) => [
        'Hello,',
        `Once a year, we ask every club to check its page on ${site}. Use this link to say that everything about ${club} is still right, or to edit its page. You do not need an account.`,
        link,
        `The link is valid until ${last}. If you are no longer involved in ${club}, please forward this e-mail to someone who is.`,
        site,
      ],
      /** To several clubs, so without their links. */
      toAll: (site: string, last: string, list: string) => [
        'Hello,',
        `Once a year, we ask every club to check its page on ${site}. Find yours in this list:`,
        list,
        'If everything is right, just reply “yes”. Otherwise reply with what is wrong or missing, or ask for a link to edit your page. You do not need an account.',
        `Please answer by ${last}. If you are no longer involved in the club, please forward this e-mail to someone who is.`,
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
    failed: 'The logo could not be uploaded. Choose the file again and save in a few seconds.',
    tooManyBytes: (megabytes: number) =>
      `The file is larger than ${number(megabytes)} MB. Save the image in a smaller size: 400 × 400 pixels are enough.`,
    damaged: 'The file is empty or damaged. Choose another file.',
    format: 'The file is not a PNG, JPEG or WebP image. Save the logo in one of these formats.',
    tooManyPixels: (width: number, height: number, limit: number) =>
      `The image has ${number(width)} × ${number(height)} pixels; the limit is ${number(limit)} × ${number(limit)}. 400 × 400 are enough.`,
  },

  errors: {
    403: { title: 'Access denied', text: 'Your account doesn’t have permission. Ask an administrator for access.' },
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
    diskFull: 'The disk of the server is full, so the form was not saved. Contact the person who runs this site.',
  },
};

export type Messages = typeof en;
