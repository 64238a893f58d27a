import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hostOf, shortAddress } from '../src/host-of.ts';

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

test('A printed address leads to the same place, except for a trailing slash', () => {
  const arbitraryAddress = fc
    .tuple(
      fc.constantFrom('https://', 'HTTP://', 'hTTps:///', 'http:/\\'),
      fc.constantFrom(
        'Example.org',
        'www.münchen.example',
        'ＥＸ.org',
        '%65x.org',
        '127.1',
        '[::1]',
        '-',
        'ex\tam.org',
      ),
      fc.constantFrom('', ':', ':80', ':443', ':8443'),
      fc.array(fc.constantFrom('/a', '/É', '/%C3%A9', '/..', '?b=/', '#c', '/example.org', '/https://x', '\\d')),
      fc.constantFrom('', '/'),
    )
    .map((parts) => parts.flat().join(''));
  const leadsTo = (address: string) => new URL(address).href.replace(/^([^?#]*)\/$/, '$1');
  fc.assert(
    fc.property(arbitraryAddress, (address) => {
      const short = shortAddress(address);
      expect(leadsTo(short.startsWith('http:') ? short : `https://${short}`)).toBe(leadsTo(address));
    }),
    { numRuns: 200 },
  );
});
