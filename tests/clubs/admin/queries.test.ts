import { expect, test } from 'vitest';
import type { Transaction } from '../../../db/client.ts';
import { today } from '../../../src/clubs/day.ts';
import { changeClubs, findCategories, findDeskClubs, planBulk } from '../../../src/clubs/admin/queries.ts';
import type { BulkChange, DeskChoice, DeskFilter, DeskSort, Lack } from '../../../src/clubs/admin/club-search.ts';
import { startNewEpoch } from '../../../src/clubs/epoch.ts';
import { describeDatabase, describeServer, type NewClub } from '../../support/database.ts';
import { insertPerson } from '../../support/people.ts';

const EVERY: DeskFilter = { name: '', isActive: null, category: '', missing: [] };
const BY_NAME: DeskSort = { by: 'name', isDescending: false };
const ALL = { offset: 0, limit: 1000 };

/** A club with all that the table may miss. */
const WHOLE = {
  shortDescription: 'Short',
  description: 'Long',
  logo: '/logos/one.svg',
  category: 'Sport',
  contact: 'ski@example.org',
  confirmedOn: today(),
} satisfies NewClub;

/** The day so many years and days ago. */
function ago(years: number, days: number): string {
  const [year = 0, month = 0, day = 0] = today().split('-').map(Number);
  const then = new Date(Date.UTC(year - years, month - 1, day));
  // There was no 29th of February.
  if (then.getUTCMonth() !== month - 1) then.setUTCDate(0);
  then.setUTCDate(then.getUTCDate() - days);
  return then.toISOString().slice(0, 10);
}

