import { foldForSearch } from '../record/fold.ts';
import { INTERESTS } from './interests.ts';
import { singularOf } from './stem.ts';

/** The folded words of a text, split like in the database. */
export function searchWords(text: string): string[] {
  return foldForSearch(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The same for the singular and the plural of a term. */
const keyOf = (term: string) => term.split(' ').map(singularOf).join(' ');
export const toTerm = (text: string) => searchWords(text).join(' ');
export const toTerms = (text: string) => text.split(',').map(toTerm).filter(Boolean);

// Once: folding takes several milliseconds.
export const INTEREST_GROUPS = (Object.keys(INTERESTS) as (keyof typeof INTERESTS)[]).flatMap((category) =>
  INTERESTS[category].split('|').map((group) => {
    const [mutual = '', oneWay = ''] = group.split(';');
    return { category, terms: toTerms(mutual), oneWay: toTerms(oneWay) };
  }),
);

type ByTerm = Map<string, ReadonlySet<string>>;

function add(byTerm: ByTerm, term: string, others: readonly string[]): void {
  const known = byTerm.get(keyOf(term)) ?? [];
  byTerm.set(keyOf(term), new Set([...known, ...others.filter((other) => other !== term)]));
}

const BUILT_IN: ByTerm = new Map();
for (const { terms, oneWay } of INTEREST_GROUPS) {
  const all = [...terms, ...oneWay];
  // The words of a term without synonyms need not follow each other.
  for (const term of all) if (all.length > 1 || !term.includes(' ')) add(BUILT_IN, term, terms);
}

/** The terms that a folded term also finds. */
export class Synonyms {
  readonly #byTerm: ByTerm = new Map(BUILT_IN);

  constructor(meanings: readonly { term: string; meaning: string }[] = []) {
    for (const { term, meaning } of meanings) add(this.#byTerm, toTerm(term), toTerms(meaning));
  }

  /** Without the term itself; undefined if there are none. */
  of(term: string): readonly string[] | undefined {
    const others = this.#byTerm.get(keyOf(term));
    return others && [...others];
  }
}
