import { expect, test } from 'vitest';
import { saveClub } from '../../../src/clubs/edit/save.ts';
import { undoStep } from '../../../src/clubs/history/undo.ts';
import { describeDatabase } from '../../support/database.ts';
import { undoHelpers } from '../../support/undo.ts';

describeDatabase('An undo during other writes', (database) => {
  const { insertActor, planFor, importRows, revisionOf } = undoHelpers(database);
  const NAMES = ['A', 'B', 'C'];
  const rows = (category: string, names = NAMES) => names.map((name) => ({ name, category }));

  test.each(['edit', 'import', 'undo'])('has the result of a serial order beside the same %s', async (other) => {
    const actor = await insertActor();
    await importRows(rows('old'));
    const step = await importRows(rows('new'));
    const { digest: shown, clubs } = await planFor(step);
    const id = clubs[0]?.id ?? 0;
    const revision = await revisionOf(id);
    const undo = async () =>
      (await undoStep(database.client, actor, step, { shown, revertChanged: false, mayDelete: true })).outcome;
    const edit = async () => (await saveClub(database.client, actor, id, revision, { category: 'mine' })).outcome;
    const write = { undo, edit, import: () => importRows(rows('mine', ['A'])).then(() => 'done') }[other];
    const outcomes = await Promise.all([undo(), write?.()]);
    const categories = await database.sql<{ category: string }[]>`select category from club order by name`;
    const result = [...outcomes, categories.map(({ category }) => category).join()];
    const serial: Record<string, unknown[][]> = {
      undo: [['undone', 'undone', 'old,old,old']],
      edit: [
        ['undone', 'conflict', 'old,old,old'],
        ['changed', 'saved', 'mine,new,new'],
      ],
      import: [
        ['undone', 'done', 'mine,old,old'],
        ['changed', 'done', 'mine,new,new'],
      ],
    };
    expect(serial[other]).toContainEqual(result);
  });
});
