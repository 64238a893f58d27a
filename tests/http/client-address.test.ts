import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { BlockList } from 'node:net';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readNetworks } from '../../src/lib/ip-address.ts';
import { createClientAddress } from '../../src/http/client-address.ts';

const requestOf = (remoteAddress: string | undefined, headers: IncomingHttpHeaders = {}) =>
  ({ socket: { remoteAddress }, headers }) as unknown as IncomingMessage;
const read = (trusted: string, peer: string | undefined, headers: IncomingHttpHeaders = {}) =>
  createClientAddress(readNetworks(trusted) ?? new BlockList())(requestOf(peer, headers));
const forwarded = (entries: string) => ({ 'x-forwarded-for': entries });

describe('The client address', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:DB8:0:0::1', '2001:db8::1'],
    [undefined, ''],
  ])('of a connection from %s is %s', (peer, expected) => {
    expect(read('', peer)).toBe(expected);
  });

  test('is that of the connection when this is not a trusted proxy', () => {
    for (const headers of [
      forwarded('203.0.113.7'),
      { forwarded: 'for=203.0.113.7' },
      { 'x-real-ip': '203.0.113.7' },
    ]) {
      expect(read('', '127.0.0.1', headers)).toBe('127.0.0.1');
      expect(read('loopback', '192.0.2.1', headers)).toBe('192.0.2.1');
    }
  });

  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['1.1.1.1, 203.0.113.7', '203.0.113.7'],
    // Two trusted proxies in a row.
    ['1.1.1.1, 203.0.113.7, 10.0.0.9', '203.0.113.7'],
    // All addresses are those of proxies: the first.
    ['10.0.0.9, 10.0.0.8', '10.0.0.9'],
    ['203.0.113.7:4711', '203.0.113.7'],
    ['[2001:db8::7]:4711', '2001:db8::7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    // Entries before an invalid one are ignored.
    ['203.0.113.7, unknown', '127.0.0.1'],
    ['203.0.113.7, , 10.0.0.9', '10.0.0.9'],
    ['', '127.0.0.1'],
  ])('of trusted proxies with X-Forwarded-For: %s is %s', (entries, expected) => {
    expect(read('loopback 10.0.0.0/8', '127.0.0.1', forwarded(entries))).toBe(expected);
  });

  test.each([
    ['for=203.0.113.7', '203.0.113.7'],
    ['for=1.1.1.1, for=203.0.113.7;proto=https;by=10.0.0.9', '203.0.113.7'],
    ['For="[2001:db8::7]:4711"', '2001:db8::7'],
    ['for=203.0.113.7, for=_hidden', '127.0.0.1'],
    ['for="203.0.113.7', '127.0.0.1'],
    // The entry of the proxy counts after invalid ones.
    ['for="x, for=203.0.113.7', '203.0.113.7'],
    ['for = 1.1.1.1;, é, ;, for=203.0.113.7', '203.0.113.7'],
    ['', '127.0.0.1'],
  ])('of a trusted proxy with Forwarded: %s is %s', (header, expected) => {
    expect(read('loopback', '127.0.0.1', { forwarded: header })).toBe(expected);
  });

  test('ignores headers that the proxy does not set', () => {
    const headers = { 'x-forwarded-for': '203.0.113.7', forwarded: 'for=1.1.1.1' };
    expect(read('loopback', '127.0.0.1', headers)).toBe('203.0.113.7');
  });

  const client = fc.ipV4().filter((address) => !/^(127|10)\./.test(address));
  test('ignores entries that a client sent before the proxies', () => {
    fc.assert(
      fc.property(fc.string(), client, fc.array(fc.nat(255), { maxLength: 3 }), (sent, address, proxies) => {
        const added = [address, ...proxies.map((last) => `10.0.0.${last}`)].join(', ');
        expect(read('loopback 10.0.0.0/8', '127.0.0.1', forwarded(`${sent}, ${added}`))).toBe(address);
        const entries = added.split(', ').map((one) => `for=${one}`);
        const header = [sent, ...entries].join(', ');
        expect(read('loopback 10.0.0.0/8', '127.0.0.1', { forwarded: header })).toBe(address);
      }),
    );
  });
});
