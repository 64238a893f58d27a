import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { askNewPassword } from '../../src/commands/new-password.ts';

/** Types a line for each prompt, and returns the prompts. */
async function answerWith(lines: string[]) {
  const input = Object.assign(new PassThrough(), { isTTY: false });
  const output = new PassThrough();
  let printed = '';
  let asked = '';
  output.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
    const questions = printed.match(/Password|once more/g)?.join() ?? '';
    if (questions === asked) return;
    asked = questions;
    const line = lines.shift();
    if (line !== undefined) setImmediate(() => input.write(line));
  });
  return { answer: await askNewPassword({ input, output }), printed };
}

test('A new password is asked for twice, and again while it is empty, too short, easy to guess or mistyped', async () => {
  const typed = [
    '\r',
    'short\r',
    'password1234\r',
    'guitar and drums\r',
    'another\r',
    'correct horse\r',
    'correct horse\r',
  ];
  const { answer, printed } = await answerWith(typed);
  expect(answer).toBe('correct horse');
  expect(printed).toContain('Use at least 12 characters. Password');
  expect(printed).toContain('This password is easy to guess.');
  expect(printed).toContain('The passwords do not match.');
  expect(printed).not.toContain('correct');
});

test.each([[['\u0003']], [['correct horse\r', '\u0003']]])('Ctrl+C cancels: %j', async (typed) => {
  expect((await answerWith(typed)).answer).toBeNull();
});
