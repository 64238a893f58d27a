import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findClubHistory } from '../../../src/clubs/history/club-history.ts';
import { loadSampleClubs } from '../../../src/clubs/csv/samples.ts';
import { renderStaleClubs } from '../../../src/clubs/record/stored-html.ts';
import { createClub, deleteClub, findEditableClub, saveClub } from '../../../src/clubs/edit/save.ts';
import { findStandingUndos } from '../../../src/clubs/history/steps.ts';
import { findSkipped } from '../../../src/clubs/history/undo-skips.ts';
import { findUndoFields, planUndo } from '../../../src/clubs/history/undo-plan.ts';
import { undoStep } from '../../../src/clubs/history/undo.ts';
import type { ClubValues } from '../../../src/clubs/record/texts.ts';
import type { Actor } from '../../../src/clubs/history/step.ts';
import type { CsvRow } from '../../support/clubs-csv.ts';
import { describeDatabase } from '../../support/database.ts';
import { insertPerson } from '../../support/people.ts';
import { inFull } from '../../support/scope.ts';
import { undoHelpers } from '../../support/undo.ts';

describeDatabase('An undo', (database) => {
  const { insertActor, lastStep, planFor, undo, readClubs, nameOf, create, edit, remove, importRows } =
    undoHelpers(database);

  test('of an edit restores the fields as a new step', async () => {
    const ada = await insertActor();
    const { id } = await create(ada, { name: 'Ski', description: '*old*', category: 'Sport' });
    await database.sql`update club set confirmed_on = '2026-01-02', created_at = '2020-01-01', is_sample = true`;
    const before = await readClubs();
    const step = await edit(ada, id, { name: 'Snow', description: 'new', category: 'Outdoors' });
    const undone = await undo(ada, step, { revertChanged: false });
    const undoing = await lastStep();
    expect(undone).toEqual({ outcome: 'undone', stepId: undoing });
    expect(await readClubs()).toEqual(before);
    expect(before[id]).toMatchObject({ descriptionHtml: '<p><em>old</em></p>', confirmedOn: '2026-01-02' });
    expect(await database.sql`select is_sample from club`).toEqual([{ isSample: false }]);
    const [made] = await database.sql`
      select kind, user_id, user_name, undoes::float8 from club_step where id = ${undoing}`;
    expect(made).toEqual({ kind: 'undo', userId: ada.id, userName: 'Ada', undoes: step });
    const [entry] = await findClubHistory(database.client, id, { limit: 1 });
    expect(entry).toMatchObject({ what: 'changed', step: { kind: 'undo' } });
  });

  test('makes a changed sample club a sample again, but not one with other changes', async () => {
    const ada = await insertActor();
    await loadSampleClubs(database.client, { enabled: true });
    const [same = 0, other = 0] = (await database.sql<{ id: number }[]>`select id from club`).map(({ id }) => id);
    const isSample = async (id: number) =>
      (await database.sql`select from club where id = ${id} and is_sample`).length > 0;
    const renaming = await edit(ada, same, { name: 'Same' });
    expect(await isSample(same)).toBe(false);
    expect(await undo(ada, renaming)).toMatchObject({ outcome: 'undone' });
    expect(await isSample(same)).toBe(true);
    const first = await edit(ada, other, { name: 'Other' });
    await edit(ada, other, { description: 'Our text' });
    expect(await undo(ada, first)).toMatchObject({ outcome: 'undone' });
    expect(await isSample(other)).toBe(false);
  });

  test('of an import deletes created clubs and restores deleted ones under their ids', async () => {
    const ada = await insertActor();
    await importRows([{ name: 'Sports' }, { name: 'Ski', parent_name: 'Sports' }, { name: 'Go', description: '# Go' }]);
    const before = await readClubs();
    const step = await importRows(
      [{ name: 'Go', description: '# Baduk' }, { name: 'Chess' }, { name: 'Luge', parent_name: 'Chess' }],
      true,
    );
    const after = await readClubs();
    const plan = await planFor(step);
    expect(plan.clubs.map(({ name, what }) => `${name} ${what}`).sort()).toEqual([
      ...['Chess deleted', 'Go changed', 'Luge deleted', 'Ski restored', 'Sports restored'],
    ]);
    expect(await undo(ada, step, { revertChanged: false })).toMatchObject({ outcome: 'undone' });
    expect(await readClubs()).toEqual(before);
    expect(await undo(ada, await lastStep())).toMatchObject({ outcome: 'undone' });
    expect(await readClubs()).toEqual(after);
  });

  test('swaps names back in a ring and in a chain', async () => {
    const ada = await insertActor();
    const [a = 0, b = 0, c = 0] = await database.insertClubs('A', 'B', 'C');
    await database.sql.begin(async (tx) => {
      await tx`update club set name = case name when 'A' then 'B' when 'B' then 'C' else 'A' end`;
      await tx`insert into club (name) values ('D')`;
    });
    expect(await undo(ada, await lastStep())).toMatchObject({ outcome: 'undone' });
    expect([await nameOf(a), await nameOf(b), await nameOf(c)]).toEqual(['A', 'B', 'C']);
    await database.sql.begin(async (tx) => {
      await tx`delete from club where id = ${c}`;
      await tx`update club set name = 'C' where id = ${b}`;
      await tx`update club set name = 'B' where id = ${a}`;
      await tx`insert into club (name) values ('A')`;
    });
    expect(await undo(ada, await lastStep())).toMatchObject({ outcome: 'undone' });
    expect((await database.sql`select id, name from club order by name`).map(({ id }) => id as number)).toEqual([
      a,
      b,
      c,
    ]);
  });

  test('skips clubs that changed later, unless they are reverted too', async () => {
    const ada = await insertActor();
    const rows = (category: string) => ['Chess', 'Go', 'Ski'].map((name) => ({ name, category }));
    await importRows(rows('a'));
    const step = await importRows(rows('b'));
    const [chess = 0, go = 0, ski = 0] = (await planFor(step)).clubs.map(({ id }) => id);
    await edit(ada, chess, { description: 'elsewhere' });
    await edit(ada, go, { category: 'c' });
    await remove(ada, ski);
    const plan = await planFor(step);
    const skipped = findSkipped(plan.clubs, { revertChanged: false, mayDelete: true });
    expect(Object.fromEntries(skipped)).toEqual({ [go]: 'changedSince', [ski]: 'gone' });
    const categories = async () =>
      (await database.sql<{ category: string }[]>`select category from club order by name`).map((row) => row.category);
    expect(await undo(ada, step, { revertChanged: false })).toMatchObject({ outcome: 'undone' });
    const first = await lastStep();
    expect(await categories()).toEqual(['a', 'c']);
    expect(await nameOf(chess)).toBe('Chess');
    expect((await findStandingUndos(database.client, [step])).get(step)).toMatchObject({
      step: { id: first },
      clubs: 1,
    });
    // A second submission changes nothing.
    const again = { outcome: 'undone', stepId: first };
    expect(await undo(ada, step, { revertChanged: false, shown: plan.digest })).toEqual(again);
    const bob = { id: await insertPerson(database, { name: 'Bob' }), name: 'Bob' };
    expect(await undo(bob, step, { revertChanged: false })).toEqual(again);
    expect(await undo(ada, step)).toMatchObject({ outcome: 'undone' });
    expect(await categories()).toEqual(['a', 'a']);
    expect((await findStandingUndos(database.client, [step])).get(step)?.clubs).toBe(2);
    await undo(ada, await lastStep());
    expect((await findStandingUndos(database.client, [step])).get(step)).toMatchObject({
      step: { id: first },
      clubs: 1,
    });
    expect(await undo(ada, first)).toMatchObject({ outcome: 'undone' });
    const unknown = { shown: '', revertChanged: true, mayDelete: true };
    expect(await undoStep(database.client, ada, 999, unknown)).toEqual({ outcome: 'gone' });
    expect(await planUndo(database.client, 999)).toBeNull();
  });

  test('of a created club shows what would be lost with it', async () => {
    const ada = await insertActor();
    const { id } = await create(ada, { name: 'Sports' });
    const step = await lastStep();
    await edit(ada, id, { description: 'since' });
    const { id: child } = await create(ada, { name: 'Ski', parentName: 'Sports' });
    await insertPerson(database, { officerOf: [id] });
    await database.sql`
      insert into invitation (token, email, club_id, expires_at, accepted_at) values
        ('open', 'a@example.org', ${id}, now() + interval '1 day', null),
        ('expired', 'b@example.org', ${id}, now() - interval '1 day', null),
        ('accepted', 'c@example.org', ${id}, now() + interval '1 day', now())`;
    const { clubs } = await planFor(step);
    expect(clubs).toMatchObject([
      { id, what: 'deleted', lost: ['description'], children: [child], officers: 1, invitations: 1 },
    ]);
    expect((await findUndoFields(database.client, step, clubs)).get(id)).toEqual([
      { field: 'description', before: 'since', after: '' },
    ]);
    expect(await undo(ada, step, { revertChanged: false })).toEqual({ outcome: 'nothing' });
    expect(await undo(ada, step)).toMatchObject({ outcome: 'undone' });
    expect(await readClubs()).toMatchObject({ [child]: { name: 'Ski', parentId: null } });
  });

  test('writes nothing when its clubs changed after the preview', async () => {
    const ada = await insertActor();
    const { id } = await create(ada, { name: 'Ski', category: 'a' });
    const step = await edit(ada, id, { category: 'b' });
    const { digest: shown } = await planFor(step);
    await edit(ada, id, { description: 'elsewhere' });
    expect((await planFor(step)).digest).toBe(shown);
    await edit(ada, id, { category: 'c' });
    const before = await readClubs();
    expect(await undo(ada, step, { shown })).toEqual({ outcome: 'changed' });
    expect(await readClubs()).toEqual(before);
  });

  test('writes nothing when parents would form a loop', async () => {
    const ada = await insertActor();
    await create(ada, { name: 'Sports' });
    const { id } = await create(ada, { name: 'Ski', parentName: 'Sports' });
    const step = await edit(ada, id, { parentName: '' });
    await database.sql`update club set parent_id = ${id} where name = 'Sports'`;
    const before = await readClubs();
    expect(await undo(ada, step)).toEqual({ outcome: 'loop' });
    expect(await readClubs()).toEqual(before);
  });
});