describeDatabase('The table of all clubs', (database) => {
  const namesOf = async (filter: Partial<DeskFilter>, sort = BY_NAME, slice = ALL) =>
    (await findDeskClubs(database.client, { ...EVERY, ...filter }, sort, slice)).map(({ name }) => name);
  const insertOfficer = async (clubId: number) => await insertPerson(database, { officerOf: [clubId] });

  test('has the columns of the board', async () => {
    const id = await database.insertClub({ ...WHOLE, name: 'Ski', category: 'Sport; Outdoors', isActive: false });
    await insertOfficer(id);
    await insertOfficer(id);
    const [club] = await findDeskClubs(database.client, EVERY, BY_NAME, ALL);
    expect(club).toEqual({
      ...{ id, name: 'Ski', isActive: false, category: 'Sport; Outdoors', contact: 'ski@example.org' },
      ...{ confirmedOn: today(), officers: 2, updatedAt: expect.any(Date) as Date },
    });
  });

  test.each<[Lack, NewClub, NewClub]>([
    ['confirmation', { confirmedOn: null }, {}],
    ['confirmation', { confirmedOn: ago(1, 1) }, { confirmedOn: ago(1, 0) }],
    ['short_description', { shortDescription: '' }, {}],
    ['description', { description: '' }, {}],
    // Visitors do not see that of another site.
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

  test('finds the clubs of exactly one category', async () => {
    await database.insertClub({ name: 'Ski', category: 'Sport; Outdoors' });
    await database.insertClub({ name: 'Go', category: 'Board sport' });
    await database.insertClub({ name: 'Chess', category: 'Échecs;  ; Sport' });
    expect(await namesOf({ category: 'Sport' })).toEqual(['Chess', 'Ski']);
    expect(await namesOf({ category: '%' })).toEqual([]);
    expect(await findCategories(database.client)).toEqual(['Board sport', 'Échecs', 'Outdoors', 'Sport']);
  });

  test('treats spellings of a category as one, named by the most frequent', async () => {
    await database.insertClub({ name: 'Ski', category: 'Échecs\u00a0; sport\u00a0' });
    await database.insertClub({ name: 'Go', category: 'Sport' });
    await database.insertClub({ name: 'Chess', category: 'Sport; ECHECS ' });
    expect(await findCategories(database.client)).toEqual(['ECHECS', 'Sport']);
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
    const sorted = async (by: DeskSort['by'], isDescending: boolean) =>
      (await namesOf({}, { by, isDescending })).join('');
    expect(await sorted('name', false)).toBe('ABCD');
    expect(await sorted('name', true)).toBe('DCBA');
    expect(await sorted('confirmed', false)).toBe('CABD');
    expect(await sorted('confirmed', true)).toBe('DABC');
    expect(await sorted('changed', false)).toBe('BDCA');
    expect(await sorted('changed', true)).toBe('ACDB');
    expect(await namesOf({}, BY_NAME, { offset: 1, limit: 2 })).toEqual(['B', 'C']);
  });
});

describeDatabase('A change of several clubs', (database) => {
  const change = async (choice: DeskChoice, what: BulkChange, shown?: string) => {
    const userId = await insertPerson(database, { name: 'Ada' });
    const seen = shown ?? (await planBulk(database.client, choice, what)).shown;
    return await changeClubs(database.client, { userId, name: 'Ada' }, choice, what, seen);
  };
  const readAll = async <Row extends object>(column: string) =>
    await database.sql<Row[]>`select name, ${database.sql(column)}::text from club order by name`;
  const readSteps = async () =>
    await database.sql<{ kind: string; userName: string; clubs: number }[]>`
      select kind, user_name, (select count(*)::int from club_change where step_id = club_step.id) as clubs
      from club_step where kind <> 'other' order by id`;

  test.each<[BulkChange, string, string, NewClub, NewClub]>([
    [{ action: 'activate' }, 'is_active', 'true', { isActive: false }, { isActive: true }],
    [{ action: 'deactivate' }, 'is_active', 'false', { isActive: true }, { isActive: false }],
    [{ action: 'set_category', category: 'Arts' }, 'category', 'Arts', { category: 'Art' }, { category: 'Arts' }],
    [
      { action: 'add_category', category: 'Échecs' },
      ...(['category', 'Art; Échecs', { category: 'Art' }, { category: 'Art; Échecs' }] as const),
    ],
    [
      { action: 'remove_category', category: 'art' },
      ...(['category', 'Sport', { category: 'Sport; Art' }, { category: 'Sport' }] as const),
    ],
    [{ action: 'clear_category' }, 'category', '', { category: 'Art' }, { category: '' }],
    [{ action: 'confirm' }, 'confirmed_on', today(), { confirmedOn: null }, { confirmedOn: today() }],
  ])('changes all chosen clubs in one step and counts unchanged ones: %j', async (what, column, value, from, to) => {
    const one = await database.insertClub({ name: 'A', ...from, isSample: true });
    const two = await database.insertClub({ name: 'B', ...from });
    const three = await database.insertClub({ name: 'C', ...to, isSample: true });
    await database.insertClub({ name: 'D', ...from });
    const choice = { ids: [three, one, two] };
    expect(await planBulk(database.client, choice, what)).toMatchObject({
      clubs: 3,
      already: 1,
      names: ['A', 'B', 'C'],
    });
    expect(await planBulk(database.client, choice, null)).toMatchObject({ clubs: 3, already: null });
    expect(await change(choice, what)).toEqual({ outcome: 'done', changed: 2, already: 1 });
    const rows = await readAll<Record<string, string>>(column);
    const [stored = ''] = Object.keys(rows[0] ?? {}).filter((name) => name !== 'name');
    expect(rows.slice(0, 3).map((row) => row[stored])).toEqual([value, value, value]);
    expect(rows[3]?.[stored]).not.toBe(value);
    expect(await readSteps()).toEqual([{ kind: 'bulk', userName: 'Ada', clubs: 2 }]);
    // An unchanged club stays a sample.
    expect(await database.sql`select name from club where is_sample`).toEqual([{ name: 'C' }]);
    expect(await change(choice, what)).toEqual({ outcome: 'done', changed: 0, already: 3 });
    expect(await readSteps()).toHaveLength(1);
  });

  test.each<[action: 'add_category' | 'remove_category', label: string, from: string, to: string]>([
    ['add_category', 'Musique', '', 'Musique'],
    ['add_category', 'Musique', 'MUSIQUE ; Art', 'MUSIQUE ; Art'],
    ['add_category', 'Echecs', 'Échecs; Art', 'Échecs; Art'],
    ['add_category', 'Art', 'Art martial', 'Art martial; Art'],
    ['add_category', '%', 'Art', 'Art; %'],
    ['remove_category', 'échecs', 'Art; ECHECS ; Sport', 'Art; Sport'],
    ['remove_category', 'Art', 'art; Sport; ART', 'Sport'],
    ['add_category', 'Art', '\ufeffArt\u2028', '\ufeffArt\u2028'],
    ['remove_category', 'Art', '\u1680Art; Sport', 'Sport'],
    ['remove_category', 'Art', 'Art martial;  ; Sport', 'Art martial;  ; Sport'],
    ['remove_category', 'Art', 'Art', ''],
    ['remove_category', '%', 'Art', 'Art'],
  ])('keeps other categories to the letter: %s %s of "%s"', async (action, category, from, to) => {
    const id = await database.insertClub({ name: 'A', category: from });
    const [changed, already] = from === to ? [0, 1] : [1, 0];
    expect(await planBulk(database.client, { ids: [id] }, { action, category })).toMatchObject({ already });
    expect(await change({ ids: [id] }, { action, category })).toEqual({ outcome: 'done', changed, already });
    expect(await database.sql`select category from club`).toEqual([{ category: to }]);
  });

  test('adds a category to no club when it does not fit into one, and names that club', async () => {
    const [wide, narrow] = ['x'.repeat(997), 'x'.repeat(998)];
    const ids = [
      await database.insertClub({ name: 'A', category: wide }),
      await database.insertClub({ name: 'B', category: narrow }),
      await database.insertClub({ name: 'C', category: `y; ${narrow.slice(3)}` }),
    ];
    expect(await change({ ids }, { action: 'add_category', category: 'y' })).toEqual({ outcome: 'full', names: ['B'] });
    expect(await readSteps()).toEqual([]);
    await database.sql`delete from club where name = 'B'`;
    expect(await change({ ids }, { action: 'add_category', category: 'y' })).toMatchObject({ changed: 1, already: 1 });
    expect(await database.sql`select char_length(category) as length from club where name = 'A'`).toEqual([
      { length: 1000 },
    ]);
  });

  test.each<[string, (ids: { one: number; two: number }) => Promise<unknown>]>([
    ['one was deleted', async ({ one }) => await database.sql`delete from club where id = ${one}`],
    [
      'another club has the id of one',
      async ({ one }) => {
        await database.sql`delete from club where id = ${one}`;
        await database.sql`insert into club (id, name) values (${one}, 'C')`;
      },
    ],
    ['one was renamed', async ({ two }) => await database.sql`update club set name = 'Other' where id = ${two}`],
    ['a backup was restored', async () => await startNewEpoch(database.client)],
  ])('changes nothing when %s since the clubs were shown', async (_, write) => {
    const [one = 0, two = 0] = await database.insertClubs('A', 'B');
    const choice = { ids: [one, two] };
    const { shown } = await planBulk(database.client, choice, null);
    await write({ one, two });
    expect(await change(choice, { action: 'deactivate' }, shown)).toEqual({ outcome: 'outdated' });
    expect(await namesOfInactive()).toEqual([]);
    expect(await readSteps()).toEqual([]);
    expect(await change(choice, { action: 'deactivate' })).toMatchObject({ outcome: 'done', already: 0 });
  });

  test('changes nothing when it is submitted twice', async () => {
    const choice = { ids: await database.insertClubs('A', 'B') };
    const { shown } = await planBulk(database.client, choice, null);
    for (const changed of [2, 0]) {
      expect(await change(choice, { action: 'deactivate' }, shown)).toEqual({
        ...{ outcome: 'done', changed, already: 2 - changed },
      });
    }
  });

  test('changes nothing when the filter finds other clubs than were shown', async () => {
    await database.insertClubs('Ski one', 'Ski two', 'Go');
    const choice = { filter: { ...EVERY, name: 'ski' } };
    const { shown, clubs } = await planBulk(database.client, choice, null);
    expect(clubs).toBe(2);
    for (const meanwhile of [
      async () => await database.insertClub({ name: 'Ski three' }),
      // As many, and others.
      async () => await database.sql`update club set name = 'Golf' where name = 'Ski one'`,
    ]) {
      await meanwhile();
      expect(await change(choice, { action: 'deactivate' }, shown)).toEqual({ outcome: 'outdated' });
    }
    expect(await database.sql`select from club where not is_active`).toHaveLength(0);
    expect(await readSteps()).toEqual([]);
    // What does not change which they are does not matter.
    const now = await planBulk(database.client, choice, null);
    await database.sql`update club set description = 'New'`;
    expect(await change(choice, { action: 'deactivate' }, now.shown)).toEqual({
      ...{ outcome: 'done', changed: 2, already: 0 },
    });
    expect(await namesOfInactive()).toEqual(['Ski three', 'Ski two']);
  });

  const namesOfInactive = async () =>
    (await database.sql<{ name: string }[]>`select name from club where not is_active order by name`).map(
      ({ name }) => name,
    );
});

describeServer('A change of several clubs during other writes', (database) => {
  const waiting = () => database.sql`
    select from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`;

  test.each<[string, (tx: Transaction) => Promise<unknown>]>([
    [
      'a save',
      async (tx) => {
        await tx`select club_take_turn()`;
        await tx`insert into club (name) values ('Ski three')`;
      },
    ],
    ['another SQL client', async (tx) => await tx`update club set name = 'Golf' where name = 'Ski one'`],
  ])('waits for %s and changes nothing when the filter then finds other clubs', async (_, write) => {
    await database.insertClubs('Ski one', 'Ski two');
    const actor = { userId: await insertPerson(database), name: 'Ada' };
    const choice = { filter: { ...EVERY, name: 'ski' } };
    const { shown } = await planBulk(database.client, choice, null);
    const { changing } = await database.connect().begin(async (tx) => {
      await write(tx);
      const changing = changeClubs(database.client, actor, choice, { action: 'deactivate' }, shown);
      await expect.poll(waiting, { interval: 20 }).toHaveLength(1);
      return { changing };
    });
    expect(await changing).toEqual({ outcome: 'outdated' });
    expect(await database.sql`select from club where not is_active`).toHaveLength(0);
  });

  test('keeps changes of another SQL client', async () => {
    const ids = await database.insertClubs('Ski', 'Go');
    const { shown } = await planBulk(database.client, { ids }, null);
    const actor = { userId: await insertPerson(database), name: 'Ada' };
    const { changing } = await database.connect().begin(async (tx) => {
      await tx`update club set is_active = false, description = 'By hand' where name = 'Ski'`;
      const changing = changeClubs(database.client, actor, { ids }, { action: 'deactivate' }, shown);
      await expect.poll(waiting, { interval: 20 }).toHaveLength(1);
      return { changing };
    });
    expect(await changing).toEqual({ outcome: 'done', changed: 1, already: 1 });
    expect(await database.sql`select name, description from club where not is_active order by name`).toEqual([
      { name: 'Go', description: '' },
      { name: 'Ski', description: 'By hand' },
    ]);
  });
});
