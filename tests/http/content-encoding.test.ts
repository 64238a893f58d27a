import { expect, test } from 'vitest';
import { chooseEncoding } from '../../src/http/content-encoding.ts';

test.each([
  [undefined, 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['deflate', 'identity'],
  ['BR ; Q=0.8 , gzip;q=0.7', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.0, gzip', 'gzip'],
  ['identity;q=0, gzip;q=0.1', 'gzip'],
  ['*', 'identity'],
  ['identity, *;q=0', 'identity'],
  ['identity;q=0, br;q=0, gzip;q=0', 'identity'],
  // Malformed members are ignored.
  ['br;q=NaN, gzip;q=Infinity', 'identity'],
  [', ,;, ;q=1,gzip,', 'gzip'],
  ['__proto__, constructor', 'identity'],
  [`${'x'.repeat(1000)}, gzip`, 'gzip'],
])('For the Accept-Encoding %j the encoding is %s', (header, encoding) => {
  expect(chooseEncoding(header)).toBe(encoding);
});
