import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { revisionOf } from '../../src/accounts/grants.ts';
import type { RouteName } from '../../src/routes.ts';
import { insertPerson, insertSession, visit, type NewPerson, type Visitor } from '../support/people.ts';
import { SITE_URL } from '../support/program.ts';
import { describeSite } from '../support/site.ts';

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

/** Every route but those of the API. */
const TABLE: Record<Exclude<RouteName, 'searchClub' | 'searchClubProfile' | 'clubChanges' | 'fetchClub'>, Row> = {
  home: { path: () => '/', get: 200, post: 405 },
  page: { path: () => '/page/ae/', get: 200, post: 405 },
  clubList: { path: () => '/club/', get: 200, post: 405 },
  clubView: { path: (club) => `/club/${club}/`, get: 200, post: 405 },
  clubPoster: { path: (club) => `/club/${club}/poster/`, get: 200, post: 405 },
  booklet: { path: () => '/booklet/', get: 200, post: 405 },
  clubExport: { path: () => '/club/export.csv', get: 200, post: 405 },
  clubEmbed: { path: () => '/club/embed/', get: 200, post: 405 },
  clubEmbedBuild: { path: () => '/club/embed/build/', get: 200, post: 405 },
  clubFeed: { path: () => '/club/feed.atom', get: 200, post: 405 },
  clubRandom: { path: () => '/club/random/', get: 303, post: 405 },
  clubShortlist: { path: (club) => `/club/shortlist/?ids=${club}`, get: 200, post: 405 },
  clubCompare: { path: (club) => `/club/compare/?ids=${club}`, get: 200, post: 405 },
  clubNew: { path: () => '/club/new/', get: forBoard(200), post: forBoard(422) },
  clubEdit: { path: (club) => `/club/${club}/edit/`, get: forOfficer(200), post: forOfficer(422) },
  // A form without a revision is outdated.
  clubDelete: { path: (club) => `/club/${club}/delete/`, get: forBoard(200), post: forBoard(409) },
  // An empty form is invalid.
  clubReport: { path: (club) => `/club/${club}/suggest/`, get: 200, post: 422 },
  // No mail server is configured.
  clubContact: { path: (club) => `/club/${club}/contact/`, get: 404, post: 404 },
  clubPropose: { path: () => '/club/propose/', get: 200, post: 422 },
  inbox: { path: () => '/inbox/', get: forBoard(200), post: forBoard(422) },
  clubHistory: { path: (club) => `/club/${club}/history/`, get: forOfficer(200), post: forBoard(422) },
  clubOfficers: { path: (club) => `/club/${club}/officers/`, get: forOfficer(200), post: forOfficer(422) },
  // A form without a revision.
  clubConfirm: { path: (club) => `/club/${club}/confirm/`, get: 405, post: forOfficer(409) },
  clubDeleted: { path: () => '/club/deleted/', get: forBoard(200), post: forBoard(422) },
  boardHistory: { path: () => '/desk/history/', get: forBoard(200), post: 405 },
  boardZeroResults: { path: () => '/desk/missed/', get: forBoard(200), post: forBoard(422) },
  // The step that created the clubs of the test. A form without the plan that was shown is outdated.
  boardStep: { path: () => '/desk/history/1/', get: forBoard(200), post: forAdministrator(422) },
  boardUndo: { path: () => '/desk/history/1/undo/', get: forBoard(200), post: forBoard(409) },
  // A form without categories changes nothing.
  boardCategories: { path: () => '/desk/categories/', get: forBoard(200), post: forBoard(303) },
  // No import exists.
  boardImports: { path: () => '/desk/import/', get: forBoard(200), post: forBoard(422) },
  // There are no sample clubs.
  boardSamples: { path: () => '/desk/samples/', get: forBoard(303), post: forBoard(303) },
  boardLogos: { path: () => '/desk/logos/', get: forBoard(200), post: forBoard(303) },
  boardImport: { path: () => '/desk/import/1/', get: forBoard(404), post: forBoard(404) },
  boardImportColumns: { path: () => '/desk/import/1/columns/', get: forBoard(303), post: forBoard(303) },
  boardImportCategories: { path: () => '/desk/import/1/categories/', get: forBoard(404), post: forBoard(404) },
  boardImportReport: { path: () => '/desk/import/1/report.csv', get: forBoard(404), post: 405 },
  boardHome: { path: () => '/desk/', get: forBoard(200), post: 405 },
  board: { path: () => '/desk/clubs/', get: forBoard(200), post: 405 },
  boardAddresses: { path: () => '/desk/addresses/', get: forBoard(200), post: 405 },
  // An empty form changes nothing.
  boardSite: { path: () => '/desk/site/', get: forAdministrator(200), post: forAdministrator(303) },
  boardPages: { path: () => '/desk/pages/', get: forAdministrator(200), post: 405 },
  boardPage: { path: () => '/desk/page/?name=imprint', get: forAdministrator(200), post: forAdministrator(303) },
  gettingStarted: { path: () => '/desk/start/', get: forAdministrator(200), post: forAdministrator(422) },
  boardWorkbook: { path: () => '/desk/clubs.xlsx', get: forBoard(200), post: 405 },
  boardExport: { path: () => '/desk/clubs.csv', get: forBoard(200), post: 405 },
  // No club is named.
  boardCell: { path: () => '/desk/cell/', get: forBoard(404), post: forBoard(404) },
  // No club is named.
  boardMerge: { path: () => '/desk/merge/', get: forBoard(404), post: forBoard(404) },
  // No action is named.
  boardChange: { path: () => '/desk/change/', get: forBoard(404), post: forBoard(404) },
  // No action is named, and no round is open.
  // An unknown action is outdated.
  boardRound: { path: () => '/desk/round/', get: forBoard(200), post: forBoard(409) },
  boardRoundEmails: { path: () => '/desk/round/emails/', get: forBoard(303), post: forBoard(303) },
  boardRoundLinks: { path: () => '/desk/round/links.csv', get: forBoard(404), post: 405 },
  boardRoundEnd: { path: () => '/desk/round/end/', get: forBoard(303), post: forBoard(303) },
  clubConfirmByLink: { path: () => '/confirm/none/', get: 404, post: 404 },
  clubEditByLink: { path: () => '/confirm/none/edit/', get: 404, post: 404 },
  // No mail server is configured.
  editLink: { path: () => '/edit-link/', get: 404, post: 404 },
  clubsByEmailLink: { path: () => '/edit/none/', get: 404, post: 405 },
  clubEditByEmailLink: { path: (club) => `/edit/none/${club}/`, get: 404, post: 404 },
  openApi: { path: () => '/api/openapi.json', get: 200, post: 405 },
  apiDocs: { path: () => '/api/docs/', get: 200, post: 405 },
  sitemap: { path: () => '/sitemap.xml', get: 200, post: 405 },
  island: { path: () => '/_server-islands/AccountMenu?locale=en', get: 200, post: 405 },
  login: { path: () => '/login/', get: [200, 303, 303, 303, 303, 303], post: 422 },
  // No provider is configured.
  loginProvider: { path: () => '/login/provider/', get: 405, post: 404 },
  loginCallback: { path: () => '/login/callback/', get: 404, post: 405 },
  logout: { path: () => '/logout/', get: 405, post: 303 },
  // No action is named.
  account: {
    path: () => '/account/',
    get: [303, 200, 200, 200, 200, 200],
    post: [303, 422, 422, 422, 422, 422],
  },
  setup: { path: () => '/setup/none/', get: 404, post: 404 },
  // No mail server is configured.
  passwordResets: { path: () => '/password-reset/', get: 200, post: 404 },
  passwordReset: { path: () => '/password-reset/none/', get: 404, post: 404 },
  users: { path: () => '/users/', get: forAdministrator(200), post: forAdministrator(422) },
  // The first account that the test inserts.
  userView: { path: () => '/users/1/', get: forAdministrator(200), post: forAdministrator(422) },
  invitation: { path: () => '/invitation/none/', get: 404, post: 404 },
};

/** Forms without fields, whose bodies are not read. */
const WITHOUT_FIELDS: readonly string[] = [
  'logout',
  'loginProvider',
  'boardRoundEmails',
  'boardRoundEnd',
  'boardSamples',
  'boardLogos',
] satisfies RouteName[];

describeSite('Access', (site) => {
  const insertTwo = () => site.database.insertClubs('Chess', 'Ski') as Promise<[number, number]>;

  test.each(Object.entries(TABLE))('checks the rights of users of %s', async (_, row) => {
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
    for (const [route, row] of Object.entries(TABLE)) {
      if (row.post === 405 || WITHOUT_FIELDS.includes(route)) continue;
      const answer = await visitor.raw(row.path(club), type, body);
      expect([400, 404, 411, 415], `${route}: ${answer.status}`).toContain(answer.status);
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
    const held = await holdForm(`/users/${id}/`, session, `action=grants&role=administrator&revision=${NO_GRANTS}`);
    await site.database.sql`delete from user_role`;
    expect(await held.end()).toMatchObject({ status: 403 });
    expect(await site.database.sql`select from user_role`).toHaveLength(0);
  });

  const NO_GRANTS = revisionOf({ roles: [], permissions: [] });
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
