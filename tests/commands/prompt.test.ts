import { PassThrough } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { askNewPassword, confirm } from '../../src/commands/prompt.ts';

/** A terminal where a user types a line after each question; the input ends after the last one. */
function openTerminal(...lines: string[]) {
  const input = Object.assign(new PassThrough(), { isTTY: true });
  const output = new PassThrough();
  let printed = '';
  output.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
    if (!/(?:: |\] )$/.test(chunk.toString())) return;
    const line = lines.shift();
    setImmediate(() => (line === undefined ? input.end() : input.write(line)));
  });
  return { terminal: { input, output }, printed: () => printed };
}

test.each([
  ['y', true],
  ['YES', true],
  [' oui ', true],
  ['', false],
  ['n', false],
  ['yesterday', false],
])('the answer %j is %j', async (answer, expected) => {
  const { terminal, printed } = openTerminal(`${answer}\n`);
  expect(await confirm('Delete 3 clubs?', terminal)).toBe(expected);
  expect(printed()).toContain('Delete 3 clubs? [y/N] ');
});

test('the end of the input is a no', async () => {
  expect(await confirm('Delete 3 clubs?', openTerminal().terminal)).toBe(false);
});

test('names the option that confirms when the input is not a terminal', async () => {
  const asked = confirm('Delete 3 clubs?', { input: new PassThrough(), output: new PassThrough() });
  await expect(asked).rejects.toThrow(/^Delete 3 clubs\?\n.*--yes/);
});

test('a new password is asked for twice, again after an error, and not shown', async () => {
  const typed = ['\r', 'short\r', 'guitar and drums\r', 'another\r', 'correct horse\r', 'correct horse\r'];
  const { terminal, printed } = openTerminal(...typed);
  expect(await askNewPassword(terminal)).toBe('correct horse');
  expect(printed()).toContain('Use at least 12 characters.\nPassword: \nRepeat');
  expect(printed()).toContain('The passwords do not match.\n');
  expect(printed()).not.toMatch(/guitar|correct/);
});

test('Ctrl+C interrupts the command, and Ctrl+D ends the prompt', async () => {
  const kill = vi.spyOn(process, 'kill').mockReturnValue(true);
  onTestFinished(() => kill.mockRestore());
  const { terminal } = openTerminal('\u0003');
  const asked = askNewPassword(terminal);
  await expect.poll(() => kill.mock.calls).toEqual([[process.pid, 'SIGINT']]);
  terminal.input.write('\u0004');
  expect(await asked).toBeNull();
});
