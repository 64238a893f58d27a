import fc from 'fast-check';
import { foldForSearch } from '../../src/clubs/record/fold.ts';
import { indexClub, NameIndex, type IndexRow } from '../../src/clubs/directory/name-index.ts';

/** A club of an index. */
export interface NamedClub {
  id: number;
  name: string;
  isActive: boolean;
  category?: string;
  aliases?: string;
}

/** The clubs in the order of code units, which is that of the list for these names. */
export const inOrder = (clubs: NamedClub[]) =>
  clubs.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.id - b.id));

export const toRow = ({ id, name, isActive, category = '', aliases = '' }: NamedClub): IndexRow => ({
  id,
  isActive,
  nameFolded: foldForSearch(name),
  category,
  aliases,
});

export function indexOf(clubs: NamedClub[], version = 'e-1'): NameIndex {
  return new NameIndex(
    version,
    inOrder(clubs).map((club) => indexClub(toRow(club))),
  );
}

/** Names that are hard to search, and random ones. */
export const arbitraryName = fc.oneof(
  fc.constantFrom(
    'Échecs',
    'Œnologie',
    'Łódź',
    '中文角',
    'a',
    'aa',
    'aaa',
    'a\nb',
    '100%',
    'x_y',
    '\\',
    'ABC abc',
    '😀 club',
    'L’Art  du ´thé`',
    'Rock\u200b–\u2009 Climbing\u00ad',
  ),
  fc.string({ minLength: 1, maxLength: 12 }),
);
/** Clubs with distinct ids from 1 to 60. */
export const arbitraryClubs = fc.uniqueArray(
  fc.record({
    id: fc.integer({ min: 1, max: 60 }),
    name: arbitraryName,
    isActive: fc.boolean(),
    category: fc.constantFrom('', 'Sport', 'Sport; Music', 'music', 'Théâtre; Music; sport '),
    aliases: fc.constantFrom('', 'CC', 'Chess|Échecs', 'cc|Go Club'),
  }),
  {
    selector: ({ id }) => id,
    maxLength: 40,
  },
);
