import { expect, test } from 'vitest';
import { today } from '../../../src/clubs/record/day.ts';
import { beginEpoch } from '../../../src/clubs/record/version-queries.ts';
import { readClubForm, FORM_FIELDS, type ClubTexts, type ClubValues } from '../../../src/clubs/record/texts.ts';
import { findClubHistory, findDeletedClubs } from '../../../src/clubs/history/club-history.ts';
import type { Actor } from '../../../src/clubs/history/step.ts';
import { findClub } from '../../../src/clubs/club-page/queries.ts';
import { findVersion } from '../../../src/clubs/record/version-queries.ts';
import { changeOf, toRevision, type Revision } from '../../../src/clubs/record/revision.ts';
import {
  confirmClub,
  createClub,
  deleteClub,
  findEditableClub,
  restoreClub,
  saveClub,
} from '../../../src/clubs/edit/save.ts';
import { NoAccountError } from '../../../src/clubs/history/write-lock.ts';
import { readVersion } from '../../../src/lib/version.ts';
import { confirmAsItIs } from '../../support/confirm-club.ts';
import { describeDatabase, describeServer, type TestDatabase } from '../../support/database.ts';
import { clubEditor } from '../../support/edit-clubs.ts';
import { expectOneWaiting } from '../../support/waiting.ts';

function helpers(database: TestDatabase) {
  const { insertActor, create } = clubEditor({ database });
  const edit = async (id: number) => {
    const club = await findEditableClub(database.client, id);
    if (!club) throw new Error(`There is no club ${id}.`);
    return club;
  };
  const readRow = async (id: number) => {
    const [row] = await database.sql`select * from club where id = ${id}`;
    return row;
  };
  return { insertActor, edit, create, readRow };
}

describeDatabase('A new club', (database) => {
  const { insertActor, create, readRow } = helpers(database);

  test('needs a unique name', async () => {
    const actor = await insertActor();
    expect(await createClub(database.client, actor, { category: 'x' })).toMatchObject({
      outcome: 'refused',
      issues: [{ field: 'name', code: 'empty' }],
    });
    await create(actor, { name: 'Ski' });
    const taken = { outcome: 'refused', issues: [{ field: 'name', code: 'taken' }] };
    expect(await createClub(database.client, actor, { name: 'Ski', category: 'Sports' })).toMatchObject(taken);
    expect(await createClub(database.client, await insertActor('Bob'), { name: 'Ski' })).toMatchObject(taken);
  });

  test('matches a parent without case, accents and apostrophes when it is unique', async () => {
    const actor = await insertActor();
    const parent = await create(actor, { name: 'Le Pôle d’Échecs (50 %)' });
    const { id } = await create(actor, { name: 'Blitz', parentName: "le pole d'echecs (50 %)" });
    expect(await readRow(id)).toMatchObject({ parentId: parent.id });
    const refused = async (parentName: string) =>
      await createClub(database.client, actor, { name: 'Rapid', parentName });
    expect(await refused("le pole d'echecs (50 ‰)")).toMatchObject({ outcome: 'refused' });
    expect(await refused('le pole d_echecs (50 %)')).toMatchObject({
      issues: [{ code: 'unknownParent', near: ['Le Pôle d’Échecs (50 %)'] }],
    });
    await create(actor, { name: "Le Pôle d'Échecs (50 %)" });
    expect(await refused('LE POLE D’ECHECS (50 %)')).toMatchObject({
      issues: [{ code: 'unknownParent', near: ["Le Pôle d'Échecs (50 %)", 'Le Pôle d’Échecs (50 %)'] }],
    });
    const far = await refused('Zzz');
    expect(far.outcome === 'refused' && far.issues).toEqual([{ field: 'parent_name', code: 'unknownParent' }]);
  });

  test('never reuses the id of a deleted club', async () => {
    const actor = await insertActor();
    await database.insertClub({ id: 70, name: 'Seventy' });
    await database.sql`delete from club`;
    expect((await create(actor, { name: 'Ski' })).id).toBe(71);
    await database.insertClub({ id: 2_147_483_647, name: 'Last' });
    await database.sql`delete from club where name = 'Last'`;
    expect((await create(actor, { name: 'Snow' })).id).toBe(72);
  });
});

