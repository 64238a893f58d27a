import { expect, test } from 'vitest';
import { hostOf, shortAddress } from '../src/host-of.ts';

test.each([
  ['https://www.example.org/', 'example.org', 'www.example.org'],
  ['http://example.org/', 'example.org', 'http://example.org'],
  ['https://example.org:8443/Clubs/?a=B#c', 'example.org', 'example.org:8443/Clubs/?a=B#c'],
  ['https://example.org/clubs/ski/', 'example.org', 'example.org/clubs/ski'],
  ['https://xn--oxapaqbsb4f.xn--qxam/a', 'σύλλογος.ελ', 'σύλλογος.ελ/a'],
])('Of the address %s people read %s on a screen, and %s on paper', (address, host, short) => {
  expect([hostOf(address), shortAddress(address)]).toEqual([host, short]);
});

/** What the table takes for a website, and no URL parser for an address. */
test.each(['https://', 'http://[', 'http://a b', 'https://%zz', 'https://x:99999'])(
  'What is no address is shown as it is: %s',
  (text) => {
    expect([hostOf(text), shortAddress(text)]).toEqual([text, text]);
  },
);
