import { describe, expect, test } from 'vitest';
import { CardCache } from '../../../src/clubs/directory/card-cache.ts';
import type { ClubSummary } from '../../../src/clubs/record/columns.ts';

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

describe('Cached clubs', () => {
  test('are returned in the requested order', () => {
    const cards = new CardCache('e-1');
    const clubs = [club(1), club(2), club(3)];
    cards.add('e-1', clubs);
    const picked = cards.get('e-1', [3, 9, 1]);
    expect(picked).toEqual([clubs[2], clubs[0]]);
    expect(picked[0]).toBe(clubs[2]);
  });

  test('belong to one version', () => {
    const cards = new CardCache('e-5');
    cards.add('e-4', [club(1, 'older')]);
    cards.add('e-6', [club(2, 'newer')]);
    cards.add('e-5', [club(3)]);
    expect(cards.get('e-5', [1, 2, 3])).toEqual([club(3)]);
    expect(cards.get('e-4', [3])).toEqual([]);
    expect(cards.get('e-6', [3])).toEqual([]);
  });

  test('move to the next version without changed clubs', () => {
    const cards = new CardCache('e-1');
    cards.add('e-1', [club(1), club(2), club(3)]);
    cards.advance('e-2', [2]);
    expect(cards.get('e-2', [1, 2, 3])).toEqual([club(1), club(3)]);
    cards.advance('e-3', null);
    expect(cards.get('e-3', [1, 3])).toEqual([]);
  });
});
