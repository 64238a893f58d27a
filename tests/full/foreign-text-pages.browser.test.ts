import fc from 'fast-check';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { MARKDOWN_RULES, renderClubTexts } from '../../src/clubs/record/markdown.ts';
import { useBrowser } from '../support/browser.ts';
import { ATTACKS, LINK_ATTACKS, mixedAttacks } from '../support/markdown-attacks.ts';
import { inFull } from '../support/scope.ts';
import { describeSite } from '../support/site.ts';

/** Random combinations of attacks. */
const MIXED = inFull(20, 900);
const PAGE_SIZE = 50;
/** Attacks in one description. */
const IN_ONE = 25;

const ON_CARDS = ['A', 'BLOCKQUOTE', 'BR', 'CODE', 'EM', 'LI', 'OL', 'P', 'PRE', 'STRONG', 'UL'];
const ON_PAGES = [...ON_CARDS, 'H3', 'H4', 'H5', 'H6', 'HR'];

describeSite('Texts by untrusted authors', (site) => {
  const browser = useBrowser();

  test('cause no dialog, request, element or attribute that is not allowed, even without the content security policy', async () => {
    const links = LINK_ATTACKS.flatMap((address) => [`[x](${address})`, `<a href="${address}">x</a>`]);
    const attacks = [...ATTACKS, ...links, ...fc.sample(mixedAttacks, { numRuns: MIXED, seed: 4 })];
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
    expect(withDescription).toHaveLength(Math.ceil(attacks.length / IN_ONE));

    // Without the policy, which would stop most attacks.
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
    for (let number = 1; number <= Math.ceil(attacks.length / PAGE_SIZE); number += 1) {
      await page.goto(`${site.url}/club/?page_size=${PAGE_SIZE}&page=${number}`);
      // Some texts are empty afterwards.
      seen += await page.locator('.club-card-description, .club-card-none').count();
      expect(await findViolations(page, '.club-card-description', ON_CARDS), page.url()).toEqual([]);
    }
    expect(seen).toBe(attacks.length);
    for (const { id } of withDescription) {
      await page.goto(`${site.url}/club/${id}/`);
      expect(await findViolations(page, '.description .prose', ON_PAGES), page.url()).toEqual([]);
    }
    expect(happened).toEqual([]);
    expect(problems).toEqual([]);
    // The test detects an attack.
    await page.locator('.description .prose').evaluate((text) => {
      text.innerHTML = '<img src="https://evil.example/x" onerror="alert(1)">';
    });
    await expect.poll(() => happened).toEqual(['request https://evil.example/x', 'dialog 1']);
    expect(await findViolations(page, '.description .prose', ON_PAGES)).toEqual(['IMG']);
  });
});

/** Elements and attributes that are not on the list, and texts that htmx would process. */
const findViolations = (page: Page, selector: string, allowed: readonly string[]): Promise<string[]> =>
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
          // The site adds directions.
          const allowed = element.tagName === 'A' ? 'href rel' : '';
          if (attributes !== allowed) return [`${element.tagName} ${attributes}`];
          const { protocol } = element instanceof HTMLAnchorElement ? element : { protocol: 'https:' };
          return ['https:', 'http:', 'mailto:'].includes(protocol) ? [] : [protocol];
        }),
      ]),
    allowed,
  );
