import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatLinks, readLinks, serviceOf } from '../../../src/clubs/record/links.ts';
import { inFull } from '../../support/scope.ts';

const read = (text: string) => {
  const { links, issues } = readLinks(text);
  return issues.length > 0 ? issues : links.map(({ label, url }) => [label, url]);
};

/** A number of links to different pages. */
const pages = (count: number) => Array.from({ length: count }, (_, index) => `a https://a.example/${index}`).join('\n');

describe('The links of a text', () => {
  test.each<[what: string, text: string, links: [label: string, url: string][]]>([
    ['none', ' \n\r\n', []],
    ['a name and an address', 'Our wiki https://example.org/', [['Our wiki', 'https://example.org/']]],
    ['a name with a colon', 'Forum\u202f: https://example.org/', [['Forum', 'https://example.org/']]],
    ['a name that touches its address', 'Forum:https://example.org/', [['Forum', 'https://example.org/']]],
    ['a name of digits', '24/7 (!) HTTP://example.org', [['24/7 (!)', 'HTTP://example.org']]],
    ['a service without a name', 'https://www.instagram.com/go', [['Instagram', 'https://www.instagram.com/go']]],
    ['another site without a name', 'https://www.example.org/a', [['example.org', 'https://www.example.org/a']]],
    [
      'an address that contains another',
      'https://web.archive.org/https://example.org/',
      [['web.archive.org', 'https://web.archive.org/https://example.org/']],
    ],
    [
      'several lines, in their order',
      'B https://b.example\r\n\r\nA https://a.example\rB https://c.example',
      [
        ['B', 'https://b.example'],
        ['A', 'https://a.example'],
        ['B', 'https://c.example'],
      ],
    ],
    ['a repeated address, once', 'A https://a.example\nB https://a.example', [['A', 'https://a.example']]],
    ['20 links', pages(20), Array.from({ length: 20 }, (_, n) => ['a', `https://a.example/${n}`])],
    ['brackets', 'Le Discord <https://discord.gg/x>', [['Le Discord', 'https://discord.gg/x']]],
    ...['• ', '-'].map((bullet): [string, string, [string, string][]] => [
      `the bullet ${JSON.stringify(bullet)}`,
      `${bullet}https://a.example`,
      [['a.example', 'https://a.example']],
    ]),
    ['a name that begins like a bullet', '-18 ans https://a.example', [['-18 ans', 'https://a.example']]],
    ...[' – ', ' | ', '\t'].map((between): [string, string, [string, string][]] => [
      `the separator ${JSON.stringify(between)}`,
      `Forum${between}https://a.example`,
      [['Forum', 'https://a.example']],
    ]),
    ['punctuation', 'A https://a.example/b).,;', [['A', 'https://a.example/b']]],
    ['a host without a scheme', 'Insta : instagram.com/x,', [['Insta', 'https://instagram.com/x']]],
    ['the longest name', `${'😀'.repeat(100)} https://a.example`, [['😀'.repeat(100), 'https://a.example']]],
    [
      'the longest address',
      `a ${'https://a.example/'.padEnd(2000, 'b')}`,
      [['a', 'https://a.example/'.padEnd(2000, 'b')]],
    ],
  ])('are read and formatted back: %s', (_, text, links) => {
    expect(read(text)).toEqual(links);
    expect(read(formatLinks(links.map(([label, url]) => ({ label, url }))))).toEqual(links);
  });

  test('are formatted back from any text', () => {
    const part = fc.constantFrom(
      ...['• ', '-', '–', '1.', ' ', ':', '→', '(', ')', '[', '](', '<', '>', ',', '.', '|', '\t', 'a', 'é', '@', '\n'],
      ...['Le club', 'https://a.example/b', 'http://', 'www.a.fr', 'discord.gg/x'],
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const result = readLinks(parts.join(''));
        if (result.issues.length === 0) expect(readLinks(formatLinks(result.links))).toEqual(result);
      }),
      { numRuns: inFull(500, 20_000) },
    );
  });

  test.each([
    ['a name alone', 'Instagram'],
    ['a handle', 'Instagram : @club'],
    ['another scheme', 'FTP ftp://example.org'],
    ['a script', 'x javascript:alert(1)'],
    ['a file', 'Affiche affiche.pdf'],
    ['a name with a dot', 'Node.js'],
    ['an e-mail address', 'go@example.org'],
    ['two addresses', 'https://a.example https://b.example'],
    ['an invalid address', 'Forum https://'],
    ['a name before its host', 'Facebook https://www.facebook.com@evil.example/'],
    ['a name after its address', 'https://a.example/b Forum'],
    ['a control character in an address', 'Forum https://example.org/a\u0085b'],
    ['a control character in a name', 'a\u2028b https://example.org'],
  ])('are refused with the line number: %s', (_, line) => {
    expect(read(`https://example.org\n\n${line}`)).toEqual([{ code: 'link', inLine: 3 }]);
  });

  test.each([
    [{ code: 'longLink', label: 100, url: 2000, inLine: 1 }, `${'a'.repeat(101)} https://a.example`],
    [{ code: 'longLink', label: 100, url: 2000, inLine: 1 }, `a ${'https://a.example/'.padEnd(2001, 'b')}`],
    [{ code: 'tooManyLinks', limit: 20 }, pages(21)],
  ])('are refused beyond a limit: %j', (issue, text) => {
    expect(read(text)).toEqual([issue]);
  });

  test('are refused with every invalid line, up to five', () => {
    expect(read(`Instagram\nhttps://example.org\n@club\n${pages(21)}`)).toEqual([
      { code: 'link', inLine: 1 },
      { code: 'link', inLine: 3 },
      { code: 'tooManyLinks', limit: 20 },
    ]);
    const bad = Array.from({ length: 9 }, (_, index) => `Forum ${index}`).join('\n');
    expect(read(bad)).toEqual([1, 2, 3, 4, 5].map((inLine) => ({ code: 'link', inLine })));
  });

  test('lose bidirectional control characters', () => {
    const links = [{ label: 'Forum', url: 'https://example.org/' }];
    expect(readLinks('\u202eForum\u2069 https://example.org/\u202d')).toEqual({ links, issues: [] });
  });

  test.each([' ', 'https://', ':', '\n', 'a ', '• ', ')', 'a.', '[', '1. ', 'https://a.example/)\n'])(
    'are read in linear time from a long text of %j',
    (part) => {
      // Quadratic time would exceed the time limit of the test.
      expect(readLinks(`x${part.repeat(1_000_000 / part.length)}x`)).toBeDefined();
    },
  );
});

describe('The service of an address', () => {
  test.each([
    ['https://www.instagram.com/go', 'instagram'],
    ['https://fr-fr.facebook.com/go', 'facebook'],
    ['https://X.com/go', 'x'],
    ['http://twitter.com/go', 'x'],
    ['https://mastodon.example/@go', 'mastodon'],
    ['https://piaille.fr/@go', 'mastodon'],
    ['https://example.org/instagram.com', null],
    ['https://instagram.com@example.org/', null],
    ['https://notinstagram.com/', null],
    ['https://instagram.com.example.org/', null],
    ['https://toString/', null],
    ['https://', null],
  ])('is recognised by its host: %s', (url, service) => {
    expect(serviceOf(url)).toBe(service);
  });
});
