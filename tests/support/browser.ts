import { setTimeout as sleep } from 'node:timers/promises';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
  type Route,
} from 'playwright-core';
import { afterAll, afterEach, beforeAll, inject } from 'vitest';
import { DEFAULT_LANGUAGES } from '../../src/site-settings.ts';
import { insertPerson, insertSession, type NewPerson } from './people.ts';
import { IS_FULL } from './scope.ts';
import type { TestSite } from './site.ts';

/** A page in a separate browser context, with its own cookies and cache. */
export interface TestPage {
  page: Page;
  context: BrowserContext;
  /** Errors in the console, script errors and failed requests. */
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

/** Variants of a test of several pages: English with JavaScript and French without; in the full suite, all combinations. */
export const EVERY_WAY = IS_FULL
  ? DEFAULT_LANGUAGES.flatMap((locale) => [true, false].map((javaScriptEnabled) => ({ locale, javaScriptEnabled })))
  : ([
      { locale: 'en', javaScriptEnabled: true },
      { locale: 'fr', javaScriptEnabled: false },
    ] as const);

/** Opens a page of a signed-in user, on a site whose SITE_URL is not https. */
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

/** Signs in a user without the sign-in page. */
export async function signIn(context: BrowserContext, site: TestSite, userId: number): Promise<void> {
  const value = await insertSession(site.database, userId);
  await context.addCookies([{ name: 'session', value, url: site.url, httpOnly: true }]);
}

/** A browser for the tests of a file. The pages of a test are closed after it. */
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
      if (!browser) throw new Error('The browser is available in tests and hooks only.');
      const context = await browser.newContext(options);
      const page = await context.newPage();
      return { page, context, problems: recordProblems(page) };
    },
  };
}

/** Waits until a page, its fonts, visible images and server islands are loaded, and two more frames are drawn. */
export async function waitUntilLoaded(page: Page): Promise<void> {
  await page.waitForLoadState();
  await page.waitForFunction(() => !document.querySelector('script[data-island-id]'));
  await page.evaluate(async () => {
    const visible = [...document.images].filter(
      (image) => image.checkVisibility() && image.getBoundingClientRect().top < innerHeight,
    );
    await Promise.all(visible.map((image) => image.decode().catch(() => undefined)));
    await document.fonts.ready;
    for (let frames = 0; frames < 2; frames += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  });
}

/** Answers the requests of an open page for matching addresses, beginning with its next request. */
export async function answerFor(page: Page, addresses: string, answer: (route: Route) => unknown): Promise<void> {
  await page.route(addresses, answer);
  // The route takes effect in a loaded page a moment after this call returns.
  await page.route('**/robots.txt', (route) => route.fulfill({ headers: { intercepted: 'yes' } }));
  const isActive = () =>
    page.evaluate(async () => (await fetch('/robots.txt', { cache: 'no-store' })).headers.has('intercepted'));
  // Not `expect.poll`: screenshots are taken outside of a test.
  while (!(await isActive())) await sleep(20);
}

/** Prints the pages of a failed test and their requests. */
async function describePages(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) {
    const html = await page.content().catch(String);
    const requests = (await page.requests()).map((request) => `${request.method()} ${request.url()}`);
    console.error(`${page.url()}\n${requests.join('\n')}\n${html}`);
  }
}

function recordProblems(page: Page): string[] {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', ({ message }) => problems.push(`script: ${message}`));
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? 'no reason given';
    // The page itself aborted the request, for example because of a newer one.
    if (reason !== 'net::ERR_ABORTED') problems.push(`request: ${request.method()} ${request.url()}: ${reason}`);
  });
  return problems;
}
