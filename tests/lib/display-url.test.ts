import { expect, test } from 'vitest';
import { hostOf } from '../../src/lib/display-url.ts';

test.each([
  ['https://www.example.org/', 'example.org'],
  ['https://example.org:8443/Clubs/?a=B#c', 'example.org'],
  ['https://xn--oxapaqbsb4f.xn--qxam/a', 'σύλλογος.ελ'],
  ['https://MÜNCHEN.example:443/Été/?q=É/', 'münchen.example'],
])('shortens %s to %s', (address, host) => {
  expect(hostOf(address)).toBe(host);
});

test.each(['https://', 'http://[', 'http://a b', 'https://%zz', 'https://x:99999'])(
  'shows what is not an address unchanged: %s',
  (text) => {
    expect(hostOf(text)).toBe(text);
  },
);
