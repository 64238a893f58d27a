import { once } from 'node:events';
import { resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { parseClubFile } from '../../../src/clubs/csv/read-file.ts';
import { encodeAs } from '../../support/encodings.ts';
import { HEADER, read, readClubs, readRow } from '../../support/club-file.ts';

describe('A file', () => {
  test.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ])('may end its lines with %s, the last one not', async (_, end) => {
    expect(await read([HEADER, 'Chess,,true,,,,a', 'Go,,true,,,,"b"'].join(end))).toMatchObject({
      issues: [],
      rows: [
        { line: 2, name: 'Chess', category: 'a' },
        { line: 3, name: 'Go', category: 'b' },
      ],
    });
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

  test('yields no values for missing columns, and may have no rows', async () => {
    const { rows, columns } = await readRow('Chess,,true,,,,');
    expect(Object.keys(rows[0] ?? {})).not.toContain('description');
    expect(columns.has('description')).toBe(false);
    expect(await read(HEADER)).toMatchObject({ rows: [], issues: [], isComplete: true });
  });

  test.each([
    ['is empty', '', ['1 row emptyFile']],
    ['has only blank lines', '\n\n', ['1 row emptyFile']],
    ['lacks columns', 'name,is_active\nx', ['1 row columnsUnknown']],
    ['has a column twice', `${HEADER},name,Name,website\n`, ['1 row columnsUnknown']],
    ['has unknown columns', `${HEADER},Nom,email\n`, ['1 row columnsUnknown']],
    ['has its header further down', '\n\nname\n', ['3 row columnsUnknown']],
    ['has too many columns', `name${',x'.repeat(100)}\n`, ['1 row tooManyColumns']],
    ['does not close a quote in the header', `"${HEADER}\n`, ['1 row quoteNotClosed']],
  ])('is refused when it %s', async (_, text, expected) => {
    expect(await read(text)).toMatchObject({ codes: expected, rows: [], isComplete: false });
  });

  test('may have titles above its header', async () => {
    const { rows, codes } = await read(`\r\nClubs 2026\r\n\r\nPrinted, for all;\r\n${HEADER}\r\nGo,,true,,,,\r\n`);
    expect(codes).toEqual([]);
    expect(rows).toMatchObject([{ line: 6, name: 'Go' }]);
  });

  test('is refused with more rows than allowed, without blank ones', async () => {
    const parse = (clubs: number) => {
      const rows = `\n,,,,,,\n"", ,\nA,,true,,,,\n`.repeat(clubs);
      return parseClubFile(Buffer.from(`\n\nsep=,\n${HEADER}\n${rows}\n,,,,,,`), { maxRows: 2 });
    };
    expect((await parse(2)).rows.map(({ line }) => line)).toEqual([8, 12]);
    const { issues, rows } = await parse(3);
    expect(issues).toMatchObject([{ line: 4, detail: { code: 'tooManyRows', limit: 2 } }]);
    expect(rows).toEqual([]);
  });

  test.each([
    ['blank lines', '\n', ['emptyFile']],
    ['blank rows', ',,,,,,\n', ['emptyFile']],
    ['short rows', 'a\n', ['tooManyRows']],
  ])('of 8 MB of %s is refused with little memory', async (_, row, expected) => {
    const workerData = { path: resolve('src/clubs/csv/read-file.ts'), row };
    const parse = `
      const { parentPort, workerData: { path, row } } = require('node:worker_threads');
      import(path)
        .then(({ parseClubFile }) => parseClubFile(Buffer.alloc(2 ** 23, row), { maxRows: 20_000 }))
        .then(({ issues }) => parentPort.postMessage(issues.map(({ detail }) => detail.code)));`;
    const worker = new Worker(parse, { eval: true, workerData, resourceLimits: { maxOldGenerationSizeMb: 100 } });
    expect(await once(worker, 'message')).toEqual([expected]);
  });
});

describe('A file of a spreadsheet', () => {
  const CLUBS = [
    { name: 'Échecs', category: 'Jeux; Ville', isActive: true },
    { name: 'Œnologie', category: '', isActive: false },
  ];
  const table = (separator: string, end = '\r\n') =>
    [HEADER.split(','), ['Échecs', 'a', 'true', '', '', '', '"Jeux; Ville"'], ['Œnologie', '', 'false', '', '', '', '']]
      .map((cells) => cells.join(separator) + end)
      .join('');
  const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');

  test.each<[string, string | Uint8Array, object]>([
    ['a byte order mark and semicolons', `\ufeff${table(';')}`, {}],
    ['tabs', table('\t', '\n'), {}],
    ['little-endian UTF-16', utf16(table('\t')), { encoding: 'utf-16le' }],
    ['big-endian UTF-16', utf16(table(';')).swap16(), { encoding: 'utf-16be' }],
    ['other column names', table(';').replace('name;', '"Name"; ').replace('is_active', 'IS_ACTIVE '), {}],
    ['empty columns at the end', table(';').replaceAll('\r\n', ';;\r\n'), {}],
    ['empty rows', `;;\r\n\r\n${table(';')};;;;;;\r\n  \r\n;\r\n`, {}],
    ['statuses in French', table(',').replace('true', 'VRAI').replace('false', 'Faux'), {}],
    ['a line that sets the separator', `\ufeffsep=;\r\n${table(';')}`, {}],
  ])('is read and reported: %s', async (_, content, expected) => {
    const { rows, issues, reading } = await read(content);
    expect(issues).toEqual([]);
    expect(rows).toMatchObject(CLUBS);
    expect(reading).toMatchObject(expected);
  });

  test('may have ids, dates and addresses in other forms', async () => {
    const { rows, issues } = await readClubs(
      { name: 'A', id: ' 7 ', confirmed_on: '17/05/2024', website: ' https://example.org/ ' },
      { name: 'B', id: '8.0', confirmed_on: '05.05.2024', logo_url: '/a.svg\n' },
      { name: 'C', id: '9,00', confirmed_on: '2024/5/17 00:00:00', logo_url: '\u00a0https://example.org/a.svg' },
      { name: 'D', id: ' ', confirmed_on: '' },
    );
    expect(issues).toEqual([]);
    expect(rows).toMatchObject([
      { id: 7, confirmedOn: '2024-05-17', website: 'https://example.org/' },
      { id: 8, confirmedOn: '2024-05-05', logo: '/a.svg' },
      { id: 9, confirmedOn: '2024-05-17', foreignLogoUrl: 'https://example.org/a.svg' },
      { id: null, confirmedOn: null },
    ]);
  });

  test.each<[string, string | Uint8Array]>([
    ['.xls', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0])],
    ['.gz', gzipSync(table(';'))],
    ['a web page', '\r\n <!DOCTYPE html><table><tr><td>name'],
    ['.pdf', Buffer.from('%PDF-1.7\n%âã', 'latin1')],
    ['UTF-16 without a mark', Buffer.from(table(';'), 'utf16le')],
    ['invalid UTF-8 after a mark', Buffer.concat([Buffer.from('\ufeffa'), Buffer.from('é', 'latin1')])],
    ['half a character of UTF-16', utf16(table(';')).subarray(0, -1)],
  ])('is refused when it cannot be read as text: %s', async (_, content) => {
    const { issues, rows, isComplete } = await read(content);
    expect(issues).toMatchObject([{ line: 1, detail: { code: 'unreadable' } }]);
    expect([rows, isComplete]).toEqual([[], false]);
  });

  test.each([
    ['gbk', '围棋社', '每周二晚上在教室下围棋，欢迎初学者。'],
    ['big5', '圍棋社', '每週二晚上在教室下圍棋，歡迎初學者。'],
    ['euc-jp', '囲碁部', '毎週火曜日に図書館で囲碁を打ちます。'],
    ['shift_jis', 'チェスクラブ', 'チェスクラブとバレーボール'],
    ['euc-kr', '바둑부', '매주 화요일 도서관에서 바둑을 둡니다.'],
    ['windows-1251', 'Шахматный клуб', 'Играем в шахматы каждый вторник.'],
    ['koi8-r', 'Шахматный клуб', 'Играем в шахматы каждый вторник.'],
    ['windows-1253', 'Σκακιστικός όμιλος', 'Κάθε Τρίτη στη βιβλιοθήκη.'],
    ['windows-1255', 'מועדון שחמט', 'כל יום שלישי בספרייה.'],
    ['windows-1256', 'نادي الشطرنج', 'كل ثلاثاء في المكتبة.'],
    ['windows-874', 'ชมรมหมากรุก', 'ทุกวันอังคารที่ห้องสมุด'],
  ])('is refused when it is not Latin text: %s', async (encoding, name, text) => {
    for (const row of [`${name},${text},true,,,,`, `Chess Club,${name},true,,,,`]) {
      const { issues, rows } = await read(encodeAs(encoding, `${HEADER}\r\n${row}\r\n`));
      expect(issues).toMatchObject([{ line: 1, detail: { code: 'unreadable' } }]);
      expect(rows).toEqual([]);
    }
  });

  test.each([
    [';', 'Théâtre;Les élèves – “ok”;VRAI;;;;Été'],
    [',', 'Go,,true,,,,Beauté'],
    [',', 'Club à Paris,« Go » : n°1,true,,,,'],
    [',', 'ÉCHECS,Créée où ?,true,,,,Œuvres'],
    [',', 'Þýðing,Spielen Sie über Öl,true,,,,Ações'],
    [',', 'Tea,Prix : 5 €,true,,,,'],
  ])('is read as Windows-1252 with a warning when it is not UTF-8: %s %s', async (separator, row) => {
    const header = HEADER.replaceAll(',', separator);
    const { rows, reading } = await read(encodeAs('windows-1252', `${header}\r\n${row}\r\n`));
    const [name, shortDescription] = row.split(separator);
    expect(rows).toMatchObject([{ name, shortDescription, category: row.split(separator).at(-1) }]);
    expect(reading.encoding).toBe('windows-1252');
  });
});

