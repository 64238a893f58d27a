import { expect, test } from 'vitest';
import { foldForSearch } from '../../src/clubs/fold.ts';
import { describeEachDatabase } from '../support/database.ts';

/** Letters of the first plane that got their other case after Unicode 10, the oldest tables that a server may have. */
const YOUNGER = /[\u1c80-\u1cbf\u2c2f\u2c5f\ua7ae-\ua7ff]/u;
/** The first plane, and of the others the letters that have a case or a simpler form and are old enough. */
const RANGES = [
  [0x1, 0xffff],
  [0x10400, 0x1044f],
  [0x1d400, 0x1d7ff],
  [0x1f100, 0x1f1ff],
] as const;

describeEachDatabase('Folding in memory', (database) => {
  test('does what the database does, for every character', async () => {
    const characters: string[] = [];
    for (const [first, last] of RANGES) {
      for (let point: number = first; point <= last; point += 1) {
        // Surrogates are no characters; a byte order mark at the start of a text is lost on the way.
        if ((point < 0xd800 || point > 0xdfff) && point !== 0xfeff) characters.push(String.fromCodePoint(point));
      }
    }
    const folded = await database.sql<{ folded: string }[]>`
      select search_fold(character) as folded
      from unnest(${characters}::text[]) with ordinality as given(character, place) order by place`;
    const different = characters.filter(
      (character, place) => foldForSearch(character) !== folded[place]?.folded && !YOUNGER.test(character),
    );
    expect(different.map((character) => `${character} U+${character.codePointAt(0)?.toString(16)}`)).toEqual([]);
  });

  test('does what the database does, for words', async () => {
    const words = [
      'ΟΔΟΣ',
      'ΟΔΟΣΑ',
      'İstanbul',
      'ẞTRASSE',
      'Ǆungla',
      'E\u0301checs',
      'ﬁn',
      'ℌ',
      'Œuvre Łódź',
      'Þór',
      'Søren',
      '１２３',
      '가각',
      'が',
    ];
    const folded = await database.sql<{ folded: string }[]>`
      select search_fold(word) as folded
      from unnest(${words}::text[]) with ordinality as given(word, place) order by place`;
    expect(words.map(foldForSearch)).toEqual(folded.map((row) => row.folded));
  });
});
