import { expect, test } from 'vitest';
import { findEditableClub } from '../../src/clubs/edit/save.ts';
import { clubEditor } from '../support/edit-clubs.ts';
import { readHtml } from '../support/html.ts';
import { insertPerson, visit, type NewPerson } from '../support/people.ts';
import { describeSite, type TestSite } from '../support/site.ts';
import { changeOf } from '../../src/clubs/record/revision.ts';

function helpers(site: TestSite) {
  const read = async (answer: Promise<Response>) => readHtml(await (await answer).text());
  return { ...clubEditor(site), read };
}

/** The fields that the form of a button sends. */
const fieldsOf = (form: ReturnType<typeof readHtml>) =>
  Object.fromEntries(form.all('input').map(({ attributes: { name = '', value = '' } }) => [name, value]));

describeSite('The history of a club', (site) => {
  const { insertActor, create, edit, remove, read, revisionOf } = helpers(site);

  test('shows the account to the board, and only the name to officers', async () => {
    const name = 'The board';
    const userId = await insertPerson(site.database, { name, email: 'eve@example.org' });
    const { id } = await create({ id: userId, name }, { name: 'Ski' });
    const tellsTo = async (person: NewPerson) =>
      (await read((await visit(site, person)).get(`/club/${id}/history/`))).one('.step-time').text;
    expect(await tellsTo({ roles: ['board'] })).toMatch(/, by The board \(eve@example\.org\)$/);
    expect(await tellsTo({ officerOf: [id] })).toMatch(/, by The board$/);
  });

  test('lets administrators remove a value permanently', async () => {
    const ada = await insertActor();
    const { id } = await create(ada, { name: 'Ski', contact: 'ada@example.org' });
    await edit(ada, id, { contact: 'board@example.org' });
    const path = `/club/${id}/history/`;
    const administrator = await visit(site, { roles: ['administrator'] });
    const board = await visit(site, { roles: ['board'] });
    expect((await read(board.get(path))).all('.remove-for-good')).toEqual([]);
    const [form] = (await read(administrator.get(path))).all('.remove-for-good');
    const change = form?.one('[name=change]').attributes.value ?? '';
    const fields = { action: 'remove', change, value: 'contact:before', sure: 'yes' };
    expect((await board.post(path, fields)).status).toBe(403);
    expect((await administrator.post(path, { ...fields, sure: [] })).status).toBe(422);
    expect((await administrator.post(path, { ...fields, value: 'name:before' })).status).toBe(422);
    expect((await administrator.post(path, { ...fields, value: 'contact:after' })).status).toBe(409);
    const removed = await administrator.post(path, fields);
    expect(removed.status).toBe(303);
    const page = await read(administrator.get(removed.headers.get('location') ?? ''));
    expect(page.one('main').text).not.toContain('ada@example.org');
    expect(page.all('.field-change .empty').map(({ text }) => text)).toEqual([
      'Removed permanently',
      'Removed permanently',
    ]);
    expect((await administrator.post(path, fields)).status).toBe(422);
  });

  test('shows who changed which fields and when, the newest first', async () => {
    const ada = await insertActor();
    const { id: parent } = await create(ada, { name: 'Sports' });
    const { id } = await create(ada, { name: 'Ski', description: 'We meet every Sunday.' });
    await edit(ada, id, { description: 'We meet every Monday.' });
    await edit(await insertActor('Bob'), id, {
      parentName: 'Sports',
      isActive: false,
      website: 'https://ski.example/',
    });
    await site.database.sql`
      update club_step set done_at = '2026-11-02T08:05:00Z' where user_name = 'Bob'`;
    const board = await visit(site, { roles: ['board'] });
    const page = await read(board.get(`/club/${id}/history/`));
    expect(page.one('h1').text).toBe('History of Ski');
    const steps = page.all('.steps > li');
    expect(steps.map((step) => step.one('h2').text)).toEqual(['Changed', 'Changed', 'Created']);
    const [newest, older, first] = steps;
    expect(newest?.one('.step-time').text).toMatch(/^2 November 2026 at 08:05 UTC, by Bob \(.+@example\.org\)$/);
    expect(newest?.one('time').attributes.datetime).toBe('2026-11-02T08:05:00.000Z');
    const changes = newest
      ?.all('.field-change')
      .map((change) => [
        change.one('h3').text,
        ...change.all('.side').map((side) => side.all('p').map(({ text }) => text)),
      ]);
    expect(changes).toEqual([
      ['Status', ['Before', 'Active'], ['After', 'Inactive']],
      ['Part of', ['Before', 'empty'], ['After', 'Sports']],
      ['Website', ['Before', 'empty'], ['After', 'https://ski.example/']],
    ]);
    expect(steps.map((step) => step.all('.current').length)).toEqual([1, 0, 0]);
    expect(older?.one('.step-time').text).toMatch(/ UTC, by Ada \(/);
    expect([older?.one('del').text, older?.one('ins').text]).toEqual(['removed: Sunday', 'added: Monday']);
    expect(first?.one('[data-field=description] .as-written').text).toBe('We meet every Sunday.');
    expect(first?.one('summary').text).toBe('3 fields');

    const french = await read(board.get(`/fr/club/${id}/history/`));
    expect(french.one('h1').text).toBe('Historique : Ski');
    expect(french.all('.step-time')[0]?.text).toMatch(/^2 novembre 2026 à 08:05 UTC, par Bob \(/);
    expect((await read(board.get(`/club/${parent}/history/`))).all('.steps > li')).toHaveLength(1);
  });

  test('escapes texts', async () => {
    const ada = await insertActor('<i>Ada</i>');
    const { id } = await create(ada, { name: 'Ski', shortDescription: '<script>alert(1)</script>' });
    await edit(ada, id, { shortDescription: 'one\n  two', description: '<b>bold</b> and more' });
    await edit(ada, id, { description: '<i>bold</i> and more' });
    const html = await (await (await visit(site, { roles: ['board'] })).get(`/club/${id}/history/`)).text();
    expect(html).not.toMatch(/<script>alert|<b>bold|<i>/);
    expect(html).toContain('one\n  two');
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  });

  test('has twenty steps on a page', async () => {
    const ada = await insertActor();
    const { id } = await create(ada, { name: 'Ski' });
    for (let step = 1; step <= 20; step += 1) await edit(ada, id, { category: `Category${step}` });
    const board = await visit(site, { roles: ['board'] });
    const first = await read(board.get(`/club/${id}/history/`));
    expect(first.all('.steps > li')).toHaveLength(20);
    const rest = await read(board.get(first.one('.older-newest a[rel=next]').attributes.href ?? ''));
    expect(rest.all('.steps h2').map(({ text }) => text)).toEqual(['Created']);
    expect(rest.one('.older-newest a').attributes.href).toBe(`/club/${id}/history/`);
  });

  test('restores an earlier state as a new step', async () => {
    const ada = await insertActor();
    const { id } = await create(ada, { name: 'Ski', description: 'Old.' });
    await edit(ada, id, { name: 'Snow', description: 'New.' });
    const board = await visit(site, { name: 'Bob', roles: ['board'] });
    const [form] = (await read(board.get(`/club/${id}/history/`))).all('.steps form');
    expect(form?.attributes).toMatchObject({ method: 'post', action: `/club/${id}/history/` });
    if (!form) throw new Error('There is no button.');
    const answer = await board.post(`/club/${id}/history/`, fieldsOf(form));
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/club/${id}/?done=clubRestored`]);
    const club = await findEditableClub(site.database.client, id);
    expect(club?.texts).toMatchObject({ name: 'Ski', description: 'Old.' });
    const [newest] = (await read(board.get(`/club/${id}/history/`))).all('.steps > li');
    expect(newest?.one('h2').text).toBe('Restoration');
    expect(newest?.one('.step-time').text).toMatch(/, by Bob \(/);
  });

  test('restores nothing when the club was changed meanwhile', async () => {
    const ada = await insertActor();
    const { id } = await create(ada, { name: 'Ski', description: 'Old.' });
    await edit(ada, id, { description: 'New.' });
    const board = await visit(site, { roles: ['board'] });
    const [form] = (await read(board.get(`/fr/club/${id}/history/`))).all('.steps form');
    if (!form) throw new Error('There is no button.');
    await edit(ada, id, { description: 'Newer.' });
    const answer = await board.post(`/fr/club/${id}/history/`, fieldsOf(form));
    expect(answer.status).toBe(409);
    const page = readHtml(await answer.text());
    expect(page.one('.not-done a').attributes.href).toBe(`/fr/club/${id}/history/`);
    expect((await findEditableClub(site.database.client, id))?.texts.description).toBe('Newer.');
  });

  test.each([
    ['an invalid change', { change: 'x', revision: 'a-1' }],
    ['a change of another club', { change: 'other', revision: 'a-1' }],
  ])('restores nothing for a form with %s', async (_, fields: Record<string, string>) => {
    const ada = await insertActor();
    const { id: other } = await create(ada, { name: 'Chess' });
    const { id } = await create(ada, { name: 'Ski' });
    const sent = fields.change === 'other' ? { ...fields, change: String(changeOf(await revisionOf(other))) } : fields;
    const answer = await (await visit(site, { roles: ['board'] })).post(`/club/${id}/history/`, sent);
    expect(answer.status).toBe(422);
    expect(readHtml(await answer.text()).all('[role=alert]')).toHaveLength(1);
  });

  test('is shown to officers of the club, who cannot restore', async () => {
    const ada = await insertActor();
    const { id } = await create(ada, { name: 'Ski', description: 'Old.' });
    const first = await revisionOf(id);
    await edit(ada, id, { description: 'New.' });
    const officer = await visit(site, { officerOf: [id] });
    const page = await read(officer.get(`/club/${id}/history/`));
    expect(page.all('.steps > li')).toHaveLength(2);
    expect(page.all('main form')).toEqual([]);
    const fields = { change: String(changeOf(first)), revision: await revisionOf(id) };
    expect((await officer.post(`/club/${id}/history/`, fields)).status).toBe(403);
    expect((await findEditableClub(site.database.client, id))?.texts.description).toBe('New.');
  });

  test('of a deleted club is shown, but cannot restore it', async () => {
    const ada = await insertActor();
    const { id } = await create(ada, { name: 'Ski' });
    const { revision: last } = await remove(ada, id);
    const board = await visit(site, { roles: ['board'] });
    const page = await read(board.get(`/club/${id}/history/`));
    expect(page.one('h1').text).toBe('History of Ski');
    expect(page.all('.steps h2').map(({ text }) => text)).toEqual(['Deleted', 'Created']);
    expect(page.all('.steps form')).toEqual([]);
    expect(page.one('.history a[href="/club/deleted/"]').text).toBe('Deleted clubs');
    const changer = await visit(site, { permissions: ['club.change_club'] });
    expect((await read(changer.get(`/club/${id}/history/`))).all('a[href="/club/deleted/"]')).toEqual([]);
    const sent = { change: String(changeOf(last)), revision: last };
    expect((await changer.post(`/club/${id}/history/`, sent)).status).toBe(409);
    expect((await changer.get(`/club/${id}/`)).status).toBe(404);
    expect((await board.get('/club/999/history/')).status).toBe(404);
    expect((await board.get('/club/0/history/')).status).toBe(404);
  });
});

describeSite('The deleted clubs', (site) => {
  const { insertActor, create, remove, read } = helpers(site);

  test('are listed and can be restored with their id', async () => {
    const ada = await insertActor();
    const { id } = await create(ada, { name: 'Ski', description: 'Snow.' });
    await remove(ada, id);
    const board = await visit(site, { roles: ['board'] });
    const page = await read(board.get('/club/deleted/'));
    expect(page.one('main li h2').text).toBe(`Ski No. ${id}`);
    expect(page.one('.step-time').text).toMatch(/ UTC, by Ada \(/);
    expect((await read(board.get('/club/deleted/?name=SK'))).all('main li form')).toHaveLength(1);
    expect((await read(board.get('/club/deleted/?name=zen'))).all('main li form')).toEqual([]);
    const answer = await board.post('/club/deleted/', fieldsOf(page.one('main li form')));
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/club/${id}/?done=clubRestored`]);
    expect((await read(board.get(`/club/${id}/`))).one('.description').text).toContain('Snow.');
  });
});

