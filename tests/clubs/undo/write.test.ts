import fc from 'fast-check';
import { expect, test } from 'vitest';
import { startNewEpoch } from '../../../src/clubs/epoch.ts';
import { findClubHistory } from '../../../src/clubs/history/history.ts';
import { renderStaleClubs } from '../../../src/clubs/render.ts';
import { createClub, deleteClub, findEditableClub, NoAccountError, saveClub } from '../../../src/clubs/edit/save.ts';
import { findStandingUndos } from '../../../src/clubs/history/steps.ts';
import { isLossy } from '../../../src/clubs/history/undo/plan.ts';
import { planUndo } from '../../../src/clubs/history/undo/read.ts';
import { undoStep } from '../../../src/clubs/history/undo/write.ts';
import type { ClubValues } from '../../../src/clubs/edit/form.ts';
import type { Actor } from '../../../src/clubs/history/history.ts';
import type { CsvRow } from '../../support/clubs-csv.ts';
import { describeDatabase } from '../../support/database.ts';
import { inFull } from '../../support/scope.ts';
import { undoHelpers, type Clubs } from '../../support/undo.ts';

describeDatabase('An undo', (database) => {
  const { insertActor, lastStep, planFor, undo, readClubs, nameOf, create, edit, remove, importRows } =
    undoHelpers(database);

  test('of an edit restores the fields as a new step', async () => {
    const ada = await insertActor();
    const id = await create(ada, { name: 'Ski', description: '*old*', category: 'Sport' });
    await database.sql`update club set confirmed_on = '2026-01-02', created_at = '2020-01-01', is_sample = true`;
    const before = await readClubs();
    const step = await edit(ada, id, { name: 'Snow', description: 'new', category: 'Outdoors' });
    const undone = await undo(ada, step);
    const undoing = await lastStep();
    expect(undone).toEqual({ outcome: 'undone', stepId: undoing, clubs: 1 });
    expect(await readClubs()).toEqual(before);
    expect(before[id]).toMatchObject({ descriptionHtml: '<p><em>old</em></p>', confirmedOn: '2026-01-02' });
    expect(await database.sql`select is_sample from club`).toEqual([{ isSample: false }]);
    const [made] = await database.sql`
      select kind, user_id, user_name, undoes::float8 from club_step where id = ${undoing}`;
    expect(made).toEqual({ kind: 'undo', userId: ada.userId, userName: 'Ada', undoes: step });
    const [entry] = await findClubHistory(database.client, id, { limit: 1 });
    expect(entry).toMatchObject({ what: 'changed', step: { kind: 'undo' } });
  });

  test('of an import deletes created clubs and restores deleted ones under their ids', async () => {
    const ada = await insertActor();
    await importRows([{ name: 'Sports' }, { name: 'Ski', parent_name: 'Sports' }, { name: 'Go', description: '# Go' }]);
    const before = await readClubs();
    await importRows(
      [{ name: 'Go', description: '# Baduk' }, { name: 'Chess' }, { name: 'Luge', parent_name: 'Chess' }],
      true,
    );
    const step = await lastStep();
    const after = await readClubs();
    const plan = await planFor(step);
    expect(plan.clubs.map(({ name, what }) => `${name} ${what}`).sort()).toEqual([
      ...['Chess deleted', 'Go changed', 'Luge deleted', 'Ski restored', 'Sports restored'],
    ]);
    expect(plan.clubs.filter(isLossy)).toEqual([]);
    expect(await undo(ada, step)).toMatchObject({ outcome: 'undone', clubs: 5 });
    expect(await readClubs()).toEqual(before);
    expect(await undo(ada, await lastStep())).toMatchObject({ outcome: 'undone', clubs: 5 });
    expect(await readClubs()).toEqual(after);
  });

  test('is refused from before a restored backup', async () => {
    const ada = await insertActor();
    await importRows([{ name: 'Go' }, { name: 'Ski' }]);
    const step = await lastStep();
    const { digest: shown } = await planFor(step);
    await startNewEpoch(database.client);
    const asked = { clubIds: 'all', shown, mayDelete: true } as const;
    expect(await undoStep(database.client, ada, step, asked)).toMatchObject({ outcome: 'changed' });
    expect(Object.keys(await readClubs())).toHaveLength(2);
  });

  test('swaps names back in a ring and in a chain', async () => {
    const ada = await insertActor();
    const [a = 0, b = 0, c = 0] = await database.insertClubs('A', 'B', 'C');
    await database.sql.begin(async (tx) => {
      await tx`update club set name = case name when 'A' then 'B' when 'B' then 'C' else 'A' end`;
      await tx`insert into club (name) values ('D')`;
    });
    expect(await undo(ada, await lastStep())).toMatchObject({ outcome: 'undone', clubs: 4 });
    expect([await nameOf(a), await nameOf(b), await nameOf(c)]).toEqual(['A', 'B', 'C']);
    await database.sql.begin(async (tx) => {
      await tx`delete from club where id = ${c}`;
      await tx`update club set name = 'C' where id = ${b}`;
      await tx`update club set name = 'B' where id = ${a}`;
      await tx`insert into club (name) values ('A')`;
    });
    expect(await undo(ada, await lastStep())).toMatchObject({ outcome: 'undone', clubs: 4 });
    expect((await database.sql`select id, name from club order by name`).map(({ id }) => id as number)).toEqual([
      a,
      b,
      c,
    ]);
  });

  test('of a deletion restores parents and children', async () => {
    const ada = await insertActor();
    const top = await create(ada, { name: 'Top' });
    const middle = await create(ada, { name: 'Middle', parentName: 'Top' });
    const leaf = await create(ada, { name: 'Leaf', parentName: 'Middle' });
    const before = await readClubs();
    await database.sql`delete from club where id in (${top}, ${middle})`;
    expect(await undo(ada, await lastStep())).toMatchObject({ outcome: 'undone', clubs: 3 });
    expect(await readClubs()).toEqual(before);
    expect(before[leaf]).toMatchObject({ parentId: middle });
  });

  test('keeps later changes and clubs that were not chosen', async () => {
    const ada = await insertActor();
    await importRows([{ name: 'Ski' }, { name: 'Go' }]);
    await importRows([
      { name: 'Ski', category: 'x' },
      { name: 'Go', category: 'x' },
    ]);
    const step = await lastStep();
    const [ski = 0, go = 0] = (await database.sql`select id from club order by name desc`).map(
      ({ id }) => id as number,
    );
    await edit(ada, ski, { description: 'since' });
    const { digest } = await planFor(step);
    expect(await undo(ada, step, { clubIds: [ski] })).toMatchObject({ outcome: 'undone', clubs: 1 });
    expect(await database.sql`select category, description from club order by name desc`).toEqual([
      { category: '', description: 'since' },
      { category: 'x', description: '' },
    ]);
    const rest = await planFor(step);
    expect(rest.clubs.map(({ id }) => id)).toEqual([go]);
    expect(rest.digest).not.toBe(digest);
    expect(await undo(ada, step)).toMatchObject({ outcome: 'undone', clubs: 1 });
    expect(await undo(ada, step)).toMatchObject({ outcome: 'nothing' });
    expect(await undoStep(database.client, ada, 999, { clubIds: 'all', shown: digest })).toEqual({ outcome: 'gone' });
    expect(await planUndo(database.client, 999)).toBeNull();
  });

  test('is shown at its step until it is undone itself', async () => {
    const ada = await insertActor();
    await importRows([{ name: 'Ski' }, { name: 'Go' }]);
    await importRows([
      { name: 'Ski', category: 'x' },
      { name: 'Go', category: 'x' },
    ]);
    const step = await lastStep();
    const standing = async () => {
      const undo = (await findStandingUndos(database.client, [step])).get(step);
      return undo && [undo.step.id, undo.step.userName, undo.clubs];
    };
    expect(await standing()).toBeUndefined();
    const [{ id }] = await database.sql<[{ id: number }]>`select id from club where name = 'Ski'`;
    await undo(ada, step, { clubIds: [id] });
    const first = await lastStep();
    expect(await standing()).toEqual([first, 'Ada', 1]);
    await undo(ada, step);
    expect(await standing()).toEqual([await lastStep(), 'Ada', 2]);
    await undo(ada, await lastStep());
    expect(await standing()).toEqual([first, 'Ada', 1]);
    await undo(ada, first);
    expect(await standing()).toBeUndefined();
    // An undone undo of an undo leaves the club as before the step.
    await undo(ada, await lastStep());
    expect(await standing()).toEqual([await lastStep(), 'Ada', 1]);
    expect(await database.sql`select name, category from club order by name`).toEqual([
      { name: 'Go', category: 'x' },
      { name: 'Ski', category: '' },
    ]);
    await undo(ada, await lastStep());
    expect(await standing()).toBeUndefined();
    await undo(ada, step);
    expect(await standing()).toEqual([await lastStep(), 'Ada', 2]);
    expect(await findStandingUndos(database.client, [])).toEqual(new Map());
  });

  test('needs an account', async () => {
    const ada = await insertActor();
    const step = await edit(ada, await create(ada, { name: 'Ski' }), { category: 'x' });
    const { digest } = await planFor(step);
    await database.sql`delete from site_user`;
    const undone = undoStep(database.client, ada, step, { clubIds: 'all', shown: digest });
    await expect(undone).rejects.toThrow(NoAccountError);
    expect(await database.sql`select category from club`).toEqual([{ category: 'x' }]);
  });

  test('restores a club from before a column was added', async () => {
    const ada = await insertActor();
    const id = await create(ada, { name: 'Ski' });
    const step = await remove(ada, id);
    await database.sql`alter table club add column motto text not null default 'Onwards'`;
    try {
      expect(await undo(ada, step)).toMatchObject({ outcome: 'undone' });
      expect(await database.sql`select id, motto from club`).toEqual([{ id, motto: 'Onwards' }]);
    } finally {
      await database.sql`alter table club drop column motto`;
    }
  });

  test('renders the texts and writes each club once', async () => {
    const ada = await insertActor();
    const rows = (text: string) =>
      Array.from({ length: 20 }, (_, i) => ({ name: `${i}`, short_description: `*${text}*` }));
    await importRows(rows('old'));
    const before = await readClubs();
    await importRows(rows('new'));
    const step = await lastStep();
    expect(await undo(ada, step, { clubIds: 'all' })).toMatchObject({ outcome: 'undone', clubs: 20 });
    expect(await readClubs()).toEqual(before);
    expect(Object.values(before)[0]).toMatchObject({ shortDescriptionHtml: '<p><em>old</em></p>' });
    expect(await database.sql`select distinct xmin::text from club`).toHaveLength(1);
  });
});

