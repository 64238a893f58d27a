import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatClubs, type ClubSelection } from '../../../src/clubs/csv/export.ts';
import type { PlannedClub } from '../../../src/clubs/csv/plan.ts';
import { insertImport, updateLeftOut, type NewImport } from '../../../src/clubs/imports/queries.ts';
import { loadImport, writeStored } from '../../../src/clubs/imports/stored-plan.ts';
import { renderStaleClubs } from '../../../src/clubs/render.ts';
import { planUndo } from '../../../src/clubs/history/undo-read.ts';
import { undoStep } from '../../../src/clubs/history/undo.ts';
import { inFull } from '../../support/scope.ts';
import { describeDatabase, type NewClub, type TestDatabase } from '../../support/database.ts';
import { insertPerson } from '../../support/people.ts';

function helpers(database: TestDatabase) {
  const insertActor = async () => ({ userId: await insertPerson(database, { name: 'Ada' }), name: 'Ada' });
  /** Stores a file; returns the id of the import. */
  const store = async (csv: string, options: Partial<NewImport> = {}, actor = { userId: 0, name: '' }) => {
    const upload = { fileName: 'clubs.csv', file: Buffer.from(csv), deleteMissing: false, replaceSamples: false };
    return (await insertImport(database.client, { ...upload, ...options }, actor)).id;
  };
  const find = async (id: number) => {
    const loaded = await loadImport(database.client, id);
    if (!loaded) throw new Error('The import is gone.');
    return loaded;
  };
  const plan = async (id: number) => {
    const { stored, planned } = await find(id);
    if (!planned) throw new Error('The import is written.');
    return { stored, planned };
  };
  /** Confirms the plan that was shown, except the clubs to leave out. */
  const confirm = async (
    id: number,
    actor: { userId: number; name: string },
    shown: string,
    isLeftOut: (club: PlannedClub) => boolean = () => false,
  ) => {
    const before = await plan(id);
    if (before.planned.plan.digest !== shown) return 'outdated';
    const leftOut = before.planned.plan.clubs.filter(isLeftOut).map(({ key }) => key);
    await updateLeftOut(database.client, id, [], leftOut);
    const { stored, planned } = await plan(id);
    if (planned.plan.mistakes.length > 0 || planned.plan.clubs.every((club) => club.isLeftOut)) return 'refused';
    return (await writeStored(database.client, stored, planned, actor)) ?? 'written';
  };
  const exportAll = async (which?: ClubSelection) => {
    let csv = '';
    for await (const { text } of formatClubs(database.client, which)) csv += text;
    return csv;
  };
  /** Every column of every club, but for those that say when. */
  const readTable = async () =>
    (await database.sql<Record<string, unknown>[]>`select * from club order by id`).map(
      ({ createdAt: _, updatedAt: __, created_at: ___, updated_at: ____, ...club }) => club,
    );
  return { insertActor, store, find, plan, confirm, exportAll, readTable };
}

/** An edit of the directory, of the club at some place in it. */
type Edit =
  | { edit: 'add'; parent: string; values: NewClub }
  | { edit: 'change'; at: number; values: NewClub }
  | { edit: 'move'; at: number; parent: string }
  | { edit: 'delete'; at: number };

const name = fc.constantFrom('A', 'B', 'C', 'D', 'É', 'F', 'Œ', 'G', 'H', 'I', 'J', 'K');
const text = fc.constantFrom('', 'one', '*two*', 'a\nb', ' ', '=1');
const values = {
  name,
  ...{ category: text, shortDescription: text, description: text },
  isActive: fc.boolean(),
  website: fc.constantFrom(null, 'https://a.example/', 'https://b.example/?c=1'),
  contact: fc.constantFrom(null, 'a@b.example', 'https://c.example/'),
  links: fc.constantFrom([], [{ label: 'Wiki', url: 'https://w.example/' }]),
  aliases: fc.constantFrom('', 'CC', 'CC|Rooks'),
  confirmedOn: fc.constantFrom(null, '2025-03-04'),
};
const at = fc.nat(9);
const added = fc.record({
  edit: fc.constant('add' as const),
  parent: name,
  values: fc.record(values, { requiredKeys: ['name'] }),
});
const changed = fc.record({
  edit: fc.constant('change' as const),
  at,
  values: fc.oneof(
    ...Object.entries<fc.Arbitrary<unknown>>(values).map(([field, value]) =>
      value.map((to): NewClub => ({ [field]: to })),
    ),
  ),
});
const others = [
  { weight: 1, arbitrary: fc.record({ edit: fc.constant('move' as const), at, parent: name }) },
  { weight: 1, arbitrary: fc.record({ edit: fc.constant('delete' as const), at }) },
];
/** Edits that make a directory, as a rule, and edits that find one. */
const editArbitrary: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 5, arbitrary: added },
  { weight: 3, arbitrary: changed },
  ...others,
);
const laterEdit: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 1, arbitrary: added },
  { weight: 7, arbitrary: changed },
  ...others,
);

const RUNS = inFull(5, 40);

