import { describe, expect, test } from 'vitest';
import { formatIssue, quoteCell } from '../../../src/clubs/csv/issues.ts';
import { describeDoubts } from '../../../src/clubs/csv/reading.ts';
import { read, readClubs, readRow } from '../../support/club-file.ts';
import type { CsvRow } from '../../support/clubs-csv.ts';

describe('A status', () => {
  test.each([
    ...['true', 'TRUE', '1', 'yes', 'OUI', 'vrai', 'sí', 'Actif', 'Aktiv', 'actif·ve', 'VRAI '].map(
      (cell) => [cell, true] as const,
    ),
    ...['false', '0', 'no', 'Non', 'FAUX', 'não', 'Inactive', 'inactivo', 'inactif(ve)'].map(
      (cell) => [cell, false] as const,
    ),
  ])('may be %j', async (cell, expected) => {
    expect((await readRow(`Chess,,"${cell}",,,,`)).rows).toMatchObject([{ isActive: expected }]);
  });

  test.each([
    ...['Y', 'o', 'x', '✓', '✔\ufe0f', 'on', '1.0'].map((cell) => [cell, true] as const),
    ...['N', '0,0', 'off', '✗'].map((cell) => [cell, false] as const),
  ])('may be the mark %j, which is counted', async (cell, expected) => {
    const { rows, reading } = await readRow(`Chess,,"${cell}",,,,`);
    expect([rows[0]?.isActive, reading.counts.statusMarks]).toEqual([expected, 1]);
  });

  test.each([
    [['x', ''], [true, false], 2],
    [['yes', '\u00a0'], [true, false], 1],
    [['yes', 'no', ''], [true, false, undefined], 0],
    [[''], [undefined], 0],
  ])(
    'of the cells %j is %j: an empty one is inactive only beside marks of active clubs',
    async (cells, expected, counted) => {
      const { rows, reading } = await readClubs(
        ...cells.map((cell, index) => ({ name: `Club ${index}`, is_active: cell })),
      );
      expect([rows.map((row) => row.isActive), reading.counts.statusMarks ?? 0]).toEqual([expected, counted]);
    },
  );

  test.each(['perhaps', '2', 'toString', 'actifs'])('must not be %j', async (cell) => {
    expect((await readRow(`Chess,,"${cell}",,,,`)).codes).toEqual(['2 is_active status']);
  });

  test('may be another word in a list with other columns, which is reported', async () => {
    const list = 'Club,Status\nGo,Registered\nSki,Dissous\nTea,2\nZen,À l’arrêt\nArt,See note\n';
    const { rows, reading, codes } = await read(list, { targets: ['name', 'is_active'] });
    expect(rows.map(({ isActive }) => isActive)).toEqual([true, false, false, true]);
    expect([Object.fromEntries(reading.statuses), codes]).toEqual([
      { Registered: true, Dissous: false, 'À l’arrêt': false, 'See note': true },
      ['4 is_active status'],
    ]);
    expect(describeDoubts(reading, 'en').join()).toMatch(/: "See note"\. If/);
  });
});

test.each([
  ['', { logo: null, foreignLogoUrl: null }],
  ['/logos/a.svg', { logo: '/logos/a.svg', foreignLogoUrl: null }],
  ['HTTPS://example.org/a.svg', { logo: null, foreignLogoUrl: 'HTTPS://example.org/a.svg' }],
])('A logo may be %j', async (cell, expected) => {
  expect((await readRow(`Chess,,true,,${cell},,`)).rows).toMatchObject([expected]);
});

