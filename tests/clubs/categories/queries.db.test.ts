import { expect, test } from 'vitest';
import { categorizeClubs, relabelClubs } from '../../../src/clubs/categories/queries.ts';
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
    expect(changed).toMatchObject({ outcome: 'done', counts: { changed: 2 } });
    expect(await readAll()).toEqual(['Sport; Art', 'Art', 'Games;Art']);
    expect(await database.sql`select kind from club_step where kind <> 'other'`).toEqual([{ kind: 'bulk' }]);
    expect(await database.sql`select name from club where is_sample`).toEqual([{ name: 'A' }]);
    expect(await relabelClubs(database.client, actor, matches)).toEqual({
      outcome: 'done',
      counts: { changed: 0, already: 0 },
    });
  });

  test('stay as they are if they would be too long for one club', async () => {
    await database.insertClub({ name: 'A', category: 'Sports' });
    await database.insertClub({ name: 'B', category: `Sports; ${'x'.repeat(985)}` });
    const matches = new Map([['sports', 'Sport and outdoors']]);
    const actor = await insertActor(database);
    expect(await relabelClubs(database.client, actor, matches)).toEqual({ outcome: 'full' });
    expect((await readAll())[0]).toBe('Sports');
  });

  test('are set only for clubs without any', async () => {
    const one = await database.insertClub({ name: 'A' });
    const other = await database.insertClub({ name: 'B', category: 'Games' });
    const clubs = [one, other, 99].map((id) => ({ id, category: 'Sport' }));
    const changed = await categorizeClubs(database.client, await insertActor(database), clubs);
    expect(changed).toMatchObject({ outcome: 'done', counts: { changed: 1 } });
    expect(await readAll()).toEqual(['Sport', 'Games']);
  });
});
