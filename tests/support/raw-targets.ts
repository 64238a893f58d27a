import fc from 'fast-check';
import type { RawRequest } from './raw-requests.ts';

const prefix = fc.oneof(
  { weight: 30, arbitrary: fc.constant('') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'http://clubs.example.org',
      'HTTPS://CLUBS.example.org:443',
      'http://clubs.example.org:8080',
      'http://evil.example',
      'http://a@clubs.example.org',
      '/',
      '/x/..',
      '/%2e',
      '\\',
      '#',
    ),
  },
);

const words = (text: string) => text.split(' ');

const path = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('/club/', '/club', '/api/club/search', '/api/club/search-profile') },
  { weight: 1, arbitrary: fc.constantFrom('/club/1/', '/club/1', '/club/2/', '/api/club/1', '/api/club/2') },
  { weight: 1, arbitrary: fc.constantFrom('/fr/club/', '/fr/club', '/fr/club/1/', '/fr/club/2') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...words('/%63lub/ /%2563lub/ /CLUB/ /club// /club%2F /club%2F1 /club/1%2F /club/1%2f /club/%31/ /club/%2531/'),
      ...words('/club/01/ /club/+1/ /club/1;x /club/1%00 /club/1%23 /club/1%3Fname=judo /club/./ /club/../club/'),
      ...words(
        '/club/%2e%2e/club/ /club/..%2Fclub/ /club\\1 /club%5C1 /api\\club/1 /api/club/search/ /club/% /club/%E9/',
      ),
      ...words('/api%2Fclub/search /api/club/%73earch /club/\u00e9/ /en/club/ /FR/club/ /f%72/club/ /fr%2Fclub/ * /'),
      ...words('/fr/fr/club/ /fr/../club/ /fr /fr/nothing'),
      ...['/club/1\t', ''],
    ),
  },
);

const separator = fc.oneof(
  { weight: 12, arbitrary: fc.constant('?') },
  { weight: 5, arbitrary: fc.constant('') },
  {
    weight: 3,
    arbitrary: fc.constantFrom('??', '#', '#?', '?#', '?&', '?#?', '%3F', '%23', ';', '&', '?;', '?%3F', '?=&'),
  },
);

const name = fc.constantFrom(
  ...['name', 'name', 'club_status', 'page', 'page_size', 'search', 'search', 'is_active', 'parent_id', 'exclude_ids'],
  ...['%6eame', 'NAME', 'utm_source', '', '?name', 'name%23', 'name%00', '__proto__', '+name', 'name[]'],
);

const value = fc.constantFrom(
  ...words('judo chess judo 1 2 true TRUE false last 0 x 01 +1 1e1 2147483648 %6Audo %256Audo judo%23 judo# judo%00'),
  ...words(
    'judo%0A %20judo+ judo%26page=2 judo%3Bpage=2 % %zz %E9 %C3%A9 e%CC%81 %EF%AC%81 %C3%9F \u00e9 < \\ | ? /../',
  ),
  ...['', '"', "'", '=='],
);

const query = fc
  .array(
    fc.tuple(name, fc.constantFrom('=', '=', '=', '', '%3D', '=='), value).map((parts) => parts.join('')),
    { maxLength: 3 },
  )
  .chain((params) => fc.constantFrom('&', '&', '&', '&&', ';', '%26').map((joint) => params.join(joint)));

const suffix = fc.oneof(
  { weight: 12, arbitrary: fc.constant('') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('#', '#1', '#?page=2', '&', '?', '%23', '%00', ' ', '\t', '\u0000', '\u007f'),
  },
);

const headers = fc.constantFrom<Record<string, string>>(
  {},
  {},
  { 'HX-Request': 'true' },
  { 'HX-Request': '' },
  { 'HX-Request': 'true', 'HX-History-Restore-Request': 'true' },
  { 'HX-History-Restore-Request': 'true' },
  { Host: 'evil.example' },
  { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'gopher' },
  { 'X-Original-URL': '/club/2/', 'X-Rewrite-URL': '/club/2/' },
  { Cookie: 'theme=dark' },
);

/** Requests of attackers: few addresses in many spellings. */
export const rawRequests: fc.Arbitrary<RawRequest> = fc
  .tuple(fc.tuple(prefix, path, separator, query, suffix), headers)
  .map(([parts, headers]) => ({ target: parts.join(''), headers }));