describeDatabase('A club that is saved', (database) => {
  const { insertActor, edit, create, readRow } = helpers(database);

  test('changes the submitted fields and keeps the others', async () => {
    const actor = await insertActor();
    const { id, revision } = await create(actor, { name: 'Ski', description: '# Old', category: 'Sports' });
    const saved = await saveClub(database.client, actor, id, revision, { isActive: false, description: '# New' });
    expect(saved).toMatchObject({ outcome: 'saved', club: { id, texts: { is_active: 'false', category: 'Sports' } } });
    expect((await findClub(database.client, id)).rows).toMatchObject([
      { name: 'Ski', isActive: false, descriptionHtml: '<h3>New</h3>' },
    ]);
    expect(changeOf((await edit(id)).revision)).toBeGreaterThan(changeOf(revision));
  });

  test('adds no history when nothing changes, also with line breaks of a browser', async () => {
    const id = await database.insertClub({
      name: 'Ski',
      description: 'a\r\nb\rc',
      isSample: true,
      confirmedOn: today(),
      links: [{ label: 'Forum', url: 'https://a.example' }],
    });
    const { revision, texts } = await edit(id);
    const form = FORM_FIELDS.map((field) => [field, texts[field].replace(/\r\n?|\n/g, '\r\n')] as const);
    const { value } = readClubForm(form);
    expect(await saveClub(database.client, await insertActor(), id, revision, value)).toMatchObject({
      outcome: 'saved',
      club: { revision },
    });
    expect(await readRow(id)).toMatchObject({ description: 'a\r\nb\rc', isSample: true });
    expect(await database.sql`select from club_step`).toHaveLength(1);
  });

  test('is no longer a sample', async () => {
    const id = await database.insertClub({ name: 'Ski', isSample: true });
    await saveClub(database.client, await insertActor(), id, (await edit(id)).revision, { category: 'Sports' });
    expect(await readRow(id)).toMatchObject({ isSample: false });
  });

  test('is refused with a taken name, an unknown parent or a loop of parents', async () => {
    const actor = await insertActor();
    const top = await create(actor, { name: 'Sports' });
    const middle = await create(actor, { name: 'Winter', parentName: 'Sports' });
    await create(actor, { name: 'Ski', parentName: 'Winter' });
    const save = (values: ClubValues) => saveClub(database.client, actor, top.id, top.revision, values);
    const refused = (field: string, code: string) => ({ outcome: 'refused', issues: [{ field, code }] });
    expect(await save({ name: 'Ski' })).toMatchObject(refused('name', 'taken'));
    expect(await save({ parentName: 'Chess' })).toMatchObject(refused('parent_name', 'unknownParent'));
    expect(await save({ parentName: 'Ski' })).toMatchObject(refused('parent_name', 'loop'));
    expect(await save({ parentName: 'Sports' })).toMatchObject(refused('parent_name', 'loop'));
    expect(await edit(top.id)).toEqual(top);
    expect(await edit(middle.id)).toEqual(middle);
  });

  test('keeps its parent when the parent was renamed in the meantime', async () => {
    const actor = await insertActor();
    const parent = await create(actor, { name: 'Sport' });
    const { id, revision } = await create(actor, { name: 'Ski', parentName: 'Sport' });
    await saveClub(database.client, actor, parent.id, parent.revision, { name: 'Sports' });
    const saved = await saveClub(database.client, actor, id, revision, { parentName: 'Sport', category: 'x' });
    expect(saved).toMatchObject({ outcome: 'saved', club: { texts: { parent_name: 'Sports', category: 'x' } } });
  });
});

