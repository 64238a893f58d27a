import { isUtf8 } from 'node:buffer';
import type { OtherEncoding, OtherFile } from './faults.ts';

/** How the bytes of a file are to be read, or what the file is instead of a text. */
export type Recognised =
  { encoding: Encoding; hasByteOrderMark: boolean; refusal?: undefined } | { encoding?: undefined; refusal: OtherFile };

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/** As many bytes of a file as it takes to recognise it. */
export const HEAD_SIZE = 4096;

const startsWith = (head: Buffer, ...bytes: number[]) => bytes.every((byte, index) => head[index] === byte);

/** Tells what a file is by its first bytes. */
export function recogniseFile(head: Buffer): Recognised {
  const recognised = recogniseBytes(head);
  // Some sites offer a table of a page under the name of a spreadsheet.
  if (recognised.encoding !== undefined && /^\s*<[a-z!?]/i.test(new TextDecoder(recognised.encoding).decode(head))) {
    return { refusal: 'webPage' };
  }
  return recognised;
}

function recogniseBytes(head: Buffer): Recognised {
  // The mark of UTF-32 begins with that of UTF-16.
  if (startsWith(head, 0xff, 0xfe, 0, 0) || startsWith(head, 0, 0, 0xfe, 0xff) || isUnmarkedUtf32(head)) {
    return { refusal: 'utf32' };
  }
  if (startsWith(head, 0xef, 0xbb, 0xbf)) return { encoding: 'utf-8', hasByteOrderMark: true };
  if (startsWith(head, 0xff, 0xfe)) return { encoding: 'utf-16le', hasByteOrderMark: true };
  if (startsWith(head, 0xfe, 0xff)) return { encoding: 'utf-16be', hasByteOrderMark: true };
  if (
    startsWith(head, 0x25, 0x50, 0x44, 0x46) ||
    startsWith(head, 0xff, 0xd8, 0xff) ||
    startsWith(head, 0x89, 0x50, 0x4e, 0x47)
  ) {
    return { refusal: 'pdfOrPicture' };
  }
  if (startsWith(head, 0x1f, 0x8b)) return { refusal: 'gzip' };
  if (startsWith(head, 0x50, 0x4b, 0x03, 0x04)) return { refusal: recogniseArchive(head) };
  if (startsWith(head, 0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)) return { refusal: 'xls' };
  if (isUnmarkedUtf16(head)) return { refusal: 'utf16' };
  return { encoding: 'utf-8', hasByteOrderMark: false };
}

function recogniseArchive(head: Buffer): OtherFile {
  const text = head.toString('latin1');
  if (text.includes('application/vnd.oasis.opendocument.spreadsheet')) return 'ods';
  if (/Index(\.zip|\/[\w/-]+\.iwa)/.test(text)) return 'numbers';
  if (/\bword\/|\bppt\//.test(text)) return 'document';
  return /\[Content_Types\]\.xml|_rels\/|xl\//.test(text) ? 'xlsx' : 'zip';
}

/** How many zeros are at the first, the second and every further place of units of so many bytes. */
function countZeros(head: Buffer, unit: number): number[] {
  const zeros = Array.from({ length: unit }, () => 0);
  head.forEach((byte, index) => {
    if (byte === 0) zeros[index % unit] = (zeros[index % unit] ?? 0) + 1;
  });
  return zeros;
}

/** Two bytes of four are zero there in nearly every text, and a third in Latin letters. */
function isUnmarkedUtf32(head: Buffer): boolean {
  const units = Math.floor(head.length / 4);
  const [first = 0, second = 0, third = 0, fourth = 0] = countZeros(head, 4).map((zeros) => zeros / units);
  const isFull = (share: number) => share > 0.95;
  return (
    units >= 2 &&
    [second, third].every(isFull) &&
    [first, fourth].filter(isFull).length === 1 &&
    Math.min(first, fourth) < 0.05
  );
}

/** Text in Latin letters has a zero in every second byte there, and none in UTF-8. */
function isUnmarkedUtf16(head: Buffer): boolean {
  const [even = 0, odd = 0] = countZeros(head, 2);
  return head.length >= 4 && Math.max(even, odd) > head.length / 4 && Math.min(even, odd) <= head.length / 20;
}

/** Bytes that Windows-1252 has no letter for. */
const NOT_IN_WINDOWS_1252 = [0x81, 0x8d, 0x8f, 0x90, 0x9d];

/**
 * What is supposed of a line that is not UTF-8, and how it reads then where that can be told. The encodings of DOS and of
 * old Macs have their accented letters where Windows-1252 has signs that hardly occur in a text.
 */
export function guessEncoding(bytes: Buffer): { guess: OtherEncoding; text: string | null } {
  const text = new TextDecoder('windows-1252').decode(bytes);
  return NOT_IN_WINDOWS_1252.some((byte) => bytes.includes(byte)) || /[‚ƒ„†‡ˆ‰Š‹Ž˜š›žŸ]/.test(text)
    ? { guess: 'unknown', text: null }
    : { guess: 'windows1252', text };
}

/** How Windows-1252 shows the bytes of UTF-8 that follow the first of a letter, from 0x80 on. */
const FOLLOWING = new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 0x40 }, (_, index) => 0x80 + index));

