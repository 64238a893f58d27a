import { expect, test } from 'vitest';
import { today } from '../../../src/clubs/record/day.ts';
import { FORM_FIELDS, KEPT_FIELDS, readClubForm, type ClubTexts } from '../../../src/clubs/record/texts.ts';
import { beginStep } from '../../../src/clubs/history/step.ts';
import { findClubHistory } from '../../../src/clubs/history/club-history.ts';
import { findRevision, findStateAt, toTexts } from '../../../src/clubs/record/state.ts';
import { renderStaleClubs } from '../../../src/clubs/record/stored-html.ts';
import { createClub, restoreClub, saveClub } from '../../../src/clubs/edit/save.ts';
import { siteFields, type FieldName } from '../../../src/clubs/record/fields.ts';
import { describeDatabase, type TestDatabase } from '../../support/database.ts';
import { insertActor } from '../../support/people.ts';
import { changeOf } from '../../../src/clubs/record/revision.ts';

/** With the fields in languages that the site does not have. */
const complete = (texts: Partial<ClubTexts>): ClubTexts =>
  Object.fromEntries(KEPT_FIELDS.map((field) => [field, texts[field] ?? ''])) as ClubTexts;

/** Two texts for each field, none of them empty. Each save confirms the club as of today. */
const FIRST = complete({
  name: 'Échecs',
  short_description: '*one*',
  is_active: 'true',
  parent_name: 'Jeux',
  logo_url: '/logos/one.svg',
  website: 'https://one.example',
  category: 'One',
  description: '# One',
  contact: 'one@example.org',
  links: 'Discord https://discord.gg/one\nForum https://one.example/forum',
  confirmed_on: '',
  aliases: 'CC|Chess Club',
  contact_by: 'form',
  meeting_times: 'Mondays',
  meeting_days: 'mon',
  meeting_place: 'Room 1',
  fee: '1 €',
  how_to_join: '*Come*',
  joining_url: 'https://one.example/join',
  joining_from: '2026-09-01',
  joining_until: '2026-10-12',
  beginners_welcome: 'true',
  short_description_fr: '*un*',
  description_fr: '# Un',
  meeting_times_fr: 'Lundi',
  fee_fr: '1 euro',
  how_to_join_fr: '*Venez*',
});
const SECOND = complete({
  name: 'Go',
  short_description: '*two*',
  is_active: 'false',
  parent_name: 'Sports',
  logo_url: 'https://two.example/logo.png',
  website: 'https://two.example',
  category: 'Two',
  description: '# Two',
  contact: 'https://two.example/contact',
  links: 'Forum https://two.example/forum',
  confirmed_on: today(),
  aliases: 'Weiqi',
  contact_by: 'both',
  meeting_times: 'Fridays',
  meeting_days: 'fri',
  meeting_place: 'Room 2',
  fee: '2 €',
  how_to_join: '*Write*',
  joining_url: 'https://two.example/join',
  joining_from: '2027-09-01',
  joining_until: '2027-10-12',
  beginners_welcome: 'false',
  short_description_fr: '*deux*',
  description_fr: '# Deux',
  meeting_times_fr: 'Vendredi',
  fee_fr: '2 euros',
  how_to_join_fr: '*Écrivez*',
});

const valuesOf = (texts: ClubTexts) => {
  const given = FORM_FIELDS.map((field) => [field, texts[field]] as const);
  const { value, issues } = readClubForm(given);
  if (issues.length > 0) throw new Error('The texts are refused.');
  return value;
};

/** The state of a club at a change. */
const findClubAt = async (database: TestDatabase, id: number, changeId: number) =>
  await toTexts(database.client, (await findStateAt(database.client, id, changeId)).state);

const readSteps = (database: TestDatabase) =>
  database.sql<{ kind: string; userName: string; note: string; changes: number }[]>`
    select kind, user_name, note, (select count(*)::int from club_change where step_id = club_step.id) as changes
    from club_step order by id`;

const isShown = (field: FieldName) => siteFields().includes(field);
const siteForm = FORM_FIELDS.filter(isShown);
const siteKept = KEPT_FIELDS.filter(isShown);

