import { expect, test } from 'vitest';
import { INVITATIONS_AN_HOUR } from '../../src/accounts/attempt-limits.ts';
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

const NEW = { name: 'Eve', password: 'correct horse battery' };

describeOwnSite('The officers of a club', (site) => {
  const insertClub = async (name = 'Ski') => await site.database.insertClub({ name });
  const read = async (answer: Promise<Response>) => readHtml(await (await answer).text());
  const officersOf = (club: number) => site.database.sql`select from club_officer where club_id = ${club}`;
  const nobody = () => visitWith(site, null);

  /** Invites this address. Returns the path of the link. */
  const invite = async (by: Visitor, club: number, email: string, fields: Fields = { action: 'invite' }) => {
    const answer = await by.post(`/club/${club}/officers/`, { ...fields, email });
    expect(answer.status).toBe(200);
    return new URL(readHtml(await answer.text()).one('main .notice .link').text).pathname;
  };
  const invitationsIn = async (by: Visitor, club: number) =>
    (await read(by.get(`/club/${club}/officers/`))).all('[data-invitations] li p').map(({ text }) => text);

  test('have access from the next request on, until they are removed', async () => {
    const club = await insertClub();
    const path = `/club/${club}/officers/`;
    const id = await insertPerson(site.database, { name: 'Ada', email: 'ada@example.org' });
    const ada = visitWith(site, `__Host-session=${await insertSession(site.database, id)}`);
    const board = await visit(site, { roles: ['board'] });
    const status = async () => (await ada.get(`/club/${club}/history/`)).status;
    expect(await status()).toBe(403);
    const added = await board.post(path, { email: ' Ada@Example.org ' });
    expect([added.status, added.headers.get('location')]).toEqual([303, `${path}?done=officerAdded`]);
    expect(await status()).toBe(200);
    const button = (await read(board.get(path))).one('button[name=remove]');
    expect(button.attributes['aria-label']).toContain('Ada');
    const removed = await board.post(path, { remove: button.attributes.value ?? '' });
    expect([removed.status, removed.headers.get('location')]).toEqual([303, `${path}?done=officerRemoved`]);
    expect(await status()).toBe(403);
    await expect
      .poll(() => site.output().match(/(?<= info )Officer .*/g))
      .toEqual([
        expect.stringMatching(`^Officer added account=${id} by=\\d+ club=${club} `),
        expect.stringMatching(`^Officer removed account=${id} by=\\d+ club=${club} `),
      ]);
  });

  test('are not added by an invalid address', async () => {
    const club = await insertClub();
    await insertPerson(site.database, { email: 'bob@example.org', officerOf: [club] });
    const board = await visit(site, { roles: ['board'] });
    const answer = await board.post(`/club/${club}/officers/`, { action: 'invite', email: 'eve' });
    expect(answer.status).toBe(422);
    const page = readHtml(await answer.text());
    expect(page.one('[data-field=email]').text).not.toBe('');
    expect(page.one('main input[name=email]').attributes).toMatchObject({ value: 'eve', 'aria-invalid': 'true' });
    expect(await officersOf(club)).toHaveLength(1);
  });

  test('see the other officers, but cannot add or remove any', async () => {
    const club = await insertClub();
    const bob = await insertPerson(site.database, { name: 'Bob', email: 'bob@example.org', officerOf: [club] });
    const officer = await visit(site, { name: 'Ada', officerOf: [club] });
    const page = await read(officer.get(`/club/${club}/officers/`));
    expect(page.all('.who .emphasis').map(({ text }) => text)).toEqual(['Ada', 'Bob']);
    expect(page.all('main button').map(({ text }) => text)).toEqual(['Create invitation']);
    const remove = String(bob);
    const attempts: Fields[] = [{ remove }, { remove, action: 'invite' }];
    for (const fields of attempts) expect((await officer.post(`/club/${club}/officers/`, fields)).status).toBe(403);
    await insertPerson(site.database, { email: 'eve@example.org' });
    await invite(officer, club, 'eve@example.org');
    expect(await officersOf(club)).toHaveLength(2);
  });

  test('invite others by a link that grants this club and nothing else', async () => {
    const [club, other] = [await insertClub(), await insertClub('Chess')];
    const officer = await visit(site, { name: 'Ada', officerOf: [club] });
    // Fields that the form does not have grant nothing.
    const fields = { action: 'invite', role: 'administrator', permission: 'auth.change_user', club_id: String(other) };
    const path = await invite(officer, club, 'eve@example.org', fields);
    expect(await invitationsIn(officer, club)).toEqual([expect.stringMatching(/^eve@example\.org.*Ada$/)]);
    expect((await read(nobody().get(path))).one('main').text).toContain('You will be an officer of Ski');
    const made = await nobody().post(path, NEW);
    expect([made.status, made.headers.get('location')]).toEqual([303, `/club/${club}/`]);
    const eve = visitWith(site, cookieOf(made));
    const paths = [`/club/${club}/edit/`, `/club/${other}/edit/`, '/users/', '/club/new/'];
    const statuses = await Promise.all(paths.map(async (one) => (await eve.get(one)).status));
    expect(statuses).toEqual([200, 403, 403, 403]);
    expect(await invitationsIn(officer, club)).toEqual([]);
  });

  test.each(['officer', 'board'] as const)(
    'have a verified address only if the board invited them: %s',
    async (role) => {
      const club = await insertClub();
      const by = await visit(site, role === 'board' ? { roles: ['board'] } : { officerOf: [club] });
      await nobody().post(await invite(by, club, 'eve@example.org'), NEW);
      const manager = await visit(site, { roles: ['administrator'] });
      const eve = (await read(manager.get('/users/?search=eve'))).one('.users tbody tr');
      const doubts = role === 'board' ? 0 : 1;
      expect(eve.all('.doubt')).toHaveLength(doubts);
      expect((await read(manager.get(eve.one('a').attributes.href ?? ''))).all('.doubt')).toHaveLength(doubts);
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
    expect((await by.post(place, fields)).status).toBe(303);
  });

  test('cannot withdraw invitations of another club', async () => {
    const [club, other] = [await insertClub(), await insertClub('Chess')];
    const path = await invite(await visit(site, { officerOf: [club] }), club, 'eve@example.org');
    const stranger = await visit(site, { officerOf: [other] });
    const [{ id }] = await site.database.sql<[{ id: number }]>`select id from invitation`;
    const fields = { action: 'withdraw', invitation_id: String(id) };
    const places = [`/club/${other}/officers/`, `/club/${club}/officers/`, '/users/'];
    const statuses = await Promise.all(places.map(async (place) => (await stranger.post(place, fields)).status));
    expect(statuses).toEqual([303, 403, 403]);
    expect((await stranger.get(path)).status).toBe(200);
  });

  test('are invited by the board if no account has the address, once', async () => {
    const club = await insertClub();
    const board = await visit(site, { name: 'Zoe', roles: ['board'] });
    const first = await invite(board, club, 'eve@example.org');
    await invite(board, club, 'eve@example.org');
    expect((await nobody().get(first)).status).toBe(404);
    expect(await invitationsIn(board, club)).toEqual([expect.stringMatching(/Zoe$/)]);
  });

  test('send a limited number of invitations an hour', async () => {
    const club = await insertClub();
    const officer = await visit(site, { officerOf: [club] });
    const post = (name: string | number) =>
      officer.post(`/club/${club}/officers/`, { action: 'invite', email: `${name}@example.org` });
    for (let count = 0; count < INVITATIONS_AN_HOUR; count += 1) expect((await post(count)).status).toBe(200);
    const refused = await post('last');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000);
    const page = readHtml(await refused.text());
    expect(page.all('#invite-error')).toHaveLength(1);
    expect(page.one('main input[name=email]').attributes.value).toBe('last@example.org');
  });
});
