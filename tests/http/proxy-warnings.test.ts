import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createProxyWarnings } from '../../src/http/client-address.ts';
import { readSettings } from '../../src/settings.ts';

const FORWARDED = { 'x-forwarded-for': '203.0.113.7' };

/** The warnings after requests of a peer. */
function warningsFor(set: Record<string, string>, peer: string, ...headers: IncomingHttpHeaders[]) {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  onTestFinished(() => warn.mockRestore());
  const { value } = readSettings(set);
  if (!value) throw new Error('Invalid settings.');
  const listen = createProxyWarnings(value);
  const socket = { remoteAddress: peer } as IncomingMessage['socket'];
  for (const sent of headers) listen({ headers: sent, socket });
  return warn.mock.calls.map(([message]) => String(message));
}
const SITE_URL = 'https://clubs.example.org';

test.each([
  ['127.0.0.1', FORWARDED, '127.0.0.1'],
  ['::ffff:10.0.0.9', { forwarded: 'for=203.0.113.7' }, '10.0.0.9'],
  // Perhaps a visitor.
  ['198.51.101.9', FORWARDED, '198.51.101.0'],
])('Forwarded addresses from %s, which is not trusted, are reported once', (peer, headers, shown) => {
  expect(warningsFor({ SITE_URL }, peer, headers, headers)).toEqual([
    expect.stringMatching(new RegExp(`${shown.replaceAll('.', '\\.')}\\b.*TRUSTED_PROXIES`)),
  ]);
});

test('Nothing is reported about a trusted proxy, or without one', () => {
  expect(
    warningsFor({ SITE_URL, TRUSTED_PROXIES: 'loopback' }, '127.0.0.1', { ...FORWARDED, host: 'clubs.example.org' }),
  ).toEqual([]);
  expect(warningsFor({}, '127.0.0.1', { host: 'localhost:4321' })).toEqual([]);
});

test('A trusted proxy without SITE_URL is reported once', () => {
  expect(warningsFor({ TRUSTED_PROXIES: 'loopback' }, '127.0.0.1', FORWARDED, FORWARDED)).toEqual([
    expect.stringMatching('SITE_URL'),
  ]);
});
