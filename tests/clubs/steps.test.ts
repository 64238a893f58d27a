import { expect, test } from 'vitest';
import { findSteps } from '../../src/clubs/steps.ts';
import { describeEachDatabase } from '../support/database.ts';
import { undoHelpers } from '../support/undo.ts';

describeEachDatabase('The steps of all clubs', (database) => {
  const { insertActor, lastStep, undo } = undoHelpers(database);

  test('are told by their own changes, however many others there are', async () => {
    const CLUBS = 300;
    const ada = await insertActor();
    await database.insertClubs(...Array.from({ length: CLUBS }, (_, index) => `Club ${index}`));
    for (let turn = 0; turn < 30; turn += 1) await database.sql`update club set short_description = ${`Turn ${turn}`}`;
    await undo(ada, await lastStep());
    await database.sql`analyze club_change`;
    const { steps, read } = await database.sql.begin(async (tx) => {
      const steps = await findSteps(tx, { limit: 2 });
      const [{ read }] = await tx<[{ read: number }]>`
        select (seq_tup_read + idx_tup_fetch)::integer as read from pg_stat_xact_user_tables where relname = 'club_change'`;
      return { steps, read };
    });
    expect(steps).toMatchObject([{ changed: CLUBS }, { changed: CLUBS, undoneClubs: CLUBS }]);
    expect(read).toBeLessThan(10 * CLUBS);
  });
});
