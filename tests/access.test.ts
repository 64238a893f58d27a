import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { ROUTE_RULES } from '../src/access.ts';
import { revisionOf } from '../src/accounts/users.ts';
import { ADDRESS_READERS } from '../src/clubs/address.ts';
import { routes } from '../src/paths.ts';
import { insertPerson, insertSession, visit, type NewPerson } from './support/people.ts';
import { SITE_URL } from './support/program.ts';
import { describeSite } from './support/site.ts';

/** One visitor of each kind, around one club. */
const people = (club: number, other: number): Record<string, NewPerson | null> => ({
  nobody: null,
  account: {},
  'officer of the club': { officerOf: [club] },
  'officer of another': { officerOf: [other] },
  board: { roles: ['board'] },
  administrator: { roles: ['administrator'] },
});

/** The status for everyone, or for each kind of visitor above. */
type Answers = number | readonly number[];

interface Row {
  path: (club: number) => string;
  get: Answers;
  post: Answers;
}

/** Statuses of routes for one kind of visitor and those above it. */
const account = (status: number) => [303, status, status, status, status, status];
const officer = (status: number) => [303, 403, status, 403, status, status];
const board = (status: number) => [303, 403, 403, 403, status, status];
const administrator = (status: number) => [303, 403, 403, 403, 403, status];

/** Every route that is rendered on demand. The first test below fails if one is missing. */
const TABLE: Record<string, Row> = {
  [routes.clubList]: { path: () => '/club/', get: 200, post: 405 },
  [routes.clubView]: { path: (club) => `/club/${club}/`, get: 200, post: 405 },
  [routes.clubRandom]: { path: () => '/club/random/', get: 303, post: 405 },
  [routes.clubShortlist]: { path: (club) => `/club/shortlist/?ids=${club}`, get: 200, post: 405 },
  [routes.clubCompare]: { path: (club) => `/club/compare/?ids=${club}`, get: 200, post: 405 },
  [routes.clubNew]: { path: () => '/club/new/', get: board(200), post: board(422) },
  [routes.clubEdit]: { path: (club) => `/club/${club}/edit/`, get: officer(200), post: officer(422) },
  [routes.clubNewPreview]: { path: () => '/club/new/preview/', get: 405, post: board(200) },
  [routes.clubPreview]: { path: (club) => `/club/${club}/preview/`, get: 405, post: officer(200) },
  // A form without what it was filled with is older than everything.
  [routes.clubDelete]: { path: (club) => `/club/${club}/delete/`, get: board(200), post: board(409) },
  // An empty form.
  [routes.clubSuggest]: { path: (club) => `/club/${club}/suggest/`, get: 200, post: 422 },
  [routes.clubPropose]: { path: () => '/club/propose/', get: 200, post: 422 },
  [routes.inbox]: { path: () => '/inbox/', get: board(200), post: board(422) },
  [routes.clubHistory]: { path: (club) => `/club/${club}/history/`, get: officer(200), post: board(422) },
  [routes.clubOfficers]: { path: (club) => `/club/${club}/officers/`, get: officer(200), post: board(422) },
  // A form that does not say what was seen.
  [routes.clubConfirm]: { path: (club) => `/club/${club}/confirm/`, get: 405, post: officer(409) },
  [routes.clubDeleted]: { path: () => '/club/deleted/', get: board(200), post: board(422) },
  [routes.deskHistory]: { path: () => '/desk/history/', get: board(200), post: 405 },
  [routes.deskMissed]: { path: () => '/desk/missed/', get: board(200), post: board(422) },
  // The step that inserted the clubs of the test.
  [routes.deskStep]: { path: () => '/desk/history/1/', get: board(200), post: administrator(422) },
  [routes.deskUndo]: { path: () => '/desk/history/1/undo/', get: board(200), post: board(409) },
  // No file was uploaded, and this import does not exist.
  [routes.deskImports]: { path: () => '/desk/import/', get: board(200), post: board(422) },
  [routes.deskImport]: { path: () => '/desk/import/1/', get: board(404), post: board(404) },
  [routes.deskImportReport]: { path: () => '/desk/import/1/report.csv', get: board(404), post: 405 },
  [routes.desk]: { path: () => '/desk/', get: board(200), post: 405 },
  [routes.deskExport]: { path: () => '/desk/clubs.csv', get: board(200), post: 405 },
  // A cell of no club.
  [routes.deskCell]: { path: () => '/desk/cell/', get: board(404), post: board(404) },
  // No such action.
  [routes.deskChange]: { path: () => '/desk/change/', get: board(404), post: board(404) },
  // A form that asks for nothing; no round is open.
  [routes.deskRound]: { path: () => '/desk/round/', get: board(200), post: board(422) },
  [routes.deskRoundLinks]: { path: () => '/desk/round/links.csv', get: board(404), post: 405 },
  [routes.deskRoundEnd]: { path: () => '/desk/round/end/', get: board(404), post: board(404) },
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
  // A form that asks for nothing.
  [routes.account]: { path: () => '/account/', get: account(200), post: account(422) },
  [routes.setup]: { path: () => '/setup/none/', get: 404, post: 404 },
  // No mail server is configured.
  [routes.passwordResets]: { path: () => '/password-reset/', get: 200, post: 404 },
  [routes.passwordReset]: { path: () => '/password-reset/none/', get: 404, post: 404 },
  [routes.users]: { path: () => '/users/', get: administrator(200), post: administrator(422) },
  // The first account of the test.
  [routes.userView]: { path: () => '/users/1/', get: administrator(200), post: administrator(422) },
  [routes.invitation]: { path: () => '/invitation/none/', get: 404, post: 404 },
};