/** A random change. The few names collide. */
type Deed =
  | { deed: 'create'; name: string; parent: string }
  | { deed: 'save'; at: number; values: ClubValues }
  | { deed: 'delete'; at: number }
  | { deed: 'import'; rows: CsvRow[]; deleteMissing: boolean }
  | { deed: 'rotate'; count: number; parent: boolean };

const nameArbitrary = fc.constantFrom('A', 'B', 'C', 'D', 'É', 'F');
const textArbitrary = fc.constantFrom('', 'one', '*two*', '# three');
const deedArbitrary: fc.Arbitrary<Deed> = fc.oneof(
  fc.record({
    deed: fc.constant('create' as const),
    name: nameArbitrary,
    parent: fc.oneof(fc.constant(''), nameArbitrary),
  }),
  fc.record({
    deed: fc.constant('save' as const),
    at: fc.nat(9),
    values: fc.record(
      {
        name: nameArbitrary,
        shortDescription: textArbitrary,
        category: textArbitrary,
        isActive: fc.boolean(),
        parentName: fc.oneof(fc.constant(''), nameArbitrary),
      },
      { requiredKeys: [] },
    ),
  }),
  fc.record({ deed: fc.constant('delete' as const), at: fc.nat(9) }),
  fc.record({
    deed: fc.constant('import' as const),
    rows: fc.uniqueArray(
      fc.record({
        name: nameArbitrary,
        short_description: textArbitrary,
        parent_name: fc.oneof(fc.constant(''), nameArbitrary),
      }),
      { maxLength: 5, selector: ({ name }) => name },
    ),
    deleteMissing: fc.boolean(),
  }),
  // Several clubs by SQL: each gets the name of the next one, which may become its parent.
  fc.record({ deed: fc.constant('rotate' as const), count: fc.integer({ min: 2, max: 4 }), parent: fc.boolean() }),
);

