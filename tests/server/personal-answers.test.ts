import { expect, test } from 'vitest';
import { readHtml } from '../support/html.ts';
import { visit, visitWith } from '../support/people.ts';
import { describeOwnSite } from '../support/site.ts';

const HTMX = { 'HX-Request': 'true' };

/** Runs so many pieces of work, some of them at once. */
async function runAll(count: number, atOnce: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const run = async () => {
    for (let index = next++; index < count; index = next++) await work(index);
  };
  await Promise.all(Array.from({ length: atOnce }, run));
}

const medianOf = (values: number[]) => values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;

describeOwnSite(
  'What is made for somebody',
  (site) => {
    test('is seen by nobody else, when two who are signed in and a stranger ask at once a thousand times', async () => {
      const ids = await site.database.insertClubs('Chess', 'Ski', 'Yoga');
      const people = [
        { name: 'Ada', visitor: await visit(site, { name: 'Ada', roles: ['board'] }), mayAdd: true },
        { name: 'Bob', visitor: await visit(site, { name: 'Bob' }), mayAdd: false },
        { name: null, visitor: visitWith(site, null), mayAdd: false },
      ];
      const paths = ['/club/', '/club/?page=2', '/fr/club/', `/club/${ids[0] ?? 0}/`, '/club/?name=ski'];
      const wrong: string[] = [];
      await runAll(1000, 24, async (index) => {
        const person = people[index % people.length];
        const path = paths[Math.floor(index / people.length) % paths.length] ?? '';
        if (!person) return;
        const isFragment = index % 7 === 0;
        const answer = await person.visitor.get(path, isFragment ? HTMX : {});
        const html = await answer.text();
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
          wrong.push(`${person.name ?? 'a stranger'} at ${path}: ${answer.status} ${said.join()}`);
        }
      });
      expect(wrong).toEqual([]);
    });

    test('costs at most three milliseconds more, at the median, than what is made for everybody', async () => {
      await site.database.insertClubs('Chess', 'Ski', 'Yoga');
      const people = [visitWith(site, null), await visit(site, { roles: ['board'], officerOf: [1, 2] })] as const;
      const differences: number[] = [];
      // A machine that does something else meanwhile shows more, never less.
      for (let round = 0; round < 3; round += 1) {
        const times: [number[], number[]] = [[], []];
        for (let index = 0; index < 100; index += 1) {
          for (const [who, visitor] of people.entries()) {
            const begun = performance.now();
            // Another page each time: nobody has it from the cache.
            await (await visitor.get(`/club/?name=s&page_size=${1 + ((round * 100 + index) % 100)}`)).text();
            times[who as 0 | 1].push(performance.now() - begun);
          }
        }
        const [stranger, known] = times.map(medianOf) as [number, number];
        differences.push(known - stranger);
      }
      expect(Math.min(...differences)).toBeLessThan(3);
    });
  },
  { PAGE_CACHE: 'on', CDN: 'on' },
);
