import { expect, test } from 'vitest';
import { changeCategories, relabelClubs } from '../../../src/clubs/categories/queries.ts';
import { describeDatabase } from '../../support/database.ts';
import { insertActor } from '../../support/people.ts';

describeDatabase('Categories of all clubs', (database) => {
  const readAll = async () => {
    const clubs = await database.sql<{ category: string }[]>`select category from club order by name`;
    return clubs.map(({ category }) => category);
  };

  test('are renamed, merged and deleted in one step of the history', async () => {
    await database.insertClub({ name: 'A', category: 'Sports; Art; Sport', isSample: true });
    await database.insertClub({ name: 'B', category: 'OFFICE; Art' });
    await database.insertClub({ name: 'C', category: 'Games;Art' });
    const matches = new Map([
      ['sports', 'Sport'],
      ['office', null],
    ]);
    const actor = await insertActor(database);
    const changed = await relabelClubs(database.client, actor, matches);
    expect(changed).toMatchObject({ changed: 2 });
    expect(await readAll()).toEqual(['Sport; Art', 'Art', 'Games;Art']);
    expect(await database.sql`select kind from club_step where kind <> 'other'`).toEqual([{ kind: 'bulk' }]);
    expect(await database.sql`select name from club where is_sample`).toEqual([{ name: 'A' }]);
    expect(await relabelClubs(database.client, actor, matches)).toEqual({ changed: 0, already: 0 });
  });

  test('are set only for clubs that have not changed since', async () => {
    const one = await database.insertClub({ name: 'A' });
    const other = await database.insertClub({ name: 'B', category: 'Games' });
    const rows = [one, other, 99].map((id) => ({ id, before: '', after: 'Sport' }));
    const changed = await changeCategories(database.client, await insertActor(database), () => Promise.resolve(rows));
    expect(changed).toMatchObject({ changed: 1, already: 0 });
    expect(await readAll()).toEqual(['Sport', 'Games']);
  });
});