describeDatabase('The day a club was last confirmed', (database) => {
  const { insertActor, edit, create } = helpers(database);
  const LONG_AGO = '2001-02-03';
  const setBack = (id: number) => database.sql`update club set confirmed_on = '2001-02-03' where id = ${id}`;
  const dayOf = async (id: number) => (await edit(id)).texts.confirmed_on;
  const readSteps = async (id: number) =>
    (await findClubHistory(database.client, id, { limit: 9 })).map(({ step, fields }) => ({ kind: step.kind, fields }));
  const kinds = async (id: number) => (await readSteps(id)).map(({ kind }) => kind);

  test('is that of its last save by the club', async () => {
    const actor = await insertActor();
    const { id } = await create(actor, { name: 'Ski', category: 'a' });
    expect(await dayOf(id)).toBe('');
    const save = async () => await saveClub(database.client, actor, id, (await edit(id)).revision, { category: 'b' });
    await setBack(id);
    await save();
    expect(await dayOf(id)).toBe(today());
    await setBack(id);
    expect(await save()).toMatchObject({ outcome: 'saved', club: { texts: { confirmed_on: today() } } });
    expect(await kinds(id)).toEqual(['confirm', 'other', 'edit', 'other', 'create']);
    expect((await readSteps(id))[0]?.fields).toEqual([{ field: 'confirmed_on', before: LONG_AGO, after: today() }]);
    const version = await findVersion(database.client);
    await save();
    expect(await findVersion(database.client)).toBe(version);
  });

  test('stays when the board saves the club', async () => {
    const actor = await insertActor();
    const { id } = await create(actor, { name: 'Ski' });
    await setBack(id);
    const save = async () =>
      await saveClub(database.client, actor, id, (await edit(id)).revision, { category: 'Sport' }, { confirms: false });
    expect(await save()).toMatchObject({ outcome: 'saved', club: { texts: { category: 'Sport' } } });
    expect(await dayOf(id)).toBe(LONG_AGO);
    expect(await kinds(id)).toEqual(['edit', 'other', 'create']);
    expect(await save()).toMatchObject({ outcome: 'saved' });
    expect(await kinds(id)).toHaveLength(3);
    expect(await dayOf(id)).toBe(LONG_AGO);
  });

  test('is today after a confirmation, once a day, and the club is no longer a sample', async () => {
    const actor = await insertActor();
    const id = await database.insertClub({ name: 'Ski', description: '*a*', isSample: true });
    const version = await findVersion(database.client);
    expect(await confirmAsItIs(database.client, actor, id)).toMatchObject({ outcome: 'saved', club: { id } });
    const confirmed = await findVersion(database.client);
    expect(confirmed).not.toBe(version);
    expect(await database.sql`select confirmed_on::text, is_sample, description from club`).toEqual([
      { confirmedOn: today(), isSample: false, description: '*a*' },
    ]);
    const [step] = await findClubHistory(database.client, id, { limit: 1 });
    expect(step).toMatchObject({ what: 'changed', step: { kind: 'confirm', userName: 'Ada' } });
    await confirmAsItIs(database.client, actor, id);
    expect(await kinds(id)).toEqual(['confirm', 'other']);
    expect(await findVersion(database.client)).toBe(confirmed);
    expect(await confirmAsItIs(database.client, actor, id + 1)).toEqual({ outcome: 'gone' });
  });

  test('causes no conflict with a later save or deletion', async () => {
    const actor = await insertActor();
    const { id, revision } = await create(actor, { name: 'Ski', category: 'a' });
    await setBack(id);
    expect(await saveClub(database.client, actor, id, revision, { name: 'Ski', category: 'b' })).toMatchObject({
      outcome: 'saved',
      club: { texts: { category: 'b', confirmed_on: today() } },
    });
    const saved = await edit(id);
    await setBack(id);
    expect(await deleteClub(database.client, actor, id, saved.revision)).toMatchObject({ outcome: 'deleted' });
  });
});

