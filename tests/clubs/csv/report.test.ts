import { describe, expect, test } from 'vitest';
import { parse } from 'csv-parse/sync';
import { formatReport, type ReportLine } from '../../../src/clubs/csv/report.ts';

const PLAIN = { separator: ',', hasByteOrderMark: false, isWorkbook: false } as const;
const LINE: ReportLine = { kind: 'error', line: 2, column: 'name', value: null, issue: 'is', club: null };
const format = (line: Partial<ReportLine>) => parse(formatReport([{ ...LINE, ...line }], PLAIN, 'en'))[1];

describe('A report', () => {
  test.each([
    ...['=1+1', '=HYPERLINK("https://example.org")', '+33 1', '-2', '@cmd', '  =1', '＝1'].map((text) => [
      text,
      `'${text}`,
    ]),
    ['Club;=WEBSERVICE(B1);x', "Club;'=WEBSERVICE(B1);x"],
    ['Club,=1, +2,\u00a0-3', "Club,'=1,' +2,'\u00a0-3"],
    ['\t=1', "'\t'=1"],
    ['a\r=1\n@2\u2028=3', "a\r'=1\n'@2\u2028'=3"],
    ['a;"=1', `a;'"=1`],
    ['a;;＝1', "a;;'＝1"],
  ])('escapes formulas, also after separators: %j', (text, expected) => {
    expect(format({ value: text, club: text })).toEqual(['2', 'name', expected, 'is', expected, 'error']);
  });

  test('escapes control characters and formulas in the description', () => {
    expect(format({ issue: '=a\u001b' })?.[3]).toBe("'=a\\u{1b}");
  });

  test.each([',', ';', '\t'] as const)('quotes every cell, separated by %j', (separator) => {
    const text = formatReport([{ ...LINE, value: 'a;b,c\td' }], { ...PLAIN, separator }, 'en');
    expect(text.startsWith('\ufeff')).toBe(separator !== ',');
    expect(text.trimEnd().split('\r\n')[1]).toBe(
      ['2', 'name', 'a;b,c\td', 'is', '', 'error'].map((cell) => `"${cell}"`).join(separator),
    );
  });

  test('keeps other values to the letter', () => {
    const deleted = { kind: 'to be deleted', line: null, column: 'id', value: '7', club: "L'été" } as const;
    expect(format(deleted)).toEqual(['', 'id', '7', 'is', "L'été", 'to be deleted']);
  });
});
