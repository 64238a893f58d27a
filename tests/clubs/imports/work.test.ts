import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatClubs, type ClubSelection } from '../../../src/clubs/csv/export.ts';
import { findIssues, openStaging, stagingOf } from '../../../src/clubs/csv/staging.ts';
import {
  addKeptImport,
  changeKeptImport,
  findKeptImport,
  listKeptImports,
  type KeptOptions,
} from '../../../src/clubs/imports/kept-imports.ts';
import { findShown, type ShownClub } from '../../../src/clubs/imports/shown-plan.ts';
import { choose, readUpload, writeKept } from '../../../src/clubs/imports/work.ts';
import { renderStaleClubs } from '../../../src/clubs/render.ts';
import { planUndo } from '../../../src/clubs/history/undo-read.ts';
import { undoStep } from '../../../src/clubs/history/undo.ts';
import { inFull } from '../../support/scope.ts';
import { describeDatabase, type NewClub, type TestDatabase } from '../../support/database.ts';
import { insertPerson } from '../../support/people.ts';

const HEADER = 'name,short_description,is_active,parent_name,logo_url,website,category\n';

function helpers(database: TestDatabase) {
  const insertActor = async () => ({ userId: await insertPerson(database, { name: 'Ada' }), name: 'Ada' });
  /** Reads a file, as the thread of the site does; answers the number of the import. */
  const read = async (csv: string, options: Partial<KeptOptions> = {}, actor = { userId: 0, name: '' }) => {
    const { id } = await addKeptImport(database.client, {
      fileName: 'clubs.csv',
      options: { deleteMissing: false, replaceSamples: false, ...options },
      actor,
    });
    await readUpload(database.client, id, Buffer.from(csv), { siteUrl: 'https://x.example', onProgress: () => {} });
    return id;
  };
  const find = async (id: number) => {
    const kept = await findKeptImport(database.client, id);
    if (!kept) throw new Error('The import is gone.');
    return kept;
  };
  const shown = async (id: number): Promise<ShownClub[]> =>
    findShown(database.client, stagingOf(id, 0), { filter: 'all', name: '' }, { offset: 0, limit: 1000 });
  /** Confirms the shown clubs, except those to leave out. */
  const confirm = async (
    id: number,
    actor = { userId: 0, name: '' },
    leaveOut: (club: ShownClub) => boolean = () => false,
  ) => {
    const clubs = await shown(id);
    const out = clubs.filter(leaveOut);
    const { plan, planNumber } = await find(id);
    const chosen = await choose(database.client, id, {
      epoch: plan?.version.split('-')[0] ?? '',
      planNumber,
      listed: clubs,
      taken: ({ line, clubId }) => !out.some((one) => one.line === line && (line !== null || one.clubId === clubId)),
      next: 'writing',
    });
    if (chosen === 'outdated') return chosen;
    await writeKept(database.client, id, { actor, isChanged: chosen === 'changed', mayDelete: true });
    return (await find(id)).state;
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
  return { insertActor, read, find, shown, confirm, exportAll, readTable };
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
  const { insertActor, read, find, shown, confirm, exportAll, readTable } = helpers(database);

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
  /**
   * Why the export of one state is no import into another: a row with the number of one club has the name of another, or
   * has one beside numbers that look filled down.
   */
  const expectNamesThatChangeHands = async (id: number) => {
    const { file } = await find(id);
    const mistakes = await findIssues(database.client, stagingOf(id, file?.rows ?? 0), 'mistake', 100);
    expect(mistakes).not.toHaveLength(0);
    for (const { fault } of mistakes) {
      expect(fault.code).toBe('idOfOther');
      expect(fault.code === 'idOfOther' && (fault.of !== null || fault.filled !== null)).toBe(true);
    }
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
        const id = await read(csv, { deleteMissing: true }, actor);
        const { plan } = await find(id);
        if (!plan) throw new Error('There is no plan.');
        const state = await confirm(id, actor);
        if (state !== 'written') {
          expect(await takeAll()).toBe(stateA);
          // A file without clubs deletes nothing.
          if (after.length === 0) return;
          if (plan.mistakes === 0) expect(after).toEqual(before);
          else await expectNamesThatChangeHands(id);
          return;
        }
        expect(await exportAll()).toBe(csv);
        expect(await readTable()).toEqual(after);
        const { stepId } = await find(id);
        const undone = await planUndo(client, stepId ?? 0);
        await undoStep(client, actor, stepId ?? 0, {
          shown: undone?.digest ?? '',
          revertChanged: false,
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
        const id = await read(csv, { deleteMissing: !ofPart }, actor);
        const wanted = (await shown(id)).filter((_, index) => (leaves >> index) % 2 === 0);
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
        const state = await confirm(
          id,
          actor,
          (club) => !wanted.some((one) => one.line === club.line && one.clubId === club.clubId),
        );
        const now = await readTable();
        if (state !== 'written') {
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

  test('is kept for a day, the last five of each account', async () => {
    const [ada, bob] = [await insertActor(), await insertActor()];
    const ids = [];
    for (let count = 0; count < 6; count += 1) ids.push(await read(`${HEADER}Chess,,true,,,,\n`, {}, ada));
    const other = await read(`${HEADER}Go,,true,,,,\n`, {}, bob);
    const { client, sql } = database;
    expect((await listKeptImports(client)).map(({ id }) => id)).toEqual([other, ...ids.slice(1).reverse()]);
    expect(await sql`select from pg_tables where tablename = ${`import_row_${ids[0] ?? 0}`}`).toHaveLength(0);
    await sql`update club_import set started_at = now() - interval '25 hours' where id = ${other}`;
    expect(await findKeptImport(client, other)).toBeNull();
    await openStaging(client);
    expect(await sql`select from club_import where id = ${other}`).toHaveLength(0);
  });

  test('is written once when it is confirmed several times', async () => {
    const actor = await insertActor();
    const id = await read(`${HEADER}Chess,,true,,,,\n`, {}, actor);
    const states = await Promise.all([confirm(id, actor), confirm(id, actor), confirm(id, actor)]);
    expect(states.filter((state) => state === 'outdated')).toHaveLength(2);
    expect(await database.sql`select name from club`).toHaveLength(1);
    expect(await database.sql`select from club_step`).toHaveLength(1);
  });

  test('is abandoned when its process stopped', async () => {
    const id = await read(`${HEADER}Chess,,true,,,,\n`);
    await changeKeptImport(database.client, id, ['planned'], { state: 'writing' });
    expect((await find(id)).isAbandoned).toBe(false);
    await database.sql`update club_import set beat_at = now() - interval '31 seconds' where id = ${id}`;
    expect((await find(id)).isAbandoned).toBe(true);
  });

  test('writes nothing when its rows were lost in a server crash', async () => {
    const id = await read(`${HEADER}Chess,,true,,,,\n`);
    await database.sql`truncate ${database.sql(stagingOf(id, 1).rows)}`;
    expect(await confirm(id)).toBe('planned');
    expect((await find(id)).failure).toEqual({ code: 'restarted' });
    expect(await database.sql`select from club`).toHaveLength(0);
  });

  test('counts and lists the clubs that lose a field', async () => {
    await read(`${HEADER}Go,,true,,,,Games\nSki,,true,,,https://a.example,\n`).then((id) => confirm(id));
    const id = await read(`${HEADER}Go,,true,,,,\nSki,,true,,,https://b.example,\nNew,,true,,,,\n`);
    expect((await find(id)).plan).toMatchObject({
      ...{ cleared: [{ field: 'category', clubs: 1 }], shown: { changed: 2, cleared: 1 } },
    });
    const cleared = { filter: 'cleared', name: '' } as const;
    const clubs = await findShown(database.client, stagingOf(id, 3), cleared, { offset: 0, limit: 10 });
    expect(clubs.map(({ name }) => name)).toEqual(['Go']);
  });
});
