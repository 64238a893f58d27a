import { expect, test } from 'vitest';
import { readHtml } from '../support/html.ts';
import { insertPerson, insertSession, visit, visitWith } from '../support/people.ts';
import { describeEachSite } from '../support/site.ts';

describeEachSite('The officers of a club', (site) => {
  const insertClub = async () => await site.database.insertClub({ name: 'Ski' });
  const read = async (answer: Promise<Response>) => readHtml(await (await answer).text());
  const officersOf = async (club: number) =>
    (await read((await visit(site, { roles: ['board'] })).get(`/club/${club}/officers/`)))
      .all('.officers li .who')
      .map(({ text }) => text);

  test('are listed by name, with their address', async () => {
    const club = await insertClub();
    const board = await visit(site, { roles: ['board'] });
    expect((await read(board.get(`/club/${club}/officers/`))).one('main').text).toContain('This club has no officers.');
    await insertPerson(site.database, { name: 'Bob', email: 'bob@example.org', officerOf: [club] });
    await insertPerson(site.database, { name: 'Ada', email: 'ada+ski@example.org', officerOf: [club] });
    const page = await read(board.get(`/club/${club}/officers/`));
    expect(page.all('.who bdi').map(({ text }) => text)).toEqual(['Ada', 'Bob']);
    expect(page.all('.who a').map(({ attributes }) => attributes.href)).toEqual([
      'mailto:ada%2Bski@example.org',
      'mailto:bob@example.org',
    ]);
    expect((await read(board.get(`/fr/club/${club}/officers/`))).one('h1').text).toBe('Responsables de Ski');
  });

  test('keep the club from their next request on, and no longer than that', async () => {
    const club = await insertClub();
    const id = await insertPerson(site.database, { name: 'Ada', email: 'ada@example.org' });
    const ada = visitWith(site, `__Host-session=${await insertSession(site.database, id)}`);
    const board = await visit(site, { roles: ['board'] });
    const status = async () => (await ada.get(`/club/${club}/history/`)).status;
    expect(await status()).toBe(403);
    const added = await board.post(`/club/${club}/officers/`, { email: ' Ada@Example.org ' });
    expect([added.status, added.headers.get('location')]).toEqual([303, `/club/${club}/officers/`]);
    expect(await status()).toBe(200);
    const [button] = (await read(board.get(`/club/${club}/officers/`))).all('button[name=remove]');
    expect(button?.attributes['aria-label']).toBe('Take the club away from Ada');
    const removed = await board.post(`/club/${club}/officers/`, { remove: button?.attributes.value ?? '' });
    expect([removed.status, removed.headers.get('location')]).toEqual([303, `/club/${club}/officers/`]);
    expect(await status()).toBe(403);
  });

  test('may be added and taken away twice', async () => {
    const club = await insertClub();
    const id = await insertPerson(site.database, { name: 'Ada', email: 'ada@example.org' });
    const board = await visit(site, { roles: ['board'] });
    const send = async (fields: Record<string, string>) => (await board.post(`/club/${club}/officers/`, fields)).status;
    expect([await send({ email: 'ada@example.org' }), await send({ email: 'ada@example.org' })]).toEqual([303, 303]);
    expect(await officersOf(club)).toHaveLength(1);
    expect([await send({ remove: String(id) }), await send({ remove: String(id) })]).toEqual([303, 303]);
    expect(await officersOf(club)).toEqual([]);
    expect(await send({ remove: 'x' })).toBe(303);
  });

  test.each([
    [
      'eve@example.org',
      'Nobody has an account with this address. Those who look after the accounts can invite them by a link; then add them here.',
    ],
    ['eve', 'This is no e-mail address: name@example.org is one.'],
    ['', 'Please fill this in.'],
  ])('are not added by “%s”, which is said beside the field', async (email, words) => {
    const club = await insertClub();
    const answer = await (await visit(site, { roles: ['board'] })).post(`/club/${club}/officers/`, { email });
    expect(answer.status).toBe(422);
    const page = readHtml(await answer.text());
    expect(page.one('[data-field=email]').text).toBe(words);
    expect(page.one('main input[name=email]').attributes).toMatchObject({ value: email, 'aria-invalid': 'true' });
    expect(await officersOf(club)).toEqual([]);
  });

  test('see who else is one, and change nothing', async () => {
    const club = await insertClub();
    const bob = await insertPerson(site.database, { name: 'Bob', email: 'bob@example.org', officerOf: [club] });
    const officer = await visit(site, { name: 'Ada', email: 'ada@example.org', officerOf: [club] });
    const page = await read(officer.get(`/club/${club}/officers/`));
    expect(page.all('.who bdi').map(({ text }) => text)).toEqual(['Ada', 'Bob']);
    expect(page.all('main :is(form, button, input)')).toEqual([]);
    expect((await officer.post(`/club/${club}/officers/`, { remove: String(bob) })).status).toBe(403);
    expect(await officersOf(club)).toHaveLength(2);
  });

  test('are of a club that is there', async () => {
    const board = await visit(site, { roles: ['board'] });
    expect((await board.get('/club/999/officers/')).status).toBe(404);
    expect((await board.post('/club/999/officers/', { email: 'ada@example.org' })).status).toBe(404);
  });

  test('of one club are not those of another', async () => {
    const [ski, chess] = [await insertClub(), await site.database.insertClub({ name: 'Chess' })];
    const bob = await insertPerson(site.database, { name: 'Bob', officerOf: [chess] });
    const board = await visit(site, { roles: ['board'] });
    expect((await board.post(`/club/${ski}/officers/`, { remove: String(bob) })).status).toBe(303);
    expect(await officersOf(chess)).toHaveLength(1);
  });
});

describeEachSite(
  'The officers of a club, where the university signs people in,',
  (site) => {
    test('are told to sign in first when they have no account', async () => {
      const club = await site.database.insertClub({ name: 'Ski' });
      const board = await visit(site, { roles: ['board'] });
      const answer = await board.post(`/club/${club}/officers/`, { email: 'eve@example.org' });
      expect(readHtml(await answer.text()).one('[data-field=email]').text).toContain(
        'Ask them to sign in here once with their university account',
      );
    });
  },
  { OIDC_ISSUER: 'https://login.example.org', OIDC_CLIENT_ID: 'clubs', OIDC_CLIENT_SECRET: 'secret' },
);
