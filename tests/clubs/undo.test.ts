import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { importClubs } from '../../src/clubs/csv/import.ts';
import type { ClubValues } from '../../src/clubs/form.ts';
import { findClubHistory, type Actor } from '../../src/clubs/history.ts';
import { renderStaleClubs } from '../../src/clubs/render.ts';
import { createClub, deleteClub, findEditableClub, NoAccountError, saveClub } from '../../src/clubs/save.ts';
import { findUndoDetails, isLossy, planUndo, undoStep, type UndoPlan, type UndoRequest } from '../../src/clubs/undo.ts';
import { clubsCsv, inPieces, type CsvRow } from '../support/clubs-csv.ts';
import { describeBothDatabases, describeEachDatabase, type TestDatabase } from '../support/database.ts';
import { insertPerson } from '../support/people.ts';

/** A club as it is, without what nobody sets: by its number. */
type Clubs = Record<string, Record<string, unknown>>;

function helpers(database: TestDatabase) {
  const insertActor = async (): Promise<Actor> => ({
    userId: await insertPerson(database, { name: 'Ada' }),
    name: 'Ada',
  });
  const lastStep = async (): Promise<number> => {
    const [{ id }] = await database.sql<[{ id: number }]>`select coalesce(max(id), 0)::float8 as id from club_step`;
    return id;
  };
  const planFor = async (stepId: number): Promise<UndoPlan> => {
    const plan = await planUndo(database.client, stepId, { mayDelete: true });
    if (!plan) throw new Error(`There is no step ${stepId}.`);
    return plan;
  };
  /** Undoes a step as somebody does who has seen what it would do now. */
  const undo = async (actor: Actor, stepId: number, request: Partial<UndoRequest> = {}) =>
    await undoStep(database.client, actor, stepId, {
      clubIds: 'all',
      shown: (await planFor(stepId)).digest,
      mayDelete: true,
      ...request,
    });
  const readClubs = async (): Promise<Clubs> => {
    const rows = await database.sql<{ id: number; row: Record<string, unknown> }[]>`
      select id, to_jsonb(club) - 'updated_at' - 'is_sample' as row from club order by id`;
    return Object.fromEntries(rows.map(({ id, row }) => [id, row]));
  };
  const nameOf = async (id: number) =>
    (await database.sql<{ name: string }[]>`select name from club where id = ${id}`)[0]?.name;
  const create = async (actor: Actor, values: ClubValues): Promise<number> => {
    const created = await createClub(database.client, actor, values);
    if (created.outcome !== 'saved') throw new Error(JSON.stringify(created));
    return created.club.id;
  };
  const edit = async (actor: Actor, id: number, values: ClubValues): Promise<number> => {
    const revision = (await findEditableClub(database.client, id))?.revision ?? 0;
    const saved = await saveClub(database.client, actor, id, revision, values);
    if (saved.outcome !== 'saved') throw new Error(JSON.stringify(saved));
    return await lastStep();
  };
  const remove = async (actor: Actor, id: number): Promise<number> => {
    const club = await findEditableClub(database.client, id);
    const { revision = 0, texts } = club ?? {};
    const deleted = await deleteClub(database.client, actor, id, revision, texts?.name ?? '');
    if (deleted.outcome !== 'deleted') throw new Error(JSON.stringify(deleted));
    return await lastStep();
  };
  const importRows = async (rows: CsvRow[], deleteMissing = false) =>
    await importClubs(database.client, inPieces(clubsCsv(...rows)), {
      note: 'clubs.csv',
      deleteMissing,
      allowEmpty: true,
      confirm: async () => true,
    });
  return { insertActor, lastStep, planFor, undo, readClubs, nameOf, create, edit, remove, importRows };
}

