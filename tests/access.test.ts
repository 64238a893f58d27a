import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { ROUTE_RULES } from '../src/access.ts';
import { routes } from '../src/paths.ts';
import { insertPerson, insertSession, visit, type NewPerson, type Visitor } from './support/people.ts';
import { SITE_URL } from './support/program.ts';
import { describeSite } from './support/site.ts';

/** The kinds of users, by their rights around one club. */
const people = (club: number, other: number): Record<string, NewPerson | null> => ({
  nobody: null,
  account: {},
  'officer of the club': { officerOf: [club] },
  'officer of another': { officerOf: [other] },
  board: { roles: ['board'] },
  administrator: { roles: ['administrator'] },
});

/** The status for all users, or for each in the order above. */
type Answers = number | readonly number[];

/** The status for users with these rights, where others are redirected to the login or refused. */
const forBoard = (status: number): Answers => [303, 403, 403, 403, status, status];
const forOfficer = (status: number): Answers => [303, 403, status, 403, status, status];
const forAdministrator = (status: number): Answers => [303, 403, 403, 403, 403, status];

interface Row {
  path: (club: number) => string;
  get: Answers;
  post: Answers;
}

/** Every route of pages that are rendered on demand. The first test below fails if one is missing. */
const TABLE: Record<string, Row> = {
  [routes.clubList]: { path: () => '/club/', get: 200, post: 405 },
  [routes.clubView]: { path: (club) => `/club/${club}/`, get: 200, post: 405 },
  [routes.clubRandom]: { path: () => '/club/random/', get: 303, post: 405 },
  [routes.clubShortlist]: { path: (club) => `/club/shortlist/?ids=${club}`, get: 200, post: 405 },
  [routes.clubCompare]: { path: (club) => `/club/compare/?ids=${club}`, get: 200, post: 405 },
  [routes.clubNew]: { path: () => '/club/new/', get: forBoard(200), post: forBoard(422) },
  [routes.clubEdit]: { path: (club) => `/club/${club}/edit/`, get: forOfficer(200), post: forOfficer(422) },
  [routes.clubNewPreview]: { path: () => '/club/new/preview/', get: 405, post: forBoard(200) },
  [routes.clubPreview]: { path: (club) => `/club/${club}/preview/`, get: 405, post: forOfficer(200) },
  // A form without a revision is outdated.
  [routes.clubDelete]: { path: (club) => `/club/${club}/delete/`, get: forBoard(200), post: forBoard(409) },
  // An empty form is invalid.
  [routes.clubReport]: { path: (club) => `/club/${club}/suggest/`, get: 200, post: 422 },
  [routes.clubPropose]: { path: () => '/club/propose/', get: 200, post: 422 },
  [routes.inbox]: { path: () => '/inbox/', get: forBoard(200), post: forBoard(422) },
  [routes.clubHistory]: { path: (club) => `/club/${club}/history/`, get: forOfficer(200), post: forBoard(422) },
  [routes.clubOfficers]: { path: (club) => `/club/${club}/officers/`, get: forOfficer(200), post: forBoard(422) },
  // A form without a revision.
  [routes.clubConfirm]: { path: (club) => `/club/${club}/confirm/`, get: 405, post: forOfficer(409) },
  [routes.clubDeleted]: { path: () => '/club/deleted/', get: forBoard(200), post: forBoard(422) },
  [routes.deskHistory]: { path: () => '/desk/history/', get: forBoard(200), post: 405 },
  [routes.deskZeroResults]: { path: () => '/desk/missed/', get: forBoard(200), post: forBoard(422) },
  // The step that created the clubs of the test. A form without the plan that was shown is outdated.
  [routes.deskStep]: { path: () => '/desk/history/1/', get: forBoard(200), post: forAdministrator(422) },
  [routes.deskUndo]: { path: () => '/desk/history/1/undo/', get: forBoard(200), post: forBoard(409) },
  // No import exists.
  [routes.deskImports]: { path: () => '/desk/import/', get: forBoard(200), post: forBoard(422) },
  [routes.deskImport]: { path: () => '/desk/import/1/', get: forBoard(404), post: forBoard(404) },
  [routes.deskImportReport]: { path: () => '/desk/import/1/report.csv', get: forBoard(404), post: 405 },
  [routes.desk]: { path: () => '/desk/', get: forBoard(200), post: 405 },
  [routes.gettingStarted]: { path: () => '/desk/start/', get: forAdministrator(200), post: 405 },
  [routes.deskExport]: { path: () => '/desk/clubs.csv', get: forBoard(200), post: 405 },
  // No club is named.
  [routes.deskCell]: { path: () => '/desk/cell/', get: forBoard(404), post: forBoard(404) },
  // No action is named.
  [routes.deskChange]: { path: () => '/desk/change/', get: forBoard(404), post: forBoard(404) },
  // No action is named, and no round is open.
  [routes.deskRound]: { path: () => '/desk/round/', get: forBoard(200), post: forBoard(422) },
  [routes.deskRoundLinks]: { path: () => '/desk/round/links.csv', get: forBoard(404), post: 405 },
  [routes.deskRoundEnd]: { path: () => '/desk/round/end/', get: forBoard(404), post: forBoard(404) },
  [routes.clubConfirmByLink]: { path: () => '/confirm/none/', get: 404, post: 404 },
  [routes.clubMendByLink]: { path: () => '/confirm/none/mend/', get: 404, post: 404 },
  [routes.clubMendPreview]: { path: () => '/confirm/none/mend/preview/', get: 405, post: 404 },
  [routes.islands]: { path: () => '/_server-islands/ActiveClubCount?locale=en', get: 200, post: 405 },
  [routes.image]: { path: () => `/image/${'0'.repeat(64)}-200.webp`, get: 404, post: 405 },
  [routes.login]: { path: () => '/login/', get: 200, post: 422 },
  // No provider is configured.
  [routes.loginProvider]: { path: () => '/login/provider/', get: 405, post: 404 },
  [routes.loginCallback]: { path: () => '/login/callback/', get: 404, post: 405 },
  [routes.logout]: { path: () => '/logout/', get: 405, post: 303 },
  // No action is named.
  [routes.account]: {
    path: () => '/account/',
    get: [303, 200, 200, 200, 200, 200],
    post: [303, 422, 422, 422, 422, 422],
  },
  [routes.setup]: { path: () => '/setup/none/', get: 404, post: 404 },
  // No mail server is configured.
  [routes.passwordResets]: { path: () => '/password-reset/', get: 200, post: 404 },
  [routes.passwordReset]: { path: () => '/password-reset/none/', get: 404, post: 404 },
  [routes.users]: { path: () => '/users/', get: forAdministrator(200), post: forAdministrator(422) },
  // The first account that the test inserts.
  [routes.userView]: { path: () => '/users/1/', get: forAdministrator(200), post: forAdministrator(422) },
  [routes.invitation]: { path: () => '/invitation/none/', get: 404, post: 404 },
};

