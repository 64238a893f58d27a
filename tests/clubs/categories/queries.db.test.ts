import { expect, test } from 'vitest';
import { findCategorizedClubs, relabelClubs } from '../../../src/clubs/categories/queries.ts';
import { describeDatabase } from '../../support/database.ts';
import { insertActor } from '../../support/people.ts';

describeDatabase('Categories of all clubs', (database) => {
  test('are renamed, merged, deleted and set in one step of the history, unless they have changed since', async () => {
    await database.insertClub({ name: 'A', category: 'Sports; Art; Sport', isSample: true });
    await database.insertClub({ name: 'B', category: 'OFFICE; Art' });
    await database.insertClub({ name: 'C', category: 'Games;Art' });
    await database.insertClub({ name: 'D', category: 'Office' });
    await database.insertClub({ name: 'Jazz' });
    await database.insertClub({ name: 'Trium' });
    const matches = new Map([
      ['sports', 'Sport'],
      ['office', null],
      ['ready:music', 'Bands'],
    ]);
    const actor = await insertActor(database);
    const clubs = await findCategorizedClubs(database.client);
    await database.sql`update club set category = 'New' where name = 'D'`;
    expect(await relabelClubs(database.client, actor, matches, clubs)).toMatchObject({ changed: 3 });
    const after = await findCategorizedClubs(database.client);
    expect(after.map(({ category }) => category)).toEqual(['Sport; Art', 'Art', 'Games;Art', 'New', 'Bands', '']);
    expect(await database.sql`select kind from club_step where kind <> 'other'`).toEqual([{ kind: 'bulk' }]);
    expect(await database.sql`select name from club where is_sample`).toEqual([{ name: 'A' }]);
    expect(await relabelClubs(database.client, actor, matches, after)).toEqual({ changed: 0, already: 0 });
  });
});
