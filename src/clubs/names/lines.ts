/**
 * Texts as the lines of one string, which is searched as a whole. Each character of the string is one byte of UTF-8: V8
 * stores and searches such a string several times faster than one with characters beyond Latin-1.
 */
export interface Lines {
  bytes: string;
  /** Where each line starts, and at the end the length. */
  starts: Uint32Array;
}

const NOT_ASCII = /[^\0-\x7f]/;
const encode = (text: string) => (NOT_ASCII.test(text) ? Buffer.from(text).toString('latin1') : text);
const decode = (bytes: string) => (NOT_ASCII.test(bytes) ? Buffer.from(bytes, 'latin1').toString() : bytes);

/** Makes lines of texts that have no line feed. */
export function toLines(texts: readonly string[]): Lines {
  const starts = new Uint32Array(texts.length + 1);
  const lines = texts.map((text, line) => {
    const bytes = `${encode(text)}\n`;
    starts[line + 1] = (starts[line] ?? 0) + bytes.length;
    return bytes;
  });
  return { bytes: lines.join(''), starts };
}

/** Joins stretches of lines; `to` is exclusive. */
export function joinLines(slices: readonly { lines: Lines; from: number; to: number }[]): Lines {
  const starts = new Uint32Array(slices.reduce((sum, { from, to }) => sum + to - from, 1));
  let at = 1;
  let length = 0;
  const parts = slices.map(({ lines, from, to }) => {
    const first = lines.starts[from] ?? 0;
    const end = lines.starts[to] ?? 0;
    const shift = length - first;
    for (let line = from + 1; line <= to; line += 1) starts[at++] = (lines.starts[line] ?? 0) + shift;
    length += end - first;
    return lines.bytes.slice(first, end);
  });
  return { bytes: parts.join(''), starts };
}

/** The text of a line. */
export const lineAt = ({ bytes, starts }: Lines, line: number): string =>
  decode(bytes.slice(starts[line], (starts[line + 1] ?? 0) - 1));

/** Calls `visit` with each line that contains a text, until it returns false. */
export function forEachLine({ bytes, starts }: Lines, text: string, visit: (line: number) => boolean): void {
  const needle = encode(text);
  let line = 0;
  for (let at = bytes.indexOf(needle); at !== -1; at = bytes.indexOf(needle, starts[line])) {
    while ((starts[line + 1] ?? Infinity) <= at) line += 1;
    if (line >= starts.length - 1 || !visit(line)) return;
    line += 1;
  }
}
