import { expect, test } from 'vitest';
import { measureMessage } from '../../db/protocol.ts';

const MIB = 2 ** 20;

/** The head of a message that says that it has so many bytes after its letter. */
function head(letter: string, length: number): Buffer {
  const bytes = Buffer.alloc(letter.length + 4);
  bytes.write(letter, 'latin1');
  bytes.writeInt32BE(length, letter.length);
  return bytes;
}

test.each([
  ['Q', 256 * MIB],
  ['P', 256 * MIB],
  ['B', 256 * MIB],
  ['E', 10_000],
  ['', 10_000],
])('A message %j may have %i bytes and no more', (letter, most) => {
  const isFirst = letter === '';
  expect(measureMessage(head(letter, most), 0, isFirst)).toBe(most + letter.length);
  expect(String(measureMessage(head(letter, most + 1), 0, isFirst))).toContain('invalid message length');
});
