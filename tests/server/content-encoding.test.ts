import { expect, test } from 'vitest';
import { chooseEncoding } from '../../src/server/content-encoding.ts';

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['X-GZIP', 'gzip'],
  ['deflate', 'identity'],
  ['br;q=0.1, gzip;q=0.9', 'gzip'],
  ['br;q=0.5,gzip;q=0.5', 'br'],
  ['gzip; q=0.001', 'gzip'],
  ['BR ; Q=0.8 , gzip;q=0.7', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.000, gzip;q=0', 'identity'],
  ['gzip;q=0.5, identity', 'identity'],
  ['gzip;q=0.5, identity;q=0.5', 'gzip'],
  ['identity;q=0, gzip;q=0.1', 'gzip'],
  ['*', 'br'],
  ['*;q=0.1', 'br'],
  ['br;q=0, *', 'gzip'],
  ['*;q=0.5, gzip', 'gzip'],
  ['identity, *;q=0', 'identity'],
  // Nothing is accepted.
  ['identity;q=0', 'identity'],
  ['*;q=0', 'identity'],
  ['identity;q=0, br;q=0, gzip;q=0', 'identity'],
  // Malformed members count as not there.
  ['br;q=2, gzip', 'gzip'],
  ['br;q=-1', 'identity'],
  ['br;q=', 'identity'],
  ['br;q=0.1234, gzip;q=abc', 'identity'],
  ['br;q=NaN, gzip;q=Infinity', 'identity'],
  ['br;level=5', 'identity'],
  ['br;q=1;q=0, gzip', 'gzip'],
  [', ,;, ;q=1,gzip,', 'gzip'],
  ['__proto__, constructor', 'identity'],
  [`${'x'.repeat(1000)}, gzip`, 'gzip'],
])('Of %j an answer takes %s', (header, encoding) => {
  expect(chooseEncoding(header)).toBe(encoding);
  expect(chooseEncoding(header)).toBe(encoding);
});

test('Any number of different headers leaves what browsers send as it is', () => {
  for (let index = 0; index < 1000; index += 1) chooseEncoding(`x${index}`);
  expect(chooseEncoding('gzip, deflate, br, zstd')).toBe('br');
});
