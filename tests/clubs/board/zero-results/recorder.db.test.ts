import { expect, test } from 'vitest';
import { today } from '../../../../src/clubs/record/day.ts';
import {
  addZeroResults,
  countZeroResults,
  deleteTerm,
  findZeroResults,
  TERM_RETENTION_DAYS,
  TERMS_PER_DAY,
} from '../../../../src/clubs/board/zero-results/queries.ts';
import { createZeroResultRecorder, readTerm } from '../../../../src/clubs/board/zero-results/recorder.ts';
import { describeDatabase } from '../../../support/database.ts';

test.each([
  ['  Théâtre   d’Été ', 'théâtre d’été'],
  ['围棋社', '围棋社'],
  ['ab', null],
  ['2026', null],
  ['ada@example.org', null],
  ['https://example.org/a', null],
  ['call 06 12 34 56 78', null],
  ['a\u0007bell', null],
  ['word '.repeat(20), null],
])('The term of the search %j is %j', (name, term) => {
  expect(readTerm(name)).toBe(term);
});

describeDatabase('Searches without results', (database) => {
  const found = async () =>
    (await findZeroResults(database.client, { offset: 0, limit: 9 })).map(({ term, count }) => [term, count]);

  test('are counted by term, and all spellings are listed and deleted together', async () => {
    const recorder = createZeroResultRecorder(database.client, () => undefined);
    for (const name of ['Échecs', 'échecs', 'Curling']) recorder.record(name);
    await recorder.flush();
    recorder.record('ECHECS');
    await recorder.close();
    await database.sql`insert into zero_result_search (day, term, count) values (current_date - 9, 'echecs', 1)`;
    expect(await found()).toEqual([
      ['échecs', 4],
      ['curling', 1],
    ]);
    expect(await countZeroResults(database.client)).toBe(2);
    await deleteTerm(database.client, 'Echecs');
    expect(await found()).toEqual([['curling', 1]]);
  });

  test('are limited to two hundred terms a minute', async () => {
    const recorder = createZeroResultRecorder(database.client, () => undefined);
    for (let place = 0; place <= 200; place += 1) recorder.record(`term ${place}`);
    await recorder.close();
    expect(await countZeroResults(database.client)).toBe(200);
  });

  test('are limited per day and deleted after a year, and known terms are still counted', async () => {
    const many = Array.from({ length: TERMS_PER_DAY }, (_, index) => ({ term: `term ${index}`, count: 1 }));
    await database.sql`insert into zero_result_search values (current_date - ${TERM_RETENTION_DAYS + 2}::integer, 'old', 1)`;
    await addZeroResults(database.client, today(), many);
    await addZeroResults(database.client, today(), [
      { term: 'term 7', count: 2 },
      { term: 'new', count: 100 },
    ]);
    expect(await countZeroResults(database.client)).toBe(TERMS_PER_DAY);
    expect((await found())[0]).toEqual(['term 7', 3]);
  });
});
