import { describe, expect, test } from 'vitest';
import { CardMemory, MAX_CARD_BYTES } from '../../src/clubs/cards.ts';
import type { ClubSummary } from '../../src/clubs/queries.ts';

const club = (id: number, name = `Club ${id}`): ClubSummary => ({
  id,
  name,
  logo: null,
  isActive: true,
  categories: [],
  website: null,
  confirmedOn: null,
  shortDescriptionHtml: '<p>Text</p>',
});

describe('The clubs in memory', () => {
  test('are the objects that were added, in the order that is asked for', () => {
    const cards = new CardMemory('e-1');
    const clubs = [club(1), club(2), club(3)];
    cards.add('e-1', clubs);
    const picked = cards.pick('e-1', [3, 9, 1]);
    expect(picked).toEqual([clubs[2], clubs[0]]);
    expect(picked[0]).toBe(clubs[2]);
  });

  test('are those of one version', () => {
    const cards = new CardMemory('e-5');
    cards.add('e-4', [club(1, 'older')]);
    cards.add('e-6', [club(2, 'newer')]);
    cards.add('e-5', [club(3)]);
    expect(cards.pick('e-5', [1, 2, 3])).toEqual([club(3)]);
    expect(cards.pick('e-4', [3])).toEqual([]);
    expect(cards.pick('e-6', [3])).toEqual([]);
  });

  test('go on to the next version without those that changed', () => {
    const cards = new CardMemory('e-1');
    cards.add('e-1', [club(1), club(2), club(3)]);
    cards.move('e-2', [2]);
    expect(cards.pick('e-2', [1, 2, 3])).toEqual([club(1), club(3)]);
    cards.move('e-3', null);
    expect(cards.pick('e-3', [1, 3])).toEqual([]);
  });

  test('are all that a directory of 10,000 has, with the texts that clubs usually write', () => {
    const cards = new CardMemory('e-1');
    const ids = Array.from({ length: 10_000 }, (_, id) => id);
    for (const id of ids) cards.add('e-1', [{ ...club(id), shortDescriptionHtml: 'Un été à la mer '.repeat(25) }]);
    expect(cards.pick('e-1', ids)).toHaveLength(10_000);
  });

  test('of which each takes as much as its letters do: in the row, and in the card of each language', () => {
    const countKept = (text: string) => {
      const cards = new CardMemory('e-1');
      const ids = Array.from({ length: 5000 }, (_, id) => id);
      for (const id of ids) cards.add('e-1', [{ ...club(id), shortDescriptionHtml: text }]);
      return cards.pick('e-1', ids).length;
    };
    const [ascii, latin, other] = ['e', 'é', 'ł'].map((letter) => countKept(letter.repeat(50_000)));
    // 1 byte and twice 1; 1 and twice 2; 2 and twice 2.
    expect(Number(ascii) / Number(latin)).toBeCloseTo(5 / 3, 1);
    expect(Number(ascii) / Number(other)).toBeCloseTo(6 / 3, 1);
  });

  test('take no more than their share of memory', () => {
    const cards = new CardMemory('e-1');
    const text = 'x'.repeat(10_000);
    const ids = Array.from({ length: 5000 }, (_, id) => id);
    for (const id of ids) cards.add('e-1', [{ ...club(id), shortDescriptionHtml: text }]);
    const kept = cards.pick('e-1', ids);
    expect(kept.length).toBeGreaterThan(100);
    // The text is there once more in each language, in the HTML of the card.
    expect(kept.length * text.length * 3).toBeLessThan(MAX_CARD_BYTES);
    expect(kept.at(-1)?.id).toBe(4999);
  });
});
