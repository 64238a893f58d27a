import type { Messages } from './en.ts';

/** Sections that only pages of the board use. A catalogue may lack a whole section: its texts are then in English. */
export const BOARD_SECTIONS = [
  'zeroResults',
  'merge',
  'gettingStarted',
  'fileIssues',
  'fileReading',
  'importReport',
  'categories',
  'clubImport',
  'siteForm',
  'pageForm',
  'importColumns',
  'logoDownload',
] as const satisfies readonly (keyof Messages)[];

export type BoardSection = (typeof BOARD_SECTIONS)[number];

/** The texts of a language. */
export type Catalogue = Omit<Messages, BoardSection> & Partial<Pick<Messages, BoardSection>>;
