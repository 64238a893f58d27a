/** How the bytes of a file are to be read, or what the file is instead of a text. */
export type Recognised =
  { encoding: Encoding; hasByteOrderMark: boolean; refusal?: undefined } | { encoding?: undefined; refusal: string };

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/** As many bytes of a file as it takes to recognise it. */
export const HEAD_SIZE = 4096;

const SAVE_AS = 'save it as "CSV UTF-8" and import that file';

const startsWith = (head: Buffer, ...bytes: number[]) => bytes.every((byte, index) => head[index] === byte);

/** Tells what a file is by its first bytes. */
export function recogniseFile(head: Buffer): Recognised {
  if (startsWith(head, 0xef, 0xbb, 0xbf)) return { encoding: 'utf-8', hasByteOrderMark: true };
  if (startsWith(head, 0xff, 0xfe)) return { encoding: 'utf-16le', hasByteOrderMark: true };
  if (startsWith(head, 0xfe, 0xff)) return { encoding: 'utf-16be', hasByteOrderMark: true };
  if (startsWith(head, 0x50, 0x4b, 0x03, 0x04)) return { refusal: describeArchive(head) };
  if (startsWith(head, 0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)) {
    return { refusal: `is an old Excel workbook (.xls), not a CSV file: open it, ${SAVE_AS}` };
  }
  if (isUnmarkedUtf16(head)) {
    return { refusal: `is in UTF-16 without a byte order mark, which cannot be told for certain: open it, ${SAVE_AS}` };
  }
  return { encoding: 'utf-8', hasByteOrderMark: false };
}

function describeArchive(head: Buffer): string {
  const text = head.toString('latin1');
  if (text.includes('application/vnd.oasis.opendocument.spreadsheet')) {
    return `is a LibreOffice spreadsheet (.ods), not a CSV file: open it, and ${SAVE_AS.replace('"CSV UTF-8"', 'Text CSV with the character set UTF-8')}`;
  }
  if (/\[Content_Types\]\.xml|_rels\/|xl\//.test(text)) {
    return `is an Excel workbook (.xlsx), not a CSV file: open it in Excel, ${SAVE_AS}`;
  }
  return `is a compressed file (.zip) or a spreadsheet, not a CSV file: open what is in it, ${SAVE_AS}`;
}

/** Text in Latin letters has a zero in every second byte there, and none in UTF-8. */
function isUnmarkedUtf16(head: Buffer): boolean {
  const zeros = [0, 0];
  head.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  return head.length >= 4 && Math.max(even, odd) > head.length / 4 && Math.min(even, odd) <= head.length / 20;
}

/** Bytes that Windows-1252 has no letter for. */
const NOT_IN_WINDOWS_1252 = [0x81, 0x8d, 0x8f, 0x90, 0x9d];

/** What a record that is not in UTF-8 says when it is in Windows-1252; null when it cannot be. */
export const readWindows1252 = (bytes: Buffer): string | null =>
  NOT_IN_WINDOWS_1252.some((byte) => bytes.includes(byte)) ? null : new TextDecoder('windows-1252').decode(bytes);

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
): Promise<{ head: Buffer; chunks: AsyncGenerator<Uint8Array, void, undefined> }> {
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
      await iterator.return?.();
    }
  }
  return { head: Buffer.concat(first).subarray(0, HEAD_SIZE), chunks: all() };
}
