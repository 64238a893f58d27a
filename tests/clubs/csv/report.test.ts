import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'csv-parse/sync';
import { writeReport, type ReportLine } from '../../../src/clubs/csv/report.ts';

const write = async (...entries: Partial<ReportLine>[]): Promise<string[][]> =>
  parse(await writeBytes({ separator: ',', hasByteOrderMark: false, locale: 'en' }, ...entries));

async function writeBytes(form: Parameters<typeof writeReport>[2], ...entries: Partial<ReportLine>[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'club-report-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'report.csv');
  const plain = { kind: 'mistake', line: 2, column: 'name', problem: 'is', club: null, limit: null, length: null };
  const lines = entries.map((entry) => ({ ...plain, value: null, ...entry }) as ReportLine);
  await writeReport(file, lines, form);
  return await readFile(file, 'utf8');
}

test.each(['=1+1', '=HYPERLINK("https://example.org")', '+33 1', '-2', '@cmd', '  =1', '＝1'])(
  'A report escapes formulas: %j',
  async (text) => {
    const [, row] = await write({ value: text, club: text, problem: text });
    expect(row).toMatchObject({ 2: `'${text}`, 3: `'${text}`, 6: `'${text}` });
  },
);

test.each([
  ['Club;=WEBSERVICE(B1);x', "Club;'=WEBSERVICE(B1);x"],
  ['Club,=1, +2,\u00a0-3', "Club,'=1,' +2,'\u00a0-3"],
  ['\t=1', "'\t'=1"],
  ['a\r=1\n@2\u2028=3', "a\r'=1\n'@2\u2028'=3"],
  ['a;"=1', `a;'"=1`],
  ['a;;＝1', "a;;'＝1"],
])('A report escapes formulas after separators within values: %j', async (text, expected) => {
  const [, row] = await write({ value: text, club: text });
  expect(row).toMatchObject({ 2: expected, 6: expected });
});

test.each([',', ';', '\t'] as const)('A report quotes every cell, separated by %j', async (separator) => {
  const bytes = await writeBytes(
    { separator, hasByteOrderMark: false, locale: 'en' },
    { value: 'a;b,c\td', club: null },
  );
  const lines = bytes.replace('\ufeff', '').trimEnd().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toBe(
    ['2', 'name', 'a;b,c\td', 'is', '', '', '', 'error'].map((cell) => `"${cell}"`).join(separator),
  );
});

test('A report keeps other values to the letter', async () => {
  const [, first, second] = await write(
    { value: 'a = b', club: "L'été", limit: 255, length: 256 },
    { kind: 'to be deleted', line: null, column: 'id', value: '7', problem: 'has no row in the file', club: 'Go' },
  );
  expect(first).toEqual(['2', 'name', 'a = b', 'is', '255', '256', "L'été", 'error']);
  expect(second).toEqual(['', 'id', '7', 'has no row in the file', '', '', 'Go', 'to be deleted']);
});

test('A report has the row of the spreadsheet on request', async () => {
  const bytes = await writeBytes(
    { separator: ',', hasByteOrderMark: false, locale: 'en', hasRows: true },
    { line: 1245, row: 12, value: 'a' },
  );
  expect(parse(bytes).map((cells) => cells.slice(0, 4))).toEqual([
    ['line', 'row', 'column', 'value'],
    ['1245', '12', 'name', 'a'],
  ]);
});
