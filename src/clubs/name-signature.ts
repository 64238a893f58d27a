/**
 * Which bytes, and which pairs of neighbours, a text has, in 128 bits: a text that contains another has all the bits of
 * the other. So most names are ruled out of a search by a few numbers, without a look at their letters.
 */

/** Numbers of 32 bits that a signature takes in an array of them. */
export const SIGNATURE_WORDS = 4;

const PAIR_BITS = (SIGNATURE_WORDS - 1) * 32;
const LETTER_A = 0x61;
const LETTER_COUNT = 26;

/** The bit of the first number that says that a byte is there; a letter from a to z has one of its own. */
const byteBit = (byte: number): number => {
  const letter = byte - LETTER_A;
  return letter >= 0 && letter < LETTER_COUNT ? letter : LETTER_COUNT + (byte % (32 - LETTER_COUNT));
};

/** Writes the signature of the bytes from `start` to `end` into `signatures`, from the index `at`. */
export function writeSignature(text: Uint8Array, start: number, end: number, signatures: Int32Array, at: number): void {
  signatures.fill(0, at, at + SIGNATURE_WORDS);
  let previous = -1;
  for (let place = start; place < end; place += 1) {
    const byte = text[place] ?? 0;
    signatures[at] = (signatures[at] ?? 0) | (1 << byteBit(byte));
    if (previous !== -1) {
      const bit = (previous * 37 + byte * 11) % PAIR_BITS;
      const word = at + 1 + (bit >>> 5);
      signatures[word] = (signatures[word] ?? 0) | (1 << (bit & 31));
    }
    previous = byte;
  }
}

/** Whether the signature of a text says all that a search needs to know: of one letter from a to z it does. */
export const isWholeTruth = (text: Uint8Array): boolean => text.length === 1 && byteBit(text[0] ?? 0) < LETTER_COUNT;
