import { describe, expect, test } from 'vitest';
import { isLossy } from '../../../src/clubs/history/undo/plan.ts';
import { findUndoDetails, planUndo } from '../../../src/clubs/history/undo/read.ts';
import { undoStep } from '../../../src/clubs/history/undo/write.ts';
import { describeDatabase } from '../../support/database.ts';
import { insertPerson } from '../../support/people.ts';
import { undoHelpers } from '../../support/undo.ts';

describeDatabase('The plan of an undo', (database) => {
  const { insertActor, lastStep, planFor, undo, create, edit, remove, readClubs } = undoHelpers(database);
  const detailsOf = async (stepId: number) => {
    const plan = await planFor(stepId);
    return (await findUndoDetails(database.client, plan, plan.clubs)).map(({ fields, children }) => ({
      fields: fields.map(({ field, before, after, isLost }) => [field, before, after, isLost]),
      children,
    }));
  };

  test('lists later changes in the fields of the step only', async () => {
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

  test('lists what is lost with a club that it deletes', async () => {
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

  test('lists later changes of a club that was restored', async () => {
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

  describe('is refused, and changes nothing, with', () => {
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

    test('names that another club has taken', async () => {
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

    test('a deleted parent', async () => {
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

    test('a deleted club', async () => {
      const ada = await insertActor();
      const id = await create(ada, { name: 'Ski' });
      const step = await edit(ada, id, { category: 'x' });
      await remove(ada, id);
      const { plan } = await expectRefused(step, [{ fault: 'gone' }]);
      expect(plan?.clubs[0]?.name).toBe('Ski');
    });

    test('a deleted logo', async () => {
      const ada = await insertActor();
      const id = await create(ada, { name: 'Ski', logo: `/image/${'a'.repeat(64)}-400.webp`, foreignLogoUrl: null });
      const step = await edit(ada, id, { logo: null, foreignLogoUrl: null });
      await expectRefused(step, [{ fault: 'logoSwept' }]);
      await database.sql`
        insert into image (hash, size, type, width, height, bytes)
        select ${'a'.repeat(64)}, size, 'image/webp', size, size, 'x' from unnest(array[200, 400]) size`;
      expect(await undo(ada, step)).toMatchObject({ outcome: 'undone' });
    });

    test('deletions and restores without the permission', async () => {
      const ada = await insertActor();
      const id = await create(ada, { name: 'Ski' });
      const made = await lastStep();
      await expectRefused(made, [{ fault: 'notAllowed' }], false);
      await expectRefused(await remove(ada, id), [{ fault: 'notAllowed' }], false);
    });
  });

  test('is shown again when it has changed meanwhile, and nothing is written', async () => {
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
});