/** Forms without fields, whose bodies are not read. */
const WITHOUT_FIELDS: readonly string[] = [routes.logout, routes.loginProvider];

test('Every route of pages has access rules and a row in the table', () => {
  const ofPages = Object.values(routes).filter((pattern) => pattern.startsWith(`${routes.pages}/`));
  expect(Object.keys(ROUTE_RULES).sort()).toEqual([...ofPages, routes.islands, routes.image].sort());
  expect(Object.keys(TABLE).sort()).toEqual(Object.keys(ROUTE_RULES).sort());
});

describeSite('Access', (site) => {
  const insertTwo = () => site.database.insertClubs('Chess', 'Ski') as Promise<[number, number]>;

  test.each(Object.entries(TABLE))('checks the rights of users at %s', async (_, row) => {
    const [club, other] = await insertTwo();
    const everybody: [string, Visitor][] = [];
    for (const [kind, person] of Object.entries(people(club, other))) {
      everybody.push([kind, await visit(site, person)]);
    }
    const expected = (answers: Answers) =>
      Object.fromEntries(
        everybody.map(([kind], index) => [kind, typeof answers === 'number' ? answers : answers[index]]),
      );
    const got = async (ask: (visitor: Visitor) => Promise<Response>) =>
      Object.fromEntries(
        await Promise.all(everybody.map(async ([kind, visitor]) => [kind, (await ask(visitor)).status] as const)),
      );
    const path = row.path(club);
    expect(await got((visitor) => visitor.get(path))).toEqual(expected(row.get));
    const elsewhere = { Origin: 'https://evil.example' };
    expect(await got((visitor) => visitor.post(path, {}, elsewhere))).toEqual(expected(row.post === 405 ? 405 : 403));
    expect(await got((visitor) => visitor.post(path))).toEqual(expected(row.post));
  });

  test.each([
    ['JSON', 'application/json', '{"email":"ada@example.org"}'],
    ['multipart without a boundary', 'multipart/form-data', 'email'],
    ['a truncated form', 'multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb'],
  ])('refuses %s instead of a form, and changes nothing', async (_, type, body) => {
    const [club] = await insertTwo();
    const visitor = await visit(site, { roles: ['administrator'] });
    for (const [pattern, row] of Object.entries(TABLE)) {
      if (row.post === 405 || WITHOUT_FIELDS.includes(pattern)) continue;
      const answer = await visitor.raw(row.path(club), type, body);
      expect([400, 404, 411, 415], `${pattern}: ${answer.status}`).toContain(answer.status);
    }
    expect(await site.database.sql`select name from club order by name`).toEqual([{ name: 'Chess' }, { name: 'Ski' }]);
  });

  const insertAdministrator = async () => {
    const [club] = await insertTwo();
    const id = await insertPerson(site.database, { roles: ['administrator'] });
    return { club, id, session: await insertSession(site.database, id) };
  };

  test('refuses a form when the session has ended before the body arrives', async () => {
    const { club, session } = await insertAdministrator();
    const held = await holdForm(`/club/${club}/edit/`, session, FORM);
    await site.database.sql`delete from user_session`;
    const { status, location } = await held.end();
    expect([status, location]).toEqual([303, expect.stringContaining('/login/?next=')]);
    expect(await site.database.sql`select from club_change where before is not null`).toHaveLength(0);
  });

  test('refuses a form when the role was taken away before the body arrives', async () => {
    const { id, session } = await insertAdministrator();
    const held = await holdForm(`/users/${id}/`, session, 'action=grants&role=administrator');
    await site.database.sql`delete from user_role`;
    expect(await held.end()).toMatchObject({ status: 403 });
    expect(await site.database.sql`select from user_role`).toHaveLength(0);
  });

  const FORM = 'name=Chess&description=New&revision=0';

  /** Sends a form without its last byte, and waits until the site has checked the session. */
  async function holdForm(path: string, session: string, form: string) {
    await site.database.sql`update user_session set updated_at = now() - interval '1 hour'`;
    const asked = request(site.url + path, {
      method: 'POST',
      headers: {
        Cookie: `__Host-session=${session}`,
        Origin: SITE_URL,
        'Content-Type': 'application/x-www-form-urlencoded',
        'Content-Length': form.length,
      },
    });
    const answered = once(asked, 'response') as Promise<[IncomingMessage]>;
    asked.write(form.slice(0, -1));
    // The use of the session is stored when the head is read.
    const noted = () => site.database.sql`select from user_session where updated_at > now() - interval '1 minute'`;
    await expect.poll(noted, { interval: 20 }).toHaveLength(1);
    return {
      async end() {
        asked.end(form.slice(-1));
        const [answer] = await answered;
        answer.resume();
        return { status: answer.statusCode, location: answer.headers.location };
      },
    };
  }
});
