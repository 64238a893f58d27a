import { isAscii, isUtf8 } from 'node:buffer';
import { guessEncoding, readCutOff } from './encoding.ts';
import type { OtherEncoding } from './faults.ts';
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

/** So many rows in another encoding are told one by one; of more it is the file that is wrong. */
const TOLD = 5;

/** Bytes that are not UTF-8. Where nothing else beyond ASCII is UTF-8 either, the whole file is in another encoding. */
export class ForeignBytes {
  sawUtf8 = false;
  #first: BadUtf8 | undefined;
  #cutOff: BadUtf8 | undefined;
  readonly #rows: BadUtf8[] = [];
  #count = 0;

  add(bad: BadUtf8): void {
    this.#first ??= bad;
    // The last record of all.
    if (bad.isCutOff) this.#cutOff = bad;
    else {
      this.#count += 1;
      if (this.#rows.length < TOLD) this.#rows.push(bad);
    }
  }

  toIssues(): FileIssue[] {
    if (!this.#first) return [];
    if (!this.sawUtf8) {
      const { guess, value } = guessOf(this.#first);
      return [makeIssue(this.#first, { code: 'fileNotUtf8', guess, isCutOff: this.#first.isCutOff }, { value })];
    }
    return [...this.#toRowIssues(), ...(this.#cutOff ? [makeIssue(this.#cutOff, { code: 'cutOff' })] : [])];
  }

  #toRowIssues(): FileIssue[] {
    const [first] = this.#rows;
    if (first && this.#count > TOLD) {
      const { guess, value } = guessOf(first);
      const lines = this.#rows.map(({ line }) => line);
      return [makeIssue(first, { code: 'rowsNotUtf8', rows: this.#count, lines, guess }, { value })];
    }
    return this.#rows.map((bad) => {
      const { guess, value } = guessOf(bad);
      return makeIssue(bad, { code: 'rowNotUtf8', line: bad.at === bad.line ? null : bad.at, guess }, { value });
    });
  }
}

/** What is supposed of a record, and how its line reads then. */
function guessOf({ bytes }: BadUtf8): { guess: OtherEncoding; value: string | null } {
  const { guess, text } = guessEncoding(bytes);
  return { guess, value: text === null ? null : keepValue(text.trim()) };
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
