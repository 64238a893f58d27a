import { expect, test } from 'vitest';
import { findSearchWords } from '../../../src/clubs/directory/index-queries.ts';
import { findUndoEntries, saveWord } from '../../../src/clubs/history/site-entries.ts';
import { findStandingUndos, findStep, findSteps } from '../../../src/clubs/history/steps.ts';
import { describeDatabase } from '../../support/database.ts';
import { undoHelpers } from '../../support/undo.ts';

describeDatabase('The words of the site', (database) => {
  const { insertActor, lastStep, undo } = undoHelpers(database);
  const meanings = async () =>
    (await findSearchWords(database.client)).map(({ term, meaning }) => `${term}: ${meaning}`);

  test('have up to two hundred characters with words', async () => {
    const ada = await insertActor();
    const save = (meaning: string) => saveWord(database.client, ada, ' Quidditch! ', meaning);
    expect(await save(' , ?')).toBe('missing');
    expect(await saveWord(database.client, ada, '?', 'a')).toBe('missing');
    expect(await saveWord(database.client, ada, 'a'.repeat(61), 'a')).toBe('tooLong');
    expect(await save('é'.repeat(200 + 1))).toBe('tooLong');
    expect(await findSteps(database.client, { limit: 9 })).toEqual([]);
    expect(await save(` muggle\0sports,\n${'é'.repeat(200 - 15)} `)).toBeNull();
    expect(await meanings()).toEqual([`quidditch: muggle sports, ${'é'.repeat(200 - 15)}`]);
  });

  test('are steps of the history whose undo restores the meaning before, as a step that can be undone', async () => {
    const ada = await insertActor();
    const save = async (meaning: string) => {
      await saveWord(database.client, ada, 'quidditch', meaning);
      return await lastStep();
    };
    const added = await save('broom sports');
    const changed = await save('muggle sports');
    expect(await save('muggle sports')).toBe(changed);
    expect(await findStep(database.client, changed)).toMatchObject({
      step: { kind: 'words', userName: 'Ada' },
      entries: [{ kind: 'word', name: 'quidditch', before: 'broom sports', after: 'muggle sports' }],
    });

    expect(await undo(ada, added)).toEqual({ outcome: 'nothing' });
    expect(await meanings()).toEqual(['quidditch: muggle sports']);

    const undone = await undo(ada, changed);
    expect(undone).toEqual({ outcome: 'undone', stepId: await lastStep() });
    expect(await meanings()).toEqual(['quidditch: broom sports']);
    expect(await undo(ada, changed)).toEqual(undone);
    expect((await findStandingUndos(database.client, [changed])).get(changed)?.step.id).toBe(await lastStep());

    expect(await undo(ada, added)).toMatchObject({ outcome: 'undone' });
    expect(await meanings()).toEqual([]);
    await undo(ada, await lastStep());
    expect(await meanings()).toEqual(['quidditch: broom sports']);
    await saveWord(database.client, ada, 'quidditch', '');
    await undo(ada, await lastStep());
    expect(await meanings()).toEqual(['quidditch: broom sports']);
  });

  test('have one change per step, also by SQL', async () => {
    await database.sql.begin(async (sql) => {
      await sql`insert into site_entry (kind, name, value) values ('word', 'a', 'one'), ('word', 'gone', 'two')`;
      await sql`update site_entry set value = 'three' where name = 'a'`;
      await sql`delete from site_entry where name = 'gone'`;
    });
    const step = await lastStep();
    expect(await findStep(database.client, step)).toMatchObject({
      step: { kind: 'other' },
      entries: [
        { kind: 'word', name: 'a', before: null, after: 'three' },
        { kind: 'word', name: 'gone', before: null, after: null },
      ],
    });
    expect((await findUndoEntries(database.client, step, { maySite: false })).map(({ name }) => name)).toEqual(['a']);
    await expect(database.sql`update site_entry set name = 'b'`).rejects.toThrow('insert another one');
  });
});
