import { describe, expect, test } from 'vitest';
import { today } from '../../../src/clubs/day.ts';
import { addMissed, KEPT_DAYS, listMissed, TERMS_A_DAY } from '../../../src/clubs/missed/queries.ts';
import { createMissedSearches, MOST_WAITING, readTerm } from '../../../src/clubs/missed/recorder.ts';
import { findVersion } from '../../../src/clubs/queries.ts';
import { describeDatabase } from '../../support/database.ts';

describe('Of a search that found nothing', () => {
  test.each([
    ['Quidditch', 'quidditch'],
    ['  Théâtre   d’Été ', "theatre d'ete"],
    ['围棋社', '围棋社'],
    ['ab', null],
    ['2026', null],
    ['ada@example.org', null],
    ['https://example.org/a', null],
    ['call 06 12 34 56 78', null],
    ['a\u0007bell', null],
    ['word '.repeat(20), null],
  ])('%j is kept as %j', (name, term) => {
    expect(readTerm(name)).toBe(term);
  });
});

describeDatabase('What visitors missed', (database) => {
  const open = () => {
    const reports: string[] = [];
    return { reports, missed: createMissedSearches(database.client, (line) => reports.push(line)) };
  };
  const rows = () =>
    database.sql<{ term: string; count: number }[]>`select term, count from missed_search order by term`.then((found) =>
      found.map(({ term, count }) => [term, count]),
    );

  test('is noted by word and day, and adds up', async () => {
    const { missed } = open();
    for (const name of ['Quidditch', 'quidditch', 'Curling']) missed.note(name, { isTyping: false });
    await missed.flush();
    missed.note('QUIDDITCH', { isTyping: false });
    await missed.close();
    expect(await rows()).toEqual([
      ['curling', 1],
      ['quidditch', 3],
    ]);
    const [first] = await listMissed(database.client, today(), 10);
    expect(first).toEqual({ term: 'quidditch', count: 3, lastOn: today() });
  });

  test('is one word of all beginnings that were typed of it, also where letters were taken away again', async () => {
    const { missed } = open();
    for (const name of ['qui', 'quid', 'quiddi', 'quidditch', 'quidd']) missed.note(name, { isTyping: true });
    missed.note('curling', { isTyping: true });
    // Still typed, for all that anybody knows.
    await missed.flush();
    expect(await rows()).toEqual([]);
    await missed.close();
    expect(await rows()).toEqual([
      ['curling', 1],
      ['quidditch', 1],
    ]);
  });

  test('is bounded each day and in time, and what is known goes on being counted', async () => {
    const many = Array.from({ length: TERMS_A_DAY + 10 }, (_, index) => ({ term: `term ${index}`, count: 1 }));
    await database.sql`insert into missed_search values (current_date - ${KEPT_DAYS + 2}::integer, 'old', 1)`;
    await addMissed(database.client, today(), [{ term: 'often', count: 9 }, ...many]);
    expect(await rows()).toHaveLength(TERMS_A_DAY);
    await addMissed(database.client, today(), [
      { term: 'often', count: 1 },
      { term: 'new', count: 100 },
    ]);
    const found = await rows();
    expect(found).toHaveLength(TERMS_A_DAY);
    expect(found).toContainEqual(['often', 10]);
  });

  test('waits to be written up to so many different words, and then there is room for others', async () => {
    const { missed } = open();
    for (let number = 0; number < MOST_WAITING; number += 1) missed.note(`term ${number}`, { isTyping: false });
    for (let times = 0; times < 5; times += 1) {
      missed.note('one too many', { isTyping: false });
      missed.note('term 0', { isTyping: false });
    }
    await missed.flush();
    // Of all that come at once the most frequent are kept.
    expect((await rows()).filter(([, count]) => count !== 1)).toEqual([['term 0', 6]]);
    missed.note('term 0', { isTyping: false });
    await database.sql`delete from missed_search`;
    missed.note('one too many', { isTyping: false });
    await missed.close();
    expect(await rows()).toEqual([
      ['one too many', 1],
      ['term 0', 1],
    ]);
  });

  test('changes nothing that pages are made of', async () => {
    const before = await findVersion(database.client);
    const { missed } = open();
    missed.note('Quidditch', { isTyping: false });
    await missed.close();
    expect(await findVersion(database.client)).toBe(before);
  });

  test('waits for the next time when it cannot be written, which nobody else hears of', async () => {
    const { missed, reports } = open();
    missed.note('Quidditch', { isTyping: false });
    await database.sql`alter table missed_search rename to missed_search_gone`;
    await missed.flush();
    expect(reports).toEqual([expect.stringMatching(/^What visitors did not find could not be noted: .*missed_search/)]);
    await database.sql`alter table missed_search_gone rename to missed_search`;
    await missed.close();
    expect(await rows()).toEqual([['quidditch', 1]]);
  });
});
