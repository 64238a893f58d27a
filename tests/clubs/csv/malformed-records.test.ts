import { describe, expect, test } from 'vitest';
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
      'A,,true,,,,\n\nB,"x\ny,true,,,,\n',
      ['line 4: a quote that opens in this row is never closed, or the file is cut off; what follows was not read'],
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
        'line 4: short_description goes on after its closing quote (inside of it a quote is written twice); what follows was not read: "\\"x\\"y"',
      ],
    ],
    [
      'a quote inside a bare cell',
      'A,5" disk,true,,,,',
      [
        'line 2: short_description has a quote in it and does not begin with one (it must, and the inner one be written twice); what follows was not read: "5\\" disk"',
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
    const { rows, issues, messages } = await read(bytes);
    const mend =
      'and others are: open the file as UTF-8, type the letters of this row anew that are lost there, save it as "CSV UTF-8" and import that file';
    const windows = "perhaps Windows-1252, the encoding of Excel's plain CSV, in which the line reads as follows";
    expect(messages).toEqual([
      `line 3: the row is not in UTF-8 (${windows}), ${mend}: "\\"Bé\\",,true,,,,"`,
      `line 4: the row is not in UTF-8 (on line 6, ${windows}), ${mend}: "DÃ\\",,true,,,,"`,
    ]);
    expect(issues.map(({ value }) => value)).toEqual(['"Bé",,true,,,,', 'DÃ",,true,,,,']);
    expect(rows.map(({ name }) => name)).toEqual(['A', 'É']);
  });

  test('in another encoding, as many others of a file, is told with them as a fault of the file', async () => {
    const foreign = Array.from({ length: 1014 }, (_, index) => `Caf\xe9 ${index},,true,,,,\n`).join('');
    const { rows, issues, messages, isComplete } = await read(
      Buffer.concat([Buffer.from(`${HEADER}\nÉ,,true,,,,\n`), Buffer.from(foreign, 'latin1')]),
    );
    expect(messages).toEqual([
      expect.stringMatching(
        /^line 3: 1,014 rows are not in UTF-8 \(perhaps Windows-1252, .*They begin on lines 3, 4, 5, 6, 7 …: .*: "Café 0,,true,,,,"$/,
      ),
    ]);
    expect(issues).toMatchObject([{ line: 3, row: 3, value: 'Café 0,,true,,,,' }]);
    expect([rows.length, isComplete]).toEqual([1, false]);
  });
});
