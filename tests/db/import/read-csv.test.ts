import { describe, expect, test } from 'vitest';
import { COLUMN_NAMES } from '../../../db/import/columns.ts';
import { formatIssue } from '../../../db/import/issues.ts';
import { readClubFile, type FileRow } from '../../../db/import/read-csv.ts';
import { clubsCsv, inPieces, ODD_CLUBS, type CsvRow } from '../../support/clubs-csv.ts';

const HEADER = 'name,short_description,is_active,parent_name,logo_url,website,category';

/** All that a file says, read in pieces of a size. */
async function read(content: string | Uint8Array, pieces = 100_000) {
  const file = await readClubFile(inPieces(Buffer.from(content), pieces));
  const rows: FileRow[] = [];
  for await (const batch of file.rows()) rows.push(...batch);
  const { columns, report, isComplete } = file;
  return {
    columns,
    report,
    isComplete,
    rows: rows.flatMap(({ line, club }) => (club ? { line, ...club } : [])),
    issues: rows.flatMap((row) => row.issues),
    messages: rows.flatMap((row) => row.issues).map(formatIssue),
  };
}

const readRow = (cells: string) => read(`${HEADER}\n${cells}\n`);
const readClubs = (...rows: CsvRow[]) => read(clubsCsv(...rows));

