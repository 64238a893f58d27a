import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bitsOf, NameSignatures } from '../../../src/clubs/names/signatures.ts';

function signaturesOf(names: string[]): NameSignatures {
  const signatures = new NameSignatures(names.length);
  names.forEach((name, place) => {
    const bytes = Buffer.from(name);
    signatures.mark(place, bytes, 0, bytes.length);
  });
  return signatures;
}

function find(signatures: NameSignatures, text: string, from = 0): number[] {
  const places: number[] = [];
  signatures.find(Buffer.from(text), from, (place) => places.push(place) > 0);
  return places;
}

const arbitraryNames = fc.array(fc.string({ maxLength: 12 }), { minLength: 1, maxLength: 150 });

describe('The signatures of names', () => {
  test('lead to each name that contains a text, in their order, from any place on', () => {
    fc.assert(
      fc.property(
        arbitraryNames,
        fc.nat(),
        fc.nat(12),
        fc.integer({ min: 1, max: 4 }),
        fc.nat(150),
        (names, pick, start, length, from) => {
          const text = (names[pick % names.length] ?? '').slice(start, start + length);
          fc.pre(text !== '');
          const expected = names.flatMap((name, place) => (place >= from && name.includes(text) ? [place] : []));
          const found = find(signaturesOf(names), text, from);
          expect(found).toEqual([...new Set(found)].toSorted((a, b) => a - b));
          expect(found.filter((place) => names[place]?.includes(text))).toEqual(expected);
          expect(found.every((place) => place >= from && place < names.length)).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('lead to the names that share most bits with a text, of the same number the first', () => {
    const long = 'the quick brown fox jumps over a lazy dog while five boxing wizards pack my jugs of liquid veg';
    const part = fc.tuple(fc.nat(40), fc.nat(long.length)).map(([from, to]) => long.slice(from, to));
    const arbitraryText = fc.oneof(
      fc.string({ maxLength: 12 }),
      fc.stringMatching(/^[a-e ]{0,20}$/),
      part,
      fc.constant(long),
    );
    fc.assert(
      fc.property(
        fc.array(arbitraryText, { minLength: 1, maxLength: 150 }),
        arbitraryText,
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 4 }),
        (names, text, limit, step) => {
          const isWanted = (place: number) => place % step === 0;
          // 63 are counted.
          const bits = [...bitsOf(Buffer.from(text))].slice(0, 63);
          const expected = names
            .map((name, place) => {
              const own = bitsOf(Buffer.from(name));
              return { place, shared: bits.filter((bit) => own.has(bit)).length };
            })
            .filter(({ place, shared }) => isWanted(place) && shared > 0 && shared >= bits.length / 2)
            .sort((a, b) => b.shared - a.shared || a.place - b.place)
            .slice(0, limit)
            .map(({ place }) => place);
          expect(signaturesOf(names).findMostAlike(Buffer.from(text), limit, isWanted)).toEqual(expected);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('stop when enough was found', () => {
    const places: number[] = [];
    signaturesOf(Array.from({ length: 100 }, () => 'chess')).find(Buffer.from('chess'), 30, (place) => {
      places.push(place);
      return places.length < 3;
    });
    expect(places).toEqual([30, 31, 32]);
  });

  test('rule out most names that do not contain the text', () => {
    const names = [
      'chess club',
      'rowing society',
      'salsa',
      'debating union',
      'judo',
      'football',
      'choir of the law school',
    ];
    const signatures = signaturesOf(names);
    expect(names.map((name) => find(signatures, name))).toEqual(names.map((_, place) => [place]));
  });

  test('tell of one letter from a to z whether it is there, and say so', () => {
    const names = ['chess', 'rowing', 'xylophone', '中文角', '0123456789 -_%', ''];
    for (const letter of 'abcdefghijklmnopqrstuvwxyz') {
      expect(NameSignatures.isCertain(Buffer.from(letter))).toBe(true);
      const expected = names.flatMap((name, place) => (name.includes(letter) ? [place] : []));
      expect(find(signaturesOf(names), letter), letter).toEqual(expected);
    }
    for (const text of ['', 'ab', ' ', '1', 'é', '文']) expect(NameSignatures.isCertain(Buffer.from(text))).toBe(false);
  });

  test('are the same after any stretches of them were copied', () => {
    const stretch = fc.record({ from: fc.nat(150), length: fc.nat(150) });
    fc.assert(
      fc.property(arbitraryNames, fc.array(stretch, { maxLength: 6 }), (names, stretches) => {
        const signatures = signaturesOf(names);
        const order = stretches.flatMap(({ from, length }) => names.slice(from, from + length));
        const copy = new NameSignatures(order.length);
        let at = 0;
        for (const { from, length } of stretches) {
          const to = Math.min(names.length, from + length);
          if (to <= from) continue;
          copy.copy(signatures, from, to, at);
          at += to - from;
        }
        const fresh = signaturesOf(order);
        for (const name of new Set(names)) if (name) expect(find(copy, name)).toEqual(find(fresh, name));
      }),
      { numRuns: 300 },
    );
  });
});
