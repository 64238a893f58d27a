import { expect, test } from 'vitest';
import { INVITATIONS_AN_HOUR } from '../../src/accounts/rate-limits.ts';
import { readHtml } from '../support/html.ts';
import {
  cookieOf,
  insertPerson,
  insertSession,
  visit,
  visitWith,
  type Fields,
  type Visitor,
} from '../support/people.ts';
import { describeOwnSite } from '../support/site.ts';

describeOwnSite('The officers of a club', (site) => {
  const insertClub = async () => await site.database.insertClub({ name: 'Ski' });
  const read = async (answer: Promise<Response>) => readHtml(await (await answer).text());
  const officersOf = async (club: number) =>
    (await read((await visit(site, { roles: ['board'] })).get(`/club/${club}/officers/`)))
      .all('.officers li .who')
      .map(({ text }) => text);

  test('have access from the next request on, until they are removed', async () => {
    const club = await insertClub();
    const id = await insertPerson(site.database, { name: 'Ada', email: 'ada@example.org' });
    const ada = visitWith(site, `__Host-session=${await insertSession(site.database, id)}`);
    const board = await visit(site, { roles: ['board'] });
    const status = async () => (await ada.get(`/club/${club}/history/`)).status;
    expect(await status()).toBe(403);
    const added = await board.post(`/club/${club}/officers/`, { email: ' Ada@Example.org ' });
    expect([added.status, added.headers.get('location')]).toEqual([303, `/club/${club}/officers/?done=officerAdded`]);
    expect(await status()).toBe(200);
    const [button] = (await read(board.get(`/club/${club}/officers/`))).all('button[name=remove]');
    expect(button?.attributes['aria-label']).toContain('Ada');
    const removed = await board.post(`/club/${club}/officers/`, { remove: button?.attributes.value ?? '' });
    expect([removed.status, removed.headers.get('location')]).toEqual([
      303,
      `/club/${club}/officers/?done=officerRemoved`,
    ]);
    expect(await status()).toBe(403);
    await expect
      .poll(() => site.output().match(/(?<= info )Officer .*/g))
      .toEqual([
        expect.stringMatching(`^Officer added account=${id} by=\\d+ club=${club} `),
        expect.stringMatching(`^Officer removed account=${id} by=\\d+ club=${club} `),
      ]);
  });

  test.each(['eve@example.org', 'eve', ''])('are not added by “%s”, with an error beside the field', async (email) => {
    const club = await insertClub();
    const answer = await (await visit(site, { roles: ['board'] })).post(`/club/${club}/officers/`, { email });
    expect(answer.status).toBe(422);
    const page = readHtml(await answer.text());
    expect(page.one('[data-field=email]').text).not.toBe('');
    expect(page.one('main input[name=email]').attributes).toMatchObject({ value: email, 'aria-invalid': 'true' });
    expect(await officersOf(club)).toEqual([]);
  });

  test('see the other officers, but cannot add or remove any', async () => {
    const club = await insertClub();
    const bob = await insertPerson(site.database, { name: 'Bob', email: 'bob@example.org', officerOf: [club] });
    const officer = await visit(site, { name: 'Ada', email: 'ada@example.org', officerOf: [club] });
    const page = await read(officer.get(`/club/${club}/officers/`));
    expect(page.all('.who bdi').map(({ text }) => text)).toEqual(['Ada', 'Bob']);
    expect(page.all('main button').map(({ text }) => text)).toEqual(['Create invitation']);
    const attempts: Fields[] = [
      { remove: String(bob) },
      { email: 'bob@example.org' },
      { action: 'add', email: 'eve@example.org' },
    ];
    for (const fields of attempts) {
      expect((await officer.post(`/club/${club}/officers/`, fields)).status).toBe(403);
    }
    expect(await officersOf(club)).toHaveLength(2);
    expect(await site.database.sql`select from invitation`).toHaveLength(0);
  });

  /** Invites this address. Returns the path of the link. */
  const invite = async (by: Visitor, club: number, email: string, fields: Fields = { action: 'invite' }) => {
    const answer = await by.post(`/club/${club}/officers/`, { ...fields, email });
    expect(answer.status).toBe(200);
    const told = readHtml(await answer.text()).one('main .notice');
    expect(told.text).toContain(`This link is for ${email}.`);
    return new URL(told.one('.link').text).pathname;
  };
  const invitationsIn = async (by: Visitor, club: number) =>
    (await read(by.get(`/club/${club}/officers/`))).all('[data-invitations] li div').map(({ text }) => text);

  test('invite others by a link that grants this club and nothing else', async () => {
    const [club, other] = [await insertClub(), await site.database.insertClub({ name: 'Chess' })];
    const officer = await visit(site, { name: 'Ada', officerOf: [club] });
    // Fields that the form does not have grant nothing.
    const asked = { action: 'invite', role: 'administrator', permission: 'auth.change_user', club_id: String(other) };
    const path = await invite(officer, club, 'eve@example.org', asked);
    expect(await invitationsIn(officer, club)).toEqual([expect.stringMatching(/^eve@example\.org.*Ada$/)]);
    const page = await read(visitWith(site, null).get(path));
    expect(page.one('main').text).toContain('You will be an officer of Ski');
    const made = await visitWith(site, null).post(path, { name: 'Eve', password: 'correct horse battery' });
    expect([made.status, made.headers.get('location')]).toEqual([303, `/club/${club}/`]);
    const eve = visitWith(site, cookieOf(made));
    const statuses = async (paths: string[]) =>
      await Promise.all(paths.map(async (one) => (await eve.get(one)).status));
    expect(await statuses([`/club/${club}/edit/`, `/club/${other}/edit/`, '/users/', '/club/new/'])).toEqual([
      200, 403, 403, 403,
    ]);
    expect((await visitWith(site, null).get(path)).status).toBe(404);
    expect(await invitationsIn(officer, club)).toEqual([]);
    expect(await officersOf(club)).toHaveLength(2);
  });

  test.each(['officer', 'board'] as const)(
    'have an address that is confirmed or not, as invited by: %s',
    async (role) => {
      const club = await insertClub();
      const by = await visit(site, role === 'board' ? { roles: ['board'] } : { officerOf: [club] });
      const fields = { action: 'invite', ...(role === 'board' && { invite: '1' }) };
      const path = await invite(by, club, 'eve@example.org', fields);
      await visitWith(site, null).post(path, { name: 'Eve', password: 'correct horse battery' });
      const manager = await visit(site, { roles: ['administrator'] });
      const [eve] = (await read(manager.get('/users/?search=eve'))).all('.users li');
      expect(eve?.all('span')[0]?.text).toBe(`eve@example.org${role === 'board' ? '' : ' (address not verified)'}`);
      const doubts = role === 'board' ? 0 : 1;
      expect((await read(manager.get(eve?.one('a').attributes.href ?? ''))).all('.doubt')).toHaveLength(doubts);
      expect((await read(manager.get(`/club/${club}/officers/`))).all('.who .doubt')).toHaveLength(doubts);
    },
  );

  test.each([
    ['/users/', { roles: ['administrator'] }],
    [null, { roles: ['board'] }],
    [null, 'officer'],
  ] as const)('are no longer invited after a withdrawal, at %s', async (list, person) => {
    const club = await insertClub();
    const officer = await visit(site, { name: 'Ada', officerOf: [club] });
    const path = await invite(officer, club, 'eve@example.org');
    const other = await invite(officer, club, 'eva@example.org');
    const by = person === 'officer' ? await visit(site, { officerOf: [club] }) : await visit(site, person);
    const place = list ?? `/club/${club}/officers/`;
    // The newest comes first.
    const [, field] = (await read(by.get(place))).all('[data-invitations] input[name=invitation_id]');
    const fields = { action: 'withdraw', invitation_id: field?.attributes.value ?? '' };
    const answer = await by.post(place, fields);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${place}?done=invitationWithdrawn`]);
    expect([(await by.get(path)).status, (await by.get(other)).status]).toEqual([404, 200]);
    expect((await by.post(path, { name: 'Eve', password: 'correct horse battery' })).status).toBe(404);
    expect((await by.post(place, fields)).status).toBe(303);
  });

  test('cannot withdraw invitations of another club', async () => {
    const [club, other] = [await insertClub(), await site.database.insertClub({ name: 'Chess' })];
    const path = await invite(await visit(site, { officerOf: [club] }), club, 'eve@example.org');
    const stranger = await visit(site, { officerOf: [other] });
    const [{ id }] = await site.database.sql<[{ id: number }]>`select id from invitation`;
    const fields = { action: 'withdraw', invitation_id: String(id) };
    expect((await stranger.post(`/club/${other}/officers/`, fields)).status).toBe(303);
    expect((await stranger.post(`/club/${club}/officers/`, fields)).status).toBe(403);
    expect((await stranger.post('/users/', fields)).status).toBe(403);
    expect((await stranger.get(path)).status).toBe(200);
    expect(await invitationsIn(stranger, other)).toEqual([]);
  });

  test('are invited by the board with the second button of its form', async () => {
    const club = await insertClub();
    const board = await visit(site, { name: 'Zoe', roles: ['board'] });
    const page = await read(board.get(`/club/${club}/officers/`));
    expect(page.all('main form[data-action=add] button').map(({ text }) => text)).toEqual(['Add', 'Create invitation']);
    await invite(board, club, 'eve@example.org', { action: 'add', invite: '1' });
    const first = await invitationsIn(board, club);
    expect(first).toEqual([expect.stringMatching(/Zoe$/)]);
    // A second one takes the place of the first.
    await invite(board, club, 'eve@example.org', { action: 'add', invite: '1' });
    expect(await invitationsIn(board, club)).toHaveLength(1);
  });

  test('are not invited again', async () => {
    const club = await insertClub();
    await insertPerson(site.database, { email: 'bob@example.org', officerOf: [club] });
    const officer = await visit(site, { officerOf: [club] });
    const fields = { action: 'invite', email: 'bob@example.org' };
    const answer = await officer.post(`/club/${club}/officers/`, fields);
    expect(answer.status).toBe(422);
    expect(readHtml(await answer.text()).one('main input[name=email]').attributes.value).toBe('bob@example.org');
  });

  test('send a limited number of invitations an hour', async () => {
    const club = await insertClub();
    const officer = await visit(site, { officerOf: [club] });
    const statuses: number[] = [];
    for (let count = 0; count <= INVITATIONS_AN_HOUR; count += 1) {
      const fields = { action: 'invite', email: `eve-${count}@example.org` };
      statuses.push((await officer.post(`/club/${club}/officers/`, fields)).status);
    }
    expect(statuses.slice(-2)).toEqual([200, 429]);
    const refused = await officer.post(`/club/${club}/officers/`, { action: 'invite', email: 'last@example.org' });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000);
    const page = readHtml(await refused.text());
    expect(page.all('#invite-error')).toHaveLength(1);
    expect(page.one('main input[name=email]').attributes.value).toBe('last@example.org');
    expect(await invitationsIn(officer, club)).toHaveLength(INVITATIONS_AN_HOUR);
  });
});
