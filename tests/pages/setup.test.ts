import { describe, expect, onTestFinished, test } from 'vitest';
import { createSetupToken } from '../../src/accounts/one-time-links.ts';
import { openServerDatabase } from '../support/database.ts';
import { readHtml } from '../support/html.ts';
import { cookieOf, insertPerson, visitWith } from '../support/people.ts';
import { describeSite, startSite } from '../support/site.ts';

const PERSON = { name: 'Ada', email: 'ada@example.org', password: 'correct horse battery' };

describeSite('The set-up link', (site) => {
  const nobody = () => visitWith(site, null);
  const makePath = async () => `/setup/${await createSetupToken(site.database.client)}/`;

  test('creates an administrator once, beside other accounts', async () => {
    await insertPerson(site.database, { email: 'bob@example.org', roles: ['board'] });
    const path = await makePath();
    expect(readHtml(await (await nobody().get(`/fr${path}`)).text()).all('#field-password')).toHaveLength(1);
    const made = await nobody().post(path, PERSON);
    expect([made.status, made.headers.get('location')]).toEqual([303, '/desk/start/']);
    const start = readHtml(await (await visitWith(site, cookieOf(made)).get('/desk/start/')).text());
    const links = start.all('ol a').map(({ attributes }) => attributes.href);
    expect(links).toEqual(['/desk/site/', '/desk/import/', '/users/', '/desk/pages/']);
    expect(start.one('main p a').attributes.href).toBe('https://clubs.example.org/club/');
    for (const used of [path, await makePath(), '/setup/none/']) {
      expect((await nobody().get(used)).status).toBe(404);
      expect((await nobody().post(used, { ...PERSON, email: 'eve@example.org' })).status).toBe(404);
    }
  });

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
});

describe('The printed set-up link', () => {
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
