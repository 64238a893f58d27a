import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hostOf, shortAddress } from '../src/host-of.ts';

test.each([
  ['https://www.example.org/', 'example.org', 'www.example.org'],
  ['http://example.org/', 'example.org', 'http://example.org'],
  ['https://example.org:8443/Clubs/?a=B#c', 'example.org', 'example.org:8443/Clubs/?a=B#c'],
  ['https://example.org/clubs/ski/', 'example.org', 'example.org/clubs/ski'],
  ['https://xn--oxapaqbsb4f.xn--qxam/a', 'σύλλογος.ελ', 'σύλλογος.ελ/a'],
  ['https://Example.org/path', 'example.org', 'example.org/path'],
  ['https://münchen.example/a', 'münchen.example', 'münchen.example/a'],
  ['HTTP://WWW.EXAMPLE.ORG', 'example.org', 'http://www.example.org'],
  ['http://Xapiens.club', 'xapiens.club', 'http://xapiens.club'],
  ['https://MÜNCHEN.example:443/Été/?q=É/', 'münchen.example', 'münchen.example/Été/?q=É/'],
  ['https://Example.org:8443', 'example.org', 'example.org:8443'],
  ['http://h/http://h', 'h', 'http://h/http://h'],
  ['https://p.example.org/s.example.org', 'p.example.org', 'p.example.org/s.example.org'],
  ['https://example.org\\a', 'example.org', 'example.org\\a'],
  ['https://www./', 'www.', 'www.'],
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

test('Who types an address from paper comes to where it leads, but for a slash at its end', () => {
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
    { numRuns: 2000 },
  );
});