/**
 * UTF-8 that was read as Windows-1252: accented letters of Latin-1, its signs, œ, typographic marks, pictures. Capitals
 * before a quote, a dash or an ellipsis are left out, because people write those.
 */
const GARBLED = new RegExp(
  `Ã[${FOLLOWING.replaceAll(/[‘’“”–—…]/g, '')}]|Â[\u00a0-\u00bf]|Å“(?=\\p{L})|â€[${FOLLOWING}]|ðŸ[${FOLLOWING}]{2}`,
  'u',
);

/** The first letter of a text that was read in a wrong encoding, as it is shown and as it was; null without one. */
export function findGarbled(text: string): { shown: string; meant: string } | null {
  const shown = GARBLED.exec(text)?.[0];
  if (shown === undefined) return null;
  const bytes = Array.from(shown, (character) => {
    const index = FOLLOWING.indexOf(character);
    return index < 0 ? (character.codePointAt(0) ?? 0) : 0x80 + index;
  });
  return { shown, meant: Buffer.from(bytes).toString() };
}

/** The text of bytes that are UTF-8 but for the last letter, of which a part is missing; null for all others. */
export function readCutOff(bytes: Buffer): string | null {
  if (isUtf8(bytes)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return null;
  }
}

/** The end of a text that is not what its byte order mark said. */
export class BrokenTextError extends Error {
  override name = 'BrokenTextError';
}

/** The text of a file in UTF-8, without its byte order mark. Throws `BrokenTextError` where it ends being text. */
export async function* decodeFile(
  chunks: AsyncIterable<Uint8Array>,
  { encoding, hasByteOrderMark }: { encoding: Encoding; hasByteOrderMark: boolean },
): AsyncGenerator<Buffer, void, undefined> {
  if (encoding !== 'utf-8') {
    const decoder = new TextDecoder(encoding, { fatal: true });
    const decode = (chunk?: Uint8Array) => {
      try {
        return Buffer.from(decoder.decode(chunk, { stream: chunk !== undefined }));
      } catch {
        throw new BrokenTextError();
      }
    };
    for await (const chunk of chunks) yield decode(chunk);
    yield decode();
    return;
  }
  let skip = hasByteOrderMark ? 3 : 0;
  for await (const chunk of chunks) {
    const skipped = Math.min(skip, chunk.length);
    skip -= skipped;
    yield Buffer.from(chunk.buffer, chunk.byteOffset + skipped, chunk.length - skipped);
  }
}

/** The first bytes of a file, at least `HEAD_SIZE` unless it is shorter, and all of it again. */
export async function peek(
  source: AsyncIterable<Uint8Array>,
): Promise<{ head: Buffer; chunks: AsyncGenerator<Uint8Array, void, undefined>; close: () => Promise<void> }> {
  const iterator = source[Symbol.asyncIterator]();
  const first: Uint8Array[] = [];
  let size = 0;
  while (size < HEAD_SIZE) {
    const next = await iterator.next();
    if (next.done) break;
    first.push(next.value);
    size += next.value.length;
  }
  async function* all() {
    try {
      yield* first;
      for (;;) {
        const next = await iterator.next();
        if (next.done) return;
        yield next.value;
      }
    } finally {
      await close();
    }
  }
  const close = async () => {
    await iterator.return?.();
  };
  return { head: Buffer.concat(first).subarray(0, HEAD_SIZE), chunks: all(), close };
}
