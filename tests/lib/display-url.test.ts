import { expect, test } from 'vitest';
import { hostOf, shortAddress } from '../../src/lib/display-url.ts';

test.each([
  ['https://www.example.org/', 'example.org', 'www.example.org'],
  ['http://example.org/', 'example.org', 'http://example.org'],
  ['https://example.org:8443/Clubs/?a=B#c', 'example.org', 'example.org:8443/Clubs/?a=B#c'],
  ['https://example.org/clubs/ski/', 'example.org', 'example.org/clubs/ski'],
  ['https://xn--oxapaqbsb4f.xn--qxam/a', 'σύλλογος.ελ', 'σύλλογος.ελ/a'],
  ['https://MÜNCHEN.example:443/Été/?q=É/', 'münchen.example', 'münchen.example/Été/?q=É/'],
])('shortens %s to %s on a screen and to %s in print', (address, host, short) => {
  expect([hostOf(address), shortAddress(address)]).toEqual([host, short]);
});

test.each(['https://', 'http://[', 'http://a b', 'https://%zz', 'https://x:99999'])(
  'shows what is not an address unchanged: %s',
  (text) => {
    expect([hostOf(text), shortAddress(text)]).toEqual([text, text]);
  },
);
