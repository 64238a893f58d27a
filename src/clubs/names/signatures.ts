/**
 * Which bytes, and which pairs of neighbours, each name of a list has, in 256 bits a name: a text that contains another
 * has all the bits of the other. The bits are kept by their meaning: one row says of 32 names in each of its numbers
 * which of them have the bit. So a search looks at a few rows, at 32 names in one step, and rules nearly all out.
 */

const LETTER_A = 0x61;
const LETTER_COUNT = 26;
const BYTE_BITS = 32;
const PAIR_BITS = 224;
export const BITS = BYTE_BITS + PAIR_BITS;

/** The bit that says that a byte is there; a letter from a to z has one of its own. */
const bitOfByte = (byte: number): number => {
  const letter = byte - LETTER_A;
  return letter >= 0 && letter < LETTER_COUNT ? letter : LETTER_COUNT + (byte % (BYTE_BITS - LETTER_COUNT));
};

const bitOfPair = (first: number, second: number): number => BYTE_BITS + ((first * 37 + second * 11) % PAIR_BITS);

export class NameSignatures {
  /** Numbers in a row; each stands for 32 names. */
  readonly #width: number;
  readonly #rows: Int32Array;
  /** How many names have each bit, roughly; counted when first needed. */
  #frequencies: Uint32Array | null = null;

  /** For so many names, which have no bits yet. */
  constructor(capacity: number) {
    this.#width = Math.ceil(capacity / 32);
    this.#rows = new Int32Array(BITS * this.#width);
  }

  /** Sets the bits of the name at a place: the bytes of `text` from `start` to `end`. */
  mark(place: number, text: Uint8Array, start: number, end: number): void {
    const column = place >>> 5;
    const bit = 1 << (place & 31);
    let previous = -1;
    for (let at = start; at < end; at += 1) {
      const byte = text[at] ?? 0;
      this.#set(bitOfByte(byte) * this.#width + column, bit);
      if (previous !== -1) this.#set(bitOfPair(previous, byte) * this.#width + column, bit);
      previous = byte;
    }
  }

