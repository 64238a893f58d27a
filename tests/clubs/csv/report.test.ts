import { describe, expect, test } from 'vitest';
import { parse } from 'csv-parse/sync';
import { makeIssue, type FileIssue } from '../../../src/clubs/csv/issues.ts';
import { formatReport } from '../../../src/clubs/csv/issues.ts';

const ISSUE = makeIssue(2, { code: 'emptyFile' }, { column: 'name' });
const format = (more: Partial<FileIssue>) => parse(formatReport([{ ...ISSUE, ...more }], 'en'), { bom: true })[1];

describe('A report', () => {
  test.each([
    ...['=1+1', '=HYPERLINK("https://example.org")', '+33 1', '-2', '@cmd', '＝1'].map((text) => [text, `'${text}`]),
    ['\t=1', "'\t=1"],
  ])('escapes formulas: %j', (text, expected) => {
    expect(format({ value: text, club: text })).toMatchObject({ 1: 'name', 2: expected, 4: expected, 5: 'error' });
  });

  test('quotes every cell, for the spreadsheet program of the language', () => {
    const text = formatReport([{ ...ISSUE, value: "L'été;b" }], 'fr');
    expect(text).toMatch(/^\ufeff"ligne";"colonne";.*\r\n"2";"name";"L'été;b";".*";"";"erreur"\r\n$/);
  });
});
