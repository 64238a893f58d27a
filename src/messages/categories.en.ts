import { wordsIn } from './words.ts';

const { count } = wordsIn('en');
const CLUBS = { one: 'club', other: 'clubs' };

export const categories = {
  title: 'Categories',
  about:
    'Change a name to rename a category in all clubs. Use the name of another category to merge the two. Tick “Remove” to delete a category. No clubs are deleted.',
  aboutReady:
    'These categories are proposed from the names and descriptions of the clubs. Change any name, and tick “Remove” for categories that you do not want.',
  split:
    'To split a category, open its clubs, select some of them, and choose “Move to another category” below the table.',
  clubs: 'Clubs',
  allClubs: 'Active and inactive clubs',
  to: 'New name',
  toOf: (label: string) => `New name of ${label}`,
  drop: 'Remove',
  alike: (label: string) => `same as “${label}”?`,
  /** Names of clubs. */
  examples: (names: readonly string[]) => `For example: ${names.join(', ')}`,
  none: 'No club has a category yet.',
  uncategorized: (clubs: number, inactive: number) =>
    `${count(clubs, { one: 'club has', other: 'clubs have' })} no category${inactive > 0 ? ` (${inactive} inactive)` : ''}.`,
  showUncategorized: 'Propose categories',
  noProposals: 'No proposals: the names and descriptions of these clubs do not match any of our categories.',
  listed: (clubs: number) => `Show ${count(clubs, CLUBS)}`,
  submit: 'Save categories',

  ofImport: {
    title: 'Match categories',
    intro:
      'Some categories of this file are new here. Keep a name, change it, or use the name of another category to merge the two. We remember your answers for the next file.',
    submit: 'Use these categories',
    skip: 'Import all as they are',
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
