import { describe, expect, test } from 'vitest';
import { formatLinks, LINK_LIMITS, readLinks, serviceOf } from '../../src/clubs/links.ts';
import { LOCALES } from '../../src/messages/locales.ts';
import { messages } from '../../src/messages/messages.ts';

const read = (text: string) => {
  const result = readLinks(text);
  return 'links' in result ? result.links.map(({ label, url }) => [label, url]) : result;
};

describe('The links of a text', () => {
  test.each<[what: string, text: string, links: [label: string, url: string][]]>([
    ['none', ' \n\r\n', []],
    ['a name and an address', 'Our wiki https://example.org/', [['Our wiki', 'https://example.org/']]],
    ['a name with a colon', 'Forum\u202f: https://example.org/', [['Forum', 'https://example.org/']]],
    ['a name that touches its address', 'Forum:https://example.org/', [['Forum', 'https://example.org/']]],
    ['a name of digits and signs', '24/7 (!) HTTP://example.org', [['24/7 (!)', 'HTTP://example.org']]],
    ['a service without a name', 'https://www.instagram.com/go', [['Instagram', 'https://www.instagram.com/go']]],
    ['another place without a name', 'https://www.example.org/a', [['example.org', 'https://www.example.org/a']]],
    ['a host of another script', 'https://échecs.example/', [['échecs.example', 'https://échecs.example/']]],
    [
      'an address that has another in it',
      'https://web.archive.org/https://example.org/',
      [['web.archive.org', 'https://web.archive.org/https://example.org/']],
    ],
    [
      'several, in their order, with lines of all kinds',
      'B https://b.example\r\n\r\nA https://a.example\rB https://b.example',
      [
        ['B', 'https://b.example'],
        ['A', 'https://a.example'],
        ['B', 'https://b.example'],
      ],
    ],
    [
      'the most there may be',
      'a https://a.example\n'.repeat(20),
      Array.from({ length: 20 }, () => ['a', 'https://a.example']),
    ],
    ['the longest name', `${'😀'.repeat(100)} https://a.example`, [['😀'.repeat(100), 'https://a.example']]],
    [
      'the longest address',
      `a ${'https://a.example/'.padEnd(2000, 'b')}`,
      [['a', 'https://a.example/'.padEnd(2000, 'b')]],
    ],
  ])('are read, and come back as they were read: %s', (_, text, links) => {
    expect(read(text)).toEqual(links);
    expect(read(formatLinks(links.map(([label, url]) => ({ label, url }))))).toEqual(links);
  });

  test.each([
    ['a name alone', 'Instagram'],
    ['another scheme', 'FTP ftp://example.org'],
    ['a script', 'x javascript:alert(1)'],
    ['an address without a scheme', 'example.org'],
    ['an address before its name', 'https://example.org/ Forum'],
    ['two addresses', 'https://a.example https://b.example'],
    ['an address that is none', 'Forum https://'],
    ['a name before its host', 'Facebook https://www.facebook.com@evil.example/'],
    ['a name before its host, after a slash more', 'Facebook https:///www.facebook.com:x@evil.example/'],
    ['a sign that nobody sees in a name', 'a\u2028b https://example.org'],
  ])('are refused with the number of the line for %s', (_, line) => {
    expect(readLinks(`https://example.org\n\n${line}`)).toEqual({ fault: 'link', line: 3 });
  });

  test.each([
    ['linkLabel', 1, `${'a'.repeat(101)} https://a.example`],
    ['linkUrl', 1, `a ${'https://a.example/'.padEnd(2001, 'b')}`],
    ['tooManyLinks', null, 'https://a.example\n'.repeat(21)],
  ])('are refused beyond a limit: %s', (fault, line, text) => {
    expect(readLinks(text)).toEqual({ fault, line });
  });

  test('lose what turns letters around', () => {
    const links = [{ label: 'Forum', url: 'https://example.org/' }];
    expect(readLinks('\u202eForum\u2069 https://example.org/\u202d')).toEqual({ links });
  });

  test.each([' ', 'https://', ':', '\n', 'a '])('are read or refused at once, however long a text of %j is', (part) => {
    const begun = performance.now();
    readLinks(`x${part.repeat(1_000_000 / part.length)}x`);
    expect(performance.now() - begun).toBeLessThan(2000);
  });

  test.each(LOCALES)('have the limits that people are told: %s', (locale) => {
    const { faults, hints } = messages(locale).clubForm;
    const { number } = messages(locale);
    expect(hints.links).toContain(number(LINK_LIMITS.count));
    expect(faults.tooManyLinks).toContain(number(LINK_LIMITS.count));
    expect(faults.linkLabel).toContain(number(LINK_LIMITS.label));
    expect(faults.linkUrl).toContain(number(LINK_LIMITS.url));
  });
});

describe('The service of an address', () => {
  test.each([
    ['https://www.instagram.com/go', 'instagram'],
    ['https://fr-fr.facebook.com/go', 'facebook'],
    ['https://discord.gg/go', 'discord'],
    ['https://youtu.be/go', 'youtube'],
    ['https://fr.linkedin.com/company/go', 'linkedin'],
    ['https://github.com/go', 'github'],
    ['https://X.com/go', 'x'],
    ['http://twitter.com/go', 'x'],
    ['https://www.tiktok.com/@go', 'tiktok'],
    ['https://mastodon.example/@go', 'mastodon'],
    ['https://piaille.fr/@go', 'mastodon'],
    ['https://chat.whatsapp.com/go', 'whatsapp'],
    ['https://t.me/go', 'telegram'],
    ['https://signal.group/#go', 'signal'],
    ['https://linktr.ee/go', 'linktree'],
    ['https://bsky.app/profile/go', 'bluesky'],
    ['https://www.twitch.tv/go', 'twitch'],
    ['https://example.org/instagram.com', null],
    ['https://instagram.com@example.org/', null],
    ['https://notinstagram.com/', null],
    ['https://instagram.com.example.org/', null],
    ['https://toString/', null],
    ['https://', null],
  ])('is told by its host alone: %s', (url, service) => {
    expect(serviceOf(url)).toBe(service);
  });
});
