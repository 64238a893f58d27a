import { expect, test } from 'vitest';
import { readClubForm, type ClubTexts } from '../../../src/clubs/record/texts.ts';
import { findClubHistory } from '../../../src/clubs/history/club-history.ts';
import type { Actor } from '../../../src/clubs/history/step.ts';
import { removeAccountName, removeValue, type ValuePlace } from '../../../src/clubs/history/removal.ts';
import { changeOf } from '../../../src/clubs/record/revision.ts';
import { findEditableClub, restoreClub, saveClub } from '../../../src/clubs/edit/save.ts';
import { findSteps } from '../../../src/clubs/history/steps.ts';
import { planUndo } from '../../../src/clubs/history/undo-plan.ts';
import { undoStep } from '../../../src/clubs/history/undo.ts';
import { describeDatabase } from '../../support/database.ts';
import { clubEditor } from '../../support/edit-clubs.ts';
import { insertActor } from '../../support/people.ts';

const OLD = 'ada@example.org';
const NEW = 'board@example.org';

describeDatabase('Removing a value from the history', (database) => {
  const { create, edit, remove, revisionOf } = clubEditor({ database });
  const insertZoe = () => insertActor(database, 'Zoe');
  const read = (texts: Partial<ClubTexts>) => {
    const { value, issues } = readClubForm(Object.entries(texts));
    if (issues.length > 0) throw new Error('The texts are refused.');
    return value;
  };
  const readTexts = async (id: number) => (await findEditableClub(database.client, id))?.texts;
  const save = (actor: Actor, id: number, texts: Partial<ClubTexts>) => edit(actor, id, read(texts));
  const readAll = async () => JSON.stringify(await database.sql`select before, after from club_change`);

  /** A club with an old and a new contact, and the change that replaced the old one. */
  const insertChangedClub = async (actor: Actor) => {
    const { id, revision: opened } = await create(actor, read({ name: 'Ski', contact: OLD, description: 'One' }));
    await save(actor, id, { contact: NEW, description: 'Two' });
    return {
      id,
      opened,
      first: changeOf(opened),
      second: changeOf(await revisionOf(id)),
    };
  };
  const removeOld = async (actor: Actor, id: number, changeId: number) => {
    const place: ValuePlace = { changeId, field: 'contact', side: 'before' };
    expect(await removeValue(database.client, actor, id, place)).toBe('removed');
  };

  test('removes it from all steps of this club only, and adds a step without it', async () => {
    const zoe = await insertZoe();
    const { id, second } = await insertChangedClub(zoe);
    await save(zoe, id, { contact: OLD });
    await save(zoe, id, { contact: NEW });
    const other = await create(zoe, read({ name: 'Go', contact: 'go@example.org' }));
    await save(zoe, other.id, { contact: OLD });
    await removeOld(zoe, id, second);

    const [lastOfOther] = await findClubHistory(database.client, other.id, { limit: 1 });
    expect(lastOfOther?.fields).toContainEqual({ field: 'contact', before: 'go@example.org', after: OLD });
    const contacts = (await findClubHistory(database.client, id, { limit: 9 })).map(({ fields }) =>
      fields.find(({ field }) => field === 'contact'),
    );
    expect(contacts).toEqual([
      { field: 'contact', before: '', after: NEW, removed: ['before'] },
      { field: 'contact', before: NEW, after: '', removed: ['after'] },
      { field: 'contact', before: '', after: NEW, removed: ['before'] },
      { field: 'contact', before: '', after: '', removed: ['after'] },
    ]);
    const [step, ...older] = await findSteps(database.client, { limit: 9 });
    expect(step).toMatchObject({ step: { kind: 'remove', userName: 'Zoe', note: 'Ski' }, changed: 0 });
    expect(older.map(({ hasRemovedValues }) => hasRemovedValues)).toEqual([false, false, true, true, true, true]);
  });

  test('causes a conflict in a form that was opened before', async () => {
    const zoe = await insertZoe();
    const { id, opened, second } = await insertChangedClub(zoe);
    await removeOld(zoe, id, second);
    const stale = read({ contact: OLD, description: 'Three' });
    const outcome = await saveClub(database.client, zoe, id, opened, stale);
    expect(outcome.outcome === 'conflict' && [...outcome.disputed].sort()).toEqual(['contact', 'description']);
    expect(await readTexts(id)).toMatchObject({ contact: NEW, description: 'Two' });
  });

  test('refuses current and unknown values', async () => {
    const zoe = await insertZoe();
    const { id, second } = await insertChangedClub(zoe);
    const remove = (place: ValuePlace) => removeValue(database.client, zoe, id, place);
    expect(await remove({ changeId: second, field: 'contact', side: 'after' })).toBe('current');
    expect(await remove({ changeId: second, field: 'website', side: 'after' })).toBe('gone');
    expect(await remove({ changeId: second + 1, field: 'contact', side: 'before' })).toBe('gone');
    await removeOld(zoe, id, second);
    expect(await remove({ changeId: second, field: 'contact', side: 'before' })).toBe('gone');
  });

  test('keeps the field when an earlier state is restored', async () => {
    const zoe = await insertZoe();
    const { id, first, second } = await insertChangedClub(zoe);
    await removeOld(zoe, id, second);
    expect(await restoreClub(database.client, zoe, id, first, await revisionOf(id))).toMatchObject({
      outcome: 'saved',
    });
    expect(await readTexts(id)).toMatchObject({ contact: NEW, description: 'One' });
    expect(await readAll()).not.toContain(OLD);
  });

  test('keeps the field when the step is undone', async () => {
    const zoe = await insertZoe();
    const { id, second } = await insertChangedClub(zoe);
    const [{ step } = { step: { id: 0 } }] = await findSteps(database.client, { limit: 1 });
    const seen = await planUndo(database.client, step.id);
    await removeOld(zoe, id, second);
    const request = { revertChanged: false, mayDelete: true, shown: seen?.digest ?? '' };
    expect(await undoStep(database.client, zoe, step.id, request)).toMatchObject({ outcome: 'changed' });
    const plan = await planUndo(database.client, step.id);
    const undone = await undoStep(database.client, zoe, step.id, { ...request, shown: plan?.digest ?? '' });
    expect(undone).toMatchObject({ outcome: 'undone' });
    expect(await readTexts(id)).toMatchObject({ contact: NEW, description: 'One' });
    const [, removal] = await findSteps(database.client, { limit: 2 });
    expect((await planUndo(database.client, removal?.step.id ?? 0))?.clubs).toEqual([]);
  });

  test.each(['restore', 'undo'] as const)(
    'leaves the field empty when a deleted club is restored by %s',
    async (way) => {
      const zoe = await insertZoe();
      const texts = { name: 'Ski', contact: OLD, description: 'Ask Ada', links: 'Ada https://ada.example' };
      const { id } = await create(zoe, read(texts));
      const changeId = changeOf((await remove(zoe, id)).revision);
      for (const field of ['contact', 'description', 'links'] as const) {
        const place = { changeId, field, side: 'before' as const };
        expect(await removeValue(database.client, zoe, id, place)).toBe('removed');
      }
      expect(await readAll()).not.toMatch(/ada/i);
      if (way === 'restore') await restoreClub(database.client, zoe, id, changeId, await revisionOf(id));
      else {
        const [{ id: stepId } = { id: 0 }] = await database.sql<{ id: number }[]>`
        select id::float8 as id from club_step where kind = 'delete'`;
        const shown = (await planUndo(database.client, stepId))?.digest ?? '';
        await undoStep(database.client, zoe, stepId, { shown, revertChanged: false, mayDelete: true });
      }
      expect(await readTexts(id)).toMatchObject({ name: 'Ski', contact: '', description: '', links: '' });
    },
  );

  test('removes the name of a deleted account from all of its steps', async () => {
    const zoe = await insertZoe();
    const ada = await insertActor(database);
    await insertChangedClub(ada);
    expect(await removeAccountName(database.client, zoe, 'Ada')).toBe(false);
    await database.sql`delete from site_user where id = ${ada.id}`;
    expect(await removeAccountName(database.client, zoe, 'Ada')).toBe(true);
    const steps = await database.sql`select kind, user_name from club_step order by id`;
    expect(steps.map((step) => ({ ...step }))).toEqual([
      { kind: 'create', userName: '' },
      { kind: 'edit', userName: '' },
      { kind: 'remove', userName: 'Zoe' },
    ]);
  });
});
