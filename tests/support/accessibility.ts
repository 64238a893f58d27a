import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { IS_FULL } from './scope.ts';

interface AxeResults {
  violations: { id: string; nodes: { target: unknown[] }[] }[];
}

interface Axe {
  run(options: {
    resultTypes: string[];
    preload: boolean;
    rules: Record<string, { enabled: boolean }>;
  }): Promise<AxeResults>;
}

const axeSource = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Runs axe in the page, through the debugger, because the content security policy blocks other scripts. */
export async function findViolations(page: Page): Promise<string[]> {
  // Texts are visible before the styles of the page are loaded.
  await page.waitForLoadState();
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(await axeSource);
  const { violations } = await page.evaluate(() =>
    // Listing passed rules would take most of the time.
    (globalThis as unknown as { axe: Axe }).axe.run({
      resultTypes: ['violations'],
      preload: false,
      // axe checks the size of targets only on request.
      rules: { 'target-size': { enabled: true } },
    }),
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => String(target)).join(', ')}`);
}

const WIDTHS = IS_FULL ? [320, 360, 768, 1280] : [320];

/** The windows in which axe runs; it is slow. */
const NARROW = { width: 320, colorScheme: 'light' } as const;
const LOOKS = IS_FULL ? [NARROW, { width: 1280, colorScheme: 'dark' } as const] : [NARROW];

/** Words of up to this length must not break. */
const WHOLE_WORD = 14;

const LABELS = 'button, .button, label, summary, th[scope=col]';

/** Words on more than one line, except in hidden and visually hidden elements. */
export const brokenWords = (page: Page, selector: string, word = /\S+/g): Promise<string[]> =>
  page.locator(selector).evaluateAll((elements, pattern) => {
    const isSeen = (element: Element | null): boolean =>
      element === null || (element.getBoundingClientRect().width > 1 && isSeen(element.parentElement));
    return elements
      .filter((element) => element.checkVisibility() && isSeen(element))
      .flatMap((element) => {
        const broken: string[] = [];
        const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        while (texts.nextNode()) {
          const { currentNode } = texts;
          for (const match of currentNode.nodeValue?.matchAll(pattern) ?? []) {
            const range = document.createRange();
            range.setStart(currentNode, match.index);
            range.setEnd(currentNode, match.index + match[0].length);
            if (new Set(Array.from(range.getClientRects(), ({ top }) => top)).size > 1) broken.push(match[0]);
          }
        }
        return broken;
      });
  }, word);

/**
 * Checks the current state of a page: axe, broken words in controls, and sideways scrolling with text of 100 and 200 %.
 * The fast suite checks one width, the full suite every width and the dark colours. Restores the size of the window.
 */
export async function findViolationsAtEveryWidth(page: Page): Promise<string[]> {
  const before = page.viewportSize();
  const issues: string[] = [];
  for (const { width, colorScheme } of LOOKS) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    issues.push(...(await findViolations(page)).map((issue) => `${issue}, at ${width} px in ${colorScheme}`));
  }
  await page.emulateMedia({ colorScheme: 'light' });
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    const broken = (await brokenWords(page, LABELS, /\p{L}+/gu)).filter(({ length }) => length <= WHOLE_WORD);
    issues.push(...broken.map((word) => `“${word}” breaks at ${width} px`));
    for (const size of ['100%', '200%']) {
      const over = await page.evaluate((fontSize) => {
        const { style } = document.documentElement;
        style.fontSize = fontSize;
        const beyond = document.documentElement.scrollWidth - innerWidth;
        style.fontSize = '';
        return beyond;
      }, size);
      if (over > 0) issues.push(`${over} px wider than ${width} px, with text of ${size}`);
    }
  }
  if (before) await page.setViewportSize(before);
  return issues;
}
