/*
 * Lines of a file as editors count them: they end with LF, CRLF or CR.
 */

export const LINE_ENDS = ['\r\n', '\n', '\r'];

const LF = 0x0a;
const CR = 0x0d;

/** How many lines end in a text. */
export function countLineEnds(bytes: Buffer): number {
  let count = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] === LF || (bytes[at] === CR && bytes[at + 1] !== LF)) count += 1;
  }
  return count;
}

/** Where a line ends from a place on; -1 when it does not. */
export const findLineEnd = (bytes: Buffer, from: number): number =>
  bytes.findIndex((byte, index) => index >= from && (byte === LF || byte === CR));