describeDatabase('Two editors of one club', (database) => {
  const { insertActor, edit, create } = helpers(database);

  /** Opens a form, has another user save `theirs`, and saves the whole form with `mine`, a browser's texts. */
  const saveSecond = async (
    stored: ClubValues,
    theirs: ClubValues,
    mine: Partial<ClubTexts>,
    between: (id: number) => Promise<unknown> = async () => null,
  ) => {
    const actor = await insertActor('Bob');
    const { id, revision, texts } = await create(actor, { name: 'Ski', ...stored });
    await database.sql`update club_step set done_at = done_at - interval '1 day'`;
    expect(await saveClub(database.client, actor, id, revision, theirs)).toMatchObject({ outcome: 'saved' });
    await between(id);
    const form = FORM_FIELDS.map((field) => [field, (mine[field] ?? texts[field]).replaceAll('\n', '\r\n')] as const);
    const { value, issues } = readClubForm(form);
    expect(issues).toEqual([]);
    const outcome = await saveClub(database.client, actor, id, revision, value);
    const [last] = await findClubHistory(database.client, id, { limit: 1 });
    return { outcome, now: (await edit(id)).texts, written: last?.fields.map(({ field }) => field) };
  };

  test('both keep their changes of different fields, and the history has only what each changed', async () => {
    const { outcome, now, written } = await saveSecond(
      { description: 'a\nb', category: 'a', links: [{ label: 'Forum', url: 'https://a.example' }] },
      { description: 'c\nd', isActive: false, website: 'https://b.example/' },
      { category: 'b', contact: 'ski@example.org' },
    );
    expect(outcome).toMatchObject({ outcome: 'saved', kept: ['is_active', 'website', 'description'] });
    expect(now).toMatchObject({ description: 'c\nd', is_active: 'false', website: 'https://b.example/' });
    expect(now).toMatchObject({ category: 'b', contact: 'ski@example.org', links: 'Forum https://a.example' });
    expect(written?.sort()).toEqual(['category', 'contact']);
  });

  test.each<[string, ClubValues, ClubValues, Partial<ClubTexts>, object]>([
    [
      'have a conflict only in the fields that both changed',
      { description: 'a', category: 'a', contact: 'a@a.example' },
      { description: 'b', category: 'b' },
      { description: 'c', contact: 'c@a.example' },
      { outcome: 'conflict', disputed: ['description'], kept: ['category'] },
    ],
    [
      'can both write the same value',
      { website: 'https://a.example/' },
      { website: 'https://b.example/' },
      { website: 'b.example/' },
      { outcome: 'saved', kept: [] },
    ],
    [
      'can send an unchanged value in another spelling',
      { website: 'https://a.example/', description: 'a' },
      { website: 'https://b.example/' },
      { website: ' a.example/', description: 'c' },
      { outcome: 'saved', kept: ['website'] },
    ],
    [
      'have a conflict when one replaces and the other removes a logo',
      { logo: '/logos/chess.svg', foreignLogoUrl: null },
      { logo: null, foreignLogoUrl: 'https://a.example/a.png' },
      { logo_url: '' },
      { outcome: 'conflict', disputed: ['logo_url'] },
    ],
    [
      'can keep the newer name of the club',
      {},
      { name: 'Skiing' },
      { category: 'b' },
      { outcome: 'saved', kept: ['name'] },
    ],
  ])('%s', async (_, stored, theirs, mine, expected) => {
    expect((await saveSecond(stored, theirs, mine)).outcome).toMatchObject(expected);
  });

  test.each<[string, ClubValues, (id: number) => Promise<unknown>, string]>([
    ['is replaced', { parentName: 'Go' }, async () => null, 'Go'],
    [
      'is replaced and renamed',
      { parentName: 'Go' },
      async () => await database.sql`update club set name = 'Sports' where name = 'Sport'`,
      'Go',
    ],
    ['is deleted', {}, async () => await database.sql`delete from club where name = 'Sport'`, ''],
    [
      'is deleted and replaced by another club of this name',
      {},
      async () => {
        await database.sql`delete from club where name = 'Sport'`;
        await database.insertClub({ name: 'Sport' });
      },
      '',
    ],
  ])(
    'keep the current parent when only the second form still has the old one, which %s',
    async (_, theirs, between, parent) => {
      await database.insertClubs('Sport', 'Go');
      const saved = await saveSecond(
        { parentName: 'Sport' },
        { category: 'a', ...theirs },
        { contact: 'a@a.example' },
        between,
      );
      expect(saved.outcome).toMatchObject({ outcome: 'saved', kept: ['parent_name', 'category'] });
      expect(saved.now).toMatchObject({ parent_name: parent, category: 'a', contact: 'a@a.example' });
      expect(saved.written).toEqual(['contact']);
    },
  );

  test('do not write a stored text that the form would store differently', async () => {
    const id = await database.insertClub({ name: 'Ski', website: 'HTTPS://A.example ', confirmedOn: today() });
    const { revision, texts } = await edit(id);
    const { value } = readClubForm([...Object.entries(texts), ['category', 'b']], new Set(FORM_FIELDS));
    await saveClub(database.client, await insertActor(), id, revision, value);
    expect((await edit(id)).texts).toMatchObject({ website: texts.website, category: 'b' });
  });

  test('all keep their changes when five save different fields at the same time', async () => {
    const actor = await insertActor();
    const { id, revision, texts } = await create(actor, { name: 'Ski' });
    const mine = {
      description: 'a',
      short_description: 'b',
      category: 'c',
      website: 'https://d.example/',
      aliases: 'e',
    };
    const saves = Object.entries(mine).map(([field, text]) => {
      const { value } = readClubForm(
        Object.entries({ ...texts, [field]: text }).filter(([name]) => name !== 'confirmed_on'),
      );
      return saveClub(database.client, actor, id, revision, value);
    });
    for (const saved of await Promise.all(saves)) expect(saved).toMatchObject({ outcome: 'saved' });
    expect((await edit(id)).texts).toMatchObject(mine);
  });

  test.each<
    [string, (form: { actor: Actor; id: number; changeId: number; revision: Revision }) => Promise<{ outcome: string }>]
  >([
    ['saved', ({ actor, id, revision }) => saveClub(database.client, actor, id, revision, { category: 'x' })],
    [
      'saved from the board',
      ({ actor, id, revision }) =>
        saveClub(database.client, actor, id, revision, { category: 'x' }, { confirms: false }),
    ],
    ['confirmed', ({ actor, id, revision }) => confirmClub(database.client, actor, id, revision)],
    ['deleted', ({ actor, id, revision }) => deleteClub(database.client, actor, id, revision)],
    ['restored', ({ actor, id, changeId, revision }) => restoreClub(database.client, actor, id, changeId, revision)],
  ])('get a conflict when a form from before a restored backup, or of an unknown revision, is %s', async (_, send) => {
    const actor = await insertActor();
    const { id } = await create(actor, { name: 'Ski', category: 'a' });
    await database.sql`update club set confirmed_on = '2001-02-03' where id = ${id}`;
    const { revision } = await edit(id);
    await database.sql`update club set category = 'b' where id = ${id}`;
    const newer = (await edit(id)).revision;
    await database.client.begin(beginEpoch);
    const { epoch } = readVersion((await edit(id)).revision);
    for (const one of [revision, newer, toRevision(epoch, changeOf(newer) + 1000)]) {
      expect(await send({ actor, id, changeId: changeOf(revision), revision: one })).toMatchObject({
        outcome: 'conflict',
      });
    }
    const now = await edit(id);
    expect(changeOf(now.revision)).toBe(changeOf(newer));
    expect(now.texts).toMatchObject({ name: 'Ski', category: 'b', confirmed_on: '2001-02-03' });
  });

  test('save it once when five save at the same time', async () => {
    const actor = await insertActor();
    const { id, revision } = await create(actor, { name: 'Ski' });
    const saves = Array.from({ length: 5 }, (_, index) =>
      saveClub(database.client, actor, id, revision, { description: `Text ${index}` }),
    );
    const outcomes = (await Promise.all(saves)).map(({ outcome }) => outcome).sort();
    expect(outcomes).toEqual([...Array.from({ length: 4 }, () => 'conflict'), 'saved']);
    expect(await findClubHistory(database.client, id, { limit: 50 })).toHaveLength(2);
  });
});