  #set(index: number, bit: number): void {
    this.#rows[index] = (this.#rows[index] ?? 0) | bit;
  }

  /** Takes over the bits of the names from `from` to `to` of another list, to places from `at` that have none yet. */
  copy(other: NameSignatures, from: number, to: number, at: number): void {
    for (let row = 0; row < BITS; row += 1) {
      const source = other.#rows.subarray(row * other.#width, (row + 1) * other.#width);
      copyBits(source, from, this.#rows.subarray(row * this.#width, (row + 1) * this.#width), at, to - from);
    }
  }

  /**
   * Goes through the places from `from`, in their order, whose names may contain the text, until `take` says no. Where
   * `isCertain` says so, they do.
   */
  find(text: Uint8Array, from: number, take: (place: number) => boolean): void {
    const rows = this.#rows;
    const frequencies = (this.#frequencies ??= this.#countFrequencies());
    const bits = [...bitsOf(text)].sort((a, b) => (frequencies[a] ?? 0) - (frequencies[b] ?? 0));
    const [first = 0, second = first, ...others] = bits.map((bit) => bit * this.#width);
    for (let column = from >>> 5; column < this.#width; column += 1) {
      // Two rows leave little to do; and no call, no list: this runs for all of a million names.
      let places = (rows[first + column] ?? 0) & (rows[second + column] ?? 0);
      if (places === 0) continue;
      for (let index = 0; index < others.length && places !== 0; index += 1) {
        places &= rows[(others[index] ?? 0) + column] ?? 0;
      }
      // What comes before `from` in its number does not count.
      if (column === from >>> 5) places &= -1 << (from & 31);
      for (; places !== 0; places &= places - 1) {
        if (!take(column * 32 + 31 - Math.clz32(places & -places))) return;
      }
    }
  }

  /**
   * Up to `limit` places of names that have most of the letters and pairs of a text, those with more of them first, then
   * in the order of the list, of those that `isWanted`; none that have less than half.
   */
  findMostAlike(text: Uint8Array, limit: number, isWanted: (place: number) => boolean): number[] {
    const starts = [...bitsOf(text)].slice(0, MOST_COUNTED).map((bit) => bit * this.#width);
    const best = new BestCounts(starts.length, limit);
    const digits = new Int32Array(DIGITS);
    for (let column = 0; column < this.#width && best.least <= starts.length; column += 1) {
      this.#count(starts, column, digits);
      for (let places = whereAtLeast(digits, best.least); places !== 0; places &= places - 1) {
        const bit = 31 - Math.clz32(places & -places);
        const place = column * 32 + bit;
        if (isWanted(place)) best.add(place, countAt(digits, bit));
      }
    }
    return best.places();
  }

  /**
   * How many of the rows that start there have each of 32 names, as binary numbers whose lowest digits come first.
   * Nothing here depends on what is there, and four rows are one carry: this runs for all of a million names.
   */
  #count(starts: readonly number[], column: number, digits: Int32Array): void {
    const rows = this.#rows;
    let [ones, twos, fours, eights, sixteens, thirtyTwos] = [0, 0, 0, 0, 0, 0];
    for (let index = 0; index < starts.length; index += 4) {
      const a = rows[(starts[index] ?? 0) + column] ?? 0;
      const b = index + 1 < starts.length ? (rows[(starts[index + 1] ?? 0) + column] ?? 0) : 0;
      const c = index + 2 < starts.length ? (rows[(starts[index + 2] ?? 0) + column] ?? 0) : 0;
      const d = index + 3 < starts.length ? (rows[(starts[index + 3] ?? 0) + column] ?? 0) : 0;
      const firstTwos = (a & b) | ((a ^ b) & ones);
      ones ^= a ^ b;
      const secondTwos = (c & d) | ((c ^ d) & ones);
      ones ^= c ^ d;
      let carry = (firstTwos & secondTwos) | ((firstTwos ^ secondTwos) & twos);
      twos ^= firstTwos ^ secondTwos;
      const ofFours = fours & carry;
      fours ^= carry;
      carry = eights & ofFours;
      eights ^= ofFours;
      const ofSixteens = sixteens & carry;
      sixteens ^= carry;
      thirtyTwos ^= ofSixteens;
    }
    digits[0] = ones;
    digits[1] = twos;
    digits[2] = fours;
    digits[3] = eights;
    digits[4] = sixteens;
    digits[5] = thirtyTwos;
  }

  /** Looks at a part of long rows: the numbers only say which rows to look at first. */
  #countFrequencies(): Uint32Array {
    const step = Math.ceil(this.#width / SAMPLES);
    return Uint32Array.from({ length: BITS }, (_, row) => {
      let count = 0;
      for (let column = 0; column < this.#width; column += step) {
        for (let names = this.#rows[row * this.#width + column] ?? 0; names !== 0; names &= names - 1) count += 1;
      }
      return count;
    });
  }

  /** Whether a name with the bits of the text contains it: of one letter from a to z that is so. */
  static isCertain(text: Uint8Array): boolean {
    return text.length === 1 && bitOfByte(text[0] ?? 0) < LETTER_COUNT;
  }
}

/** Binary digits that bits are counted with: of a text with more bits than these can count, the first decide. */
const DIGITS = 6;
const MOST_COUNTED = 2 ** DIGITS - 1;

/** Which of 32 names have a count of at least so many. */
function whereAtLeast(digits: Int32Array, least: number): number {
  let places = -1;
  for (let digit = 0; digit < DIGITS; digit += 1) {
    const ones = digits[digit] ?? 0;
    places = (least >>> digit) & 1 ? places & ones : places | ones;
  }
  return places;
}

/** The count of one of 32 names. */
function countAt(digits: Int32Array, bit: number): number {
  let count = 0;
  for (let digit = 0; digit < DIGITS; digit += 1) count |= (((digits[digit] ?? 0) >>> bit) & 1) << digit;
  return count;
}

/** The places with the highest counts, of those that come in the order of the list. */
class BestCounts {
  readonly #limit: number;
  /** Places by their count. */
  readonly #byCount: number[][];
  /** How many there are with the lowest count that is kept, or a higher one. */
  #kept = 0;
  #lowest: number;

  /** Of counts up to `most`, the upper half. */
  constructor(most: number, limit: number) {
    this.#limit = limit;
    this.#byCount = Array.from({ length: most + 1 }, () => []);
    this.#lowest = Math.max(1, Math.ceil(most / 2));
  }

  /** What the count of the next place has to be to make a difference: of the same count the first are enough. */
  get least(): number {
    return this.#kept < this.#limit ? this.#lowest : this.#lowest + 1;
  }

  add(place: number, count: number): void {
    if (count < this.least) return;
    this.#byCount[count]?.push(place);
    this.#kept += 1;
    // Without those that have the lowest there may be enough as well.
    while (this.#kept - this.#countLowest() >= this.#limit) {
      this.#kept -= this.#countLowest();
      this.#lowest += 1;
    }
  }

  #countLowest(): number {
    return this.#byCount[this.#lowest]?.length ?? Infinity;
  }

  /** The highest counts first. */
  places(): number[] {
    return this.#byCount.slice(this.#lowest).reverse().flat().slice(0, this.#limit);
  }
}

/** So many numbers of a row are enough to know how frequent its bit is. */
const SAMPLES = 1000;

/** The bits of a name with this text. */
export function bitsOf(text: Uint8Array): Set<number> {
  const bits = new Set<number>();
  for (let at = 1; at < text.length; at += 1) bits.add(bitOfPair(text[at - 1] ?? 0, text[at] ?? 0));
  for (const byte of text) bits.add(bitOfByte(byte));
  return bits;
}

/** Copies `length` bits to where there are none yet. */
function copyBits(source: Int32Array, from: number, target: Int32Array, at: number, length: number): void {
  let done = 0;
  while (done < length) {
    const start = from + done;
    const end = at + done;
    const count = Math.min(32 - (end & 31), length - done);
    if (count === 32 && (start & 31) === 0) {
      // Whole numbers, as far as they go.
      const numbers = (length - done) >>> 5;
      target.set(source.subarray(start >>> 5, (start >>> 5) + numbers), end >>> 5);
      done += numbers * 32;
      continue;
    }
    target[end >>> 5] = (target[end >>> 5] ?? 0) | (readBits(source, start, count) << (end & 31));
    done += count;
  }
}

/** Up to 32 bits from a place. */
function readBits(source: Int32Array, from: number, count: number): number {
  const index = from >>> 5;
  const shift = from & 31;
  let bits = (source[index] ?? 0) >>> shift;
  if (shift + count > 32) bits |= (source[index + 1] ?? 0) << (32 - shift);
  return count === 32 ? bits : bits & ((1 << count) - 1);
}
