import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { startProgress } from '../../src/commands/progress.ts';

/** The output of three steps of two activities. */
function print(terminal: { isTTY: boolean; columns?: number }): string {
  const output = Object.assign(new PassThrough(), terminal);
  const progress = startProgress(output as unknown as NodeJS.WriteStream);
  progress.show('Reading', 1, 4);
  progress.show('Reading', 2, 4);
  progress.show('Writing', 4, 4);
  progress.end();
  return String(output.read());
}

test('Progress is one line per activity in a pipe', () => {
  expect(print({ isTTY: false })).toBe('Reading …\nWriting …\n');
});

test('Progress is a bar on a terminal, which is cleared at the end', () => {
  const printed = print({ isTTY: true, columns: 40 });
  expect(printed.match(/█+(?=░* (?:Reading|Writing))/g)?.map(({ length }) => length)).toEqual([8, 15, 30]);
  expect(printed).not.toContain('\n');
  expect(printed.endsWith('\u001b[2K')).toBe(true);
});