describe('A row', () => {
  test.each([
    ['has too few cells', 'A,,true\nB', ['2 row rowWidth', '3 row rowWidth']],
    ['has too many cells', 'A,"x,y",true,,,,,x\n', ['2 row rowWidth']],
    ['has another separator', 'Échecs;Jeux, plein air, ville;true;;;;\n', ['2 row rowWidth']],
    ['does not close a quote', 'A,,true,,,,\n\nB,"x,true,,,,\nC,,true,,,\n', ['4 row quoteNotClosed']],
    [
      'closes a quote a million bytes later',
      `A,"${'x'.repeat(1_100_000)}",true,,,,\nB,,true,,,,`,
      ['2 row quoteNotClosed'],
    ],
  ])('is reported when it %s', async (_, rows, expected) => {
    const { codes, isComplete } = await read(`${HEADER}\n${rows}`);
    expect(codes).toEqual(expected);
    expect(isComplete).toBe(false);
  });

  test('may have quotes within a cell, and spaces after separators in the whole file', async () => {
    const inches = await read(
      `${HEADER}\nJump 1" Crew,We jump 1" high,true,,,,\nFine,"a ""quoted"" text",true,,,,"""x"""\nJump 3" Crew,3" or "4",true,,,,2" 3"\n`,
    );
    expect(inches.codes).toEqual([]);
    expect(inches.rows.map(({ name, shortDescription, category }) => [name, shortDescription, category])).toEqual([
      ['Jump 1" Crew', 'We jump 1" high', ''],
      ['Fine', 'a "quoted" text', '"x"'],
      ['Jump 3" Crew', '3" or "4"', '2" 3"'],
    ]);
    const spaces = await read(
      '"name", "short_description", "is_active", "parent_name", "logo_url", "website", "category"\r\n"Tea", "Chess, tea", "true", "", "", "", " a"\r\n',
    );
    expect(spaces.codes).toEqual([]);
    expect(spaces.rows).toMatchObject([{ name: 'Tea', shortDescription: 'Chess, tea', category: 'a' }]);
  });

  test('has the line of its start', async () => {
    const text = `\ufeff${HEADER}\r\n\r\n"A",,true,,,,"1\r\n2\n3\r4"\n\n\n"B",,maybe,,,,\r\nC,,true,,,`;
    const { rows, codes } = await read(text);
    expect(rows.map(({ line }) => line)).toEqual([3]);
    expect(codes).toEqual(['9 is_active status', '10 row rowWidth']);
  });
});