describeEachDatabase('An undo', (database) => {
  const { insertActor, lastStep, planFor, undo, readClubs, nameOf, create, edit, remove, importRows } =
    helpers(database);

  test('of an edit gives back what it has changed, and is a step that says so', async () => {
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

  test('of an import deletes what came, and brings back under their numbers what went', async () => {
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

  test('lets clubs have their names back that have taken each other’s, in a ring and in a chain', async () => {
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

  test('of a deletion gives a club its children back, and parents that come back with it', async () => {
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

  test('takes parents back that have changed places', async () => {
    const ada = await insertActor();
    const [a = 0, b = 0, c = 0] = await database.insertClubs('A', 'B', 'C');
    await database.sql`update club set parent_id = case id when ${b} then ${a}::int when ${c} then ${b}::int end`;
    await renderStaleClubs(database.client);
    const before = await readClubs();
    await database.sql.begin(async (tx) => {
      await tx`update club set parent_id = null`;
      await tx`update club set parent_id = case id when ${b} then ${c}::int when ${a} then ${b}::int end`;
    });
    expect(await undo(ada, await lastStep())).toMatchObject({ outcome: 'undone', clubs: 3 });
    expect(await readClubs()).toEqual(before);
  });

  test('leaves alone what others have changed since, and what it was not asked for', async () => {
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

  test('is made by somebody with an account alone', async () => {
    const ada = await insertActor();
    const step = await edit(ada, await create(ada, { name: 'Ski' }), { category: 'x' });
    const { digest } = await planFor(step);
    await database.sql`delete from site_user`;
    const undone = undoStep(database.client, ada, step, { clubIds: 'all', shown: digest });
    await expect(undone).rejects.toThrow(NoAccountError);
    expect(await database.sql`select category from club`).toEqual([{ category: 'x' }]);
  });

  test('brings a club back from before a column of the table, which it gets as every new one does', async () => {
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

  test('shows texts at once, and those of many clubs soon after', async () => {
    const ada = await insertActor();
    const rows = (text: string) =>
      Array.from({ length: 600 }, (_, i) => ({ name: `${i}`, short_description: `*${text}*` }));
    await importRows(rows('old'));
    const before = await readClubs();
    await importRows(rows('new'));
    const step = await lastStep();
    expect(await undo(ada, step, { clubIds: 'all' })).toMatchObject({ outcome: 'undone', clubs: 600 });
    expect(await readClubs()).toEqual(before);
    expect(Object.values(before)[0]).toMatchObject({ shortDescriptionHtml: '<p><em>old</em></p>' });
  });
});

describeEachDatabase('The plan of an undo', (database) => {
  const { insertActor, lastStep, planFor, undo, create, edit, remove, readClubs } = helpers(database);
  const detailsOf = async (stepId: number) => {
    const plan = await planFor(stepId);
    return (await findUndoDetails(database.client, plan, plan.clubs)).map(({ fields, children }) => ({
      fields: fields.map(({ field, before, after, isLost }) => [field, before, after, isLost]),
      children,
    }));
  };

  test('tells what was changed since in fields of the step, and of no others', async () => {
    const ada = await insertActor();
    const id = await create(ada, { name: 'Ski', category: 'a', website: 'https://a.example' });
    const step = await edit(ada, id, { category: 'b', website: 'https://b.example' });
    await edit(ada, id, { category: 'c', description: 'since' });
    expect((await planFor(step)).clubs).toMatchObject([{ id, what: 'changed', losses: { fields: ['category'] } }]);
    expect(await detailsOf(step)).toEqual([
      {
        fields: [
          ['website', 'https://b.example', 'https://a.example', false],
          ['category', 'c', 'a', true],
        ],
        children: [],
      },
    ]);
    await edit(ada, id, { category: 'a' });
    expect((await planFor(step)).clubs).toMatchObject([{ losses: { fields: [] } }]);
  });

  test('tells what a club that would be deleted has by now', async () => {
    const ada = await insertActor();
    const id = await create(ada, { name: 'Sports' });
    const step = await lastStep();
    expect((await planFor(step)).clubs.filter(isLossy)).toEqual([]);
    await edit(ada, id, { description: 'since' });
    const child = await create(ada, { name: 'Ski', parentName: 'Sports' });
    const officer = await insertPerson(database, { officerOf: [id] });
    await database.sql`
      insert into invitation (token, email, club_id, expires_at) values
        ('a', 'a@example.org', ${id}, now() + interval '1 day'), ('b', 'b@example.org', ${id}, now() - interval '1 day')`;
    const [club] = (await planFor(step)).clubs;
    expect(club).toMatchObject({
      what: 'deleted',
      losses: { fields: ['description'], children: [child], officers: 1, invitations: 1 },
    });
    expect(await detailsOf(step)).toEqual([{ fields: [['description', 'since', '', true]], children: ['Ski'] }]);
    expect(await undo(ada, step)).toMatchObject({ outcome: 'undone', clubs: 1 });
    expect(await readClubs()).toMatchObject({ [child]: { name: 'Ski', parentId: null } });
    expect(await database.sql`select from site_user where id = ${officer}`).toHaveLength(1);
  });

  test('tells of a deleted club that is there again what it would lose', async () => {
    const ada = await insertActor();
    const id = await create(ada, { name: 'Ski', category: 'a' });
    const step = await remove(ada, id);
    await undo(ada, step);
    expect((await planFor(step)).clubs).toEqual([]);
    await edit(ada, id, { category: 'b' });
    expect((await planFor(step)).clubs).toMatchObject([{ id, what: 'changed', losses: { fields: ['category'] } }]);
    expect(await undo(ada, step)).toMatchObject({ outcome: 'undone' });
    expect(await readClubs()).toMatchObject({ [id]: { category: 'a' } });
  });

  describe('tells what cannot be done, which is then not done:', () => {
    const expectRefused = async (stepId: number, issues: object[], mayDelete = true) => {
      const plan = await planUndo(database.client, stepId, { mayDelete });
      expect(plan?.clubs.flatMap((club) => club.issues)).toEqual(issues);
      const before = await readClubs();
      const ada = await insertActor();
      const request = { clubIds: 'all' as const, shown: plan?.digest ?? '', mayDelete };
      expect(await undoStep(database.client, ada, stepId, request)).toMatchObject({ outcome: 'refused', plan });
      expect(await readClubs()).toEqual(before);
      expect(await lastStep()).toBe(Math.max(stepId, await lastStep()));
      return { plan, ada, request };
    };

    test('a name that another club has, and what hangs on it', async () => {
      const ada = await insertActor();
      const [a = 0, b = 0] = await database.insertClubs('A', 'B');
      await database.sql`update club set name = case id when ${a} then 'X' else 'A' end`;
      const step = await lastStep();
      const taker = await create(ada, { name: 'B' });
      const refused = await expectRefused(step, [
        { fault: 'taken', name: 'A' },
        { fault: 'taken', name: 'B' },
      ]);
      await edit(ada, taker, { name: 'Bee' });
      expect(await undoStep(database.client, refused.ada, step, refused.request)).toMatchObject({ outcome: 'changed' });
      expect(await undo(ada, step)).toMatchObject({ outcome: 'undone' });
      expect(await readClubs()).toMatchObject({ [a]: { name: 'A' }, [b]: { name: 'B' } });
    });

    test('a parent that is gone, or left out', async () => {
      const ada = await insertActor();
      await create(ada, { name: 'Sports' });
      const id = await create(ada, { name: 'Ski', parentName: 'Sports' });
      const step = await edit(ada, id, { parentName: '' });
      const [sports = 0] = (await database.sql`select id from club where name = 'Sports'`).map(
        (row) => row.id as number,
      );
      await remove(ada, sports);
      await expectRefused(step, [{ fault: 'unknownParent', parent: 'Sports' }]);
    });

    test('a parent that is below the club', async () => {
      const ada = await insertActor();
      const a = await create(ada, { name: 'A' });
      const b = await create(ada, { name: 'B', parentName: 'A' });
      const step = await edit(ada, b, { parentName: '' });
      await edit(ada, a, { parentName: 'B' });
      await expectRefused(step, [{ fault: 'loop', parent: 'A' }]);
    });

    test('a club that is gone', async () => {
      const ada = await insertActor();
      const id = await create(ada, { name: 'Ski' });
      const step = await edit(ada, id, { category: 'x' });
      await remove(ada, id);
      const { plan } = await expectRefused(step, [{ fault: 'gone' }]);
      expect(plan?.clubs[0]?.name).toBe('Ski');
    });

    test('a picture that is not there any more', async () => {
      const ada = await insertActor();
      const id = await create(ada, { name: 'Ski', logo: `/image/${'a'.repeat(64)}-400.webp`, foreignLogoUrl: null });
      const step = await edit(ada, id, { logo: null, foreignLogoUrl: null });
      await expectRefused(step, [{ fault: 'logoSwept' }]);
      await database.sql`
        insert into image (hash, size, type, width, height, bytes)
        select ${'a'.repeat(64)}, size, 'image/webp', size, size, 'x' from unnest(array[200, 400]) size`;
      expect(await undo(ada, step)).toMatchObject({ outcome: 'undone' });
    });

    test('what is not for who asks: to delete clubs, and to bring them back', async () => {
      const ada = await insertActor();
      const id = await create(ada, { name: 'Ski' });
      const made = await lastStep();
      await expectRefused(made, [{ fault: 'notAllowed' }], false);
      await expectRefused(await remove(ada, id), [{ fault: 'notAllowed' }], false);
    });
  });

  test('is told anew when it is another one by now, and nothing is written', async () => {
    const ada = await insertActor();
    const id = await create(ada, { name: 'Ski', category: 'a' });
    const step = await edit(ada, id, { category: 'b' });
    const { digest } = await planFor(step);
    await edit(ada, id, { description: 'elsewhere' });
    expect((await planFor(step)).digest).toBe(digest);
    await edit(ada, id, { category: 'c' });
    const before = await readClubs();
    const told = await undo(ada, step, { shown: digest });
    expect(told).toMatchObject({ outcome: 'changed', plan: { clubs: [{ id, losses: { fields: ['category'] } }] } });
    expect(await readClubs()).toEqual(before);
    const shown = told.outcome === 'changed' ? told.plan.digest : '';
    expect(await undo(ada, step, { shown })).toMatchObject({ outcome: 'undone' });
    expect(await readClubs()).toMatchObject({ [id]: { category: 'a', description: 'elsewhere' } });
  });

  test('is told anew when a club that is left out would lose its parent by it', async () => {
    const ada = await insertActor();
    const ids = await database.sql.begin(async (tx) => {
      const [parent] = await tx<[{ id: number }]>`insert into club (name) values ('Sports') returning id`;
      const [child] = await tx<
        [{ id: number }]
      >`insert into club (name, parent_id) values ('Ski', ${parent.id}) returning id`;
      return { parent: parent.id, child: child.id };
    });
    const step = await lastStep();
    const told = await undo(ada, step, { without: [ids.child] });
    expect(told).toMatchObject({
      outcome: 'changed',
      plan: {
        clubs: [
          { id: ids.parent, losses: { children: [ids.child] } },
          { id: ids.child, isLeftOut: true },
        ],
      },
    });
    const shown = told.outcome === 'changed' ? told.plan.digest : '';
    expect(await undo(ada, step, { shown, shownWithout: [ids.child], without: [ids.child] })).toMatchObject({
      outcome: 'undone',
      clubs: 1,
    });
    expect(await readClubs()).toMatchObject({ [ids.child]: { parentId: null } });
  });
});

/** What somebody does: clubs and names are drawn from a few, so that they meet. */
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

/** Each is a dozen transactions, on two databases. */
const RUNS = 12;

describeBothDatabases('Whatever was done to clubs,', (database) => {
  const { insertActor, lastStep, planFor, undo, readClubs, importRows } = helpers(database);

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

  test('undoing the last step gives what was there before it, and undoing that what was there after it', async () => {
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

  test('undoing an older step changes what that step has changed and no more, and loses what was told', async () => {
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

        // What is not there any more, and was put there since the step, was told.
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