describe('A cell', () => {
  const long = (length: number) => '😀'.repeat(length);
  test.each<[string, CsvRow]>([
    ['name empty', { name: ' \u00a0\u200b\n' }],
    ['name nul', { name: 'a\0' }],
    ['name lineBreak', { name: 'a\tb' }],
    ['name lineBreak', { name: 'a\u2028b' }],
    ['category nul', { name: 'A', category: `\0${long(1000)}` }],
    ['website website', { name: 'A', website: 'javascript:alert(1)' }],
    ['website website', { name: 'A', website: 'https://a.example https://b.example' }],
    ['website website', { name: 'A', website: 'https://a.example;https://b.example' }],
    ['website website', { name: 'A', website: 'http://https://example.org' }],
    ['logo_url logo', { name: 'A', logo_url: '//example.org/a.svg' }],
    ['contact contact', { name: 'A', contact: 'ask Bob' }],
    ['links link', { name: 'A', links: 'Discord https://discord.gg/go\r\n\r\nInstagram go' }],
    ['links link', { name: 'A', links: 'https://a.example;https://b.example' }],
    ['links nul', { name: 'A', links: '\0' }],
    ...['0', 'x', '2147483648', '007', '1 234'].map((id): [string, CsvRow] => ['id id', { name: 'A', id }]),
    ['confirmed_on dayOfTwo', { name: 'A', confirmed_on: '05/06/2024' }],
    ['confirmed_on day', { name: 'A', confirmed_on: '17 mai' }],
    ['confirmed_on day', { name: 'A', confirmed_on: '12345' }],
    ['confirmed_on dayAhead', { name: 'A', confirmed_on: '2999-01-01' }],
  ])('that breaks a rule is reported: %s', async (expected, row) => {
    expect((await readClubs(row)).codes).toEqual([`2 ${expected}`]);
  });

  test('with a website without a scheme is completed', async () => {
    const { codes, rows } = await readClubs(
      { name: 'A', website: 'www.example.org' },
      { name: 'B', website: ' example.org/club ' },
      { name: 'C', website: 'https://bäckerei.example/straße' },
    );
    expect(codes).toEqual([]);
    expect(rows.map(({ website }) => website)).toEqual([
      'https://www.example.org',
      'https://example.org/club',
      'https://bäckerei.example/straße',
    ]);
  });

  test('with a placeholder in a column that is often empty is empty, and counted', async () => {
    const { codes, rows, reading } = await readClubs(
      { name: 'none', website: 'N/A', contact: 'none', links: '-', logo_url: '0', confirmed_on: '#' },
      { name: 'B', website: 'TBD', contact: 'Néant', links: 'Discord: n.a.\nWiki https://b.example\nForum Aucun' },
      { name: 'C', website: ' — ', contact: 'SANS', links: 'https://c.example/none' },
    );
    expect(codes).toEqual([]);
    expect(rows).toMatchObject([
      { name: 'none', website: null, contact: null, links: [], foreignLogoUrl: null, confirmedOn: null },
      { website: null, contact: null, links: [{ url: 'https://b.example' }] },
      { website: null, contact: null, links: [{ url: 'https://c.example/none' }] },
    ]);
    expect(reading.counts.placeholders).toBe(10);
  });

  test('with links is reported for each invalid line', async () => {
    const { issues } = await readClubs({ name: 'A', links: 'Discord\nhttps://discord.gg/go\n@go' });
    expect(issues.map(({ detail }) => detail)).toMatchObject([
      { code: 'link', inLine: 1 },
      { code: 'link', inLine: 3 },
    ]);
  });

  const days = (...cells: string[]) =>
    readClubs(...cells.map((cell, index) => ({ name: `Club ${index}`, confirmed_on: cell })));

  test.each([
    ['17/05/2024', '05/06/2024', '2024-06-05'],
    ['05/17/2024', '05/06/2024', '2024-05-06'],
  ])('with an ambiguous date follows the order of %s elsewhere in its column', async (telling, cell, day) => {
    for (const cells of [
      [telling, cell],
      [cell, telling],
    ]) {
      const { codes, rows } = await days(...cells);
      expect(codes).toEqual([]);
      expect(rows.map(({ confirmedOn }) => confirmedOn)).toContain(day);
    }
  });

  test('with a date in words or with a time is read, and counted', async () => {
    const { codes, rows, reading } = await days(
      '17 mai 2024',
      '17-May-24',
      '45429',
      '05/06/2024 09:15',
      '5/17/2024 1:00 PM',
      '5/17/24',
    );
    expect(codes).toEqual([]);
    expect(rows.map(({ confirmedOn }) => confirmedOn)).toEqual([
      ...['2024-05-17', '2024-05-17', '2024-05-17', '2024-05-06', '2024-05-17', '2024-05-17'],
    ]);
    expect(reading.counts.convertedDays).toBe(6);
  });

  test('with an ambiguous date is refused when its column has both orders', async () => {
    expect((await days('17/05/2024', '05/17/2024', '05/06/2024')).codes).toEqual(['4 confirmed_on dayOfTwo']);
  });

  test.each<[keyof CsvRow, string, number]>([
    ['name', long(256), 255],
    ['short_description', long(1001), 1000],
    ['description', long(20_001), 20_000],
    ['category', long(1001), 1000],
    ['category', `${long(499)};${long(500)}`, 1000],
    ['parent_name', long(256), 255],
    ['website', `https://example.org/${'x'.repeat(1981)}`, 2000],
    ['logo_url', `https://example.org/${'x'.repeat(1981)}`, 2000],
    ['contact', `https://example.org/${'x'.repeat(1981)}`, 2000],
  ])('of %s that is too long is reported with the limit and its length', async (column, value, limit) => {
    const { issues } = await readClubs({ name: 'A', [column]: value });
    expect(issues).toMatchObject([{ line: 2, column, detail: { code: 'tooLong', limit, length: limit + 1 } }]);
  });

  test.each(['#NAME?', '#VALEUR!', 'Err:508'])('with the spreadsheet error %s is a warning', async (error) => {
    const { codes, rows } = await readClubs({ name: error, category: error });
    expect(codes).toEqual(['2 name damagedCell', '2 category damagedCell']);
    expect(rows).toHaveLength(1);
  });

  test.each(['#', '## Rooms', '#REF! and more', 'N/A', 'Âge', 'SÃO PAULO', 'R&amp;D'])(
    'with unusual but valid text is accepted: %j',
    async (text) => {
      expect((await readClubs({ name: 'A', short_description: text })).codes).toEqual([]);
    },
  );

  test('with a lost character is stored with a warning', async () => {
    const name = 'Th\ufffdtre';
    const { codes, rows } = await readClubs({ name });
    expect(codes).toEqual(['2 name damagedCell']);
    expect(rows).toMatchObject([{ name }]);
  });

  test('is quoted without control characters for a terminal', async () => {
    const { issues } = await readClubs({ name: `\u202e"${'x'.repeat(200)}`, website: '\u001b[31m\u202e"\nx' });
    const [message = ''] = issues.map((issue) => formatIssue(issue, 'en'));
    expect(message).toContain(String.raw`"\u001b[31m\u{202e}\"\nx"`);
    expect(message).not.toMatch(/\p{C}/u);
  });

  test.each([
    ['x'.repeat(81), `${'x'.repeat(79)}…`],
    ['😀'.repeat(80), '😀'.repeat(80)],
    ['😀'.repeat(300), `${'😀'.repeat(79)}…`],
  ])('is quoted with up to 80 whole characters: %s', (text, shown) => {
    expect(quoteCell(text)).toBe(`"${shown}"`);
  });
});