describeSite('The tools of a club', (site) => {
  const { read } = helpers(site);

  test('are shown only to its officers and to users who may change clubs', async () => {
    const [id = 0, other = 0] = await site.database.insertClubs('Ski', 'Chess');
    const links = async (person: Parameters<typeof visit>[1], path = `/club/${id}/`) =>
      (await read((await visit(site, person)).get(path))).all('.club-tools a').map(({ attributes }) => attributes.href);
    const ofOfficers = ['edit', 'history', 'officers'].map((tool) => `/club/${id}/${tool}/`);
    const all = [...ofOfficers, `/desk/merge/?club=${id}`, `/club/${id}/delete/`];
    expect(await links(null)).toEqual([]);
    expect(await links({ roles: ['board'] })).toEqual(all);
    expect(await links({ officerOf: [id] })).toEqual(ofOfficers);
    expect(await links({ permissions: ['club.change_club'] })).toEqual(ofOfficers);
    expect(await links({ officerOf: [other] })).toEqual([]);
    expect(await links({ permissions: ['club.add_club'] })).toEqual([]);
    expect(await links({ roles: ['board'] }, `/fr/club/${id}/`)).toEqual(all.map((path) => `/fr${path}`));
    // A page for one user is not cached for others.
    expect(await links(null)).toEqual([]);
  });
});