describeDatabase('The history of a club', (database) => {
  test('stores every field, and a restore brings each back', async () => {
    const { client } = database;
    const ada = await insertActor(database);
    await database.insertClubs('Jeux', 'Sports');
    const created = await createClub(client, ada, valuesOf(FIRST));
    if (created.outcome !== 'saved') throw new Error(JSON.stringify(created));
    const { id, revision } = created.club;
    expect(created.club.texts).toEqual(FIRST);
    const saved = await saveClub(client, ada, id, revision, valuesOf(SECOND));
    expect(saved).toMatchObject({ outcome: 'saved', club: { texts: SECOND } });

    const [second, first, ...others] = await findClubHistory(client, id, { limit: 10 });
    expect(others).toEqual([]);
    expect(second).toMatchObject({
      what: 'changed',
      step: { kind: 'edit', userId: ada.id, userName: 'Ada', note: '' },
    });
    expect(new Date(second?.step.doneAt ?? '').getTime()).toBeGreaterThan(0);
    expect(second?.fields).toEqual(siteKept.map((field) => ({ field, before: FIRST[field], after: SECOND[field] })));
    expect(first).toMatchObject({ what: 'created', changeId: changeOf(revision), step: { kind: 'create' } });
    expect(first?.fields).toEqual(siteForm.map((field) => ({ field, before: '', after: FIRST[field] })));

    expect(await findClubAt(database, id, changeOf(revision))).toEqual(FIRST);
    expect(await findClubAt(database, id, second?.changeId ?? 0)).toEqual(SECOND);
    const restored = await restoreClub(client, ada, id, changeOf(revision), await findRevision(client, id));
    expect(restored).toMatchObject({ outcome: 'saved', club: { texts: FIRST } });

    await database.sql`delete from club where id = ${id}`;
    const [gone] = await findClubHistory(client, id, { limit: 1 });
    expect(gone).toMatchObject({ what: 'deleted', step: { kind: 'other', userId: null, userName: '' } });
    expect(gone?.fields).toEqual(siteForm.map((field) => ({ field, before: FIRST[field], after: '' })));
    const back = await restoreClub(client, ada, id, gone?.changeId ?? 0, await findRevision(client, id));
    expect(back).toMatchObject({ outcome: 'saved', club: { id, texts: FIRST } });

    await database.sql`delete from site_user`;
    const steps = (await findClubHistory(client, id, { limit: 9 })).map(({ step }) => [step.userId, step.userName]);
    expect(steps).toEqual([...[[null, 'Ada']], [null, ''], ...[1, 2, 3].map(() => [null, 'Ada'])]);
  });

  test('stores new columns of the table', async () => {
    const id = await database.insertClub({ name: 'Ski' });
    await database.sql`alter table club add column motto text`;
    try {
      await database.sql`update club set motto = 'Up and down', html_rules = null where id = ${id}`;
      const [change] = await database.sql`select before, after from club_change where club_id = ${id} order by id desc`;
      expect(change).toEqual({ before: { motto: null }, after: { motto: 'Up and down' } });
    } finally {
      await database.sql`alter table club drop column motto`;
    }
  });

  test.each([1, 2, 50])('has pages of %i whole steps', async (limit) => {
    const id = await database.insertClub({ name: 'Club' });
    for (const changes of [1, 3, 2]) {
      await database.sql.begin(async (tx) => {
        for (let change = 0; change < changes; change += 1)
          await tx`update club set category = ${`${changes} ${change}`} where id = ${id}`;
      });
    }
    const read: (string | undefined)[] = [];
    for (let before: number | undefined; ;) {
      const page = await findClubHistory(database.client, id, { before, limit });
      if (page.length === 0) break;
      expect(page.length).toBeLessThanOrEqual(limit);
      before = page.at(-1)?.changeId;
      read.push(...page.map(({ fields }) => fields.find(({ field }) => field === 'category')?.after));
    }
    expect(read).toEqual(['2 1', '3 2', '1 0', undefined]);
    // An invalid id from an address, in the middle of a step.
    const [newest] = await findClubHistory(database.client, id, { limit: 1 });
    const cut = await findClubHistory(database.client, id, { before: (newest?.changeId ?? 0) - 1, limit });
    expect(cut[0]?.fields).toMatchObject([{ after: '3 2' }]);
  });

  test('names a deleted parent', async () => {
    const parentId = await database.insertClub({ name: 'Jeux' });
    const id = await database.insertClub({ name: 'Go', parentId });
    await database.sql`delete from club where id = ${parentId}`;
    const [entry] = await findClubHistory(database.client, id, { limit: 1 });
    expect(entry?.fields).toEqual([{ field: 'parent_name', before: 'Jeux', after: '' }]);
  });

  test('shows several statements of a step as one change', async () => {
    const id = await database.insertClub({ name: 'Go', description: 'a' });
    await database.sql.begin(async (tx) => {
      await tx`update club set category = 'x', description = 'b' where id = ${id}`;
      await tx`update club set category = '', description = 'c' where id = ${id}`;
    });
    const [entry] = await findClubHistory(database.client, id, { limit: 1 });
    expect(entry?.fields).toEqual([{ field: 'description', before: 'a', after: 'c' }]);
    expect(await findClubAt(database, id, (entry?.changeId ?? 0) - 1)).toMatchObject({ category: 'x' });
  });

  test('ignores rendered and technical columns', async () => {
    await database.insertClub({ name: 'Go', shortDescription: '*a*' });
    expect(await renderStaleClubs(database.client)).toBe(1);
    await database.sql`update club set name = name, is_sample = true, updated_at = now()`;
    expect(await readSteps(database)).toMatchObject([{ changes: 1 }]);
  });
});

