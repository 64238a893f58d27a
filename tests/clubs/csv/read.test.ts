import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { describeFileWarnings } from '../../../src/clubs/csv/reading.ts';
import { HEADER, read, readClubs, readRow } from '../../support/club-file.ts';
import { clubsCsv, ODD_CLUBS } from '../../support/clubs-csv.ts';

describe('A file', () => {
  test.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ])('may end its lines with %s', async (_, end) => {
    expect(await read([HEADER, 'Chess,,true,,,,a', 'Go,,true,,,,b', ''].join(end))).toMatchObject({
      issues: [],
      rows: [
        { line: 2, name: 'Chess', category: 'a' },
        { line: 3, name: 'Go', category: 'b' },
      ],
    });
  });

  test('may end without a line break', async () => {
    expect(await read(`${HEADER}\nChess,,true,,,,a`)).toMatchObject({ rows: [{ name: 'Chess', category: 'a' }] });
    expect(await read(`${HEADER}\nChess,,true,,,,"a"`)).toMatchObject({ rows: [{ name: 'Chess', category: 'a' }] });
  });

  test('may have its columns in any order', async () => {
    const { rows, issues } = await read(
      'category,website,description,is_active,id,name,logo_url,parent_name,short_description\nc,https://w/,d,false,7,n,/l,p,s\n',
    );
    expect(issues).toEqual([]);
    expect(rows).toEqual([
      {
        ...{ line: 2, id: 7, name: 'n', shortDescription: 's', description: 'd', isActive: false, parentName: 'p' },
        ...{ logo: '/l', foreignLogoUrl: null, website: 'https://w/', category: 'c' },
      },
    ]);
  });

  test('yields no values for missing columns', async () => {
    const { rows, columns } = await readRow('Chess,,true,,,,');
    expect(Object.keys(rows[0] ?? {})).not.toContain('description');
    expect(columns.has('description')).toBe(false);
  });

  test('may have no rows', async () => {
    expect(await read(HEADER)).toMatchObject({ rows: [], issues: [], isComplete: true });
  });

  test.each([
    ['is empty', '', ['1 row emptyFile']],
    ['has only blank lines', '\n\n', ['1 row emptyFile']],
    ['lacks columns', 'name,is_active\nx', ['1 row columnsMissing']],
    ['has a column twice', `${HEADER},name,Name,website\n`, ['1 row columnsRepeated']],
    ['has unknown columns', `${HEADER},Nom,email\n`, ['1 row columnsUnknown']],
    ['has columns without names', `${HEADER}, ,x\n`, ['1 row columnsUnknown', '1 row columnsUnnamed']],
    ['has its header further down', '\n\nname\n', ['3 row columnsMissing']],
  ])('is refused when it %s', async (_, text, expected) => {
    expect(await read(text)).toMatchObject({ codes: expected, rows: [], isComplete: false });
  });

  test('names its unknown columns, the first twenty of many', async () => {
    const names = Array.from({ length: 1234 }, (_, index) => `c${index}`);
    const { issues } = await read(`${HEADER},${names.join(',')}\n`);
    expect(issues).toMatchObject([{ fault: { columns: names.slice(0, 20), more: 1214 } }]);
  });

  test.each([1, 7, 100_000])('keeps every cell to the letter, in pieces of %i bytes', async (size) => {
    const { rows, issues } = await read(clubsCsv(...ODD_CLUBS), size);
    expect(issues).toEqual([]);
    expect(
      rows.map(({ shortDescription, description, website, category, logo, foreignLogoUrl }) => ({
        shortDescription,
        description,
        website: website ?? '',
        category,
        logoUrl: logo ?? foreignLogoUrl ?? '',
      })),
    ).toEqual(
      ODD_CLUBS.map((club) => ({
        shortDescription: club.short_description ?? '',
        description: club.description ?? '',
        website: club.website ?? '',
        category: club.category ?? '',
        logoUrl: club.logo_url ?? '',
      })),
    );
  });
});

