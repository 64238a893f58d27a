import type { Locale } from './locales.ts';
import { wordsIn } from './words.ts';

const { number, language } = wordsIn('en');

export const siteForm = {
  title: 'Site',
  view: 'Name and look',
  intro: 'Changes are public at once, on every page. You can undo each one in “Changes”.',
  groups: {
    languages: 'Languages',
    texts: 'Name and texts',
    look: 'Logo and colours',
    contact: 'Contact',
    links: 'Links',
  },
  fields: {
    name: 'Name of the site',
    association: 'Association',
    association_clubs: 'Menu entry of the clubs',
    tagline: 'Sentence in the footer',
    description: 'Description for search engines',
    accent: 'Colour on light backgrounds',
    accent_dark: 'Colour on dark backgrounds',
    contact: 'Contact',
    links: 'Links',
    mark: 'Logo',
    languages: 'Languages of the site',
    main_language: 'Default language',
    club_contact: 'Default way to contact clubs',
  },
  hints: {
    texts: 'To add a language, choose it above and write its texts here, then save once.',
    association: 'As students call it, such as “Student Union”.',
    association_clubs: 'Only if the usual entry does not fit your association.',
    contact: 'An e-mail address or a web address. It is in the footer and on error pages.',
    main_language:
      'Pages in this language have addresses such as /club/, without a prefix. If you change it, old links to both languages stop working.',
    boardLanguage: 'Some pages of the board are in English.',
    mark: 'SVG, PNG, JPEG or WebP, ideally square. It is also the icon in browser tabs.',
    links:
      'The target is the name of a page of this site, such as “imprint”, or an address that begins with https://, mailto: or /files/. To remove a link, empty its fields.',
  },
  lists: { menu: 'In the menu', footer: 'In the footer' },
  label: (other: Locale) => `Label in ${language(other)}`,
  target: 'Target',
  contrastOf: (ratio: string) => `Contrast ${ratio}`,
  leastContrast: (ratio: string) => `The contrast with the backgrounds must be at least ${ratio}.`,
  exampleLink: 'All clubs',
  save: 'Save',
  reset: 'Reset everything',
  resetHint:
    'The name, texts, languages, logo, colours, contact and links are then as they were at the start. You can undo this in “Changes”.',
  notSaved: 'Not saved. Correct the marked fields.',
  tooLong: (limit: number) => `Use at most ${number(limit)} characters.`,
  contrast: (ratio: number) =>
    `The contrast with the backgrounds of the site is ${ratio.toLocaleString('en')}, and 4.5 is needed. Choose a stronger colour.`,
  wrongContact: 'Enter an e-mail address or an address such as https://www.example.org/contact.',
  wrongTarget: 'Enter the name of a page, or an address that begins with https://, mailto: or /files/.',
  noPage: (name: string) => `There is no page “${name}”. Create it first.`,
  oneLine: 'Use a single line.',
  markIssues: {
    format: 'Browsers do not show this file as a logo. Choose an SVG with a viewBox, or a PNG, JPEG or WebP file.',
    tooLarge: 'The logo is too large. Choose an SVG of at most 64 KB, or an image of at most 2 MB.',
    unsafe:
      'The SVG has parts that a logo cannot have: scripts, entities, embedded HTML or links to other files. Export it as an SVG for the web, or as a PNG.',
    damaged: 'The image cannot be read. Export it again.',
  },
  changedMeanwhile: 'Someone else changed this in the meantime. Save again to use your value.',
  chooseAgain: 'Choose the logo again.',
  noFile: (path: string) => `There is no file ${path}.`,
  changed: (what: string) => `${what} changed`,
  isReset: (what: string) => `${what} reset`,
};

export const pageForm = {
  title: 'Pages',
  intro:
    'The texts of the home page, the legal notice and any other page. Link to them in the menu or footer on the page “Site”.',
  unfilled: 'To be filled in',
  create: 'New page',
  name: 'Name in the address',
  nameHint: 'Lower-case letters, digits and hyphens, such as “room-booking”.',
  open: 'Write the page',
  see: 'View the page',
  pageTitle: 'Title',
  text: 'Text',
  textHint: 'Markdown: **bold**, [link](/club/), lists with “- ”, headings with “## ”.',
  preview: 'Preview',
  image: 'Add an image',
  imageHint: (other: string) => `PNG, JPEG or WebP. It is added at the end of the text in ${other} when you save.`,
  imageFormat: 'Choose a PNG, JPEG or WebP image.',
  notRendered: 'This text has too much formatting to be shown. Shorten it or remove some of the formatting.',
  delete: 'Delete the page',
  missingTitle: 'Give the page a title in this language, or empty its text.',
  missingText: 'Write a text in this language, or empty the title.',
  required: 'This page must exist in one language.',
  wrongName: 'Use lower-case letters, digits and hyphens only.',
  taken: 'There is already a page with this name.',
  placeholders: 'This page has placeholders. Visitors do not see links to it until they are replaced.',
  pageOf: (name: string, other: Locale) => `Page “${name}” in ${language(other)}`,
};
