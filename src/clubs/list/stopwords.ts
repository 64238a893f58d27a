/**
 * Words that carry no meaning in a name, in English and French: acronyms may
 * leave them out. In small letters without accents.
 */
export const STOPWORDS: ReadonlySet<string> = new Set(
  'a an and at by for from in of on the to with au aux d de des du en et l la le les pour sur'.split(' '),
);
