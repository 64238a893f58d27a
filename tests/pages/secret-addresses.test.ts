import { expect, test } from 'vitest';
import { readHtml } from '../support/html.ts';
import { createSetupToken } from '../../src/accounts/one-time-links.ts';
import { insertPassword, insertPerson, insertResetToken, visit, visitWith } from '../support/people.ts';
import { describeSite } from '../support/site.ts';

describeSite('A page with a secret address', (site) => {
  const invite = async () => {
    const board = await visit(site, { email: 'zoe@example.org', roles: ['administrator'] });
    const answer = await board.post('/users/', { action: 'invite', email: 'ada@example.org', role: 'board' });
    return new URL(readHtml(await answer.text()).one('.notice .link').text).pathname;
  };
  const forget = async () => {
    await insertPassword(site.database, await insertPerson(site.database, { email: 'ada@example.org' }));
    return `/password-reset/${await insertResetToken(site.database, 'ada@example.org')}/`;
  };
  const makeSetup = async () => `/setup/${await createSetupToken(site.database.client)}/`;

  test.each([
    ['that makes the first account', makeSetup],
    ['for a new password', forget],
    ['of an invitation', invite],
  ])('%s sends no referrer, is not indexed and is not cached, for GET and POST', async (_, find) => {
    const path = await find();
    const nobody = visitWith(site, null);
    for (const [answer, status] of [
      [await nobody.get(path), 200],
      [await nobody.get(`/fr${path}`), 200],
      [await nobody.post(path, { name: '', email: '', password: 'short' }), 422],
    ] as const) {
      expect(answer.status).toBe(status);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'cache-control': 'private, no-store',
        'referrer-policy': 'same-origin',
        'x-robots-tag': 'noindex, nofollow',
      });
      const page = readHtml(await answer.text());
      expect(page.one('meta[name=robots]').attributes.content).toBe('noindex, nofollow');
      expect(page.all('link[rel=canonical], link[rel=alternate], meta[property="og:url"]')).toEqual([]);
    }
    // In another language it is the same page.
    const page = readHtml(await (await nobody.get(path)).text());
    expect(page.one('header a[hreflang=fr]').attributes.href).toBe(`/fr${path}`);
  });
});
