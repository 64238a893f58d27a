import { describe, expect, test } from 'vitest';
import { today } from '../../../../src/clubs/day.ts';
import {
  addMissed,
  forgetMissed,
  KEPT_DAYS,
  listMissed,
  TERMS_A_DAY,
} from '../../../../src/clubs/admin/zero-results/queries.ts';
import { createMissedSearches, readTerm } from '../../../../src/clubs/admin/zero-results/recorder.ts';
import { describeDatabase } from '../../../support/database.ts';

describe('The term of a search without results', () => {
  test.each([
    ['Quidditch', 'Quidditch'],
    ['  Théâtre   d’Été ', 'Théâtre d’Été'],
    ['围棋社', '围棋社'],
    ['ab', null],
    ['2026', null],
    ['ada@example.org', null],
    ['https://example.org/a', null],
    ['call 06 12 34 56 78', null],
    ['a\u0007bell', null],
    ['word '.repeat(20), null],
  ])('of %j is %j', (name, term) => {
    expect(readTerm(name)).toBe(term);
  });
});

describeDatabase('Searches without results', (database) => {
  const open = () => {
    const reports: string[] = [];
    return { reports, missed: createMissedSearches(database.client, (line) => reports.push(line)) };
  };
  const rows = () =>
    database.sql<{ term: string; count: number }[]>`select term, count from missed_search order by term`.then((found) =>
      found.map(({ term, count }) => [term, count]),
    );

  test('are counted by term and day', async () => {
    const { missed } = open();
    for (const name of ['Quidditch', 'quidditch', 'Curling']) missed.note(name, { isTyping: false });
    await missed.flush();
    missed.note('QUIDDITCH', { isTyping: false });
    await missed.close();
    expect(await rows()).toEqual([
      ['Curling', 1],
      ['quidditch', 3],
    ]);
    const [first] = await listMissed(database.client, today(), 10);
    expect(first).toEqual({ term: 'quidditch', count: 3, lastOn: today() });
  });

  test('are listed once in the latest spelling, and all spellings are deleted together', async () => {
    await database.sql`
      insert into missed_search (day, term, count) values
        (current_date - 2, 'echecs', 5), (current_date - 1, 'Échecs', 2), (current_date - 1, 'Go', 6)`;
    expect((await listMissed(database.client, '2000-01-01', 10)).map(({ term, count }) => [term, count])).toEqual([
      ['Échecs', 7],
      ['Go', 6],
    ]);
    expect(await forgetMissed(database.client, 'ÉCHECS')).toBe(true);
    expect(await forgetMissed(database.client, 'ÉCHECS')).toBe(false);
    expect(await rows()).toEqual([['Go', 6]]);
  });

  test('are limited per day and deleted in time, and known terms are still counted', async () => {
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

  test('are written later when the database fails', async () => {
    const { missed, reports } = open();
    missed.note('Quidditch', { isTyping: false });
    await database.sql`alter table missed_search rename to missed_search_gone`;
    await missed.flush();
    expect(reports).toEqual([expect.stringMatching(/missed_search/)]);
    await database.sql`alter table missed_search_gone rename to missed_search`;
    await missed.close();
    expect(await rows()).toEqual([['Quidditch', 1]]);
  });
});
