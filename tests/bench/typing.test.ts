import { describe, expect, test } from 'vitest';
import { foldForSearch } from '../../src/clubs/names/fold.ts';
import { createTyping, createTypos, type Texts } from './typing.ts';
import { FIRST, KIND, PLACE, TOPIC } from './words.ts';

const NAMES = Array.from({ length: 2000 }, (_, index) =>
  [FIRST, TOPIC, KIND, PLACE].map((words, at) => words[(index * (at * 7 + 1)) % words.length] ?? '').join(' '),
).map((name) => name.trim());
const take = ({ next }: Texts, count: number) => Array.from({ length: count }, next);

describe('What somebody types', () => {
  test('grows letter by letter to the words of a name, up to fifteen letters', () => {
    const all = ['e', 'ec', 'ech', 'echo', 'g', 'go', 'go e', 'go ec', 'go ech', 'go echo'];
    expect(take(createTyping(1, ['Go Echo']), all.length).sort()).toEqual(all);
    const texts = take(createTyping(1, NAMES), 3000);
    expect(Math.max(...texts.map(({ length }) => length))).toBe(15);
    for (const text of texts) expect(NAMES.some((name) => name.toLowerCase().includes(text))).toBe(true);
  });
});

describe('What somebody mistypes', () => {
  test('is in no name, and differs from a name by a slip in one word', () => {
    const folded = NAMES.map(foldForSearch);
    const words = new Set(folded.flatMap((name) => name.split(' ')));
    for (const text of take(createTypos(1, NAMES), 1000).map(foldForSearch)) {
      expect(folded.filter((name) => name.includes(text))).toEqual([]);
      expect(text.split(' ').filter((word) => !words.has(word))).toHaveLength(1);
    }
  });
});

describe.each([
  ['typed', createTyping],
  ['mistyped', createTypos],
])('Texts that are %s', (_, create) => {
  test('come once until it begins anew, and then others', () => {
    const texts = create(1, NAMES);
    const first = take(texts, 2000);
    expect(new Set(first).size).toBe(first.length);
    texts.begin();
    const second = take(texts, 2000);
    expect(new Set(second).size).toBe(second.length);
    expect(second.slice(0, 100)).not.toEqual(first.slice(0, 100));
  });

  test('are the same for all who begin as often, however many they took', () => {
    const [one, other] = [create(1, NAMES), create(1, NAMES)];
    take(one, 700);
    one.begin();
    other.begin();
    expect(take(one, 100)).toEqual(take(other, 100));
  });

  test('end with an error where there are no others', () => {
    expect(() => take(create(1, ['Chess']), 1000)).toThrow('there is hardly another');
  });
});
