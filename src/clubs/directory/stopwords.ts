/** English and French stop words, folded. Acronyms may leave them out. */
export const STOPWORDS: ReadonlySet<string> = new Set(
  'a an and at by for from in of on the to with au aux d de des du en et l la le les pour sur'.split(' '),
);
