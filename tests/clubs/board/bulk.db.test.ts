import { expect, test } from 'vitest';
import { changeClubs, planBulk, type BulkChange } from '../../../src/clubs/board/bulk.ts';
import { NO_FILTER, type ClubChoice } from '../../../src/clubs/board/club-search.ts';
import { today } from '../../../src/clubs/record/day.ts';
import { findClubHistory } from '../../../src/clubs/history/club-history.ts';
import { findSteps } from '../../../src/clubs/history/steps.ts';
import { removeValue } from '../../../src/clubs/history/removal.ts';
import { beginEpoch } from '../../../src/clubs/record/version-queries.ts';
import { describeDatabase, type NewClub } from '../../support/database.ts';
import { insertActor } from '../../support/people.ts';

describeDatabase('A change of several clubs', (database) => {
  const change = async (choice: ClubChoice, what: BulkChange, shown?: string) => {
    const actor = await insertActor(database);
    const seen = shown ?? (await planBulk(database.client, choice, what)).shown;
    return await changeClubs(database.client, actor, choice, what, seen);
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
    [
      { action: 'move_category', from: 'sport', category: 'Ski' },
      ...(['category', 'Art; Ski; Go', { category: 'Art; Sport; Ski;Go' }, { category: 'Art; Ski; Go' }] as const),
    ],
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
      changes: ['A', 'B'].map((name) => ({ name, before: String(Object.values(from)[0] ?? ''), after: value })),
    });
    expect(await planBulk(database.client, choice, null)).toMatchObject({ clubs: 3, already: 0 });
    expect(await change(choice, what)).toMatchObject({ outcome: 'done', changed: 2, already: 1 });
    const rows = await readAll<Record<string, string>>(column);
    const [stored = ''] = Object.keys(rows[0] ?? {}).filter((name) => name !== 'name');
    expect(rows.slice(0, 3).map((row) => row[stored])).toEqual([value, value, value]);
    expect(rows[3]?.[stored]).not.toBe(value);
    expect(await readSteps()).toEqual([{ kind: 'bulk', userName: 'Ada', clubs: 2 }]);
    // An unchanged club stays a sample.
    expect(await database.sql`select name from club where is_sample`).toEqual([{ name: 'C' }]);
    expect(await change(choice, what)).toEqual({ outcome: 'done', changed: 0, already: 3, stepId: null });
    expect(await readSteps()).toHaveLength(1);
  });

  test('is described by the categories that all of its clubs got or lost', async () => {
    const ids = [
      await database.insertClub({ name: 'A', category: 'Art; Sport' }),
      await database.insertClub({ name: 'B', category: 'Sport' }),
    ];
    const describe = async (what: BulkChange) => {
      await change({ ids }, what);
      return (await findSteps(database.client, { limit: 1 }))[0]?.fields.map(({ to }) => to);
    };
    expect(await describe({ action: 'add_category', category: 'Music' })).toEqual(['+ Music']);
    expect(await describe({ action: 'move_category', from: 'Sport', category: 'Go' })).toEqual(['+ Go; − Sport']);
    expect(await describe({ action: 'set_category', category: 'Snow' })).toEqual(['Snow']);
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
    ['add_category', 'Art', 'Sport;Art', 'Sport;Art'],
    ['remove_category', 'Art', 'Sport;Art；Go;', 'Sport; Go'],
    ['remove_category', 'Art', 'Art', ''],
    ['remove_category', '%', 'Art', 'Art'],
  ])('keeps other categories to the letter: %s %s of "%s"', async (action, category, from, to) => {
    const id = await database.insertClub({ name: 'A', category: from });
    const [changed, already] = from === to ? [0, 1] : [1, 0];
    expect(await planBulk(database.client, { ids: [id] }, { action, category })).toMatchObject({ already });
    expect(await change({ ids: [id] }, { action, category })).toMatchObject({ outcome: 'done', changed, already });
    expect(await database.sql`select category from club`).toEqual([{ category: to }]);
  });

  test('adds a category to no club when it does not fit into one', async () => {
    const [wide, narrow] = ['x'.repeat(997), 'x'.repeat(998)];
    const ids = [
      await database.insertClub({ name: 'A', category: wide }),
      await database.insertClub({ name: 'B', category: narrow }),
      await database.insertClub({ name: 'C', category: `y; ${narrow.slice(3)}` }),
    ];
    expect(await change({ ids }, { action: 'add_category', category: 'y' })).toEqual({ outcome: 'full' });
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
    ['a backup was restored', async () => await database.client.begin(beginEpoch)],
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

  test.each<[BulkChange, NewClub, NewClub, NewClub]>([
    [{ action: 'set_category', category: 'Arts' }, { category: '' }, { category: 'Sport' }, { category: 'Arts' }],
    [{ action: 'add_category', category: 'Arts' }, { category: '' }, { category: 'Sport' }, { category: 'Arts' }],
    [{ action: 'deactivate' }, { isActive: false }, { isActive: true }, { isActive: false }],
  ])('overwrites no newer value of its field that the user has not seen: %j', async (what, from, newer, same) => {
    const [one = 0, two = 0] = await database.insertClubs('A', 'B');
    const set = async ({ category = '', isActive = true }: NewClub, description = '') =>
      await database.sql`
        update club set category = ${category}, is_active = ${isActive}, description = ${description} where id = ${two}`;
    await set(from);
    const choice = { ids: [one, two] };
    const { shown } = await planBulk(database.client, choice, null);
    await set(newer);
    expect(await change(choice, what, shown)).toEqual({ outcome: 'outdated' });
    expect(await database.sql`select category, is_active from club where id = ${one}`).toEqual([
      { category: '', isActive: true },
    ]);
    // The same value, and other fields, do not matter.
    await set(same, 'New');
    expect(await change(choice, what, shown)).toMatchObject({ outcome: 'done', changed: 1, already: 1 });
    await set(newer);
    expect(await change(choice, what)).toMatchObject({ outcome: 'done', changed: 1 });
  });

  test('overwrites no newer value that was removed from the history since', async () => {
    const [one = 0] = await database.insertClubs('A');
    const what: BulkChange = { action: 'set_category', category: 'Arts' };
    await database.sql`update club set category = 'Private'`;
    const { shown } = await planBulk(database.client, { ids: [one] }, null);
    await database.sql`update club set category = 'Sport'`;
    const actor = await insertActor(database);
    const [entry] = await findClubHistory(database.client, one, { limit: 1 });
    const place = { changeId: entry?.changeId ?? 0, field: 'category', side: 'before' } as const;
    expect(await removeValue(database.client, actor, one, place)).toBe('removed');
    expect(await change({ ids: [one] }, what, shown)).toEqual({ outcome: 'outdated' });
  });

  test('is applied once when the form is submitted twice', async () => {
    const choice = { ids: await database.insertClubs('A', 'B') };
    const { shown } = await planBulk(database.client, choice, null);
    const send = () => change(choice, { action: 'deactivate' }, shown);
    const done = await Promise.all([send(), send()]);
    expect(done).toContainEqual({ outcome: 'done', changed: 2, already: 0, stepId: expect.any(Number) as number });
    expect(done).toContainEqual({ outcome: 'done', changed: 0, already: 2, stepId: null });
    expect(await readSteps()).toEqual([{ kind: 'bulk', userName: 'Ada', clubs: 2 }]);
  });

  test('changes nothing when the filter finds other clubs than were shown', async () => {
    await database.insertClubs('Ski one', 'Ski two', 'Go');
    const choice = { filter: { ...NO_FILTER, name: 'ski' } };
    const { shown, clubs } = await planBulk(database.client, choice, null);
    expect(clubs).toBe(2);
    // The same number of clubs, but a different one.
    await database.sql`update club set name = 'Golf' where name = 'Ski one'`;
    await database.insertClub({ name: 'Ski three' });
    expect(await change(choice, { action: 'deactivate' }, shown)).toEqual({ outcome: 'outdated' });
    expect(await database.sql`select from club where not is_active`).toHaveLength(0);
    expect(await readSteps()).toEqual([]);
    // Changes of other fields do not matter.
    const now = await planBulk(database.client, choice, null);
    await database.sql`update club set description = 'New'`;
    expect(await change(choice, { action: 'deactivate' }, now.shown)).toMatchObject({ outcome: 'done', changed: 2 });
    expect(await namesOfInactive()).toEqual(['Ski three', 'Ski two']);
  });

  const namesOfInactive = async () =>
    (await database.sql<{ name: string }[]>`select name from club where not is_active order by name`).map(
      ({ name }) => name,
    );
});