describeDatabase('An import in the browser', (database) => {
  const { insertActor, store, find, plan, confirm, exportAll, readTable } = helpers(database);

  const columns = (club: NewClub) => database.sql(club as Record<string, string>);

  /** Performs an edit if it is possible. */
  const perform = async (edit: Edit) => {
    const { sql } = database;
    const ids = (await sql<{ id: number }[]>`select id from club order by id`).map(({ id }) => id);
    const at = 'at' in edit ? (ids[edit.at % Math.max(1, ids.length)] ?? 0) : 0;
    const done =
      edit.edit === 'add'
        ? sql<{ id: number }[]>`
          with added as (insert into club ${columns(edit.values)} returning id)
          select id from added`.then(
            ([added]) => sql`
            update club set parent_id = (select id from club where name = ${edit.parent} and id <> ${added?.id ?? 0})
            where id = ${added?.id ?? 0}`,
          )
        : edit.edit === 'change'
          ? sql`update club set ${columns(edit.values)} where id = ${at}`
          : edit.edit === 'move'
            ? sql`
              update club set parent_id = (select id from club where name = ${edit.parent})
              where id = ${at} and not exists (
                with recursive above as (
                  select id, parent_id from club where name = ${edit.parent}
                  union select club.id, club.parent_id from club join above on club.id = above.parent_id
                ) select from above where id = ${at})`
            : sql`delete from club where id = ${at}`;
    // The name may be taken or empty.
    await done.catch(() => {});
  };
  const edits = (least: number, most: number, edit = editArbitrary) =>
    fc.array(edit, { minLength: least, maxLength: most, size: 'max' });
  /** All columns of all clubs, including the times, for `putBack`. */
  const takeAll = async () => {
    const [all] = await database.sql<[{ clubs: string }]>`
      select coalesce(jsonb_agg(to_jsonb(club) order by id), '[]')::text as clubs from club`;
    return all.clubs;
  };
  const putBack = async (clubs: string) => {
    const { sql } = database;
    const [{ columns }] = await sql<[{ columns: string[] }]>`
      select array_agg(attname::text) as columns from pg_attribute
      where attrelid = 'club'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`;
    await sql`delete from club`;
    await sql`
      insert into club (${sql(columns)})
      select ${sql(columns)} from jsonb_populate_recordset(null::club, ${clubs}::text::jsonb)`;
  };
  test('of an export restores the exported state, and its undo the state before', async () => {
    const actor = await insertActor();
    await fc.assert(
      fc.asyncProperty(edits(4, 8), edits(1, 6), async (first, more) => {
        const { sql, client } = database;
        await sql`delete from club`;
        await sql`delete from club_step`;
        for (const edit of first) await perform(edit);
        await renderStaleClubs(client);
        const [before, stateA] = [await readTable(), await takeAll()];
        for (const edit of more) await perform(edit);
        await renderStaleClubs(client);
        const [csv, after] = [await exportAll(), await readTable()];
        // Back to A, and from there to B by the file.
        await putBack(stateA);
        expect(await takeAll()).toBe(stateA);
        const id = await store(csv, { deleteMissing: true }, actor);
        const { mistakes, digest } = (await plan(id)).planned.plan;
        // A file without clubs deletes nothing.
        const outcome = after.length === 0 ? 'refused' : await confirm(id, actor, digest);
        if (outcome !== 'written') {
          expect(await takeAll()).toBe(stateA);
          // Names that change hands are refused.
          for (const { detail } of mistakes) expect(detail.code).toBe('idOfOther');
          if (mistakes.length === 0 && after.length > 0) expect(after).toEqual(before);
          return;
        }
        expect(await exportAll()).toBe(csv);
        expect(await readTable()).toEqual(after);
        const { stepId } = (await find(id)).stored;
        const undone = await planUndo(client, stepId ?? 0);
        await undoStep(client, actor, stepId ?? 0, {
          revertChanged: true,
          shown: undone?.digest ?? '',
          mayDelete: true,
        });
        expect(await readTable()).toEqual(before);
      }),
      { numRuns: RUNS },
    );
  }, 480_000);

  test('loses no edit between its plan and its confirmation', async () => {
    const actor = await insertActor();
    // Whether the file has a part of the clubs, and which of its plan are left out: usually none.
    const isPart = fc.constantFrom(true, true, false);
    const leftOut = fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(31) });
    const property = fc.asyncProperty(
      ...([edits(4, 8), edits(1, 4, laterEdit), laterEdit, isPart, leftOut] as const),
      async (first, more, between, ofPart, leaves) => {
        const { sql, client } = database;
        await sql`delete from club`;
        for (const edit of first) await perform(edit);
        // Edits of other clubs do not conflict.
        const csv = await exportAll(ofPart ? { where: sql`club.id % 2 = 0`, orderBy: sql`club.id` } : undefined);
        for (const edit of more) await perform(edit);
        await renderStaleClubs(client);
        const id = await store(csv, { deleteMissing: !ofPart }, actor);
        const { clubs, digest } = (await plan(id)).planned.plan;
        const wanted = new Set(clubs.filter((_, index) => (leaves >> index) % 2 === 0).map(({ key }) => key));
        const seen = await readTable();
        await perform(between);
        await renderStaleClubs(client);
        const edited = await readTable();
        const touched = [...seen, ...edited]
          .filter((club) => {
            const [was, is] = [seen, edited].map((all) => all.find(({ id: one }) => one === club.id));
            return JSON.stringify(was) !== JSON.stringify(is);
          })
          .map((club) => club.id);
        const outcome = await confirm(id, actor, digest, ({ key }) => !wanted.has(key));
        const now = await readTable();
        if (outcome !== 'written') {
          expect(now).toEqual(edited);
          return;
        }
        // What was edited is as the edit has left it: not part of what was seen, or made by hand what the file would
        // have made of it. Its parent may have been deleted, as was shown.
        for (const club of touched) {
          const find = (all: typeof now) => all.find(({ id: one }) => one === club);
          const own = (one: ReturnType<typeof find>) => one && { ...one, parentId: null, parent_id: null };
          expect(own(find(now))).toEqual(own(find(edited)));
        }
      },
    );
    await fc.assert(property, { numRuns: RUNS });
  }, 480_000);
});
