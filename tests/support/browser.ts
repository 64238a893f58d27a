import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
  type Route,
} from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { LOCALES } from '../../src/messages/locales.ts';
import { insertPerson, insertSession, type NewPerson } from './people.ts';
import { IS_FULL } from './scope.ts';
import type { TestSite } from './site.ts';

/** A page in a browser window of its own: nothing is shared with other pages, neither cookies nor cache. */
export interface TestPage {
  page: Page;
  context: BrowserContext;
  /** What the browser complained of: errors in the console, scripts that failed, requests that got no answer. */
  problems: string[];
}

export interface TestBrowser {
  newPage(
    options?: Pick<
      BrowserContextOptions,
      | 'javaScriptEnabled'
      | 'viewport'
      | 'colorScheme'
      | 'reducedMotion'
      | 'timezoneId'
      | 'forcedColors'
      | 'locale'
      | 'bypassCSP'
      | 'hasTouch'
      | 'userAgent'
    >,
  ): Promise<TestPage>;
}

/** How a journey through several pages is tried: in English with JavaScript and in French without; in the full suite in each language with and without. */
export const EVERY_WAY = IS_FULL
  ? LOCALES.flatMap((locale) => [true, false].map((javaScriptEnabled) => ({ locale, javaScriptEnabled })))
  : ([
      { locale: 'en', javaScriptEnabled: true },
      { locale: 'fr', javaScriptEnabled: false },
    ] as const);

/** A page of somebody who is signed in, on a site whose SITE_URL is not https. */
export async function openSignedIn(
  browser: TestBrowser,
  site: TestSite,
  person: NewPerson,
  options?: Parameters<TestBrowser['newPage']>[0],
): Promise<TestPage & { userId: number }> {
  const opened = await browser.newPage(options);
  const userId = await insertPerson(site.database, person);
  await signIn(opened.context, site, userId);
  return { ...opened, userId };
}

/** Signs somebody in to such a site, past the page for it. */
export async function signIn(context: BrowserContext, site: TestSite, userId: number): Promise<void> {
  const value = await insertSession(site.database, userId);
  await context.addCookies([{ name: 'session', value, url: site.url, httpOnly: true }]);
}

/** A browser for the tests of a file; the pages of a test are closed after it. */
export function useBrowser(): TestBrowser {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await chromium.connect(inject('browser'));
  });
  afterEach(async ({ task }) => {
    const contexts = browser?.contexts() ?? [];
    if (task.result?.state === 'fail') for (const context of contexts) await describePages(context);
    await Promise.all(contexts.map((context) => context.close()));
  });
  afterAll(() => browser?.close());

  return {
    async newPage(options = {}) {
      if (!browser) throw new Error('The browser is there for tests and hooks, not while they are described.');
      const context = await browser.newContext(options);
      const page = await context.newPage();
      return { page, context, problems: recordProblems(page) };
    },
  };
}

/** Answers the requests of an open page for matching addresses, beginning with its next request. */
export async function answerFor(page: Page, addresses: string, answer: (route: Route) => unknown): Promise<void> {
  await page.route(addresses, answer);
  // The route takes effect in a loaded page a moment after this call returns.
  await page.route('**/robots.txt', (route) => route.fulfill({ headers: { intercepted: 'yes' } }));
  const isActive = () =>
    page.evaluate(async () => (await fetch('/robots.txt', { cache: 'no-store' })).headers.has('intercepted'));
  await expect.poll(isActive, { interval: 20 }).toBe(true);
}

/** Prints what the pages of a test that has failed show, and have asked for. */
async function describePages(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) {
    const html = await page.content().catch(String);
    const requests = (await page.requests()).map((request) => `${request.method()} ${request.url()}`);
    console.error(`${page.url()}\n${requests.join('\n')}\n${html}`);
  }
}

/**
 * How Chromium begins to say that nothing moves from a page to the next, with a reason that depends on which was there
 * first: the page that comes was shown before the picture of the other came ("Page already revealed") or before its
 * style was heeded ("ViewTransition opt-in disabled"). That is so where a page is left before its script came, which
 * would have ended the transition without a word; nobody sees anything of it.
 */
const NOTHING_MOVES = 'Transition was aborted because of invalid state.';

function recordProblems(page: Page): string[] {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', ({ message }) => {
    if (!message.startsWith(NOTHING_MOVES)) problems.push(`script: ${message}`);
  });
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? 'no reason given';
    // A request that the page itself gave up, such as the answer that a faster click replaced.
    if (reason !== 'net::ERR_ABORTED') problems.push(`request: ${request.method()} ${request.url()}: ${reason}`);
  });
  return problems;
}
