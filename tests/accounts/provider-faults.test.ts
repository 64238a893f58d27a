import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  createCheck,
  createReport,
  describeCallback,
  describeExchange,
  fetchMetadata,
  tokenAuthMethod,
} from '../../src/accounts/provider-faults.ts';
import { findFreePort } from '../support/identity-provider.ts';

/** A server that answers every question alike, or not at all. */
async function startIssuer(status: number | null, say: (issuer: string) => string): Promise<string> {
  const server = createServer((_request, response) => {
    if (status !== null) response.writeHead(status).end(say(issuer));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return issuer;
}

const describeIssuer = (issuer: string, more: Record<string, unknown> = {}) =>
  JSON.stringify({
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    ...more,
  });

describe('A provider', () => {
  test.each<[string, number | null, (issuer: string) => string, RegExp]>([
    ['says nothing', null, () => '', /within 0\.3 seconds\. Check OIDC_ISSUER/],
    ['has nothing at that path', 404, () => 'no', /status 404\. .*OIDC_ISSUER/],
    ['answers with a page', 200, () => '<!doctype html>', /OpenID Connect metadata\. Check OIDC_ISSUER/],
    ['lacks an address', 200, (issuer) => JSON.stringify({ issuer }), /OpenID Connect metadata/],
    [
      'calls itself otherwise',
      200,
      () => describeIssuer('https://other.example.org/\n'),
      /"https:\/\/other\.example\.org\/\\n", but OIDC_ISSUER is http:\/\/127/,
    ],
    [
      'accepts keys only',
      200,
      (issuer) => describeIssuer(issuer, { token_endpoint_auth_methods_supported: ['private_key_jwt'] }),
      /accepts neither client_secret_basic nor client_secret_post, only private_key_jwt\./,
    ],
  ])('that %s is told', async (_, status, say, words) => {
    expect((await fetchMetadata(await startIssuer(status, say), 300)).trouble?.what).toMatch(words);
  });

  test('is told that is not there, or has a name that nobody knows', async () => {
    const issuer = `http://127.0.0.1:${await findFreePort()}`;
    expect((await fetchMetadata(issuer, 5000)).trouble?.what).toMatch(
      /unreachable \(ECONNREFUSED\)\. Check OIDC_ISSUER/,
    );
    const { trouble } = await fetchMetadata('https://nobody.invalid', 5000);
    expect(trouble?.what).toMatch(/^unknown host nobody\.invalid \(E\w+\)\. Check OIDC_ISSUER\.$/);
  });

  test('is good with or without a slash at the end of what it calls itself', async () => {
    const issuer = await startIssuer(200, (own) => describeIssuer(`${own}/`));
    expect((await fetchMetadata(issuer, 5000)).metadata?.issuer).toBe(`${issuer}/`);
    expect((await fetchMetadata(`${issuer}/`, 5000)).trouble).toBeUndefined();
  });

  test.each<[string, string[] | undefined, string]>([
    ['no method', undefined, 'client_secret_basic'],
    ['basic only', ['client_secret_basic'], 'client_secret_basic'],
    ['post only', ['private_key_jwt', 'client_secret_post'], 'client_secret_post'],
  ])('that lists %s gets the secret by the method that it supports', async (_, methods, expected) => {
    const issuer = await startIssuer(200, (own) =>
      describeIssuer(own, { token_endpoint_auth_methods_supported: methods }),
    );
    const { metadata } = await fetchMetadata(issuer, 5000);
    expect(metadata && tokenAuthMethod(metadata)).toBe(expected);
  });

  test('is asked once a minute while it answers, and each time while it does not', async () => {
    let now = 0;
    const gone = { reason: 'gone', what: 'it is gone' };
    const find = vi.fn((_wasGood: boolean) => Promise.resolve<typeof gone | null>(null));
    const check = createCheck(find, () => now);
    expect([await check(), await check()]).toEqual([null, null]);
    expect(find.mock.calls).toEqual([[false]]);
    now = 60_000;
    find.mockResolvedValue(gone);
    expect([await check(), await check()]).toEqual([gone, gone]);
    expect(find.mock.calls).toEqual([[false], [true], [true]]);
    find.mockResolvedValue(null);
    expect([await check(), await check()]).toEqual([null, null]);
    expect(find).toHaveBeenCalledTimes(4);
  });
});

describe('What a provider refuses', () => {
  test.each([
    [{ status: 401, error: 'invalid_client' }, /\(401 invalid_client\)\. Check OIDC_CLIENT_ID and OIDC_CLIENT_SECRET/],
    [{ status: 400, error: 'invalid_grant' }, /\(400 invalid_grant\)\. .* redirect URI/],
    [{ status: 400, error: 'no code=S3CRET here' }, /\(400\)\./],
    [new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code: 'ECONNRESET' }) }), /\(ECONNRESET\)/],
    [undefined, /unreachable\./],
  ])('is told without what was sent to it: %j', (error, words) => {
    const { what } = describeExchange(error);
    expect(what).toMatch(words);
    expect(what).not.toContain('S3CRET');
  });

  test('is nobody’s fault where somebody has turned back', () => {
    expect(describeCallback('access_denied', 'email')).toBeNull();
    expect(describeCallback('state_mismatch', 'email')).toBeNull();
    expect(describeCallback('email_not_found', 'mail')?.what).toContain('does not send the claim mail');
  });
});

test('The log is told once a minute for the same reason, in one line', () => {
  const log = vi.spyOn(console, 'error').mockReturnValue(undefined);
  onTestFinished(() => log.mockRestore());
  let now = 0;
  const report = createReport(() => now);
  report('one', 'a\nb\u001b[31m');
  report('one', 'c');
  report('two', 'd');
  now = 60_000;
  report('one', 'e');
  expect(log.mock.calls.flat()).toEqual(
    ['a b [31m', 'd', 'e'].map((what) => `Sign-in with the identity provider failed: ${what}`),
  );
});
