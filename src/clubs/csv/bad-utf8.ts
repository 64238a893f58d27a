import { isAscii, isUtf8 } from 'node:buffer';
import { guessEncoding, readCutOff } from './encoding.ts';
import { keepValue, makeIssue, type FileIssue, type Place } from './issues.ts';
import { countLineEnds, findLineEnd } from './line-ends.ts';

/*
 * Records that are not in UTF-8, and what follows from them for the encoding of the whole file.
 */

/** A record that is not in UTF-8, by where it starts and by the line that shows it. */
export interface BadUtf8 extends Place {
  at: number;
  bytes: Buffer;
  /** It is in UTF-8 up to the last letter of the file, of which a part is missing. */
  isCutOff: boolean;
}

/** Bytes that are not UTF-8. Where nothing else beyond ASCII is UTF-8 either, the whole file is in another encoding. */
export class ForeignBytes {
  sawUtf8 = false;
  #first: BadUtf8 | undefined;
  readonly #lines: Pick<BadUtf8, 'line' | 'row' | 'at' | 'isCutOff'>[] = [];

  add(bad: BadUtf8): void {
    this.#first ??= bad;
    const { line, row, at, isCutOff } = bad;
    this.#lines.push({ line, row, at, isCutOff });
  }

  toIssues(): FileIssue[] {
    if (!this.#first) return [];
    if (this.sawUtf8) {
      return this.#lines.map(({ at, isCutOff, ...place }) =>
        makeIssue(place, isCutOff ? { code: 'cutOff' } : { code: 'rowNotUtf8', line: at === place.line ? null : at }),
      );
    }
    const { bytes, isCutOff } = this.#first;
    const { guess, text } = guessEncoding(bytes);
    const value = text === null ? null : keepValue(text.trim());
    return [makeIssue(this.#first, { code: 'fileNotUtf8', guess, isCutOff }, { value })];
  }
}

/** What the bytes of a record say of its encoding. */
export function findBadUtf8(record: Buffer, { line, row }: Place): { badUtf8: BadUtf8 | undefined; hasUtf8: boolean } {
  if (isUtf8(record)) return { badUtf8: undefined, hasUtf8: !isAscii(record) };
  const cutOff = readCutOff(record);
  // A line end is never a part of another character.
  let start = 0;
  for (;;) {
    const end = findLineEnd(record, start);
    const part = record.subarray(start, end < 0 ? record.length : end);
    if (end < 0 || !isUtf8(part)) {
      const at = line + countLineEnds(record.subarray(0, start));
      const badUtf8 = { line, row, at, bytes: part, isCutOff: cutOff !== null };
      return { badUtf8, hasUtf8: cutOff !== null && !isAscii(Buffer.from(cutOff)) };
    }
    start = end + 1;
  }
}