describeDatabase('A deleted account', (database) => {
  const { insertActor, edit, create } = helpers(database);

  test('cannot create, save, delete or restore a club', async () => {
    const actor = await insertActor();
    const { id, revision } = await create(await insertActor('Bob'), { name: 'Ski' });
    await database.sql`delete from site_user where id = ${actor.id}`;
    const before = await edit(id);
    for (const work of [
      () => createClub(database.client, actor, { name: 'Go' }),
      () => saveClub(database.client, actor, id, revision, { category: 'x' }),
      () => deleteClub(database.client, actor, id, revision),
      () => restoreClub(database.client, actor, id, changeOf(revision), revision),
    ])
      await expect(work()).rejects.toThrow(NoAccountError);
    expect(await edit(id)).toEqual(before);
    expect(await database.sql`select from club`).toHaveLength(1);
  });
});

describeServer('A club that another SQL client changes at the same time', (database) => {
  const { insertActor, create } = helpers(database);

  test('gets a conflict, and the change is not overwritten', async () => {
    const actor = await insertActor();
    const { id, revision } = await create(actor, { name: 'Ski', category: 'a' });
    const saving = await database.connect().begin(async (tx) => {
      await tx`update club set category = 'by hand' where id = ${id}`;
      const later = saveClub(database.client, actor, id, revision, { category: 'form' });
      await expectOneWaiting(database);
      return { later };
    });
    expect(await saving.later).toMatchObject({ outcome: 'conflict', current: { texts: { category: 'by hand' } } });
  });
});