/** A random change: clubs and names are drawn from a few, so that they collide. */
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
  // Many clubs at once, by hand: each gets the name and, it may be, is put below the next.
  fc.record({ deed: fc.constant('rotate' as const), count: fc.integer({ min: 2, max: 4 }), parent: fc.boolean() }),
);

const RUNS = inFull(4, 12);

describeDatabase('After random changes of clubs,', (database) => {
  const { insertActor, lastStep, planFor, undo, readClubs, importRows } = undoHelpers(database);

  /** Does it, as far as it can be done. */
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
      else await deleteClub(client, actor, id, club.revision, club.texts.name);
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
        expect(plan.clubs.flatMap(({ issues }) => issues)).toEqual([]);
        expect(plan.clubs.filter(isLossy)).toEqual([]);
        expect(await undo(actor, step)).toMatchObject({ outcome: plan.clubs.length > 0 ? 'undone' : 'nothing' });
        expect(await readClubs()).toEqual(before);
        if (plan.clubs.length === 0) return;
        expect(await undo(actor, await lastStep())).toMatchObject({ outcome: 'undone' });
        expect(await readClubs()).toEqual(after);
      }),
      { numRuns: RUNS },
    );
  }, 240_000);

  test('undoing an older step restores only what it changed, and loses only what the plan lists', async () => {
    const actor = await insertActor();
    const deeds = fc.array(deedArbitrary, { minLength: 2, maxLength: 9 });
    await fc.assert(
      fc.asyncProperty(deeds, fc.nat(8), fc.nat(31), async (all, at, leaves) => {
        await clear();
        const states: { step: number; before: Clubs; after: Clubs }[] = [];
        for (const done of all) {
          const [before, earlier] = [await readClubs(), await lastStep()];
          await perform(actor, done);
          const step = await lastStep();
          if (step !== earlier) states.push({ step, before, after: await readClubs() });
        }
        const chosen = states[at % Math.max(1, states.length)];
        fc.pre(chosen !== undefined);
        const { step, before, after } = chosen;
        const now = await readClubs();
        const whole = await planFor(step);
        const leftOut = whole.clubs.flatMap(({ id, issues }, index) =>
          issues.length > 0 || (leaves >> index) % 2 === 1 ? [id] : [],
        );
        const request = { without: leftOut, mayDelete: true };
        const plan = (await planUndo(database.client, step, request)) ?? whole;
        const possible = plan.clubs.filter(({ isLeftOut, issues }) => !isLeftOut && issues.length === 0);
        const without = plan.clubs.flatMap(({ id }) => (possible.some((one) => one.id === id) ? [] : [id]));
        const final = (await planUndo(database.client, step, { without, mayDelete: true })) ?? whole;
        const undone = await undo(actor, step, { without, shown: final.digest, shownWithout: without });
        expect(undone.outcome).toBe(possible.length > 0 ? 'undone' : 'nothing');

        const isKept = (column: string) => !/html/i.test(column);
        const expected: Clubs = structuredClone(now);
        for (const { id, what } of possible) {
          const [was, made, is] = [before[id], after[id], now[id]];
          if (what === 'deleted') Reflect.deleteProperty(expected, id);
          else if (!is) expected[id] = { ...was };
          else
            for (const column of Object.keys(is))
              if (!made || made[column] !== was?.[column])
                Object.assign(expected[id] ?? {}, { [column]: was?.[column] });
        }
        const gone = new Set(possible.flatMap(({ id, what }) => (what === 'deleted' ? [id] : [])));
        for (const club of Object.values(expected)) if (gone.has(club.parentId as number)) club.parentId = null;
        const strip = (clubs: Clubs) =>
          Object.fromEntries(
            Object.entries(clubs).map(([id, club]) => [
              id,
              Object.fromEntries(Object.entries(club).filter(([column]) => isKept(column))),
            ]),
          );
        const final2 = await readClubs();
        expect(strip(final2)).toEqual(strip(expected));
        await renderStaleClubs(database.client);
        expect(await readClubs()).toEqual(final2);

        // The plan has listed every later change that is lost.
        const told = new Map(final.clubs.map((club) => [club.id, club.losses]));
        const columns = {
          name: 'name',
          category: 'category',
          shortDescription: 'short_description',
          isActive: 'is_active',
        };
        for (const [id, is] of Object.entries(now)) {
          const [made, left] = [after[id], final2[id]];
          for (const [column, field] of Object.entries(columns))
            if (is[column] !== made?.[column] && is[column] !== left?.[column])
              expect(told.get(Number(id))?.fields).toContain(field);
          const parent = is.parentId as number | null;
          if (left && parent !== null && left.parentId !== parent && parent !== made?.parentId) {
            const byParent = told.get(parent)?.children.includes(Number(id)) ?? false;
            expect(byParent || told.get(Number(id))?.fields.includes('parent_name')).toBe(true);
          }
        }
      }),
      { numRuns: RUNS },
    );
  }, 240_000);
});