/** Forms without fields: their bodies are not read. */
const WITHOUT_FIELDS: readonly string[] = [routes.logout, routes.loginProvider];

test('Every route has an access rule and a row in this table', () => {
  const ofPages = Object.keys(ADDRESS_READERS).filter((pattern) => pattern.startsWith(routes.pages));
  expect(Object.keys(ROUTE_RULES).sort()).toEqual([...ofPages, routes.islands, routes.image].sort());
  expect(Object.keys(TABLE).sort()).toEqual(Object.keys(ROUTE_RULES).sort());
});

describeSite('A site', (site) => {
  const insertTwo = () => site.database.insertClubs('Chess', 'Ski') as Promise<[number, number]>;

  test.each(Object.entries(TABLE))('allows %s only to its visitors', async (_, row) => {
    const [club, other] = await insertTwo();
    const everybody = Object.entries(people(club, other));
    const expected = (answers: Answers) =>
      Object.fromEntries(
        everybody.map(([kind], index) => [kind, typeof answers === 'number' ? answers : answers[index]]),
      );
    /** One request at a time: the site rejects some on a busy machine. */
    const got = async (ask: (kind: NewPerson | null) => Promise<Response>) => {
      const statuses: Record<string, number> = {};
      for (const [kind, person] of everybody) statuses[kind] = (await ask(person)).status;
      return statuses;
    };
    const path = row.path(club);
    expect(await got(async (person) => (await visit(site, person)).get(path))).toEqual(expected(row.get));
    expect(await got(async (person) => (await visit(site, person)).post(path))).toEqual(expected(row.post));
    const elsewhere = { Origin: 'https://evil.example' };
    expect(await got(async (person) => (await visit(site, person)).post(path, {}, elsewhere))).toEqual(
      expected(row.post === 405 ? 405 : 403),
    );
  });

  test.each([
    ['JSON', 'application/json', '{"email":"ada@example.org"}'],
    [
      'a form that breaks off',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb',
    ],
  ])('rejects %s instead of a form and changes nothing', async (_, type, body) => {
    const [club] = await insertTwo();
    const visitor = await visit(site, { roles: ['administrator'] });
    for (const pattern of Object.keys(TABLE)) {
      const row = TABLE[pattern];
      if (!row || row.post === 405 || WITHOUT_FIELDS.includes(pattern)) continue;
      const answer = await visitor.raw(row.path(club), type, body);
      expect([400, 404, 411, 415], `${pattern}: ${answer.status}`).toContain(answer.status);
    }
    expect(await site.database.sql`select name from club order by name`).toEqual([{ name: 'Chess' }, { name: 'Ski' }]);
  });

  describe('checks access again after the body has arrived, for a user who', () => {
    const insertAdministrator = async () => {
      const [club] = await insertTwo();
      const id = await insertPerson(site.database, { roles: ['administrator'] });
      return { club, id, session: await insertSession(site.database, id) };
    };
    const restricted = Object.entries(TABLE).filter(([, { post }]) => Array.isArray(post));

    test.each(restricted)('was signed out meanwhile: %s', async (_, row) => {
      const { club, session } = await insertAdministrator();
      const held = await holdForm(row.path(club), session, FORM);
      await site.database.sql`delete from user_session`;
      const { status, location } = await held.end();
      expect([status, location]).toEqual([303, expect.stringContaining('/login/?next=')]);
      expect(await site.database.sql`select from club_change where before is not null`).toHaveLength(0);
    });

    test('lost the role meanwhile', async () => {
      const { id, session } = await insertAdministrator();
      const held = await holdForm(`/users/${id}/`, session, `action=grants&role=administrator&revision=${NO_GRANTS}`);
      await site.database.sql`delete from user_role`;
      expect(await held.end()).toMatchObject({ status: 403 });
      expect(await site.database.sql`select from user_role`).toHaveLength(0);
    });
  });

  const NO_GRANTS = revisionOf({ roles: [], permissions: [] });
  const FORM = 'name=Chess&description=New&action=grants&revision=0';

  /** Sends a form without its last byte, and waits until the site has read the session. */
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
    // The site records the use of a session when it reads the headers.
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
