/** English and French stop words, folded. Acronyms may leave them out. */
export const STOPWORDS: ReadonlySet<string> = new Set(
  'a an and at by for from in of on the to with au aux d de des du en et l la le les pour sur'.split(' '),
);

/** Stop words, and words that many names have: a search by others ignores them. */
export const GENERIC_WORDS: ReadonlySet<string> = new Set([
  ...STOPWORDS,
  ...'association associations asso club clubs group groups groupe organization organizations society societies'.split(
    ' ',
  ),
  ...'student students etudiant etudiante etudiants etudiantes team teams equipe'.split(' '),
]);
