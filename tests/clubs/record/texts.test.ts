import { describe, expect, test } from 'vitest';
import { FORM_FIELDS, OFFICER_FIELDS, readClubForm } from '../../../src/clubs/record/texts.ts';
import { LINK_LIMITS } from '../../../src/clubs/record/links.ts';
import { CLUB_LIMITS } from '../../../src/clubs/record/field-rules.ts';
import { toText } from '../../../src/clubs/record/fields.ts';

const read = (fields: Record<string, string>, allowed?: Parameters<typeof readClubForm>[1]) =>
  readClubForm(new URLSearchParams(fields), allowed);

describe('A form of a club', () => {
  test('is read as the same columns of a file', () => {
    const fields = {
      name: ' E\u0301checs ',
      is_active: 'false',
      logo_url: '/logos/e.svg',
      website: '',
      parent_name: '',
    };
    expect(read(fields).value).toEqual({
      name: 'Échecs',
      isActive: false,
      logo: '/logos/e.svg',
      foreignLogoUrl: null,
      website: null,
      parentName: '',
    });
  });

  test('yields no values for missing and unknown fields', () => {
    expect(read({ category: 'Jeux', revision: '7' }).value).toEqual({ category: 'Jeux' });
  });

  test('normalises line breaks to LF', () => {
    expect(read({ description: 'a\r\nb\rc\nd' }).value).toEqual({ description: 'a\nb\nc\nd' });
  });

  test('separates categories at semicolons and lines, and drops empty ones', () => {
    expect(read({ name: 'Ski', category: 'Sport;Outdoor；\r\nTea; ' }).value).toMatchObject({
      category: 'Sport; Outdoor; Tea',
    });
  });

  test('takes the last value of a repeated field', () => {
    const form = new FormData();
    form.append('is_active', 'false');
    form.append('is_active', 'true');
    expect(readClubForm(form).value).toEqual({ isActive: true });
  });

  test.each([
    ['name', '👩\u200d🚀 Space'],
    ['name', 'می\u200cخواهم'],
    ['name', '♟\ufe0f'],
    ['category', 'می\u200cخواهم; Sport'],
    ['category', ''],
  ])('keeps invisible characters within words and emoji: %s', (field, text) => {
    expect(read({ name: 'Ski', [field]: text }).value).toMatchObject({ [field]: text });
  });

  test.each([
    ['name', '\u202e Ski \u200fClub\u2069 ', 'Ski Club'],
    ['aliases', 'S\u2066ki\u2069|\u200e', 'Ski'],
  ])('drops bidirectional control characters of the field %s', (field, text, expected) => {
    expect(read({ name: 'Ski', [field]: text }).value).toMatchObject({ [field]: expected });
  });

  test.each([
    ['name', '', 'empty'],
    ['name', '\u202e', 'empty'],
    ['name', '\u200b', 'empty'],
    ['name', '\u3164', 'empty'],
    ['category', '\u200b', 'empty'],
    ['category', 'Sport; \u2060', 'empty'],
    ['name', 'a\nb', 'lineBreak'],
    ['name', 'a'.repeat(256), 'tooLong'],
    ['short_description', 'a\0', 'nul'],
    ['description', 'a'.repeat(CLUB_LIMITS.description + 1), 'tooLong'],
    ['is_active', 'perhaps', 'status'],
    ['is_active', '', 'status'],
    ['website', 'javascript:alert(1)', 'website'],
    ['contact', 'ask Bob', 'contact'],
    ['contact', `https://example.org/${'a'.repeat(CLUB_LIMITS.url)}`, 'tooLong'],
    ['logo_url', '//example.org/a', 'logo'],
    [
      'links',
      Array.from({ length: LINK_LIMITS.count + 1 }, (_, index) => `https://example.org/${index}`).join('\r\n'),
      'tooManyLinks',
    ],
    ['meeting_days', 'often', 'weekdays'],
    ['beginners_welcome', 'perhaps', 'status'],
    ['joining_until', 'soon', 'day'],
    ['confirmed_on', '2026-05-17', 'notAllowed'],
    ['parent_name', 'a'.repeat(256), 'tooLong'],
    ['id', '7', 'notAllowed'],
  ])('is refused with field and issue: %s', (field, text, code) => {
    expect(read({ name: 'Ski', [field]: text }).issues.map((issue) => [issue.field, issue.code])).toEqual([
      [field, code],
    ]);
  });

  test('is refused with each invalid line of its links', () => {
    const { issues } = read({ name: '', links: 'Instagram\r\nhttps://example.org/\r\n@club' });
    expect(issues.map((issue) => [issue.field, issue.code, 'inLine' in issue ? issue.inLine : undefined])).toEqual([
      ['name', 'empty', undefined],
      ['links', 'link', 1],
      ['links', 'link', 3],
    ]);
  });

  test('reads links and formats them back', () => {
    const links = 'Discord https://discord.gg/go\nForum https://example.org/';
    const { value } = read({ links: `\r\n Discord : https://discord.gg/go\r\nForum\thttps://example.org/ ` });
    expect(value).toEqual({
      links: [
        { label: 'Discord', url: 'https://discord.gg/go' },
        { label: 'Forum', url: 'https://example.org/' },
      ],
    });
    expect(toText('links', value)).toBe(links);
    expect(read({ links }).value).toEqual(value);
    expect([toText('links', { links: [] }), toText('links', {})]).toEqual(['', '']);
  });

  test.each(['club.fr', ' www.club.fr/a ', 'Club.FR:8080?a'])('completes a website without a scheme: %j', (text) => {
    expect(read({ website: text }).value).toEqual({ website: `https://${text.trim()}` });
  });

  test.each(FORM_FIELDS)('is read in linear time when %s has endless combining marks', (field) => {
    // Quadratic time would exceed the time limit of the test.
    read({ [field]: `e${'\u0301\u0316'.repeat(500_000)}` });
  });

  test('accepts the longest host names', () => {
    const host = `${'a'.repeat(60)}.`.repeat(4) + 'info.org';
    const website = `https://${host}:8080/?a#b`;
    expect(read({ website, contact: `ada@${host}` }).value).toEqual({ website, contact: `ada@${host}` });
  });

  test('reports every invalid field', () => {
    expect(read({ name: '', website: 'x' }).issues.map(({ field }) => field)).toEqual(['name', 'website']);
  });

  test.each(['name', 'is_active', 'parent_name'])('is refused when an officer sends the %s', (field) => {
    const { issues } = read({ description: 'x', [field]: 'true' }, OFFICER_FIELDS);
    expect(issues).toMatchObject([{ field, code: 'notAllowed' }]);
  });

  test('lets an officer change all other fields', () => {
    expect([...OFFICER_FIELDS].sort()).toEqual(
      FORM_FIELDS.filter((field) => !['name', 'is_active', 'parent_name'].includes(field)).sort(),
    );
    expect([...OFFICER_FIELDS]).toEqual(expect.arrayContaining(['contact', 'links']));
  });
});
