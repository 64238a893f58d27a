import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { confirm } from '../../src/commands/confirm.ts';
import { Failure } from '../../src/lib/failure.ts';

/** The streams of a terminal, and the printed text. */
function openTerminal() {
  const input = Object.assign(new PassThrough(), { isTTY: true });
  const output = new PassThrough();
  return { input, output, printed: () => String(output.read()) };
}

test.each([
  ['y', true],
  ['YES', true],
  [' oui ', true],
  ['', false],
  ['n', false],
  ['yesterday', false],
])('the answer %j is %j', async (answer, expected) => {
  const terminal = openTerminal();
  terminal.input.write(`${answer}\n`);
  expect(await confirm('Delete 3 clubs?', terminal)).toBe(expected);
  expect(terminal.printed()).toContain('Delete 3 clubs? [y/N] ');
});

test('the end of the input is a no', async () => {
  const terminal = openTerminal();
  terminal.input.end();
  expect(await confirm('Delete 3 clubs?', terminal)).toBe(false);
});

test('names the option that confirms when the input is not a terminal', async () => {
  const asked = confirm('Delete 3 clubs?', { input: new PassThrough(), output: new PassThrough() });
  await expect(asked).rejects.toThrow(Failure);
  await expect(asked).rejects.toThrow(/^Delete 3 clubs\?\n.*--yes/);
});
