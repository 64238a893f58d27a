import { isUtf8 } from 'node:buffer';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

const MARKS: readonly [Encoding, number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** .xlsx, .ods, .numbers and other ZIP files. */
const ZIP = [0x50, 0x4b, 0x03, 0x04];
/** .xls, and workbooks with a password. */
const OLE = [0xd0, 0xcf, 0x11, 0xe0];

const HEAD_SIZE = 4096;

const startsWith = (bytes: Uint8Array, mark: number[]): boolean => mark.every((byte, index) => bytes[index] === byte);

export const isZip = (file: Uint8Array): boolean => startsWith(file, ZIP);

/**
 * Decodes a file to UTF-8: by its byte order mark, which is left out, else as UTF-8, else as Windows-1252 if that gives
 * Latin text. Null for others.
 */
export function decodeFile(file: Uint8Array): { bytes: Buffer; encoding: Encoding } | null {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.length);
  if (startsWith(bytes, OLE)) return null;
  const mark = MARKS.find(([, start]) => startsWith(bytes, start));
  const encoding = mark?.[0] ?? (isUtf8(bytes) ? 'utf-8' : 'windows-1252');
  const decoded = decodeText(bytes.subarray(mark?.[1].length ?? 0), encoding);
  if (!decoded) return null;
  const head = decoded.subarray(0, HEAD_SIZE);
  // UTF-16 without a mark and binary files have many zeros. Some sites offer a web page or a PDF as a spreadsheet.
  const zeros = head.filter((byte) => byte === 0).length;
  if (zeros > head.length / 5 || /^(\s*<[a-z!?]|%PDF)/i.test(head.toString())) return null;
  if (encoding === 'windows-1252' && NOT_LATIN.test(decoded.toString())) return null;
  return { bytes: decoded, encoding };
}

/** Characters that a Latin text in Windows-1252 does not have: undefined ones, and four beyond ASCII in a row. */
const NOT_LATIN = /[\u0081\u008d\u008f\u0090\u009dƒ]|[\u00a1-\u024f]{4}/;

function decodeText(bytes: Buffer, encoding: Encoding): Buffer | null {
  if (encoding === 'utf-8') return isUtf8(bytes) ? bytes : null;
  try {
    return Buffer.from(new TextDecoder(encoding, { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
}
