import { describe, expect, test } from 'vitest';
import { describeReading } from '../../../src/clubs/csv/reading.ts';
import { HEADER, read } from '../../support/club-file.ts';

describe('A row that cannot be read', () => {
  test.each([
    [
      'too few cells',
      'A,,true\nB',
      [
        'line 2: the row has 3 cells, and the header 7 columns (parent_name, logo_url, website, category missing): a comma was lost, or a text has a line break and is not in quotes, or the program that saved the file has left out empty cells at the end. Put the comma back, or make name the last column of the spreadsheet and save again: "A"',
        'line 3: the row has 1 cell, and the header 7 columns (short_description, is_active, parent_name, logo_url, website, category missing): the file ends here, perhaps it is cut off: get it whole: "B"',
      ],
    ],
    [
      'the header once more',
      `A,,true,,,,\n${HEADER.toUpperCase()}\nB,,true,,,,\n`,
      ['line 3: this is the header once more: remove the line: "NAME"'],
    ],
    [
      'too many cells',
      'A,"x,y",true,,,,,x\n',
      [
        'line 2: the row has 8 cells, and the header 7 columns: perhaps a text in it has a comma or a quote, and is not in quotes, or a program opened the file with several separators at once (in LibreOffice tick only Comma): "x"',
      ],
    ],
    [
      'all of its cells in one',
      'A,,true,,,,\n"B,""x;y"",true,,,,a; b"\n"C;;true;;;;"\nD,,true,,,,\n',
      [2, 3].map(
        (line, index) =>
          `line ${line + 1}: the whole row is in one cell, as where Excel has opened a file by a double click: export the clubs again, open that file in Excel by Data → From Text/CSV with the comma as delimiter, and make the changes there: ${['"B,\\"x;y\\",true,,,,a; b"', '"C;;true;;;;"'][index]}`,
      ),
    ],
    [
      'a quote that is never closed',
      'A,,true,,,,\n\nB,"x,true,,,,\nC,,true,,,\nD,"y ""z, true,,,,\nE,,true,,,\n',
      [
        'line 4: short_description has text after its closing quote',
        'line 7: the row has 6 cells, and the header 7 columns',
      ],
    ],
    [
      'a quote that is never closed, up to the end of the file',
      'A,,true,,,,\n\nB,"x,true,,,,\nC,,true,,,\nE,,perhaps,,,,\n',
      [
        'line 4: a quote in this row is never closed, or the file is cut off',
        'line 5: the row has 6 cells, and the header 7 columns',
        'line 6: is_active must be true or false',
      ],
    ],
    [
      'a quote that is closed a million bytes later',
      `A,"${'x'.repeat(1_100_000)}",true,,,,\nB,,true,,,,`,
      ['line 2: the row is longer than any club can be: perhaps a quote in it is never closed'],
    ],
    [
      'a quote that is closed thousands of lines later',
      `A,"x,true,,,,\n${'B,,true,,,,\n'.repeat(100_000)}C,",true,,,,\nD,,true,,,\n`,
      [
        'line 2: the row is longer than any club can be: perhaps a quote in it is never closed',
        'line 100003: a quote in this row is never closed',
        'line 100004: the row has 6 cells',
      ],
    ],
    [
      'text after a closing quote',
      'A,,true,,,,"1\n2"\nB,"x"y,true,,,,\n"We jump 1" high","so, 2" higher",true,,,,\nC,,true,,,,\n"D" ,,true,,,,\n',
      [
        'line 4: short_description has text after its closing quote: write a quote within a text twice, "": "\\"x\\"y"',
        'line 5: name has text after its closing quote',
        'line 7: name has text after its closing quote',
      ],
    ],
    [
      'a space before an opening quote',
      'A, "x",true,,,,\nB, "x, y",true,,,,\nC, x,true,,,,\n',
      [
        'line 2: short_description has a space before its opening quote: remove the space: " \\"x\\""',
        'line 3: short_description has a space before its opening quote',
      ],
    ],
  ])('with %s is named', async (_, rows, expected) => {
    for (const pieces of [3, 100_000]) {
      const { messages, isComplete } = await read(
        `${HEADER}\n${rows}`,
        pieces === 3 && rows.length > 1000 ? 999 : pieces,
      );
      expect(messages).toEqual(expected.map((message) => expect.stringContaining(message) as string));
      expect(isComplete).toBe(false);
    }
  });
});

describe('A quote inside a cell that does not begin with one', () => {
  test('is a letter', async () => {
    const { rows, messages } = await read(
      `${HEADER}\nJump 1" Crew,We jump 1" high,true,,,,\nFine,"a ""quoted"" text",true,,,,"""x"""\nJump 3" Crew,3" or "4",true,,,,2" 3"\n`,
    );
    expect(messages).toEqual([]);
    expect(rows.map(({ name, shortDescription, category }) => [name, shortDescription, category])).toEqual([
      ['Jump 1" Crew', 'We jump 1" high', ''],
      ['Fine', 'a "quoted" text', '"x"'],
      ['Jump 3" Crew', '3" or "4"', '2" 3"'],
    ]);
  });
});

test('Spaces between separators and quotes are ignored and reported', async () => {
  const { rows, messages, report } = await read(
    '"name", "short_description", "is_active", "parent_name", "logo_url", "website", "category"\r\n"Space Quote", "Chess, and tea", "true", "", "", "", " a"\r\n',
  );
  expect(messages).toEqual([]);
  expect(rows).toMatchObject([{ name: 'Space Quote', shortDescription: 'Chess, and tea', category: ' a' }]);
  expect(describeReading(report, 'en')).toContain('Understood: spaces after the separators.');
});