const RUNS = inFull(4, 12);

describeDatabase('After random changes of clubs,', (database) => {
  const { insertActor, lastStep, planFor, undo, readClubs, importRows } = undoHelpers(database);

  /** Makes the change if it is possible. */
  const perform = async (actor: Actor, done: Deed) => {
    const { client, sql } = database;
    const ids = (await sql<{ id: number }[]>`select id from club order by id`).map(({ id }) => id);
    if (done.deed === 'create') {
      await createClub(client, actor, { name: done.name, parentName: done.parent });
    } else if (done.deed === 'import') {
      await importRows(done.rows, done.deleteMissing);
    } else if (done.deed === 'rotate') {
      const some = ids.slice(0, done.count);
      await sql
        .begin(async (tx) => {
          await tx`
            update club set name = other.name, category = 'rotated' from club other
            where club.id = any(${some}) and other.id = coalesce(
              (select min(id) from club later where later.id > club.id and later.id = any(${some})), ${some[0] ?? 0})`;
          if (done.parent)
            await tx`
              update club set parent_id = (select min(id) from club later where later.id > club.id and later.id = any(${some}))
              where id = any(${some})`;
        })
        .catch(() => {});
    } else {
      const id = ids[done.at % Math.max(1, ids.length)] ?? 0;
      const club = await findEditableClub(client, id);
      if (!club) return;
      if (done.deed === 'save') await saveClub(client, actor, id, club.revision, done.values);
      else await deleteClub(client, actor, id, club.revision);
    }
    await renderStaleClubs(client);
  };
  const clear = async () => {
    await database.sql`delete from club`;
    await database.sql`delete from club_step`;
  };

  test('undoing the last step restores the state before it, and undoing that the state after it', async () => {
    const actor = await insertActor();
    await fc.assert(
      fc.asyncProperty(fc.array(deedArbitrary, { minLength: 1, maxLength: 6 }), deedArbitrary, async (deeds, last) => {
        await clear();
        for (const done of deeds) await perform(actor, done);
        const before = await readClubs();
        const earlier = await lastStep();
        await perform(actor, last);
        const step = await lastStep();
        fc.pre(step !== earlier);
        const after = await readClubs();
        const plan = await planFor(step);
        expect(findSkipped(plan.clubs, { revertChanged: false, mayDelete: true })).toEqual(new Map());
        expect(await undo(actor, step, { revertChanged: false })).toMatchObject({
          outcome: plan.clubs.length > 0 ? 'undone' : 'nothing',
        });
        expect(await readClubs()).toEqual(before);
        if (plan.clubs.length === 0) return;
        expect(await undo(actor, await lastStep())).toMatchObject({ outcome: 'undone' });
        expect(await readClubs()).toEqual(after);
      }),
      { numRuns: RUNS },
    );
  }, 240_000);
});
