import { expect, onTestFinished, test } from 'vitest';
import { serverKinds } from '../support/database.ts';
import {
  createIdentityProvider,
  sessionCookieOf,
  settingsFor,
  signInThrough,
  type Claims,
} from '../support/identity-provider.ts';
import { readHtml } from '../support/html.ts';
import { visitWith } from '../support/people.ts';
import { startSite } from '../support/site.ts';

const ADA = { email: 'ada@student.example.org', email_verified: true, name: 'Ada Lovelace' } satisfies Claims;

test('A changed issuer signs nobody in by the same sub, and the old issuer still does', async () => {
  const database = await serverKinds().at(-1)?.open();
  if (!database) throw new Error('This test needs a database server.');
  onTestFinished(() => database.close());
  /** A site on this database that signs in the `sub` 1 of its own provider, and whom it signs in. */
  const startWith = async (claims: Claims) => {
    const provider = await createIdentityProvider();
    provider.people.set('1', claims);
    await provider.start();
    const site = await startSite({ DATABASE_URL: database.url ?? '', ...settingsFor(provider) });
    onTestFinished(async () => {
      await site.stop();
      await provider.stop();
    });
    const get = (path: string, options?: RequestInit) => fetch(site.url + path, { redirect: 'manual', ...options });
    return async () => {
      const cookie = sessionCookieOf(await signInThrough({ get }, '1'));
      const account = readHtml(await (await visitWith({ get }, cookie).get('/account/')).text());
      return account.all('main bdi').map(({ text }) => text);
    };
  };
  const [signInBefore, signInAfter] = await Promise.all([
    startWith(ADA),
    startWith({ ...ADA, email: 'eve@other.example.org', name: 'Eve' }),
  ]);
  expect(await signInBefore()).toEqual(['Ada Lovelace', 'ada@student.example.org']);
  expect(await signInAfter()).toEqual(['Eve', 'eve@other.example.org']);
  expect(await signInBefore()).toEqual(['Ada Lovelace', 'ada@student.example.org']);
}, 180_000);
