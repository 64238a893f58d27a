import { describe, expect, test } from 'vitest';
import { foldForSearch } from '../../../src/clubs/names/fold.ts';
import { findNearestNames } from '../../../src/clubs/names/nearest.ts';
import { createTypos } from '../../support/typos.ts';
import { FIRST, KIND, PLACE, TOPIC } from '../../support/club-words.ts';
import { indexOf } from '../../support/name-index.ts';
import { readRealClubs, REAL_CLUBS_FOLDER } from '../../support/real-clubs.ts';

const ALL = () => true;

describe('The nearest names', () => {
  const names = ['Badminton', 'Bad Films Club', 'Club Échecs', 'Ski', 'Théâtre du Sous-sol', '中文角', 'Minton House'];
  const index = indexOf(names.map((name, id) => ({ id: id + 1, name, isActive: id % 2 === 0 })));
  const ordered = Array.from(index.ids, (id) => names[id - 1]);
  const find = (text: string, limit = 5, isWanted: (place: number) => boolean = ALL) =>
    findNearestNames(index, text, limit, isWanted).map((place) => ordered[place]);

  test.each([
    ['badmington', 'Badminton'],
    ['BADMINTONN', 'Badminton'],
    ['echcs', 'Club Échecs'],
    ['theatr du soussol', 'Théâtre du Sous-sol'],
    ['skii', 'Ski'],
  ])('of %s begin with %s', (text, name) => {
    expect(find(text)[0]).toBe(name);
  });

  test('are none where nothing is near, of what is too short, and of clubs that are not wanted', () => {
    expect(find('quantum physics')).toEqual([]);
    expect(find('sk')).toEqual([]);
    expect(find('')).toEqual([]);
    expect(find('badmington', 5, (place) => ordered[place] !== 'Badminton')).not.toContain('Badminton');
    expect(find('badmington', 1)).toHaveLength(1);
  });

  test.skipIf(!REAL_CLUBS_FOLDER)(
    'of a real name with two letters changed places have the club among the first five',
    () => {
      const clubs = readRealClubs();
      const all = indexOf(clubs.map(({ name }, id) => ({ id: id + 1, name, isActive: true })));
      const asked = clubs.filter(({ name }, id) => id % 40 === 0 && Array.from(name).length > 5);
      const missed = asked.filter(({ name }) => {
        const letters = Array.from(name);
        const middle = Math.floor(letters.length / 2);
        letters.splice(middle, 2, letters[middle + 1] ?? '', letters[middle] ?? '');
        const found = findNearestNames(all, letters.join(''), 5, ALL);
        return !found.some(
          (place) => foldForSearch(clubs[(all.ids[place] ?? 0) - 1]?.name ?? '') === foldForSearch(name),
        );
      });
      expect(asked.length).toBeGreaterThan(90);
      expect(missed.map(({ name }) => name)).toEqual([]);
    },
  );

  test('are those that a comparison of all letters of all names finds', () => {
    const many = Array.from({ length: 400 }, (_, id) =>
      [FIRST, TOPIC, KIND, PLACE]
        .map((words, at) => words[(id * (at * 7 + 1)) % words.length] ?? '')
        .join(' ')
        .trim(),
    );
    const all = indexOf(many.map((name, id) => ({ id: id + 1, name, isActive: id % 3 > 0 })));
    const typos = createTypos(1, many);
    let countOfFound = 0;
    for (let asked = 0; asked < 200; asked += 1) {
      const text = foldForSearch(typos.next());
      const isWanted = (place: number) => asked % 2 === 0 || all.active[place] === 1;
      // With fewer than the index compares, none is left out for the pairs that it shares.
      const alike = all.signatures.findMostAlike(Buffer.from(text), many.length, isWanted);
      const expected = alike
        .map((place) => ({ place, similarity: similarityOf(text, all.names.textOf(place)) }))
        .filter(({ similarity }) => similarity >= 0.35)
        .sort((a, b) => b.similarity - a.similarity || a.place - b.place)
        .slice(0, 5)
        .map(({ place }) => place);
      expect([text, findNearestNames(all, text, 5, isWanted)]).toEqual([text, expected]);
      countOfFound += expected.length;
    }
    expect(countOfFound).toBeGreaterThan(500);
  });
});

/** How alike a name is to a text, in the plainest way. */
function similarityOf(text: string, name: string): number {
  const longest = Math.max(text.length, name.length);
  const byLetters = Math.abs(text.length - name.length) > longest / 2 ? 0 : 1 - distanceOf(text, name) / longest;
  const [wanted, others] = [trigramsOf(text), trigramsOf(name)];
  const shared = [...wanted].filter((trigram) => others.has(trigram)).length;
  return Math.max(shared / (wanted.size + 0.2 * (others.size - shared)), byLetters);
}

/** Letters that are wrong, missing, too many, or have changed places with their neighbours. */
function distanceOf(a: string, b: string): number {
  const known = new Map<string, number>();
  const between = (i: number, j: number): number => {
    if (i === 0 || j === 0) return i + j;
    const key = `${i} ${j}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
    const least = Math.min(
      between(i - 1, j) + 1,
      between(i, j - 1) + 1,
      between(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1),
      isSwapped ? between(i - 2, j - 2) + 1 : Infinity,
    );
    known.set(key, least);
    return least;
  };
  return between(a.length, b.length);
}

function trigramsOf(text: string): Set<string> {
  const words = text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return new Set(
    words.flatMap((word) => Array.from({ length: word.length + 1 }, (_, at) => `  ${word} `.slice(at, at + 3))),
  );
}
