/** No byte of UTF-8: what stands behind each row. */
const END = 0xff;

/** So much room at the end is not worth another copy, in bytes and rows. */
export const MOST_ROOM = 65_536;

/** Texts in UTF-8, one behind the other in one piece of memory, each followed by a byte that no text has. */
export class TextRows {
  #bytes: Buffer;
  #starts: Uint32Array;
  #count = 0;

  /** With room for so many rows, and for all of their bytes. */
  constructor({ rows, bytes }: { rows: number; bytes: number }) {
    this.#bytes = Buffer.allocUnsafe(bytes);
    this.#starts = new Uint32Array(rows + 1);
  }

  /** All of them; behind the last there may be more. */
  get bytes(): Buffer {
    return this.#bytes;
  }

  get count(): number {
    return this.#count;
  }

  /** How many bytes there are. */
  get size(): number {
    return this.startOf(this.#count);
  }

  /** What it takes of memory, in bytes. */
  get byteLength(): number {
    return this.#bytes.byteLength + this.#starts.byteLength;
  }

  /** Where a row starts; of one behind the last, where that ends. */
  startOf(row: number): number {
    return this.#starts[row] ?? 0;
  }

  /** The text of a row. */
  textOf(row: number): string {
    return this.#bytes.toString('utf8', this.startOf(row), this.startOf(row + 1) - 1);
  }

  /** The row that a byte is in. */
  rowAt(byte: number): number {
    let from = 0;
    let to = this.#count;
    while (to - from > 1) {
      const middle = (from + to) >>> 1;
      if (this.startOf(middle) <= byte) from = middle;
      else to = middle;
    }
    return from;
  }

  add(text: Uint8Array): void {
    const start = this.size;
    this.#makeRoom(1, text.length + 1);
    this.#bytes.set(text, start);
    this.#bytes[start + text.length] = END;
    this.#starts[++this.#count] = start + text.length + 1;
  }

  /** Adds the rows from `from` to `to` of others. */
  copy(others: TextRows, from: number, to: number): void {
    const first = others.startOf(from);
    const end = others.startOf(to);
    this.#makeRoom(to - from, end - first);
    const shift = this.size - first;
    this.#bytes.set(others.#bytes.subarray(first, end), this.size);
    for (let row = from + 1; row <= to; row += 1) this.#starts[++this.#count] = others.startOf(row) + shift;
  }

  /** The same rows, without much room for others. */
  trimmed(): TextRows {
    if (this.#bytes.length - this.size <= MOST_ROOM && this.#starts.length - this.#count <= MOST_ROOM) return this;
    const trimmed = new TextRows({ rows: this.#count, bytes: this.size });
    trimmed.copy(this, 0, this.#count);
    return trimmed;
  }

  #makeRoom(rows: number, bytes: number): void {
    if (this.#count + rows >= this.#starts.length) {
      const larger = new Uint32Array((this.#count + rows) * 2 + 1);
      larger.set(this.#starts);
      this.#starts = larger;
    }
    if (this.size + bytes > this.#bytes.length) {
      const larger = Buffer.allocUnsafe((this.size + bytes) * 2);
      larger.set(this.#bytes.subarray(0, this.size));
      this.#bytes = larger;
    }
  }
}
