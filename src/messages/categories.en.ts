import { wordsIn } from './words.ts';

const { count } = wordsIn('en');
const CLUBS = { one: 'club', other: 'clubs' };
const CATEGORIES = { one: 'category', other: 'categories' };

export const categories = {
  title: 'Categories',
  /** By part of the page. */
  about: {
    '': 'Change a name to rename a category in all clubs. Use the name of another category to merge the two.',
    variants: 'Proposed names are filled in and come first. Check them before you save.',
    uncategorized:
      'The proposals come from names and descriptions. Untick a club to leave it without a category, and change any name you like.',
  },
  split:
    'To split a category, open its clubs, select some of them, and choose “Move to another category” below the table.',
  clubs: 'Clubs',
  to: 'Name',
  toOf: (label: string) => `New name of ${label}`,
  delete: 'Delete',
  leaveOut: 'Do not use',
  proposed: 'proposed',
  /** Names of clubs. */
  examples: (names: readonly string[]) => `For example: ${names.join(', ')}`,
  once: (categories: number) => `Used once: ${count(categories, CATEGORIES)}`,
  none: 'No club has a category yet.',
  variants: (categories: number) =>
    `${count(categories, { one: 'category looks', other: 'categories look' })} like another spelling of an existing one.`,
  showVariants: 'Fill in proposals',
  uncategorized: (clubs: number) => `${count(clubs, { one: 'club has', other: 'clubs have' })} no category.`,
  showUncategorized: 'Propose categories',
  noProposals: 'No proposals: the names and descriptions of these clubs do not match any of our categories.',
  listed: (clubs: number) => `Show ${count(clubs, CLUBS)}`,
  all: 'All categories',
  submit: 'Save categories',

  ofImport: {
    title: 'Match categories',
    intro:
      'Some categories of this file are new here. Keep a name, change it, or use the name of another category to merge the two. We remember your answers for the next file.',
    ready:
      'This file has no categories. These are proposed from the names and texts of its clubs. You can change each name here, and check each club in the next step.',
    withoutProposal: (clubs: number) => `${count(clubs, { one: 'club gets', other: 'clubs get' })} no category.`,
    importAs: 'Import as',
    drop: 'Do not import',
    submit: 'Use these categories',
    skip: 'Import all as they are',
    skipReady: 'Import without categories',
    change: 'Change categories',
  },

  /** For a directory without categories. */
  ready: {
    sport: 'Sport and outdoors',
    music: 'Music',
    stage: 'Dance and theatre',
    games: 'Games and hobbies',
    arts: 'Arts and crafts',
    media: 'Media and literature',
    technology: 'Science and technology',
    health: 'Health and wellbeing',
    care: 'Volunteering and environment',
    careers: 'Careers and studies',
    culture: 'Cultures and languages',
    faith: 'Religion and spirituality',
    society: 'Politics and society',
    life: 'Student life',
  },
};
