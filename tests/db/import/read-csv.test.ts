import { describe, expect, test } from 'vitest';
import { readClubTable } from '../../../db/import/read-csv.ts';
import { clubsCsv, ODD_CLUBS, type CsvRow } from '../../support/clubs-csv.ts';

const HEADER = 'name,short_description,is_active,parent_name,logo_url,website,category';
const read = (text: string) => readClubTable(Buffer.from(text));
const readRow = (cells: string) => read(`${HEADER}\n${cells}\n`);
const messages = (text: string) => read(text).issues.map(({ line, message }) => `line ${line}: ${message}`);

describe('The file', () => {
  test('may begin with a byte order mark', () => {
    const { rows, issues } = read(`\ufeff${HEADER}\nChess,,true,,,,\n`);
    expect(issues).toEqual([]);
    expect(rows).toMatchObject([{ line: 2, name: 'Chess' }]);
  });

  test.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ])('may end its lines with %s', (_, end) => {
    expect(read([HEADER, 'Chess,,true,,,,a', 'Go,,true,,,,b', ''].join(end))).toMatchObject({
      issues: [],
      rows: [
        { line: 2, name: 'Chess', category: 'a' },
        { line: 3, name: 'Go', category: 'b' },
      ],
    });
  });

  test('may leave out the end of its last line', () => {
    expect(readRow('Chess,,true,,,,a').rows).toMatchObject([{ name: 'Chess', category: 'a' }]);
    expect(read(`${HEADER}\nChess,,true,,,,"a"`).rows).toMatchObject([{ name: 'Chess', category: 'a' }]);
  });

  test('may have its columns in any order', () => {
    const { rows, issues } = read(
      'category,website,description,is_active,name,logo_url,parent_name,short_description\nc,https://w/,d,false,n,/l,p,s\n',
    );
    expect(issues).toEqual([]);
    expect(rows).toEqual([
      {
        line: 2,
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

  test('has no description where it has no such column', () => {
    expect(readRow('Chess,,true,,,,').rows[0]?.description).toBeUndefined();
  });

  test('may have no rows', () => {
    expect(read(HEADER)).toMatchObject({ rows: [], issues: [] });
  });

  test.each([
    ['is empty', '', [`line 1: the file has no header: ${HEADER},description`]],
    ['has blank lines alone', '\n\n', [`line 1: the file has no header: ${HEADER},description`]],
    [
      'lacks columns',
      'name,is_active\nx',
      ['line 1: the header lacks "short_description", "parent_name", "logo_url", "website", "category"'],
    ],
    [
      'has a column twice',
      `${HEADER},name,name,website\n`,
      ['line 1: the header has columns more than once: "name", "website"'],
    ],
    [
      'has unknown columns',
      `${HEADER},Name, name,\n`,
      [
        `line 1: the header has unknown columns: "Name", " name", "" (known are ${`${HEADER},description`.replaceAll(',', ', ')})`,
      ],
    ],
    [
      'has its header further down',
      '\n\nname\n',
      ['line 3: the header lacks "short_description", "is_active", "parent_name", "logo_url", "website", "category"'],
    ],
  ])('is refused when it %s', (_, text, expected) => {
    expect(messages(text)).toEqual(expected);
  });

  test('keeps every cell to the letter but names', () => {
    const { rows, issues } = readClubTable(clubsCsv(...ODD_CLUBS));
    expect(issues).toEqual([]);
    expect(
      rows.map(({ shortDescription, description, website, category, logo, foreignLogoUrl }) => ({
        shortDescription,
        description,
        website,
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

describe('A line number', () => {
  test('is where the record starts, past blank lines and line breaks of all kinds in cells', () => {
    const text = `${HEADER}\r\n\r\n"A",,true,,,,"1\r\n2\n3\r4"\n\n\n"B",,true,,,,\r\nC,,true,,,,`;
    expect(read(text).rows.map(({ line, name }) => [line, name])).toEqual([
      [3, 'A'],
      [9, 'B'],
      [10, 'C'],
    ]);
  });

  test('does not count the byte order mark', () => {
    expect(messages(`\ufeff\n${HEADER}\n\nA,,perhaps,,,,`)).toEqual(['line 4: is_active must be true or false ("A")']);
  });
});

describe('A row that cannot be read', () => {
  test.each([
    ['too few cells', 'A,,true', ['line 2: the row has 3 cells, and the header 7']],
    ['too many cells', 'A,,true,,,,,', ['line 2: the row has 8 cells, and the header 7']],
    ['spaces alone', '  ', ['line 2: the row has 1 cell, and the header 7']],
    [
      'a quote that is never closed',
      'A,,true,,,,\n\nB,"x\ny,true,,,,\n',
      ['line 4: a quote that opens in this row is never closed; what follows was not read'],
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
  ])('with %s is named', (_, rows, expected) => {
    expect(messages(`${HEADER}\n${rows}`)).toEqual(expected);
  });

  test('in another encoding is named by where it starts and by the line that shows it', () => {
    const bytes = Buffer.concat([
      Buffer.from(`${HEADER}\nA,,true,,,,\n"B`),
      Buffer.from([0xe9]),
      Buffer.from('",,true,,,,\n"C\n\r\nD'),
      Buffer.from([0xc3]),
      Buffer.from('",,true,,,,\nÉ,,true,,,,\n'),
    ]);
    const { rows, issues } = readClubTable(bytes);
    expect(issues).toEqual([
      { line: 3, message: 'the row is not in UTF-8: save the file as UTF-8' },
      { line: 4, message: 'the row is not in UTF-8 (on line 6): save the file as UTF-8' },
    ]);
    expect(rows.map(({ name }) => name)).toEqual(['A', 'É']);
  });

  test('is named in the header too', () => {
    expect(readClubTable(Buffer.from(`\ufeff${HEADER}\n`, 'utf16le')).issues).toEqual([
      { line: 1, message: 'the row is not in UTF-8: save the file as UTF-8' },
    ]);
    expect(readClubTable(Buffer.from(`${HEADER},é\n`, 'latin1')).issues).toEqual([
      { line: 1, message: 'the row is not in UTF-8: save the file as UTF-8' },
    ]);
  });
});

describe('A cell', () => {
  test.each([
    ['true', true],
    ['TRUE', true],
    ['1', true],
    ['false', false],
    ['False', false],
    ['0', false],
  ])('of is_active may be %s', (cell, expected) => {
    expect(readRow(`Chess,,${cell},,,,`).rows).toMatchObject([{ isActive: expected }]);
  });

  test.each(['', ' ', 'yes', 'true ', '2'])('of is_active may not be %j', (cell) => {
    expect(readRow(`Chess,,${cell},,,,`).issues).toEqual([
      { line: 2, message: 'is_active must be true or false ("Chess")' },
    ]);
  });

  test.each([
    ['', { logo: null, foreignLogoUrl: null }],
    ['/logos/a.svg', { logo: '/logos/a.svg', foreignLogoUrl: null }],
    ['HTTPS://example.org/a.svg', { logo: null, foreignLogoUrl: 'HTTPS://example.org/a.svg' }],
  ])('of logo_url may be %j', (cell, expected) => {
    expect(readRow(`Chess,,true,,${cell},,`).rows).toMatchObject([expected]);
  });

  const long = (length: number) => '😀'.repeat(length);
  test.each<[string, CsvRow, string]>([
    ['an empty name', { name: '' }, 'name must not be empty'],
    ['a name of spaces', { name: ' \u00a0\n' }, 'name must not be empty'],
    ['a name of 256 characters', { name: long(256) }, 'name must have at most 255 characters'],
    ['a name with a NUL', { name: 'a\0' }, 'name must not contain a NUL character'],
    [
      'a short description of 1001 characters',
      { name: 'A', short_description: long(1001) },
      'short_description must have at most 1000 characters ("A")',
    ],
    [
      'a description of 20,001 characters',
      { name: 'A', description: long(20_001) },
      'description must have at most 20000 characters ("A")',
    ],
    [
      'a description with a NUL',
      { name: 'A', description: '\0' },
      'description must not contain a NUL character ("A")',
    ],
    [
      'a category of 1001 characters',
      { name: 'A', category: long(1001) },
      'category must have at most 1000 characters ("A")',
    ],
    [
      'a parent name of 256 characters',
      { name: 'A', parent_name: long(256) },
      'parent_name must have at most 255 characters ("A")',
    ],
    [
      'a website that is a script',
      { name: 'A', website: 'javascript:alert(1)' },
      'website must be empty or an address that begins with http:// or https:// ("A")',
    ],
    [
      'a website of over 2000 characters',
      { name: 'A', website: `https://example.org/${'x'.repeat(2000)}` },
      'website must have at most 2000 characters ("A")',
    ],
    [
      'a logo of a site without a scheme',
      { name: 'A', logo_url: '//example.org/a.svg' },
      'logo_url must be empty, an address on this site that begins with /, or one that begins with http:// or https:// ("A")',
    ],
  ])('that breaks a rule is named: %s', (_, row, expected) => {
    expect(readClubTable(clubsCsv(row)).issues).toEqual([{ line: 2, message: expected }]);
  });

  test('is quoted in a message without what could disturb a terminal', () => {
    const { issues } = readClubTable(clubsCsv({ name: `\u001b[31m\u202e"\n${'x'.repeat(300)}`, is_active: '' }));
    expect(issues[0]?.message).toMatch(/^name must have.*$/);
    expect(readClubTable(clubsCsv({ name: '\u001b[31m\u202e"\nx', is_active: '' })).issues[0]?.message).toBe(
      String.raw`is_active must be true or false ("\u001b[31m\u{202e}\"\nx")`,
    );
  });
});

test('Everything that is wrong is reported at once, by line', () => {
  const { rows, issues } = readClubTable(
    clubsCsv(
      { name: 'A', is_active: 'x', website: 'y' },
      { name: 'B\nB', category: 'fine' },
      { name: 'C', logo_url: 'z' },
      { name: 'A' },
      { name: ' A ' },
    ),
  );
  expect(rows.map(({ name }) => name)).toEqual(['B\nB']);
  expect(issues.map(({ line, message }) => [line, message.split(' ')[0]])).toEqual([
    [2, 'is_active'],
    [2, 'website'],
    [5, 'logo_url'],
    [6, 'name'],
    [7, 'name'],
  ]);
});

describe('A name', () => {
  test('is trimmed and brought to NFC, and so is the name of a parent; both are counted', () => {
    const { rows, normalised } = readClubTable(
      clubsCsv(
        { name: 'Plain' },
        { name: ' Both e\u0301 ', parent_name: 'Plain' },
        { name: 'NFC e\u0301', parent_name: '\u00a0Plain' },
        { name: 'Trimmed\ufeff', parent_name: 'NFC e\u0301' },
      ),
    );
    expect(rows.map(({ name, parentName }) => [name, parentName])).toEqual([
      ['Plain', ''],
      ['Both é', 'Plain'],
      ['NFC é', 'Plain'],
      ['Trimmed', 'NFC é'],
    ]);
    expect(normalised).toEqual({ names: { trimmed: 2, toNfc: 2 }, parentNames: { trimmed: 1, toNfc: 1 } });
  });

  test.each([
    ['as it is', 'Chess'],
    ['with spaces at the ends', ' Chess\t'],
  ])('that is in the file twice, %s, names both lines', (_, again) => {
    expect(readClubTable(clubsCsv({ name: 'Chess' }, { name: 'Go' }, { name: again })).issues).toEqual([
      { line: 4, message: 'name is the same as on line 2 ("Chess")' },
    ]);
  });

  test('in two parts is the same as in one', () => {
    expect(readClubTable(clubsCsv({ name: '\u00e9' }, { name: 'e\u0301' })).issues).toEqual([
      { line: 3, message: 'name is the same as on line 2 ("é")' },
    ]);
  });

  test.each([
    ['case', 'Chess', 'chess'],
    ['accents', 'Echecs', 'Échecs'],
    ['spaces inside', 'a b', 'a  b'],
    ['compatibility forms', 'ﬁ', 'fi'],
  ])('that differs in %s is another', (_, one, other) => {
    expect(readClubTable(clubsCsv({ name: one }, { name: other })).issues).toEqual([]);
  });
});