describe('A file of a spreadsheet', () => {
  const CLUBS = [
    { line: 2, name: 'Échecs', category: 'Jeux; Ville', isActive: true },
    { line: 3, name: 'Œnologie', category: '', isActive: false },
  ];
  const table = (separator: string, end = '\r\n') =>
    [HEADER.split(','), ['Échecs', 'a', 'true', '', '', '', '"Jeux; Ville"'], ['Œnologie', '', 'false', '', '', '', '']]
      .map((cells) => cells.join(separator) + end)
      .join('');
  const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');

  test.each<[string, Uint8Array, object]>([
    [
      'a byte order mark and semicolons',
      Buffer.from(`\ufeff${table(';')}`),
      { hasByteOrderMark: true, separator: ';' },
    ],
    ['tabs', Buffer.from(table('\t', '\n')), { separator: '\t' }],
    ['little-endian UTF-16', utf16(table('\t')), { encoding: 'utf-16le', hasByteOrderMark: true, separator: '\t' }],
    ['big-endian UTF-16', utf16(table(';')).swap16(), { encoding: 'utf-16be', separator: ';' }],
    [
      'column names in other case, with spaces and in quotes',
      Buffer.from(table(';').replace('name;', '"Name"; ').replace('is_active', 'IS_ACTIVE ')),
      { separator: ';', respelledColumns: 3 },
    ],
    ['empty columns at the end', Buffer.from(table(';').replaceAll('\r\n', ';;\r\n')), { emptyColumns: 2 }],
    ['empty rows at the end', Buffer.from(`${table(';')};;;;;;\r\n\r\n  \r\n;\r\n`), { separator: ';', emptyRows: 4 }],
    [
      'statuses in French',
      Buffer.from(table(',').replace('true', 'VRAI').replace('false', 'Faux')),
      { otherBooleans: 2 },
    ],
  ])('is read and reported: %s', async (_, bytes, expected) => {
    for (const pieces of [1, 100_000]) {
      const { rows, issues, report } = await read(bytes, pieces);
      expect(issues).toEqual([]);
      expect(rows).toMatchObject(CLUBS);
      expect(report).toMatchObject(expected);
    }
  });

  test.each([',', ';', '\t'])('may name its separator in the first line: sep=%j', async (separator) => {
    for (const pieces of [1, 100_000]) {
      const { rows, issues, report } = await read(`\ufeffsep=${separator}\r\n${table(separator)}`, pieces);
      expect(issues).toEqual([]);
      expect(rows.map(({ line, name }) => [line, name])).toEqual([
        [3, 'Échecs'],
        [4, 'Œnologie'],
      ]);
      expect(report).toMatchObject({ separator, hasSeparatorLine: true, rowsDiffer: true });
    }
  });

  test('is refused with an unknown separator', async () => {
    expect((await read(`sep=|\r\n${table('|')}`)).codes).toEqual(['1 row unknownSeparator']);
  });

  test('may have ids with spaces or with zero decimals', async () => {
    const spellings = [' 7 ', '8.0', '9,00', '\u00a010', '11', ' '];
    const { rows, issues, report } = await readClubs(...spellings.map((id, index) => ({ name: `Club ${index}`, id })));
    expect(issues).toEqual([]);
    expect(rows.map(({ id }) => id)).toEqual([7, 8, 9, 10, 11, null]);
    expect(report.respelledIds).toBe(4);
  });

  test('may have dates in other unambiguous forms', async () => {
    const spellings = ['2024-05-17', '17/05/2024', '05.05.2024', '2024/5/17 00:00:00', ''];
    const { rows, issues, report } = await readClubs(
      ...spellings.map((confirmed_on, index) => ({ name: `Club ${index}`, confirmed_on })),
    );
    expect(issues).toEqual([]);
    expect(rows.map(({ confirmedOn }) => confirmedOn)).toEqual([
      ...['2024-05-17', '2024-05-17', '2024-05-05', '2024-05-17', null],
    ]);
    expect(report.otherDates).toBe(3);
  });

  test('may have empty rows anywhere, which count as lines', async () => {
    const { rows, report } = await read(`;;\r\n\r\n${table(';').replace('\r\nŒ', '\r\n;;;;;;\r\n\r\nŒ')}`);
    expect(rows.map(({ line, name }) => [line, name])).toEqual([
      [4, 'Échecs'],
      [7, 'Œnologie'],
    ]);
    expect(report).toMatchObject({ separator: ';', emptyRows: 4 });
  });

  test('may have spaces around addresses', async () => {
    const { rows, issues, report } = await readClubs(
      { name: 'A', website: ' https://example.org/ ', logo_url: '\u00a0https://example.org/a.svg' },
      { name: 'B', website: 'https://example.org/', logo_url: '/a.svg\n' },
    );
    expect(issues).toEqual([]);
    expect(rows).toMatchObject([
      { website: 'https://example.org/', foreignLogoUrl: 'https://example.org/a.svg' },
      { website: 'https://example.org/', logo: '/a.svg' },
    ]);
    expect(report).toMatchObject({ foreignLogos: 1, normalised: { trimmedAddresses: 3 } });
  });

  const zip = (...names: string[]) => Buffer.from(`PK\x03\x04${'\0'.repeat(26)}${names.join('\0\0')}`, 'latin1');
  test.each<[string, string, Uint8Array]>([
    ['.xlsx', 'excel', zip('[Content_Types].xml', 'xl/workbook.xml')],
    ['.xls', 'excel', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0])],
    ['.ods', 'ods', zip('mimetypeapplication/vnd.oasis.opendocument.spreadsheet')],
    ['.numbers', 'numbers', zip('Index/Document.iwa')],
    ['.docx', 'other', zip('[Content_Types].xml', 'word/document.xml')],
    ['.zip', 'archive', zip('clubs.csv')],
    ['.gz', 'archive', gzipSync(table(';'))],
    ['a web page', 'other', Buffer.from('\r\n <!DOCTYPE html><table><tr><td>name')],
    ['.pdf', 'other', Buffer.from('%PDF-1.7\n%âã', 'latin1')],
    ['UTF-16 without a mark', 'encoding', Buffer.from(table(';'), 'utf16le')],
  ])('is refused when it is not a CSV file: %s', async (_, is, bytes) => {
    const { issues, rows, isComplete } = await read(bytes, 5);
    expect(issues).toMatchObject([{ line: 1, fault: { code: 'otherFile', is } }]);
    expect([rows, isComplete]).toEqual([[], false]);
  });

  test.each([
    ['in the first cell', 'Clubs 2026;;;;;;\r\n', 1, 2],
    ['with blank and empty lines', '\r\nClubs 2026\r\n\r\n;;;;;;\r\n', 2, 5],
  ])('is refused with a title above the header: %s', async (_, title, line, headerLine) => {
    for (const pieces of [1, 100_000]) {
      const { issues, rows, isComplete } = await read(title + table(';'), pieces);
      expect(issues).toMatchObject([{ line, fault: { code: 'headerBelow', line: headerLine } }]);
      expect([rows, isComplete]).toEqual([[], false]);
    }
  });

  test.each([
    ['of a French Excel', ';', 'Théâtre;Les élèves – “ok”;VRAI;;;;Été\r\n'],
    ['that only its last character shows', ',', 'Go,,true,,,,Beauté'],
  ])('is read as Windows-1252 when it is not UTF-8: %s', async (_, separator, row) => {
    const text = `${HEADER.replaceAll(',', separator)}\r\n${row}`;
    const bytes = Buffer.from(text.replace('–', '\x96').replace('“', '\x93').replace('”', '\x94'), 'latin1');
    for (const pieces of [1, 100_000]) {
      const { rows, issues, report, isComplete } = await read(bytes, pieces);
      const [name, shortDescription] = row.split(separator);
      expect(issues).toEqual([]);
      expect(rows).toMatchObject([{ name, shortDescription, category: row.trim().split(separator).at(-1) }]);
      expect([isComplete, report.encoding]).toEqual([true, 'windows-1252']);
      expect(describeFileWarnings(report, 'en')).toHaveLength(1);
    }
  });

  test.each<[string, Buffer]>([
    [
      'invalid UTF-8 after a byte order mark',
      Buffer.concat([Buffer.from(`\ufeff${HEADER}\nGo,,true,,,,\n`), Buffer.from('Café,,true,,,,\n', 'latin1')]),
    ],
    ['half a character of UTF-16', utf16(table(';')).subarray(0, -1)],
  ])('is refused as damaged: %s', async (_, bytes) => {
    const { codes, isComplete } = await read(bytes, 64);
    expect(codes).toEqual([expect.stringMatching(/^\d row damaged$/)]);
    expect(isComplete).toBe(false);
  });

  test.each<[string, Uint8Array, string]>([
    ['within a character', Buffer.from([0x54, 0x68, 0xc3]), '3 row cutOff'],
    ['within quotes', Buffer.from('Go,"Th'), '3 row quoteNotClosed'],
    ['within a row', Buffer.from('Go,x,tr'), '3 row rowTooNarrow'],
  ])('is refused when it is cut off %s', async (_, end, expected) => {
    const bytes = Buffer.concat([Buffer.from(`${HEADER}\nÉchecs,,true,,,,\n`), end]);
    for (const pieces of [1, 100_000]) {
      expect(await read(bytes, pieces)).toMatchObject({ codes: [expected], isComplete: false });
    }
  });

  test.each([
    [';', 'Échecs,"a, ""b""",true,,,,'],
    [',', 'Échecs;Jeux, plein air, ville;true;;;;'],
  ])('is refused when its header has %j and a row another separator', async (separator, row) => {
    for (const pieces of [1, 100_000]) {
      const { codes, isComplete } = await read(`${HEADER.replaceAll(',', separator)}\n${row}\n`, pieces);
      expect([codes, isComplete]).toEqual([['2 row rowSeparator'], false]);
    }
  });
});

describe('A line number', () => {
  test.each([1, 100_000])('is that of the start of the record, in pieces of %i bytes', async (size) => {
    const text = `\ufeff${HEADER}\r\n\r\n"A",,true,,,,"1\r\n2\n3\r4"\n\n\n"B",,true,,,,\r\nC,,true,,,,`;
    expect((await read(text, size)).rows.map(({ line, name }) => [line, name])).toEqual([
      [3, 'A'],
      [9, 'B'],
      [10, 'C'],
    ]);
  });

  test.each([1, 100_000])('comes with the row of the spreadsheet, in pieces of %i bytes', async (size) => {
    const text = `${HEADER}\r\n\r\nA,,true,,,,"1\r\n2\n3"\n\nB,,maybe,,,,\r\nC,,true,,,\n`;
    const { issues, report } = await read(text, size);
    expect(issues.map(({ line, row, fault }) => [line, row, fault.code])).toEqual([
      [7, 5, 'status'],
      [8, 6, 'rowTooNarrow'],
    ]);
    expect(report.rowsDiffer).toBe(true);
  });
});
