import { describe, expect, onTestFinished, test } from 'vitest';
import { createSetupToken } from '../../src/accounts/links.ts';
import { openServerDatabase } from '../support/database.ts';
import { readHtml } from '../support/html.ts';
import { cookieOf, insertPerson, visitWith } from '../support/people.ts';
import { describeSite, startSite } from '../support/site.ts';

const PERSON = { name: 'Ada', email: 'ada@example.org', password: 'correct horse battery' };

describeSite('The link for the first account', (site) => {
  const nobody = () => visitWith(site, null);
  /** The path of a link that another process created. */
  const makePath = async () => `/setup/${await createSetupToken(site.database.client)}/`;

  test('creates an administrator once', async () => {
    const path = await makePath();
    expect(readHtml(await (await nobody().get(`/fr${path}`)).text()).all('#field-password')).toHaveLength(1);
    const made = await nobody().post(path, PERSON);
    expect([made.status, made.headers.get('location')]).toEqual([303, '/desk/start/']);
    const administrator = visitWith(site, cookieOf(made));
    const start = readHtml(await (await administrator.get('/desk/start/')).text());
    expect(start.all('ol a').map(({ attributes }) => attributes.href)).toEqual([
      '/desk/import/',
      '/users/',
      'https://clubs.example.org/club/',
    ]);
    // It is in the navigation of the board's pages.
    const desk = readHtml(await (await administrator.get('/desk/')).text());
    expect(desk.all('a[href="/desk/start/"]')).toHaveLength(1);
    expect((await nobody().get(path)).status).toBe(404);
    expect((await nobody().post(path, { ...PERSON, email: 'eve@example.org' })).status).toBe(404);
    expect((await nobody().get('/setup/none/')).status).toBe(404);
  });

  test('stays valid while no administrator exists, although other accounts do', async () => {
    await insertPerson(site.database, { email: 'eve@example.org' });
    await insertPerson(site.database, { email: 'bob@example.org', roles: ['board'] });
    expect((await nobody().get(await makePath())).status).toBe(200);
    expect((await nobody().post(await makePath(), PERSON)).status).toBe(303);
  });

  test.each([{ roles: ['administrator'] as const }, { permissions: ['auth.change_user'] as const }])(
    'is invalid once an administrator exists: %o',
    async (person) => {
      await insertPerson(site.database, person);
      expect((await nobody().get(await makePath())).status).toBe(404);
      expect((await nobody().post(await makePath(), PERSON)).status).toBe(404);
      expect(await site.database.sql`select from site_user`).toHaveLength(1);
    },
  );

  test('does not take over an account', async () => {
    await insertPerson(site.database, { email: 'ada@example.org' });
    const answer = await nobody().post(await makePath(), PERSON);
    expect(answer.status).toBe(422);
    const page = readHtml(await answer.text());
    expect(page.one('[data-field=email]').text).not.toBe('');
    expect(page.one('#field-name').attributes.value).toBe('Ada');
    expect(await site.database.sql`select from user_account`).toHaveLength(0);
    expect(await site.database.sql`select from user_role`).toHaveLength(0);
  });

  test('creates one account when it is used twice at once', async () => {
    const path = await makePath();
    const answers = await Promise.all(
      ['ada', 'bob'].map((name) => nobody().post(path, { ...PERSON, name, email: `${name}@example.org` })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 404]);
    expect(await site.database.sql`select from site_user`).toHaveLength(1);
  });
});

describe('The printed link for the first account', () => {
  test('works beside the link of another process, until an administrator exists', async () => {
    const database = await openServerDatabase();
    onTestFinished(() => database.close());
    const other = `/setup/${await createSetupToken(database.client)}/`;
    const site = await startSite({ DATABASE_URL: database.url ?? '' });
    onTestFinished(async () => {
      await site.stop();
    });
    const findPath = () => /at: https:\/\/clubs\.example\.org(\/setup\/[\w-]{32}\/)/.exec(site.output())?.[1];
    await expect.poll(findPath).toBeDefined();
    const statuses = () =>
      Promise.all([findPath() ?? '', other].map(async (path) => (await fetch(site.url + path)).status));
    expect(await statuses()).toEqual([200, 200]);
    await insertPerson(database, { roles: ['administrator'] });
    expect(await statuses()).toEqual([404, 404]);
  });
});
