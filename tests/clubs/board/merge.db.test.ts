import { expect, test } from 'vitest';
import { mergeClubs, type Choose, type MergedIds } from '../../../src/clubs/board/merge.ts';
import { findRedirects } from '../../../src/clubs/directory/queries.ts';
import { findRevision } from '../../../src/clubs/record/state.ts';
import type { Actor } from '../../../src/clubs/history/step.ts';
import { describeDatabase } from '../../support/database.ts';
import { insertPerson } from '../../support/people.ts';
import { undoHelpers } from '../../support/undo.ts';

describeDatabase('A merge', (database) => {
  const { insertActor, create, edit, undo, readClubs } = undoHelpers(database);
  const merge = async (actor: Actor, ids: MergedIds, choose: Choose = () => null) => {
    const seen = [await findRevision(database.client, ids[0]), await findRevision(database.client, ids[1])] as const;
    return await mergeClubs(database.client, actor, ids, { seen, choose });
  };
  const mergeStep = async (actor: Actor, ids: MergedIds, choose?: Choose) => {
    const merged = await merge(actor, ids, choose);
    if (merged.outcome !== 'merged' || merged.stepId === null) throw new Error('The clubs were not merged.');
    return merged.stepId;
  };
  const redirectOf = async (id: number) => (await findRedirects(database.client, [id])).get(id);

  test('joins two clubs, moves what belongs to them, and an undo splits them', async () => {
    const { sql } = database;
    const ada = await insertActor();
    const { id: stays } = await create(ada, { name: 'Ski', category: 'Sport', contact: 'ski@example.org' });
    const links = [{ label: 'Forum', url: 'https://ski.example/' }];
    const goesTexts = {
      name: 'Snow Club',
      category: 'sport; Outdoors',
      website: 'https://snow.example/',
      aliases: 'SC',
    };
    const { id: goes } = await create(ada, { ...goesTexts, links, contact: 'snow@example.org' });
    const { id: child } = await create(ada, { name: 'Sledge', parentName: 'Snow Club' });
    const person = await insertPerson(database, { officerOf: [stays, goes] });
    const other = await insertPerson(database, { officerOf: [goes] });
    await sql`
      insert into inbox_message (kind, club_id, club_name, topic, message, sender, digest)
      values ('suggestion', ${goes}, 'Snow Club', 'other', 'Hello', '', 'd')`;
    await sql`insert into confirmation_round (started_on, ends_on) values ('2026-01-01', '2026-02-01')`;
    await sql`insert into round_club (round_id, club_id) select id, ${goes} from confirmation_round`;
    await sql`update club set confirmed_on = case id when ${goes} then date '2026-01-05' else date '2025-01-01' end`;
    const before = await readClubs();

    const step = await mergeStep(ada, [stays, goes], (field) => (field === 'name' ? goes : null));
    const { [stays]: merged, [child]: sledge, ...others } = await readClubs();
    expect(others).toEqual({});
    expect(merged).toMatchObject({
      ...{ name: 'Snow Club', contact: 'ski@example.org', website: 'https://snow.example/', links },
      ...{ category: 'Sport; Outdoors', aliases: 'SC|Ski', confirmedOn: '2026-01-05' },
    });
    expect(sledge).toMatchObject({ parentId: stays });
    const officers = await sql<
      { userId: number }[]
    >`select user_id from club_officer where club_id = ${stays} order by 1`;
    expect(officers.map(({ userId }) => userId)).toEqual([person, other]);
    expect(await sql`select club_id from inbox_message union all select club_id from round_club`).toEqual([
      ...[{ clubId: stays }, { clubId: stays }],
    ]);
    expect(await redirectOf(goes)).toBe(stays);
    expect(await merge(ada, [stays, goes])).toEqual({ outcome: 'merged', stepId: null });

    expect(await undo(ada, step, { revertChanged: false })).toMatchObject({ outcome: 'undone' });
    expect(await readClubs()).toEqual(before);
    expect(await redirectOf(goes)).toBeUndefined();
  });

  test('redirects through several merges, and again after an undo', async () => {
    const ada = await insertActor();
    const [a = 0, b = 0, c = 0] = await database.insertClubs('A', 'B', 'C');
    await mergeStep(ada, [b, a]);
    const step = await mergeStep(ada, [c, b]);
    expect(await redirectOf(a)).toBe(c);
    await undo(ada, step);
    expect(await redirectOf(a)).toBe(b);
  });

  // The clubs form a chain of parents. `chosen`: the club whose parent is chosen.
  test.each([
    { stays: 'B', goes: 'A', parents: { B: null, C: 'B' } },
    { stays: 'A', goes: 'B', parents: { A: null, C: 'A' } },
    { stays: 'C', goes: 'A', parents: { A: null, B: 'A', C: 'B' } },
    { stays: 'C', goes: 'A', chosen: 'A', parents: { B: 'C', C: null } },
  ])('of $goes into $stays with the parent of $chosen makes no loop of parents', async (example) => {
    const ada = await insertActor();
    const ids = await database.insertClubs('A', 'B', 'C');
    for (const [index, id] of ids.entries())
      if (index > 0) await database.sql`update club set parent_id = ${ids[index - 1] ?? null} where id = ${id}`;
    const idOf = (name: string) => ids['ABC'.indexOf(name)] ?? 0;
    const { stays, goes, chosen, parents } = example;
    const choose: Choose = (field) => (field === 'parent_name' && chosen ? idOf(chosen) : null);
    const merged = await merge(ada, [idOf(stays), idOf(goes)], choose);
    if (goes in parents)
      expect(merged).toEqual({ outcome: 'refused', issues: [{ field: 'parent_name', code: 'loop' }] });
    const rows = await database.sql<{ name: string; parent: string | null }[]>`
      select name, (select name from club parent where parent.id = club.parent_id) as parent from club`;
    expect(Object.fromEntries(rows.map(({ name, parent }) => [name, parent]))).toEqual(parents);
  });

  test('is refused for an outdated form, and for values that exceed a limit', async () => {
    const ada = await insertActor();
    const many = (start: number) => Array.from({ length: 11 }, (_, index) => `Alias ${start + index}`).join('|');
    const { id: ski } = await create(ada, { name: 'Ski', aliases: many(0) });
    const { id: go } = await create(ada, { name: 'Go', aliases: many(20) });
    const ids = [ski, go] as const;
    expect(await merge(ada, ids)).toMatchObject({ outcome: 'refused', issues: [{ field: 'aliases' }] });
    await edit(ada, go, { aliases: '' });
    const seen = [await findRevision(database.client, ski), await findRevision(database.client, go)] as const;
    await edit(ada, ski, { description: 'New' });
    for (const old of [seen, []])
      expect(await mergeClubs(database.client, ada, ids, { seen: old, choose: () => null })).toMatchObject({
        outcome: 'conflict',
      });
    expect(await merge(ada, [ski, go + 1])).toEqual({ outcome: 'gone' });
  });
});
