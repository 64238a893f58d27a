import { describe, expect, test } from 'vitest';
import { HEADER, read } from '../../support/club-file.ts';

describe('A row that cannot be read', () => {
  test.each([
    ['too few cells', 'A,,true\nB', ['2 row rowTooNarrow', '3 row rowTooNarrow']],
    ['the header again', `A,,true,,,,\n${HEADER.toUpperCase()}\nB,,true,,,,\n`, ['3 row headerAgain']],
    ['too many cells', 'A,"x,y",true,,,,,x\n', ['2 row rowTooWide']],
    [
      'a quote that is not closed',
      'A,,true,,,,\n\nB,"x,true,,,,\nC,,true,,,\nE,,perhaps,,,,\n',
      ['4 row quoteNotClosed', '5 row rowTooNarrow', '6 is_active status'],
    ],
    [
      'a quote that is closed a million bytes later',
      `A,"${'x'.repeat(1_100_000)}",true,,,,\nB,,true,,,,`,
      ['2 row quoteNotClosed'],
    ],
    [
      'text after a closing quote',
      'A,,true,,,,"1\n2"\nB,"x"y,true,,,,\nC,,true,,,,\n"D" ,,true,,,,\n',
      ['4 short_description quoteClosedBefore', '6 name quoteClosedBefore'],
    ],
    [
      'a space before an opening quote',
      'A, "x",true,,,,\nB, "x, y",true,,,,\nC, x,true,,,,\n',
      ['2 short_description spaceBeforeQuote', '3 short_description spaceBeforeQuote'],
    ],
  ])('because of %s is reported', async (_, rows, expected) => {
    for (const pieces of [rows.length > 1000 ? 999 : 3, 100_000]) {
      const { codes, isComplete } = await read(`${HEADER}\n${rows}`, pieces);
      expect(codes).toEqual(expected);
      expect(isComplete).toBe(false);
    }
  });
});

test('A quote within a cell that does not begin with one is a character', async () => {
  const { rows, codes } = await read(
    `${HEADER}\nJump 1" Crew,We jump 1" high,true,,,,\nFine,"a ""quoted"" text",true,,,,"""x"""\nJump 3" Crew,3" or "4",true,,,,2" 3"\n`,
  );
  expect(codes).toEqual([]);
  expect(rows.map(({ name, shortDescription, category }) => [name, shortDescription, category])).toEqual([
    ['Jump 1" Crew', 'We jump 1" high', ''],
    ['Fine', 'a "quoted" text', '"x"'],
    ['Jump 3" Crew', '3" or "4"', '2" 3"'],
  ]);
});

test('Spaces between separators and quotes are ignored and reported', async () => {
  const { rows, codes, report } = await read(
    '"name", "short_description", "is_active", "parent_name", "logo_url", "website", "category"\r\n"Space Quote", "Chess, and tea", "true", "", "", "", " a"\r\n',
  );
  expect(codes).toEqual([]);
  expect(rows).toMatchObject([{ name: 'Space Quote', shortDescription: 'Chess, and tea', category: ' a' }]);
  expect(report.hasSpaces).toBe(true);
});
