import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { findClaims, readPerson, type Claims } from '../../src/accounts/provider-claims.ts';
import { findFreePort } from '../support/identity-provider.ts';

const tokenOf = (claims: Claims) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`;

/** A userinfo endpoint that sends these claims, and how often it was asked. */
async function startUserinfo(claims: Claims, status = 200) {
  const answer = vi.fn(() => JSON.stringify(claims));
  const server = createServer((_request, response) => {
    response.writeHead(status).end(answer());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
  });
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/me`, answer };
}

const find = (idToken: Claims, userinfoEndpoint: string | undefined) =>
  findClaims({ idToken: tokenOf(idToken), accessToken: 'token', userinfoEndpoint }, ['email', 'email_verified']);

describe('Claims', () => {
  const complete = { sub: '1', email: 'ada@example.org', email_verified: true };

  test('come from the ID token alone if it has all that are required', async () => {
    const { endpoint, answer } = await startUserinfo({ sub: '1', name: 'Ada' });
    expect(await find(complete, endpoint)).toEqual(complete);
    expect(answer).not.toHaveBeenCalled();
    expect(await find({ sub: '1' }, undefined)).toEqual({ sub: '1' });
  });

  test.each<[string, Claims, Claims, Claims]>([
    ['fills gaps', { sub: '1', name: 'Ada' }, complete, { ...complete, name: 'Ada' }],
    ['replaces nothing', { sub: '1', email: 'Ada@example.org' }, complete, { ...complete, email: 'Ada@example.org' }],
    [
      'counts for its own address only',
      { sub: '1', email: 'eve@example.org' },
      complete,
      { email_verified: undefined },
    ],
    ['counts for its own subject only', { sub: '2' }, complete, { sub: '2', email: undefined }],
    [
      'may refuse the address',
      { sub: '1', email: 'a@b.org' },
      { sub: '1', email_verified: false },
      { email_verified: false },
    ],
  ])('from the userinfo endpoint: it %s', async (_, idToken, userinfo, expected) => {
    const { endpoint } = await startUserinfo(userinfo);
    const claims = await find(idToken, endpoint);
    for (const [name, value] of Object.entries(expected)) expect(claims?.[name], name).toBe(value);
  });

  test('are unknown, with a log line, if the userinfo endpoint fails', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue(undefined);
    onTestFinished(() => log.mockRestore());
    const { endpoint } = await startUserinfo({}, 403);
    expect(await find({ sub: '1' }, endpoint)).toBeNull();
    expect(log.mock.calls.flat().join()).toContain(`its userinfo endpoint ${endpoint} answered with status 403.`);
    expect(await find({ sub: '1' }, `http://127.0.0.1:${await findFreePort()}/`)).toBeNull();
  });
});

describe('An address', () => {
  const isVerified = (claims: Claims, trustEmail: boolean) =>
    readPerson(claims, { emailClaim: 'email', trustEmail }).isEmailVerified;

  test.each<[Claims, without: boolean, withTrust: boolean]>([
    [{ email_verified: true }, true, true],
    [{ email_verified: 'true' }, true, true],
    [{}, false, true],
    [{ email_verified: null }, false, true],
    [{ email_verified: false }, false, false],
    [{ email_verified: 'false' }, false, false],
    [{ email_verified: '' }, false, false],
  ])('with %j is verified: %s, with OIDC_TRUST_EMAIL: %s', (claims, without, withTrust) => {
    expect([isVerified(claims, false), isVerified(claims, true)]).toEqual([without, withTrust]);
  });

  test('and a name are read from the claim of the settings', () => {
    const names = { emailClaim: 'upn', trustEmail: true };
    expect(readPerson({ upn: 'a@b.org', email: 'c@d.org', name: 'Ada\nL' }, names)).toEqual({
      email: 'a@b.org',
      name: 'Ada L',
      isEmailVerified: true,
    });
    expect(readPerson({ upn: 1 }, names)).toMatchObject({ email: '', name: '' });
  });
});
