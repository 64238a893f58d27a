import { expect, test } from 'vitest';
import { findClubsOfDay } from '../../../src/clubs/list/home.ts';
import { describeDatabase } from '../../support/database.ts';

describeDatabase('The clubs of a day', (database) => {
  const ofDay = (day: string) => findClubsOfDay(database.client, day);

  test('are six active clubs, the same all day and others the next day', async () => {
    await database.insertClubs(...Array.from({ length: 60 }, (_, index) => `Club ${index}`));
    await database.sql`update club set is_active = false where id % 4 = 0`;
    const ids = await ofDay('2026-11-23');
    expect(await ofDay('2026-11-23')).toEqual(ids);
    expect(new Set(ids).size).toBe(6);
    expect(ids.every((id) => id % 4 !== 0)).toBe(true);
    expect(await ofDay('2026-11-24')).not.toEqual(ids);
  });

  test('have a logo or a text where possible', async () => {
    const [one = 0, two = 0] = await database.insertClubs(...Array.from({ length: 9 }, (_, index) => `Club ${index}`));
    await database.sql`update club set description = 'Text' where id in ${database.sql([one, two])}`;
    const ids = await ofDay('2026-11-23');
    expect(ids).toHaveLength(6);
    expect(ids.slice(0, 2).sort((a, b) => a - b)).toEqual([one, two]);
  });
});
