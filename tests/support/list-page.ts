import type { Page, Route } from 'playwright-core';
import { expect } from 'vitest';
import { answerFor, type TestBrowser, type TestPage } from './browser.ts';
import type { TestSite } from './site.ts';

/** Four clubs in the order of the list. */
export const FOUR = ['Astronomy', 'Badminton', 'Chess', 'Debate'];

/** Waits until htmx handles the links and the form of the club list. */
export const waitForHtmx = (page: Page) => page.locator('form[hx-get][data-htmx-powered]').waitFor();

/** Returns a function that opens a page of the site, by default the club list. */
export function pageOpener(site: TestSite, browser: TestBrowser) {
  return async (path = '/club/', options: Parameters<TestBrowser['newPage']>[0] = {}): Promise<TestPage> => {
    const opened = await browser.newPage(options);
    await opened.page.goto(site.url + path);
    if (options.javaScriptEnabled !== false && /^\/club\/(\?|$)/.test(path)) await waitForHtmx(opened.page);
    return opened;
  };
}

/** The names of the clubs in the list. */
export const clubNames = (page: Page) => page.locator('#paginated h4');

/** Path and query of the page. */
export function addressOf(page: Page): string {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
}

/** Waits for a club and an address, and checks that the rest of the page is there. */
export async function expectClub(page: Page, club: string, address: string): Promise<void> {
  await expect.poll(() => clubNames(page).allInnerTexts()).toEqual([club]);
  await expect.poll(() => addressOf(page)).toBe(address);
  // Polled, because Back and Forward reload the page.
  await expect.poll(() => page.locator('h2').allInnerTexts()).toEqual(['Filters', 'Club list']);
}

/** The id of the focused element, or its name if it has none. */
export const focusOf = (page: Page) =>
  page.evaluate(() => {
    const { id = '', localName = '' } = document.activeElement ?? {};
    return id === '' ? localName : id;
  });

/** Marks the document, to find out later whether the browser loaded another one. */
export const markDocument = (page: Page) =>
  page.evaluate(() => document.documentElement.setAttribute('data-marked', ''));
export const isSameDocument = (page: Page) => page.evaluate(() => document.documentElement.hasAttribute('data-marked'));

/** Collects the addresses of requests from now on. */
export function recordRequests(page: Page): string[] {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  return requests;
}

/** Holds the requests for matching addresses until they are released; later ones pass. */
export async function holdRequests(page: Page, addresses: string) {
  const held: Route[] = [];
  let isReleased = false;
  // The page may have cancelled the request.
  const pass = (route: Route) => route.continue().catch(() => undefined);
  await answerFor(page, addresses, (route) => {
    if (isReleased) return pass(route);
    held.push(route);
    return undefined;
  });
  return {
    held,
    /** Waits for the first request. */
    request: () => expect.poll(() => held.length).toBeGreaterThan(0),
    release: async () => {
      isReleased = true;
      await Promise.all(held.map(pass));
    },
  };
}

/** Waits until the page cancels its next request for an address that ends like this. */
export const cancelledRequest = (page: Page, end: string) =>
  page.waitForEvent('requestfailed', { predicate: (request) => request.url().endsWith(end) });

/** Two pages of a grid and one club more. */
export const insertGrid = (site: TestSite) =>
  site.database.insertClubs(...Array.from({ length: 49 }, (_, index) => `Grid club ${String(index).padStart(2, '0')}`));

/** Scrolls, and returns the position that results. */
export const scrollTo = (page: Page, y: number) =>
  page.evaluate((top) => {
    window.scrollTo(0, top);
    return Math.round(window.scrollY);
  }, y);

export const isInView = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });
