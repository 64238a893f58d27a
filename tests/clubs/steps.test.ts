import { expect, test } from 'vitest';
import { findSteps } from '../../src/clubs/steps.ts';
import { describeDatabase } from '../support/database.ts';
import { countRead } from '../support/rows-read.ts';
import { undoHelpers } from '../support/undo.ts';

describeDatabase('The steps of all clubs', (database) => {
  const { insertActor, lastStep, undo } = undoHelpers(database);

  test('are told by their own changes, however many others there are', async () => {
    const CLUBS = 300;
    const ada = await insertActor();
    await database.insertClubs(...Array.from({ length: CLUBS }, (_, index) => `Club ${index}`));
    for (let turn = 0; turn < 30; turn += 1) await database.sql`update club set short_description = ${`Turn ${turn}`}`;
    await undo(ada, await lastStep());
    await database.sql`analyze club_change`;
    const { result: steps, read } = await database.sql.begin(
      async (tx) => await countRead(tx, 'club_change', () => findSteps(tx, { limit: 2 })),
    );
    expect(steps).toMatchObject([{ changed: CLUBS }, { changed: CLUBS, undoneClubs: CLUBS }]);
    expect(read).toBeGreaterThan(CLUBS);
    expect(read).toBeLessThan(10 * CLUBS);
  });
});
