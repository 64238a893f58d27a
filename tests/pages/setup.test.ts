import { expect, test } from 'vitest';
import { readHtml } from '../support/html.ts';
import { cookieOf, insertPerson, visitWith } from '../support/people.ts';
import { describeSite } from '../support/site.ts';

const PERSON = { name: 'Ada', email: 'ada@example.org', password: 'correct horse battery' };

describeSite('The link for the first account', (site) => {
  const nobody = () => visitWith(site, null);
  const findPath = () => {
    const [, path = ''] =
      /There is no account yet that may look after accounts\. It is made here, until the next start: https:\/\/clubs\.example\.org(\/setup\/\S+)/.exec(
        site.output(),
      ) ?? [];
    expect(path).toMatch(/^\/setup\/[\w-]{32}\/$/);
    return path;
  };

  test('makes an administrator, and is good no more', async () => {
    const path = findPath();
    expect(readHtml(await (await nobody().get(`/fr${path}`)).text()).one('h1').text).toBe('Le premier compte');
    const made = await nobody().post(path, PERSON);
    expect([made.status, made.headers.get('location')]).toEqual([303, '/club/']);
    expect((await visitWith(site, cookieOf(made)).get('/users/')).status).toBe(200);
    expect((await nobody().get(path)).status).toBe(404);
    expect((await nobody().post(path, { ...PERSON, email: 'eve@example.org' })).status).toBe(404);
    expect((await nobody().get('/setup/none/')).status).toBe(404);
  });

  test('stays good while nobody may look after accounts, whoever has signed in by the university', async () => {
    await insertPerson(site.database, { email: 'eve@example.org' });
    await insertPerson(site.database, { email: 'bob@example.org', roles: ['board'] });
    expect((await nobody().get(findPath())).status).toBe(200);
    expect((await nobody().post(findPath(), PERSON)).status).toBe(303);
  });

  test.each([{ roles: ['administrator'] as const }, { permissions: ['auth.change_user'] as const }])(
    'is worth nothing once somebody may: %o',
    async (person) => {
      await insertPerson(site.database, person);
      expect((await nobody().get(findPath())).status).toBe(404);
      expect((await nobody().post(findPath(), PERSON)).status).toBe(404);
      expect(await site.database.sql`select from site_user`).toHaveLength(1);
    },
  );

  test('takes no account over', async () => {
    await insertPerson(site.database, { email: 'ada@example.org' });
    const answer = await nobody().post(findPath(), PERSON);
    expect(answer.status).toBe(422);
    const page = readHtml(await answer.text());
    expect(page.one('[data-field=email]').text).toBe(
      'There is an account for this address already. Please use another one.',
    );
    expect(page.one('#field-name').attributes.value).toBe('Ada');
    expect(await site.database.sql`select from user_account`).toHaveLength(0);
    expect(await site.database.sql`select from user_role`).toHaveLength(0);
  });

  test('of two who use it at once makes one account', async () => {
    const answers = await Promise.all(
      ['ada', 'bob'].map((name) => nobody().post(findPath(), { ...PERSON, name, email: `${name}@example.org` })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 404]);
    expect(await site.database.sql`select from site_user`).toHaveLength(1);
  });
});