describeDatabase('A club that is deleted', (database) => {
  const { insertActor, edit, create, readRow } = helpers(database);
  const { remove } = clubEditor({ database });

  test('is restored under its id with its texts, parent and children', async () => {
    const actor = await insertActor();
    const top = await create(actor, { name: 'Sports' });
    const { id } = await create(actor, { name: 'Winter', parentName: 'Sports', shortDescription: '*Snow*' });
    const stays = await create(actor, { name: 'Ski', parentName: 'Winter' });
    const moved = await create(actor, { name: 'Luge', parentName: 'Winter' });
    const before = await readRow(id);
    const { revision } = await remove(actor, id);
    expect(await readRow(stays.id)).toMatchObject({ parentId: null });
    const away = await edit(moved.id);
    await saveClub(database.client, actor, moved.id, away.revision, { parentName: 'Sports' });

    expect(await findDeletedClubs(database.client, { limit: 10 })).toMatchObject([
      { id, name: 'Winter', changeId: changeOf(revision), revision, step: { kind: 'delete', userName: 'Ada' } },
    ]);
    expect(await restoreClub(database.client, actor, id, changeOf(revision), revision)).toMatchObject({
      outcome: 'saved',
      club: { id },
    });
    const after = await readRow(id);
    // The driver drops microseconds.
    expect({ ...after, updatedAt: null }).toEqual({ ...before, updatedAt: null });
    expect(await readRow(stays.id)).toMatchObject({ parentId: id });
    expect(await readRow(moved.id)).toMatchObject({ parentId: top.id });
    expect(await findDeletedClubs(database.client, { limit: 10 })).toEqual([]);
    expect(await restoreClub(database.client, actor, id, changeOf(revision), revision)).toMatchObject({
      outcome: 'saved',
    });
  });

  test('is restored without a deleted parent and without a child that is now above it', async () => {
    const actor = await insertActor();
    const top = await create(actor, { name: 'Sports' });
    const { id } = await create(actor, { name: 'Winter', parentName: 'Sports' });
    const child = await create(actor, { name: 'Ski', parentName: 'Winter' });
    const { revision } = await remove(actor, id);
    await saveClub(database.client, actor, top.id, top.revision, { parentName: 'Ski' });
    expect(await restoreClub(database.client, actor, id, changeOf(revision), revision)).toMatchObject({
      outcome: 'saved',
    });
    expect([await readRow(id), await readRow(child.id)]).toMatchObject([{ parentId: top.id }, { parentId: null }]);

    const again = await remove(actor, id);
    await remove(actor, top.id);
    expect(await restoreClub(database.client, actor, id, changeOf(again.revision), again.revision)).toMatchObject({
      outcome: 'saved',
    });
    expect(await readRow(id)).toMatchObject({ parentId: null });
  });

  test('is not restored while another club has its name', async () => {
    const actor = await insertActor();
    const { id } = await create(actor, { name: 'Ski' });
    const { revision } = await remove(actor, id);
    await create(actor, { name: 'Ski' });
    expect(await restoreClub(database.client, actor, id, changeOf(revision), revision)).toMatchObject({
      outcome: 'refused',
      issues: [{ field: 'name', code: 'taken' }],
    });
  });

  test('is not restored from an unknown change', async () => {
    const actor = await insertActor();
    const { id, revision } = await create(actor, { name: 'Ski' });
    const restore = (clubId: number, change: number) => restoreClub(database.client, actor, clubId, change, revision);
    expect(await restore(id + 1, changeOf(revision))).toEqual({ outcome: 'gone' });
    expect(await restore(id, changeOf(revision) + 1)).toEqual({ outcome: 'gone' });
    expect(await restore(id, changeOf(revision) - 1)).toEqual({ outcome: 'gone' });
  });
});
