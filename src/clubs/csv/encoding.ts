import type { OtherFile } from './faults.ts';

/** How the bytes of a file are to be read, or what the file is instead of a text. */
export type Recognised =
  | { encoding: Encoding; hasByteOrderMark: boolean; refusal?: undefined }
  | { encoding?: undefined; refusal: OtherFile | 'cutOff' };

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** As many bytes of a file as it takes to recognise its format. */
const HEAD_SIZE = 4096;

const startsWith = (head: Buffer, ...bytes: number[]) => bytes.every((byte, index) => head[index] === byte);

/** Recognises a format by the first bytes of a file, and the encoding of a text by its whole content. */
export function recogniseFile(pieces: readonly Uint8Array[]): Recognised {
  const head = readHead(pieces);
  const recognised = recogniseHead(head) ?? recogniseText(pieces);
  // Some sites offer a table of a page under the name of a spreadsheet.
  if (recognised.encoding !== undefined && /^\s*<[a-z!?]/i.test(new TextDecoder(recognised.encoding).decode(head))) {
    return { refusal: 'other' };
  }
  return recognised;
}

function readHead(pieces: readonly Uint8Array[]): Buffer {
  const first: Uint8Array[] = [];
  let size = 0;
  for (const piece of pieces) {
    if (size >= HEAD_SIZE) break;
    first.push(piece);
    size += piece.length;
  }
  return Buffer.concat(first).subarray(0, HEAD_SIZE);
}

function recogniseHead(head: Buffer): Recognised | null {
  // The mark of UTF-32 begins with that of UTF-16.
  if (startsWith(head, 0xff, 0xfe, 0, 0) || startsWith(head, 0, 0, 0xfe, 0xff) || isUnmarkedUtf32(head)) {
    return { refusal: 'encoding' };
  }
  if (startsWith(head, 0xef, 0xbb, 0xbf)) return { encoding: 'utf-8', hasByteOrderMark: true };
  if (startsWith(head, 0xff, 0xfe)) return { encoding: 'utf-16le', hasByteOrderMark: true };
  if (startsWith(head, 0xfe, 0xff)) return { encoding: 'utf-16be', hasByteOrderMark: true };
  if (
    startsWith(head, 0x25, 0x50, 0x44, 0x46) ||
    startsWith(head, 0xff, 0xd8, 0xff) ||
    startsWith(head, 0x89, 0x50, 0x4e, 0x47)
  ) {
    return { refusal: 'other' };
  }
  if (startsWith(head, 0x1f, 0x8b)) return { refusal: 'archive' };
  if (startsWith(head, 0x50, 0x4b, 0x03, 0x04)) return { refusal: recogniseArchive(head) };
  if (startsWith(head, 0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)) return { refusal: 'excel' };
  return isUnmarkedUtf16(head) ? { refusal: 'encoding' } : null;
}

/** A text without a byte order mark is in UTF-8, or else in Windows-1252. */
function recogniseText(pieces: readonly Uint8Array[]): Recognised {
  const windows1252 = { encoding: 'windows-1252', hasByteOrderMark: false } as const;
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let hasLetters = false;
  try {
    for (const piece of pieces) {
      const text = decoder.decode(piece, { stream: true });
      hasLetters ||= /\P{ASCII}/u.test(text);
    }
  } catch {
    return windows1252;
  }
  try {
    decoder.decode();
    return { encoding: 'utf-8', hasByteOrderMark: false };
  } catch {
    return hasLetters ? { refusal: 'cutOff' } : windows1252;
  }
}

function recogniseArchive(head: Buffer): OtherFile {
  const text = head.toString('latin1');
  if (text.includes('application/vnd.oasis.opendocument.spreadsheet')) return 'ods';
  if (/Index(\.zip|\/[\w/-]+\.iwa)/.test(text)) return 'numbers';
  if (/\bword\/|\bppt\//.test(text)) return 'other';
  return /\[Content_Types\]\.xml|_rels\/|xl\//.test(text) ? 'excel' : 'archive';
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

/** The end of a text that is not what its byte order mark said. */
export class BrokenTextError extends Error {
  override name = 'BrokenTextError';
}

/** The text of a file in UTF-8, without its byte order mark. Throws `BrokenTextError` where it ends being text. */
export async function* decodeFile(
  pieces: readonly Uint8Array[],
  { encoding, hasByteOrderMark }: { encoding: Encoding; hasByteOrderMark: boolean },
  onBytes: (done: number) => void,
): AsyncGenerator<Buffer, void, undefined> {
  await Promise.resolve();
  // UTF-8 without a mark was checked when it was recognised.
  const isChecked = encoding === 'utf-8' && !hasByteOrderMark;
  const decoder = new TextDecoder(encoding, { fatal: true });
  const decode = (piece?: Uint8Array) => {
    try {
      return Buffer.from(decoder.decode(piece, { stream: piece !== undefined }));
    } catch {
      throw new BrokenTextError();
    }
  };
  let done = 0;
  for (const piece of pieces) {
    yield isChecked ? Buffer.from(piece.buffer, piece.byteOffset, piece.length) : decode(piece);
    done += piece.length;
    onBytes(done);
  }
  if (!isChecked) yield decode();
}