describe('The file', () => {
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

  test('may leave out the end of its last line', async () => {
    expect(await readRow('Chess,,true,,,,a')).toMatchObject({ rows: [{ name: 'Chess', category: 'a' }] });
    expect(await read(`${HEADER}\nChess,,true,,,,"a"`)).toMatchObject({ rows: [{ name: 'Chess', category: 'a' }] });
  });

  test('may have its columns in any order', async () => {
    const { rows, issues } = await read(
      'category,website,description,is_active,id,name,logo_url,parent_name,short_description\nc,https://w/,d,false,7,n,/l,p,s\n',
    );
    expect(issues).toEqual([]);
    expect(rows).toEqual([
      {
        line: 2,
        id: 7,
        name: 'n',
        shortDescription: 's',
        description: 'd',
        isActive: false,
        parentName: 'p',
        logo: '/l',
        foreignLogoUrl: null,
        website: 'https://w/',
        category: 'c',
      },
    ]);
  });

  test('says nothing of columns that it does not have', async () => {
    const { rows, columns } = await readRow('Chess,,true,,,,');
    expect(Object.keys(rows[0] ?? {})).not.toContain('description');
    expect(columns.has('description')).toBe(false);
  });

  test('may have no rows', async () => {
    expect(await read(HEADER)).toMatchObject({ rows: [], issues: [], isComplete: true });
  });

  test.each([
    ['is empty', '', [`line 1: the file has no header: ${COLUMN_NAMES.join(',')}`]],
    ['has blank lines alone', '\n\n', [`line 1: the file has no header: ${COLUMN_NAMES.join(',')}`]],
    [
      'lacks columns',
      'name,is_active\nx',
      ['line 1: the header lacks "short_description", "parent_name", "logo_url", "website", "category"'],
    ],
    [
      'has a column twice',
      `${HEADER},name,Name,website\n`,
      ['line 1: the header has columns more than once: "name", "website"'],
    ],
    [
      'has unknown columns',
      `${HEADER},Nom,,email\n`,
      [`line 1: the header has unknown columns: "Nom", "", "email" (known are ${COLUMN_NAMES.join(', ')})`],
    ],
    [
      'has its header further down',
      '\n\nname\n',
      ['line 3: the header lacks "short_description", "is_active", "parent_name", "logo_url", "website", "category"'],
    ],
  ])('is refused when it %s', async (_, text, expected) => {
    const { messages, rows, isComplete } = await read(text);
    expect(messages).toEqual(expected);
    expect(rows).toEqual([]);
    expect(isComplete).toBe(false);
  });

  test.each([1, 2, 3, 7, 4096, 100_000])('keeps every cell to the letter but names, in pieces of %i', async (size) => {
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

describe('What spreadsheets make of a file', () => {
  const PLAIN = {
    encoding: 'utf-8',
    hasByteOrderMark: false,
    separator: ',',
    respelledColumns: 0,
    emptyColumns: 0,
    emptyRows: 0,
    otherBooleans: 0,
    normalised: { names: { trimmed: 0, toNfc: 0 }, parentNames: { trimmed: 0, toNfc: 0 }, trimmedAddresses: 0 },
    foreignLogos: 0,
  };
  const CLUBS = [
    { line: 2, name: 'Échecs', category: 'Jeux; Ville', isActive: true },
    { line: 3, name: 'Œnologie', category: '', isActive: false },
  ];
  const table = (separator: string, end = '\r\n') =>
    [HEADER.split(','), ['Échecs', 'a', 'true', '', '', '', '"Jeux; Ville"'], ['Œnologie', '', 'false', '', '', '', '']]
      .map((cells) => cells.join(separator) + end)
      .join('');
  const swap = (bytes: Buffer) => Buffer.from(bytes).swap16();

  test.each<[string, Uint8Array, object]>([
    ['nothing of the kind', Buffer.from(table(',')), {}],
    ['a byte order mark', Buffer.from(`\ufeff${table(',')}`), { hasByteOrderMark: true }],
    ['"CSV UTF-8" of a French Excel', Buffer.from(`\ufeff${table(';')}`), { hasByteOrderMark: true, separator: ';' }],
    ['tabs', Buffer.from(table('\t', '\n')), { separator: '\t' }],
    [
      'UTF-16 with a mark, little-endian, as the Unicode text of Excel',
      Buffer.from(`\ufeff${table('\t')}`, 'utf16le'),
      { encoding: 'utf-16le', hasByteOrderMark: true, separator: '\t' },
    ],
    [
      'UTF-16 with a mark, big-endian',
      swap(Buffer.from(`\ufeff${table(';')}`, 'utf16le')),
      { encoding: 'utf-16be', hasByteOrderMark: true, separator: ';' },
    ],
    [
      'names of columns in other letters, with spaces and in quotes',
      Buffer.from(
        table(';').replace(/^.*\r\n/, '"Name"; short_description;IS_ACTIVE ;parent_name;logo_url;website;category\r\n'),
      ),
      { separator: ';', respelledColumns: 3 },
    ],
    [
      'empty columns at the end',
      Buffer.from(table(';').replaceAll('\r\n', ';;\r\n')),
      { separator: ';', emptyColumns: 2 },
    ],
    [
      'columns at the end that only rows have',
      Buffer.from(table(',').replaceAll(/(?<!category)\r\n/g, ', \r\n')),
      { emptyColumns: 1 },
    ],
    ['empty rows at the end', Buffer.from(`${table(';')};;;;;;\r\n\r\n  \r\n;\r\n`), { separator: ';', emptyRows: 4 }],
    [
      'statuses in French',
      Buffer.from(table(',').replace('true', 'VRAI').replace('false', 'Faux')),
      { otherBooleans: 2 },
    ],
  ])('is understood and told: %s', async (_, bytes, expected) => {
    for (const pieces of [1, 100_000]) {
      const { rows, issues, report } = await read(bytes, pieces);
      expect(issues).toEqual([]);
      expect(rows).toMatchObject(CLUBS);
      expect(report).toEqual({ ...PLAIN, ...expected });
    }
  });

  test('empty rows before the header and between others are ignored and counted, and lines are those of the file', async () => {
    const { rows, report } = await read(`;;\r\n\r\n${table(';').replace('\r\nŒ', '\r\n;;;;;;\r\n\r\nŒ')}`);
    expect(rows.map(({ line, name }) => [line, name])).toEqual([
      [4, 'Échecs'],
      [7, 'Œnologie'],
    ]);
    expect(report).toMatchObject({ separator: ';', emptyRows: 4 });
  });

  test('spaces around addresses are taken away and counted, and logos of other sites are counted', async () => {
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
  test.each<[string, Uint8Array, string]>([
    ['an .xlsx', zip('[Content_Types].xml', 'xl/workbook.xml'), 'is an Excel workbook (.xlsx), not a CSV file'],
    [
      'an .ods',
      zip('mimetypeapplication/vnd.oasis.opendocument.spreadsheet'),
      'is a LibreOffice spreadsheet (.ods), not a CSV file',
    ],
    ['a .zip', zip('clubs.csv'), 'is a compressed file (.zip) or a spreadsheet, not a CSV file'],
    [
      'an old .xls',
      Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0]),
      'is an old Excel workbook (.xls), not a CSV file',
    ],
    ['UTF-16 without a mark', Buffer.from(table(';'), 'utf16le'), 'is in UTF-16 without a byte order mark'],
    [
      'UTF-16 without a mark, big-endian',
      swap(Buffer.from(table(';'), 'utf16le')),
      'is in UTF-16 without a byte order mark',
    ],
  ])('is told for what it is: %s', async (_, bytes, expected) => {
    const { messages, rows, isComplete } = await read(bytes, 5);
    expect(messages).toEqual([expect.stringContaining(`line 1: the file ${expected}`)]);
    expect(messages[0]).toMatch(/save it as .*UTF-8/);
    expect(rows).toEqual([]);
    expect(isComplete).toBe(false);
  });

  test('Windows-1252, as a French Excel writes "CSV (point-virgule)", is told once', async () => {
    const text = `${HEADER.replaceAll(',', ';')}\r\nGo;;VRAI;;;;\r\nÉchecs;;VRAI;;;;Jeux d'été\r\nThéâtre;x;PEUT-ÊTRE;;;;\r\n`;
    const { messages, isComplete } = await read(Buffer.from(text, 'latin1'));
    expect(messages).toEqual([
      'line 3: the file is not in UTF-8; it reads as Windows-1252, which Excel writes for "CSV (point-virgule)" or "CSV (separated by commas)": open it where it was made, save it as "CSV UTF-8" and import that file: "Échecs;;VRAI;;;;Jeux d\'été"',
    ]);
    expect(isComplete).toBe(false);
  });

  test('another encoding in the header is told as well', async () => {
    const { messages } = await read(Buffer.from(`${HEADER};Catégorie\n`, 'latin1'));
    expect(messages).toEqual([expect.stringMatching(/^line 1: the file is not in UTF-8; it reads as Windows-1252/)]);
    const chinese = Buffer.concat([
      Buffer.from(`${HEADER}\nA,`),
      Buffer.from([0x81, 0x40]),
      Buffer.from(',true,,,,\n'),
    ]);
    expect((await read(chinese)).messages).toEqual([
      expect.stringMatching(/^line 2: the file is not in UTF-8: open it/),
    ]);
  });

  test('UTF-16 that is cut in the middle is told where', async () => {
    const bytes = Buffer.from(`\ufeff${table(';')}`, 'utf16le');
    expect((await read(bytes.subarray(0, -1), 64)).messages).toEqual([
      expect.stringMatching(/^line \d: the text is damaged from here on/),
    ]);
  });
});

describe('A line number', () => {
  test.each([1, 5, 100_000])(
    'is where the record starts, past line breaks of all kinds in cells (pieces of %i)',
    async (size) => {
      const text = `${HEADER}\r\n\r\n"A",,true,,,,"1\r\n2\n3\r4"\n\n\n"B",,true,,,,\r\nC,,true,,,,`;
      expect((await read(text, size)).rows.map(({ line, name }) => [line, name])).toEqual([
        [3, 'A'],
        [9, 'B'],
        [10, 'C'],
      ]);
    },
  );

  test('does not count the byte order mark', async () => {
    expect((await read(`\ufeff\n${HEADER}\n\nA,,perhaps,,,,`)).issues).toMatchObject([
      { line: 4, column: 'is_active' },
    ]);
  });
});

describe('A row that cannot be read', () => {
  test.each([
    ['too few cells', 'A,,true', ['line 2: the row has 3 cells, and the header 7: "A"']],
    ['too many cells', 'A,,true,,,,,x', ['line 2: the row has 8 cells, and the header 7: "x"']],
    [
      'a quote that is never closed',
      'A,,true,,,,\n\nB,"x\ny,true,,,,\n',
      ['line 4: a quote that opens in this row is never closed; what follows was not read'],
    ],
    [
      'a quote that is closed a million bytes later',
      `A,"${'x'.repeat(1_100_000)}",true,,,,\nB,,true,,,,`,
      [
        'line 2: the row is longer than any club can be: perhaps a quote that opens in it is never closed; what follows was not read',
      ],
    ],
    [
      'text after a closing quote',
      'A,,true,,,,"1\n2"\nB,"x"y,true,,,,\nC,,true,,,,\n',
      [
        'line 4: a quoted cell goes on after its closing quote (inside of it a quote is written twice); what follows was not read',
      ],
    ],
    [
      'a quote inside a bare cell',
      'A,5" disk,true,,,,',
      [
        'line 2: a cell has a quote in it and does not begin with one (it must, and the inner one be written twice); what follows was not read',
      ],
    ],
  ])('with %s is named', async (_, rows, expected) => {
    for (const pieces of [3, 100_000]) {
      const { messages, isComplete } = await read(
        `${HEADER}\n${rows}`,
        pieces === 3 && rows.length > 1000 ? 999 : pieces,
      );
      expect(messages).toEqual(expected);
      expect(isComplete).toBe(false);
    }
  });

  test('in another encoding than the others is named by where it starts and by the line that shows it', async () => {
    const bytes = Buffer.concat([
      Buffer.from(`${HEADER}\nA,,true,,,,\n"B`),
      Buffer.from([0xe9]),
      Buffer.from('",,true,,,,\n"C\n\r\nD'),
      Buffer.from([0xc3]),
      Buffer.from('",,true,,,,\nÉ,,true,,,,\n'),
    ]);
    const { rows, messages } = await read(bytes);
    expect(messages).toEqual([
      'line 3: the row is not in UTF-8: save the file as UTF-8',
      'line 4: the row is not in UTF-8 (on line 6): save the file as UTF-8',
    ]);
    expect(rows.map(({ name }) => name)).toEqual(['A', 'É']);
  });
});

describe('A cell', () => {
  test.each([
    ...['true', 'TRUE', '1', 'yes', 'Yes', 'OUI', 'oui', 'VRAI', 'vrai'].map((cell) => [cell, true] as const),
    ...['false', 'False', '0', 'no', 'NO', 'Non', 'FAUX', 'faux'].map((cell) => [cell, false] as const),
  ])('of is_active may be %s', async (cell, expected) => {
    expect((await readRow(`Chess,,${cell},,,,`)).rows).toMatchObject([{ isActive: expected }]);
  });

  test.each(['', ' ', 'perhaps', 'true ', '2', 'toString'])('of is_active may not be %j', async (cell) => {
    expect((await readRow(`Chess,,${cell},,,,`)).issues).toMatchObject([
      {
        line: 2,
        column: 'is_active',
        value: cell,
        problem: expect.stringContaining('must be true or false') as string,
      },
    ]);
  });

  test.each([
    ['', { logo: null, foreignLogoUrl: null }],
    ['/logos/a.svg', { logo: '/logos/a.svg', foreignLogoUrl: null }],
    ['HTTPS://example.org/a.svg', { logo: null, foreignLogoUrl: 'HTTPS://example.org/a.svg' }],
  ])('of logo_url may be %j', async (cell, expected) => {
    expect((await readRow(`Chess,,true,,${cell},,`)).rows).toMatchObject([expected]);
  });

  const long = (length: number) => '😀'.repeat(length);
  test.each<[string, CsvRow, string]>([
    ['an empty name', { name: '' }, 'name must not be empty'],
    ['a name of spaces', { name: ' \u00a0\n' }, 'name must not be empty: " \u00a0\\n"'],
    ['a name with a NUL', { name: 'a\0' }, 'name must not contain a NUL character: "a␀"'],
    ...['\n', '\r', '\t', '\u0085', '\u2028', '\u001b'].map((character): [string, CsvRow, string] => [
      `a name with ${JSON.stringify(character)}`,
      { name: `a${character}b` },
      'name must not contain a line break, a tab or a control character: "a',
    ]),
    [
      'a description with a NUL',
      { name: 'A', description: '\0' },
      'description must not contain a NUL character: "␀" (club "A")',
    ],
    [
      'a website that is a script',
      { name: 'A', website: 'javascript:alert(1)' },
      'website must be empty or an address that begins with http:// or https://: "javascript:alert(1)" (club "A")',
    ],
    [
      'a website with a space inside',
      { name: 'A', website: ' https://example .org' },
      'website has a space inside, and an address has none: " https://example .org" (club "A")',
    ],
    [
      'a logo of a site without a scheme',
      { name: 'A', logo_url: '//example.org/a.svg' },
      'logo_url must be empty, an address on this site that begins with /, or one that begins with http:// or https://: "//example.org/a.svg" (club "A")',
    ],
  ])('that breaks a rule is named: %s', async (_, row, expected) => {
    expect((await readClubs(row)).messages).toEqual([expect.stringContaining(`line 2: ${expected}`)]);
  });

  test.each<[keyof CsvRow, string, number]>([
    ['name', long(256), 255],
    ['short_description', long(1001), 1000],
    ['description', long(20_001), 20_000],
    ['category', long(1001), 1000],
    ['parent_name', long(256), 255],
    ['website', `https://example.org/${'x'.repeat(1981)}`, 2000],
    ['logo_url', `https://example.org/${'x'.repeat(1981)}`, 2000],
  ])('of %s that is too long is named with the limit and its length', async (column, value, limit) => {
    const { issues, messages } = await readClubs({ name: 'A', [column]: value });
    expect(issues).toMatchObject([{ line: 2, column, limit, length: limit + 1 }]);
    expect(messages[0]).toContain(
      `${column} must have at most ${limit} characters, and has ${(limit + 1).toLocaleString('en')}: "`,
    );
    expect(messages[0]?.length).toBeLessThan(250);
  });

  test('is quoted in a message without what could disturb a terminal', async () => {
    const { messages } = await readClubs({ name: `\u202e"${'x'.repeat(200)}`, website: '\u001b[31m\u202e"\nx' });
    expect(messages).toEqual([
      String.raw`line 2: website must be empty or an address that begins with http:// or https://: "\u001b[31m\u{202e}\"\nx" (club "\u{202e}\"` +
        `${'x'.repeat(77)}…")`,
    ]);
  });
});

test('Everything that is wrong is reported at once, by line', async () => {
  const { rows, issues } = await readClubs(
    { name: 'A', is_active: 'x', website: 'y' },
    { name: 'B', category: 'two\nlines' },
    { name: 'C', logo_url: 'z' },
  );
  expect(rows.map(({ name }) => name)).toEqual(['B']);
  expect(issues.map(({ line, column }) => [line, column])).toEqual([
    [2, 'is_active'],
    [2, 'website'],
    [5, 'logo_url'],
  ]);
});

test('A name is trimmed and brought to NFC, and so is the name of a parent; both are counted', async () => {
  const { rows, report } = await readClubs(
    { name: 'Plain' },
    { name: ' Both e\u0301 ', parent_name: 'Plain' },
    { name: 'NFC e\u0301', parent_name: '\u00a0Plain' },
    { name: 'Trimmed\ufeff\n', parent_name: 'NFC e\u0301' },
  );
  expect(rows.map(({ name, parentName }) => [name, parentName])).toEqual([
    ['Plain', ''],
    ['Both é', 'Plain'],
    ['NFC é', 'Plain'],
    ['Trimmed', 'NFC é'],
  ]);
  expect(report.normalised).toMatchObject({ names: { trimmed: 2, toNfc: 2 }, parentNames: { trimmed: 1, toNfc: 1 } });
});
