import { expect, test } from 'vitest';
import { today } from '../../../src/clubs/record/day.ts';
import { findTableClubs } from '../../../src/clubs/board/queries.ts';
import { NO_FILTER, type Lack, type TableFilter, type TableSort } from '../../../src/clubs/board/club-search.ts';
import { describeDatabase, type NewClub } from '../../support/database.ts';
import { insertPerson } from '../../support/people.ts';

const ALL = { offset: 0, limit: 1000 };

/** A club without missing information. */
const WHOLE = {
  shortDescription: 'Short',
  description: 'Long',
  logo: '/logos/one.svg',
  category: 'Sport',
  contact: 'ski@example.org',
  confirmedOn: today(),
} satisfies NewClub;

/** The date a number of years and days ago. */
function ago(years: number, days: number): string {
  const [year = 0, month = 0, day = 0] = today().split('-').map(Number);
  const then = new Date(Date.UTC(year - years, month - 1, day));
  // 29 February does not exist in most years.
  if (then.getUTCMonth() !== month - 1) then.setUTCDate(0);
  then.setUTCDate(then.getUTCDate() - days);
  return then.toISOString().slice(0, 10);
}

describeDatabase('The table of all clubs', (database) => {
  const namesOf = async (filter: Partial<TableFilter>, sort: TableSort = 'name', slice = ALL) =>
    (await findTableClubs(database.client, { filter: { ...NO_FILTER, ...filter }, sort }, slice)).map(
      ({ name }) => name,
    );
  const insertOfficer = async (clubId: number) => await insertPerson(database, { officerOf: [clubId] });

  test('has the columns of the board', async () => {
    const id = await database.insertClub({ ...WHOLE, name: 'Ski', category: 'Sport; Outdoors', isActive: false });
    await insertOfficer(id);
    await insertOfficer(id);
    const [club] = await findTableClubs(database.client, { filter: NO_FILTER, sort: 'name' }, ALL);
    expect(club).toEqual({
      id,
      name: 'Ski',
      logo: WHOLE.logo,
      isActive: false,
      category: 'Sport; Outdoors',
      contact: 'ski@example.org',
      confirmedOn: today(),
      updatedAt: expect.any(Date) as Date,
    });
  });

  test.each<[Lack, NewClub, NewClub]>([
    ['confirmation', { confirmedOn: ago(1, 1) }, { confirmedOn: ago(1, 0) }],
    ['short_description', { shortDescription: '' }, { shortDescription: '', shortDescriptionFr: 'Du ski.' }],
    ['description', { description: '' }, {}],
    // A logo on another site is not shown.
    ['logo', { logo: null, foreignLogoUrl: 'https://one.example/logo.png' }, {}],
    ['category', { category: '' }, {}],
    ['contact', { contact: null }, {}],
  ])('finds clubs without %s', async (lack, without, instead) => {
    const lacking = await database.insertClub({ ...WHOLE, name: 'Without', ...without });
    await database.insertClub({ ...WHOLE, name: 'With', ...instead });
    await insertOfficer(lacking);
    expect(await namesOf({ missing: [lack] })).toEqual(['Without']);
    expect(await namesOf({ missing: [lack, 'officers'] })).toEqual([]);
    expect(await namesOf({ missing: ['officers'] })).toEqual(['With']);
  });

  test('counts a club that was never checked as checked when it was created', async () => {
    await database.insertClubs('New', 'Old');
    await database.sql`update club set created_at = now() - interval '367 days' where name = 'Old'`;
    expect(await namesOf({ missing: ['confirmation'] })).toEqual(['Old']);
  });

  test('finds the clubs of exactly one category', async () => {
    await database.insertClub({ name: 'Ski', category: 'Sport; Outdoors' });
    await database.insertClub({ name: 'Go', category: 'Board sport' });
    await database.insertClub({ name: 'Chess', category: 'Échecs;  ; Sport' });
    expect(await namesOf({ category: 'Sport' })).toEqual(['Chess', 'Ski']);
    expect(await namesOf({ category: '%' })).toEqual([]);
  });

  test('treats spellings of a category as one', async () => {
    await database.insertClub({ name: 'Ski', category: 'Échecs\u00a0; sport\u00a0' });
    await database.insertClub({ name: 'Go', category: 'Sport' });
    await database.insertClub({ name: 'Chess', category: 'Sport; ECHECS ' });
    for (const category of ['Sport', 'sport\u00a0', 'SPORT ']) {
      expect(await namesOf({ category })).toEqual(['Chess', 'Go', 'Ski']);
    }
    expect(await namesOf({ category: 'echecs' })).toEqual(['Chess', 'Ski']);
  });

  test('is sorted by name, confirmation or change, never confirmed clubs first', async () => {
    await database.insertClub({ name: 'B', confirmedOn: '2020-01-01' });
    await database.insertClub({ name: 'A', confirmedOn: '2020-01-01' });
    await database.insertClub({ name: 'D', confirmedOn: '2021-01-01' });
    await database.insertClub({ name: 'C' });
    await database.sql`update club set description = 'New' where name = 'A'`;
    const orders: [TableSort, string][] = [
      ['name', 'ABCD'],
      ['-name', 'DCBA'],
      ['confirmed', 'CABD'],
      ['-confirmed', 'DABC'],
      ['changed', 'BDCA'],
      ['-changed', 'ACDB'],
    ];
    for (const [sort, names] of orders) expect((await namesOf({}, sort)).join(''), sort).toBe(names);
    expect(await namesOf({}, 'name', { offset: 1, limit: 2 })).toEqual(['B', 'C']);
  });
});
