import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findClaims, readGroupRoles, readPerson, type Claims } from '../../src/accounts/provider-claims.ts';
import { fetchMetadata } from '../../src/accounts/provider-metadata.ts';
import { findFreePort } from '../support/free-port.ts';

/** A server that gives every request the same response; none if the status is null. */
async function startServer(status: number | null, body: (url: string) => unknown): Promise<string> {
  const server = createServer((_request, response) => {
    if (status !== null) response.writeHead(status).end(JSON.stringify(body(url)));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return url;
}

describe('The metadata of a provider', () => {
  const metadataOf = (issuer: string) => ({
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
  });

  test.each<[string, number | null, (issuer: string) => unknown, RegExp]>([
    ['a response', null, () => '', /unreachable \(TimeoutError\)\. Check OIDC_ISSUER/],
    ['this path', 404, () => 'no', /status 404\. .*OIDC_ISSUER/],
    ['JSON', 200, () => '<!doctype html>', /OpenID Connect metadata/],
    ['an endpoint', 200, (issuer) => ({ issuer }), /OpenID Connect metadata/],
    ['this issuer', 200, (issuer) => ({ ...metadataOf(issuer), issuer: 'https://x.org' }), /"https:\/\/x\.org"/],
    [
      'a client secret',
      200,
      (issuer) => ({ ...metadataOf(issuer), token_endpoint_auth_methods_supported: ['private_key_jwt'] }),
      /client_secret_post/,
    ],
  ])('is refused without %s, with a hint', async (_, status, body, message) => {
    const timeoutMs = status === null ? 300 : undefined;
    await expect(fetchMetadata(await startServer(status, body), timeoutMs)).rejects.toThrow(message);
  });

  test('is refused from an unreachable or unknown host', async () => {
    await expect(fetchMetadata(`http://127.0.0.1:${await findFreePort()}`)).rejects.toThrow('ECONNREFUSED');
    await expect(fetchMetadata('http://nowhere.invalid')).rejects.toThrow(/ENOTFOUND|EAI_AGAIN/);
  });

  test.each([
    [undefined, 'client_secret_basic'],
    [['private_key_jwt', 'client_secret_post', 'client_secret_basic'], 'client_secret_post'],
  ])('names the authentication method: %j is %s', async (methods, tokenAuthMethod) => {
    const body = (issuer: string) => ({ ...metadataOf(issuer), token_endpoint_auth_methods_supported: methods });
    const issuer = await startServer(200, body);
    expect(await fetchMetadata(`${issuer}/`)).toEqual({ tokenAuthMethod, userinfoEndpoint: undefined });
  });
});

describe('Claims', () => {
  const complete = { sub: '1', email: 'ada@example.org', email_verified: true, given_name: 'Ada' };
  const find = (claims: Claims, userinfoEndpoint?: string) => {
    const idToken = `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`;
    return findClaims({ idToken, accessToken: 'token', userinfoEndpoint });
  };

  test.each<[string, Claims, Claims, Claims]>([
    ['fills gaps', { sub: '1', name: 'Ada' }, complete, { ...complete, name: 'Ada' }],
    [
      'has the name',
      { ...complete, given_name: undefined },
      { sub: '1', name: 'Ada' },
      { ...complete, given_name: undefined, name: 'Ada' },
    ],
    ['verifies its own address only', { sub: '1', email: 'eve@b.org' }, complete, complete],
    ['counts for its own subject only', { sub: '2' }, complete, { sub: '2', email: undefined }],
  ])('the userinfo endpoint %s', async (_, idToken, userinfo, expected) => {
    const claims = await find(idToken, await startServer(200, () => userinfo));
    for (const [name, value] of Object.entries(expected)) expect(claims[name], name).toBe(value);
  });

  test('come from the ID token without a userinfo endpoint, and are refused if that fails', async () => {
    expect(await find({ sub: '1' })).toEqual({ sub: '1' });
    await expect(find({ sub: '1' }, await startServer(403, () => ({})))).rejects.toThrow('status 403');
    await expect(find({ sub: '1' }, `http://127.0.0.1:${await findFreePort()}/`)).rejects.toThrow('failed');
  });

  test.each<[Claims, without: boolean, withTrust: boolean]>([
    [{ email_verified: true }, true, true],
    [{ email_verified: 'true' }, true, true],
    [{ email_verified: null }, false, true],
    [{}, false, true],
    [{ email_verified: false }, false, false],
    [{ email_verified: 'false' }, false, false],
    [{ email_verified: '' }, false, false],
  ])('with %j verify the address: %s, with OIDC_TRUST_EMAIL: %s', (claims, ...expected) => {
    const isVerified = (trustEmail: boolean) => readPerson(claims, { emailClaim: 'email', trustEmail }).isEmailVerified;
    expect([isVerified(false), isVerified(true)]).toEqual(expected);
  });

  test('give the address and the name of the settings', () => {
    const names = { emailClaim: 'upn', trustEmail: true };
    const person = readPerson({ upn: 'A@b.org', email: 'c@d.org', name: 'Ada\nL' }, names);
    expect(person).toEqual({ email: 'a@b.org', name: 'Ada L', isEmailVerified: true });
    expect(readPerson({ upn: 1 }, names)).toMatchObject({ email: '', name: '' });
  });

  test.each<[Claims, string]>([
    [{ name: 'Ada Lovelace', given_name: 'A.', preferred_username: 'al123' }, 'Ada Lovelace'],
    [{ name: ' ', given_name: 'Ada', family_name: 'Lovelace', preferred_username: 'al123' }, 'Ada Lovelace'],
    [{ given_name: 'Ada', preferred_username: 'al123' }, 'Ada'],
    [{ family_name: 'Lovelace', name: null }, 'Lovelace'],
    [{ name: ['Ada'], preferred_username: 'al123' }, 'al123'],
    [{}, ''],
  ])('%j give the name %j', (claims, name) => {
    expect(readPerson(claims, { emailClaim: 'email', trustEmail: false }).name).toBe(name);
  });

  test.each<[Claims, string[]]>([
    [{ groups: ['Board', 'Students'] }, ['board']],
    [{ groups: 'Board' }, ['board']],
    [{ groups: ['Board'], roles: ['IT'] }, ['board', 'administrator']],
    [{ groups: ['board', 'Board members', null, { name: 'Board' }] }, []],
    [{ groups: 'Board,IT' }, []],
    [{}, []],
  ])('%j give the roles %j', (claims, roles) => {
    expect(readGroupRoles(claims, { groups: { board: 'Board', administrator: 'IT' } })).toEqual(roles);
    expect(readGroupRoles(claims, { groups: { board: undefined, administrator: undefined } })).toEqual([]);
  });
});
