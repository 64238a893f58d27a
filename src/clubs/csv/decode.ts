import { isAscii, isUtf8 } from 'node:buffer';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** What a file is instead of a readable text. */
export type OtherFile = 'spreadsheet' | 'other' | 'damaged';

/** The text of a file in UTF-8, without a byte order mark. */
export interface DecodedFile {
  bytes: Buffer;
  encoding: Encoding;
  hasByteOrderMark: boolean;
}

const MARKS: readonly [Encoding, number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** .xlsx, .ods, .numbers and other ZIP files; .xls; gzip, PDF, JPEG, PNG. */
const SIGNATURES: readonly [OtherFile, number[]][] = [
  ['spreadsheet', [0x50, 0x4b, 0x03, 0x04]],
  ['spreadsheet', [0xd0, 0xcf, 0x11, 0xe0]],
  ['other', [0x1f, 0x8b]],
  ['other', [0x25, 0x50, 0x44, 0x46]],
  ['other', [0xff, 0xd8, 0xff]],
  ['other', [0x89, 0x50, 0x4e, 0x47]],
];

const HEAD_SIZE = 4096;

/** Decodes a file: by its byte order mark, else as UTF-8, else as Windows-1252. */
export function decodeFile(file: Uint8Array): DecodedFile | OtherFile {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.length);
  const startsWith = ([, mark]: readonly [unknown, number[]]) => mark.every((byte, index) => bytes[index] === byte);
  const signature = SIGNATURES.find(startsWith);
  if (signature) return signature[0];
  const mark = MARKS.find(startsWith);
  const decoded = mark ? decodeMarked(bytes, mark[0], mark[1].length) : decodeUnmarked(bytes);
  if (decoded === null) return 'damaged';
  const head = decoded.bytes.subarray(0, HEAD_SIZE);
  // UTF-16 and UTF-32 without a mark, and binary files, have many zeros. Some sites offer a web page as a spreadsheet.
  const zeros = head.filter((byte) => byte === 0).length;
  return zeros > head.length / 5 || /^\s*<[a-z!?]/i.test(head.toString()) ? 'other' : decoded;
}

function decodeMarked(bytes: Buffer, encoding: Encoding, markLength: number): DecodedFile | null {
  const text = bytes.subarray(markLength);
  if (encoding === 'utf-8') return isUtf8(text) ? { bytes: text, encoding, hasByteOrderMark: true } : null;
  try {
    const decoded = new TextDecoder(encoding, { fatal: true }).decode(text);
    return { bytes: Buffer.from(decoded), encoding, hasByteOrderMark: true };
  } catch {
    return null;
  }
}

function decodeUnmarked(bytes: Buffer): DecodedFile | null {
  if (isUtf8(bytes)) return { bytes, encoding: 'utf-8', hasByteOrderMark: false };
  if (isCutOff(bytes)) return null;
  const text = new TextDecoder('windows-1252').decode(bytes);
  return { bytes: Buffer.from(text), encoding: 'windows-1252', hasByteOrderMark: false };
}

/** Whether a text in UTF-8 ends within a character. */
function isCutOff(bytes: Buffer): boolean {
  const start = bytes.findLastIndex((byte) => byte >= 0xc0);
  const before = bytes.subarray(0, Math.max(0, start));
  return bytes.length - start < 4 && isUtf8(before) && !isAscii(before);
}
