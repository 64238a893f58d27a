import { wordsIn } from './words.ts';

const { count } = wordsIn('en');
const CLUBS = { one: 'club', other: 'clubs' };

export const categories = {
  title: 'Categories',
  about:
    'Change a name to rename a category in all clubs, or use the name of another category to merge the two. To split a category, open its clubs and move some of them.',
  aboutReady:
    'Proposed from the names and descriptions of the clubs. Change any name, and remove what you do not want.',
  spellings: 'Possible duplicates',
  mergeInto: (label: string, clubs: number, other: string) =>
    `Merge “${label}” (${count(clubs, CLUBS)}) into “${other}”?`,
  merge: 'Merge',
  clubs: 'Clubs',
  examples: 'Examples',
  toOf: (label: string) => `New name of ${label}`,
  drop: 'Remove',
  dropOf: (label: string) => `Remove ${label}`,
  none: 'No club has a category yet.',
  uncategorized: (clubs: number, inactive: number) =>
    `${count(clubs, { one: 'club has', other: 'clubs have' })} no category${inactive > 0 ? ` (${inactive} inactive)` : ''}.`,
  showUncategorized: 'Propose categories',
  noProposals: 'No proposals: the names and descriptions of these clubs do not match any of our categories.',
  listed: (clubs: number, label: string) => `${count(clubs, CLUBS)} in ${label}`,
  submit: 'Save categories',

  ofImport: {
    title: 'Match categories',
    intro:
      'These categories are new here. Keep a name, change it, or use the name of another category to merge the two. The next import remembers your choice.',
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
