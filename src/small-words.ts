/**
 * Words of a name that say nothing by themselves, in the languages of the interface: its acronym may
 * leave them out. In small letters without accents.
 */
export const SMALL_WORDS: ReadonlySet<string> = new Set(
  'a an and at by for from in of on the to with au aux d de des du en et l la le les pour sur'.split(' '),
);
