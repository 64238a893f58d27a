import fc from 'fast-check';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { MARKDOWN_RULES, renderClubTexts } from '../../src/markdown.ts';
import { useBrowser } from '../support/browser.ts';
import { ATTACKS, LINK_ATTACKS, mixedAttacks } from '../support/markdown-attacks.ts';
import { describeSite } from '../support/site.ts';

const COUNT = 1000;
/** So many attacks stand in one description. */
const IN_ONE = 25;

const ON_CARDS = ['A', 'BLOCKQUOTE', 'BR', 'CODE', 'EM', 'LI', 'OL', 'P', 'PRE', 'STRONG', 'UL'];
const ON_PAGES = [...ON_CARDS, 'H3', 'H4', 'H5', 'H6', 'HR'];

describeSite('Texts that strangers have written', (site) => {
  const browser = useBrowser();

  test('do nothing in a browser that heeds no policy: no dialog, no request, no element and no attribute that is not allowed', async () => {
    const attacks = [
      ...ATTACKS,
      ...LINK_ATTACKS.flatMap((address) => [`[x](${address})`, `<a href="${address}">x</a>`]),
      ...fc.sample(mixedAttacks, { numRuns: COUNT, seed: 4 }),
    ].slice(0, COUNT);
    expect(attacks).toHaveLength(COUNT);
    const clubs = await Promise.all(
      attacks.map(async (attack, index) => {
        const description =
          index % IN_ONE === 0
            ? attacks
                .slice(index, index + IN_ONE)
                .map((one) => `${one}\n\n`)
                .join('')
            : '';
        return {
          name: `Club ${String(index).padStart(4, '0')}`,
          ...(await renderClubTexts({ shortDescription: attack, description })),
        };
      }),
    );
    await site.database.insertClubs(...clubs.map(({ name }) => name));
    await site.database.sql`
      update club set short_description_html = made.short, description_html = made.long,
        html_digest = club_text_digest(short_description, description), html_rules = ${MARKDOWN_RULES}
      from jsonb_to_recordset(${site.database.sql.json(
        clubs.map(({ name, shortDescriptionHtml: short, descriptionHtml: long }) => ({ name, short, long })),
      )}) made (name text, short text, long text)
      where made.name = club.name`;
    const withDescription = await site.database.sql<{ id: number }[]>`
      select id from club where description_html <> '' order by id`;
    expect(withDescription).toHaveLength(COUNT / IN_ONE);

    // What the site's policy would stop must not be there in the first place.
    const { page, problems } = await browser.newPage({ bypassCSP: true });
    const happened: string[] = [];
    page.on('dialog', (dialog) => {
      happened.push(`dialog ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('request', (request) => {
      if (!request.url().startsWith(`${site.url}/`)) happened.push(`request ${request.url()}`);
    });
    let seen = 0;
    for (let number = 1; number <= COUNT / 100; number += 1) {
      await page.goto(`${site.url}/club/?page_size=100&page=${number}`);
      // Of some nothing is left.
      seen += await page.locator('.club-card-description, .club-card-none').count();
      expect(await findFaults(page, '.club-card-description', ON_CARDS), page.url()).toEqual([]);
    }
    expect(seen).toBe(COUNT);
    for (const { id } of withDescription) {
      await page.goto(`${site.url}/club/${id}/`);
      expect(await findFaults(page, '.description .prose', ON_PAGES), page.url()).toEqual([]);
    }
    expect(happened).toEqual([]);
    expect(problems).toEqual([]);
    // The watch itself sees what it is there for.
    await page.locator('.description .prose').evaluate((text) => {
      text.innerHTML = '<img src="https://evil.example/x" onerror="alert(1)">';
    });
    await expect.poll(() => happened).toEqual(['request https://evil.example/x', 'dialog 1']);
    expect(await findFaults(page, '.description .prose', ON_PAGES)).toEqual(['IMG']);
  });
});

/** What stands in texts that is not on the list: elements, attributes, and a text that htmx would heed. */
const findFaults = (page: Page, selector: string, allowed: readonly string[]): Promise<string[]> =>
  page.locator(selector).evaluateAll(
    (texts, names) =>
      texts.flatMap((text) => [
        ...(text.hasAttribute('hx-ignore') ? [] : ['no hx-ignore']),
        ...[...text.querySelectorAll('*')].flatMap((element) => {
          if (!names.includes(element.tagName)) return [element.tagName];
          const attributes = element
            .getAttributeNames()
            .filter((name) => name !== 'dir' || element.getAttribute(name) !== 'auto')
            .sort()
            .join(' ');
          // The site's own: each block has its direction, and one of code that scrolls can be reached by keyboard.
          const allowed = { A: ['href rel'], PRE: ['', 'aria-label role tabindex'] }[element.tagName] ?? [''];
          if (!allowed.includes(attributes)) return [`${element.tagName} ${attributes}`];
          const { protocol } = element instanceof HTMLAnchorElement ? element : { protocol: 'https:' };
          return ['https:', 'http:', 'mailto:'].includes(protocol) ? [] : [protocol];
        }),
      ]),
    allowed,
  );
