import { gzipSync } from 'node:zlib';
import { CsvError } from 'csv-parse';
import { describe, expect, test, vi } from 'vitest';
import { FIELD_NAMES } from '../../../src/clubs/record.ts';
import { describeFileWarnings } from '../../../src/clubs/csv/reading.ts';
import { HEADER, read, readClubs, readRow } from '../../support/club-file.ts';
import { clubsCsv, ODD_CLUBS } from '../../support/clubs-csv.ts';

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

  test('makes no error of rows of another width, which costs more than to read them', async () => {
    const made = vi.spyOn(Error, 'captureStackTrace');
    const { rows, report } = await read(`${HEADER}\n${'\n'.repeat(1000)}Chess,,true,,,,,,\nGo,,true,,,,\n`);
    const errors = made.mock.calls.filter(([error]) => error instanceof CsvError);
    made.mockRestore();
    expect(rows.map(({ line }) => line)).toEqual([1002, 1003]);
    expect([report.emptyRows, errors.length]).toEqual([1000, 0]);
  });

  test('may have no rows', async () => {
    expect(await read(HEADER)).toMatchObject({ rows: [], issues: [], isComplete: true });
  });

  test.each([
    ['is empty', '', [`line 1: the file is empty: it begins with a header, ${FIELD_NAMES.join(',')}`]],
    ['has blank lines alone', '\n\n', [`line 1: the file is empty: it begins with a header, ${FIELD_NAMES.join(',')}`]],
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
      `${HEADER},Nom,email\n`,
      [`line 1: the header has unknown columns: "Nom", "email" (known are ${FIELD_NAMES.join(', ')})`],
    ],
    [
      'has a column without a name',
      `name,,${HEADER.slice('name,'.length)}\n`,
      ['line 1: the header has no name for column B: give it one, or delete the column'],
    ],
    [
      'has columns without names',
      `${HEADER}${',x'.repeat(19)}, ,,x\n`,
      [
        `line 1: the header has unknown columns: "x" (known are ${FIELD_NAMES.join(', ')})`,
        'line 1: the header has no names for columns AA, AB: give them names, or delete these columns',
      ],
    ],
    [
      'has more unknown columns than anybody reads',
      `${HEADER},${Array.from({ length: 1234 }, (_, index) => `c${index}`).join(',')}\n`,
      [
        `line 1: the header has unknown columns: ${Array.from({ length: 20 }, (_, index) => `"c${index}"`).join(', ')} and 1,214 more (known are ${FIELD_NAMES.join(', ')})`,
      ],
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
    hasSpaces: false,
    hasSeparatorLine: false,
    respelledColumns: 0,
    respelledIds: 0,
    otherDates: 0,
    emptyColumns: 0,
    emptyRows: 0,
    rowsDiffer: false,
    otherBooleans: 0,
    completedWebsites: 0,
    hasCategorySemicolons: true,
    commaCategories: 0,
    normalised: { names: { trimmed: 0, toNfc: 0 }, parentNames: { trimmed: 0, toNfc: 0 }, trimmedAddresses: 0 },
    foreignLogos: 0,
    fetchedLogos: 0,
    ownLogos: 0,
    logosFromFolder: 0,
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

  test.each([',', ';', '\t'])(
    'a first line that names the separator is understood and told: sep=%j',
    async (separator) => {
      for (const pieces of [1, 100_000]) {
        const { rows, issues, report } = await read(`\ufeffsep=${separator}\r\n${table(separator)}`, pieces);
        expect(issues).toEqual([]);
        expect(rows.map(({ line, name }) => [line, name])).toEqual([
          [3, 'Échecs'],
          [4, 'Œnologie'],
        ]);
        expect(report).toEqual({
          ...PLAIN,
          hasByteOrderMark: true,
          separator,
          hasSeparatorLine: true,
          rowsDiffer: true,
        });
      }
    },
  );

  test('a first line that names another separator is told', async () => {
    expect((await read(`sep=|\r\n${table('|')}`)).messages).toEqual([
      'line 1: the file is separated by "|", which is not understood: save it with commas, semicolons or tabs',
    ]);
  });

  test.each([';', '\t'])('a header of unknown names is told name by name, with %j between', async (separator) => {
    const { messages } = await read(`Nom${separator}Actif, oui ou non${separator}Site\nx${separator}y${separator}z\n`);
    expect(messages).toEqual([
      expect.stringContaining('line 1: the header lacks '),
      expect.stringContaining('line 1: the header has unknown columns: "Nom", "Actif, oui ou non", "Site" (known are '),
    ]);
  });

  test('ids with spaces around or decimals of nothing are understood and counted', async () => {
    const spellings = [' 7 ', '8.0', '9,00', '\u00a010', '11', ' '];
    const { rows, issues, report } = await readClubs(...spellings.map((id, index) => ({ name: `Club ${index}`, id })));
    expect(issues).toEqual([]);
    expect(rows.map(({ id }) => id)).toEqual([7, 8, 9, 10, 11, null]);
    expect(report.respelledIds).toBe(4);
  });

  test('dates of other forms that can be one day alone are understood and counted', async () => {
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

  const utf32 = (text: string) => {
    const points = Array.from(text, (character) => character.codePointAt(0) ?? 0);
    const bytes = Buffer.alloc(points.length * 4);
    points.forEach((point, index) => bytes.writeUInt32LE(point, index * 4));
    return bytes;
  };
  const zip = (...names: string[]) => Buffer.from(`PK\x03\x04${'\0'.repeat(26)}${names.join('\0\0')}`, 'latin1');
  test.each<[string, Uint8Array, string]>([
    ['an .xlsx', zip('[Content_Types].xml', 'xl/workbook.xml'), 'is an Excel workbook (.xlsx), not a CSV file'],
    [
      'an .ods',
      zip('mimetypeapplication/vnd.oasis.opendocument.spreadsheet'),
      'is a LibreOffice spreadsheet (.ods), not a CSV file',
    ],
    [
      'an Excel workbook in the folder order of others',
      zip('_rels/.rels', 'docProps/app.xml'),
      'is an Excel workbook (.xlsx), not a CSV file',
    ],
    ['a .numbers', zip('Index/Document.iwa'), 'is an Apple Numbers spreadsheet (.numbers), not a CSV file'],
    ['an older .numbers', zip('Index.zip', 'preview.jpg'), 'is an Apple Numbers spreadsheet (.numbers), not a CSV'],
    ['a page', Buffer.from('\r\n <!DOCTYPE html><table><tr><td>name'), 'is a web page or XML'],
    ['a table with a mark', Buffer.from('\ufeff<TABLE border="1">\n<tr><td>name;a;b'), 'is a web page or XML'],
    ['a table in UTF-16', Buffer.from('\ufeff<html><table>', 'utf16le'), 'is a web page or XML'],
    [
      'an XML workbook',
      Buffer.from('<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>'),
      'is a web page',
    ],
    ['UTF-32', utf32(`\ufeff${table(';')}`), 'is in UTF-32, which is not understood'],
    ['UTF-32, big-endian', utf32(`\ufeff${table(';')}`).swap32(), 'is in UTF-32, which is not understood'],
    ['UTF-32 without a mark', utf32(table(';')), 'is in UTF-32, which is not understood'],
    ['UTF-32 without a mark, big-endian', utf32(table(';')).swap32(), 'is in UTF-32, which is not understood'],
    ['a .zip', zip('clubs.csv'), 'is a compressed file (.zip) or a spreadsheet, not a CSV file'],
    [
      'an old .xls',
      Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0]),
      'is an old Excel workbook (.xls), or one with a password, not a CSV file',
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
    expect(messages[0]).toMatch(/(save|export) it as .*UTF-8/);
    expect(rows).toEqual([]);
    expect(isComplete).toBe(false);
  });

  test.each([
    ['a PDF', '%PDF-1.7\n%\u00e2\u00e3', /^line 1: the file is a PDF or a picture, not a CSV file: /],
    ['a photo', '\u00ff\u00d8\u00ff\u00e0\0\u0010JFIF', /^line 1: the file is a PDF or a picture, not a CSV file: /],
    [
      'a document',
      'PK\x03\x04[Content_Types].xml word/document.xml',
      /^line 1: the file is a document \(\.docx or \.pptx\)/,
    ],
  ])('is told for what it is: %s', async (_, bytes, expected) => {
    expect((await read(Buffer.from(bytes, 'latin1'), 1000)).messages).toEqual([expect.stringMatching(expected)]);
  });

  test('is told for what it is: a file that was compressed', async () => {
    expect((await read(gzipSync(table(';')), 5)).messages).toEqual([
      'line 1: the file is a compressed file (.gz), not a CSV file: unpack it, and import the CSV file that is in it',
    ]);
  });

  test.each([
    ['in the first cell', 'Clubs 2026;;;;;;\r\n', 1, 2],
    ['with blank and empty lines', '\r\nClubs 2026\r\n\r\n;;;;;;\r\n', 2, 5],
    ['with separators and a line break in it', '"Clubs 2026,\r\nall, by name"\r\n', 1, 3],
    ['over several lines', 'Clubs 2026\r\nof the board\r\nTotal;2\r\n', 1, 4],
  ])('a title above the header is told, and where the header is: %s', async (_, title, line, headerLine) => {
    for (const pieces of [1, 100_000]) {
      const { messages, rows, isComplete, report } = await read(title + table(';'), pieces);
      expect(messages).toEqual([
        expect.stringMatching(
          `^line ${line}: this is not the header, which seems to be on line ${headerLine}: remove the lines above that one: "Clubs 2026`,
        ),
      ]);
      expect(rows).toEqual([]);
      expect(isComplete).toBe(false);
      expect(report.separator).toBe(';');
    }
  });

  test('a header that lacks a column is not taken for a title, whatever is below it', async () => {
    const { messages } = await read(`name,is_active\nname,is_active\n${'x,true\n'.repeat(30)}${table(',')}`);
    expect(messages).toEqual([expect.stringContaining('line 1: the header lacks "short_description"')]);
  });

  test.each([
    ['a French Excel writes', ';', 'Théâtre;Les élèves – “ok”;VRAI;;;;Été\r\n'],
    ['nothing but its last letter shows', ',', 'Go,,true,,,,Beauté'],
  ])('without a byte order mark and not in UTF-8 is Windows-1252, as %s', async (_, separator, row) => {
    const text = `${HEADER.replaceAll(',', separator)}\r\n${row}`;
    const bytes = Buffer.from(text.replace('–', '\x96').replace('“', '\x93').replace('”', '\x94'), 'latin1');
    for (const pieces of [1, 100_000]) {
      const { rows, issues, report, isComplete } = await read(bytes, pieces);
      const [name, shortDescription] = row.split(separator);
      expect(issues).toEqual([]);
      expect(rows).toMatchObject([{ name, shortDescription, category: row.trim().split(separator).at(-1) }]);
      expect([isComplete, report.encoding]).toEqual([true, 'windows-1252']);
      expect(describeFileWarnings(report, 'en')).toEqual(['Read as Windows-1252; check accented letters.']);
      expect(describeFileWarnings(report, 'fr')).toHaveLength(1);
    }
  });

  test('with rows in UTF-8 and others in Windows-1252 is Windows-1252, with a warning for each garbled cell', async () => {
    const bytes = Buffer.concat([
      Buffer.from(`${HEADER}\nÉchecs,,true,,,,\n`),
      Buffer.from('Café,,true,,,,\n', 'latin1'),
    ]);
    const { rows, messages } = await read(bytes);
    expect(rows.map(({ name }) => name)).toEqual(['Ã‰checs', 'Café']);
    expect(messages).toEqual([expect.stringContaining('line 2: name has "Ã‰" in it, perhaps for "É"')]);
  });

  test('with a byte order mark is never read as Windows-1252', async () => {
    const bytes = Buffer.concat([
      Buffer.from(`\ufeff${HEADER}\nGo,,true,,,,\n`),
      Buffer.from('Café,,true,,,,\n', 'latin1'),
    ]);
    const { messages, isComplete } = await read(bytes, 64);
    expect(messages).toEqual([expect.stringMatching(/^line \d: the text is damaged from here on/)]);
    expect(isComplete).toBe(false);
  });

  const withBytes = (...parts: (string | number[])[]) =>
    Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));

  const accented = `${HEADER}\nÉchecs,,true,,,,\n`;
  test.each<[string, Buffer, string[]]>([
    [
      'in the middle of a letter',
      withBytes(`${accented}Th`, [0xc3]),
      ['line 3: the file is cut off: it ends in the middle of a letter. Get it whole, and import that'],
    ],
    [
      'in the middle of a letter in quotes',
      withBytes(`${accented}Go,"Th`, [0xf0, 0x9f, 0x98]),
      ['line 3: the file is cut off: it ends in the middle of a letter. Get it whole, and import that'],
    ],
    [
      'in quotes',
      withBytes(`${accented}Go,"Th`),
      ['line 3: a quote in this row is never closed, or the file is cut off'],
    ],
    [
      'in the middle of a row',
      withBytes(`${accented}Go,x,tr`),
      [
        'line 3: the row has 3 cells, and the header 7 columns (parent_name, logo_url, website, category missing): the file ends here, perhaps it is cut off: get it whole: "Go"',
      ],
    ],
  ])('a file that is cut off is told as such: %s', async (_, bytes, expected) => {
    for (const pieces of [1, 100_000]) {
      const { messages, isComplete } = await read(bytes, pieces);
      expect(messages).toEqual(expected);
      expect(isComplete).toBe(false);
    }
  });

  test.each([
    ['semicolons', 'commas', ';', ',', 'Échecs,"a, ""b""",true,,,,'],
    ['commas', 'semicolons', ',', ';', 'Échecs;Jeux, plein air, ville;true;;;;'],
    ['tabs', 'semicolons', '\t', ';', 'Échecs;Jeux;true;;;;'],
    ['semicolons', 'tabs', ';', '\t', 'Échecs\t"a"\ttrue\t\t\t\t\t\t'],
  ])('a header with %s above a row with %s is told', async (inHeader, inRow, separator, _, row) => {
    for (const pieces of [1, 100_000]) {
      const { messages, isComplete } = await read(`${HEADER.replaceAll(',', separator)}\n${row}\n`, pieces);
      expect(messages).toEqual([
        expect.stringContaining(
          `line 2: the row is separated by ${inRow}, and the header by ${inHeader}: use one of them in the whole file`,
        ),
      ]);
      expect(isComplete).toBe(false);
    }
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

  test.each([1, 5, 100_000])('has the row of a spreadsheet beside it (pieces of %i)', async (size) => {
    const text = `${HEADER}\r\n\r\nA,,true,,,,"1\r\n2\n3"\n\nB,,maybe,,,,\r\nC,,true,,,\nD,,true,,,,x\né,,true,,,,"`;
    const { issues, report } = await read(Buffer.from(text.replace('é', 'Ã©'), 'latin1'), size);
    expect(issues.map(({ line, row, fault }) => [line, row, fault.code])).toEqual([
      [7, 5, 'status'],
      [8, 6, 'rowTooNarrow'],
      [10, 8, 'quoteNotClosed'],
    ]);
    expect(report.rowsDiffer).toBe(true);
  });

  test.each([
    ['no cell has several lines', `${HEADER}\n\nA,,perhaps,,,,`, 3, false],
    ['a line names the separator, which no spreadsheet shows', `sep=,\n${HEADER}\n\nA,,perhaps,,,,`, 3, true],
  ])('is that of the row but for the lines that are none: %s', async (_, text, row, differs) => {
    const { issues, report } = await read(text);
    expect(issues).toMatchObject([{ row }]);
    expect(report.rowsDiffer).toBe(differs);
  });

  test('does not count the byte order mark', async () => {
    expect((await read(`\ufeff\n${HEADER}\n\nA,,perhaps,,,,`)).issues).toMatchObject([
      { line: 4, column: 'is_active' },
    ]);
  });
});