describeDatabase('A step of the history', (database) => {
  test('belongs to one transaction', async () => {
    const { client } = database;
    const id = await database.insertClub({ name: 'Go' });
    await client.begin(async (tx) => {
      await beginStep(tx, { kind: 'edit', actor: { id: 77, name: 'Ada' }, note: 'n' });
      await tx`update club set category = 'a'`;
      await tx`update club set description = 'a'`;
    });
    for (const category of ['b', 'c']) await client.begin((tx) => tx`update club set category = ${category}`);
    await client
      .begin(async (tx) => {
        await beginStep(tx, { kind: 'edit' });
        await tx`update club set category = 'd'`;
        throw new Error('no');
      })
      .catch(() => {});
    await database.sql`update club set category = 'e'`;
    expect(await readSteps(database)).toEqual([
      { kind: 'other', userName: '', note: '', changes: 1 },
      { kind: 'edit', userName: 'Ada', note: 'n', changes: 2 },
      ...['b', 'c', 'e'].map(() => ({ kind: 'other', userName: '', note: '', changes: 1 })),
    ]);
    expect(await findClubHistory(client, id, { limit: 9 })).toHaveLength(5);
  });

  test('contains all changes of one SQL transaction', async () => {
    const [one = 0, two = 0, three = 0] = await database.insertClubs('One', 'Two', 'Three');
    await database.sql`update club set parent_id = ${one} where id = ${two}`;
    await database.sql.begin(async (tx) => {
      await tx`insert into club (name) values ('Four')`;
      await tx`update club set category = 'x' where id = ${three}`;
      await tx`delete from club where id = ${one}`;
      await tx`update club set id = 99 where id = ${three}`;
    });
    const changes = await database.sql`
      select club_id, before, after from club_change
      where step_id = (select max(step_id) from club_change) order by club_id, id`;
    expect(changes).toMatchObject([
      { clubId: one, before: { name: 'One', parentId: null }, after: null },
      { clubId: two, before: { parentId: one }, after: { parentId: null } },
      { clubId: three, before: { category: '' }, after: { category: 'x' } },
      { clubId: three, before: { name: 'Three', category: 'x' }, after: null },
      { clubId: 4, before: null, after: { name: 'Four' } },
      { clubId: 99, before: null, after: { name: 'Three' } },
    ]);
  });

  test('is not created when nothing changes', async () => {
    await database.client.begin(async (tx) => {
      await beginStep(tx, { kind: 'edit' });
      await tx`update club set name = name`;
      await tx`delete from club`;
      await tx`insert into club (name) select 'x' where false`;
    });
    expect(await readSteps(database)).toEqual([]);
  });
});
