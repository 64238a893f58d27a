import type { Page } from 'playwright-core';
import { answerFor } from './browser.ts';

/** A state of a public page. */
export interface State {
  name: string;
  /** Address in the default language. */
  path: string;
  /** Further steps to the state after loading the address. */
  lead?: (page: Page) => Promise<void>;
}

/** The states of all public pages. Club 1 has every field, club 2 only a name. */
export const STATES: readonly State[] = [
  { name: 'home', path: '/' },
  { name: 'one by one', path: '/club/' },
  { name: 'grid', path: '/club/?page_size=24' },
  { name: 'page 2', path: '/club/?page=2' },
  { name: 'filtered', path: '/club/?name=th%C3%A9&club_status=&page_size=24' },
  { name: 'category', path: '/club/?category=sports&page_size=24' },
  { name: 'nothing found', path: '/club/?name=badmintn+club+of+nowhere' },
  { name: 'invalid form', path: `/club/?club_status=x&name=${'x'.repeat(300)}` },
  {
    name: 'failed page turn',
    path: '/club/?page_size=24',
    lead: async (page) => {
      await answerFor(page, '**/club/?*page=2*', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }));
      await page.locator('#page-next').click();
      await page.locator('.message').waitFor();
    },
  },
  { name: 'no such page', path: '/club/?page=99' },
  { name: 'club', path: '/club/1/' },
  { name: 'club without text', path: '/club/2/' },
  { name: 'shortlist', path: '/club/shortlist/?ids=1,2,3,9999' },
  { name: 'comparison', path: '/club/compare/?ids=1,2' },
  { name: 'poster', path: '/club/1/poster/' },
  { name: 'booklet', path: '/booklet/?club_status=' },
  { name: 'propose', path: '/club/propose/?name=Zen' },
  { name: 'suggest', path: '/club/1/suggest/' },
  { name: 'embed', path: '/club/embed/build/' },
];
