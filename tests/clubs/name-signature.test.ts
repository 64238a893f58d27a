import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isWholeTruth, SIGNATURE_WORDS, writeSignature } from '../../src/clubs/name-signature.ts';

function signatureOf(text: string): number[] {
  const bytes = Buffer.from(text);
  const signature = new Int32Array(SIGNATURE_WORDS).fill(-1);
  writeSignature(bytes, 0, bytes.length, signature, 0);
  return [...signature];
}

const mayContain = (text: string, part: string) => {
  const bits = signatureOf(text);
  return signatureOf(part).every((wanted, word) => ((bits[word] ?? 0) & wanted) === wanted);
};

describe('The signature of a name', () => {
  test('has all the bits of each of its parts', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(), fc.nat(), (text, one, other) => {
        const [start, end] = [one % (text.length + 1), other % (text.length + 1)].toSorted((a, b) => a - b);
        // Half of a letter has bytes of its own.
        const part = text.slice(start, end).toWellFormed();
        fc.pre(part === text.slice(start, end));
        expect(mayContain(text, part)).toBe(true);
      }),
    );
  });

  test('rules out most texts that are no part', () => {
    const names = [
      'chess club',
      'rowing society',
      'salsa',
      'debating union',
      'judo',
      'football',
      'choir of the law school',
    ];
    const wrong = names.flatMap((name) => names.filter((other) => other !== name && mayContain(name, other)));
    expect(wrong).toEqual([]);
  });

  test('tells of one letter from a to z whether it is there, and says so', () => {
    for (const letter of 'abcdefghijklmnopqrstuvwxyz') {
      expect(isWholeTruth(Buffer.from(letter))).toBe(true);
      for (const name of ['chess', 'rowing', 'xylophone', '中文角', '0123456789 -_%']) {
        expect(mayContain(name, letter), `${letter} in ${name}`).toBe(name.includes(letter));
      }
    }
    for (const text of ['', 'ab', ' ', '1', 'é', '文']) expect(isWholeTruth(Buffer.from(text))).toBe(false);
  });
});
