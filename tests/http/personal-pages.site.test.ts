import PQueue from 'p-queue';
import { expect, test } from 'vitest';
import { readHtml } from '../support/html.ts';
import { visit, visitWith } from '../support/people.ts';
import { inFull } from '../support/scope.ts';
import { describeOwnSite } from '../support/site.ts';

const HTMX = { 'HX-Request': 'true' };

describeOwnSite(
  'A private page',
  (site) => {
    test('is never sent to another visitor under concurrent requests', async () => {
      const ids = await site.database.insertClubs('Chess', 'Ski', 'Yoga');
      const people = [
        { name: 'Ada', visitor: await visit(site, { name: 'Ada', roles: ['board'] }), mayAdd: true },
        { name: 'Bob', visitor: await visit(site, { name: 'Bob' }), mayAdd: false },
        { name: null, visitor: visitWith(site, null), mayAdd: false },
      ];
      const paths = ['/club/', '/club/?page=2', '/fr/club/', `/club/${ids[0] ?? 0}/`, '/club/?name=ski'];
      const wrong: string[] = [];
      let answered = 0;
      const ask = async (index: number) => {
        const person = people[index % people.length];
        const path = paths[Math.floor(index / people.length) % paths.length] ?? '';
        if (!person) return;
        const isFragment = index % 7 === 0;
        const answer = await person.visitor.get(path, isFragment ? HTMX : {});
        const html = await answer.text();
        // A busy machine answers a page that takes too long with 503.
        if (answer.status === 503) return;
        answered += 1;
        const page = readHtml(html);
        const said = page.all('[data-account]').map(({ attributes }) => attributes['aria-label'] ?? '');
        const isRight =
          answer.status === 200 &&
          (isFragment && path.includes('/club/') && !/\/club\/\d/.test(path)
            ? !html.includes('data-account')
            : said.length === 1 &&
              (person.name === null ? !/Ada|Bob/.test(html) : said[0]?.endsWith(`, ${person.name}`)));
        const hasButton = page.all('.list-head a.button').length > 0;
        const isKept = answer.headers.get('cache-control') !== 'private, no-store';
        if (!isRight || (hasButton && !person.mayAdd) || (person.name !== null && isKept)) {
          wrong.push(`${person.name ?? 'a visitor'} at ${path}: ${answer.status} ${said.join()}`);
        }
      };
      const tasks = Array.from({ length: inFull(200, 1000) }, (_, index) => () => ask(index));
      await new PQueue({ concurrency: 8 }).addAll(tasks);
      expect(wrong).toEqual([]);
      expect(answered).toBeGreaterThan(0);
    });
  },
  { PAGE_CACHE: 'on', CDN: 'on' },
);
