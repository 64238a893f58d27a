import { expect, test } from 'vitest';
import { findFaces } from '../../../src/clubs/list/home.ts';
import { describeDatabase } from '../../support/database.ts';

describeDatabase('The faces of a day', (database) => {
  const ofDay = (day: string) => findFaces(database.client, day);

  test('are those of all active clubs, in the same order all day and in another the next day', async () => {
    await database.insertClubs(...Array.from({ length: 60 }, (_, index) => `Club ${index}`));
    await database.sql`update club set is_active = false where id % 4 = 0`;
    const ids = await ofDay('2026-11-23');
    expect(await ofDay('2026-11-23')).toEqual(ids);
    expect(new Set(ids).size).toBe(45);
    expect(ids.every((id) => id % 4 !== 0)).toBe(true);
    expect(await ofDay('2026-11-24')).not.toEqual(ids);
  });

  test('have a logo in turn, and first those with a text', async () => {
    const ids = await database.insertClubs(...Array.from({ length: 9 }, (_, index) => `Club ${index}`));
    const [one = 0, two = 0, three = 0] = ids;
    await database.sql`update club set description = 'Text' where id = ${one}`;
    await database.sql`update club set logo = '/logos/sample.svg' where id in ${database.sql([two, three])}`;
    const [first = 0, second, third = 0] = await ofDay('2026-11-23');
    expect([first, third].sort((a, b) => a - b)).toEqual([two, three]);
    expect(second).toBe(one);
  });
});
