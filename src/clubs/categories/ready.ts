import { withTurns } from '../../lib/batches.ts';
import { messages } from '../../messages/messages.ts';
import { LOCALES, type Locale } from '../../messages/locales.ts';
import { STOPWORDS } from '../directory/stopwords.ts';
import { singularOf } from '../directory/stem.ts';
import { INTEREST_GROUPS, searchWords } from '../directory/synonyms.ts';
import { foldLabel, type Category } from '../record/category.ts';
import { countValues, type CategoryValue } from './match.ts';

/* A ready set of categories for clubs without any, and which of them a club probably belongs to. */

type ReadyCategory = Exclude<(typeof INTEREST_GROUPS)[number]['category'], 'other'>;

const LONGEST_TERM = 3;

const wordsOf = (text: string): string[] =>
  searchWords(text)
    .filter((word) => !STOPWORDS.has(word))
    .map(singularOf);

const BY_TERM = new Map<string, ReadyCategory>();
for (const { category, terms } of INTEREST_GROUPS)
  for (const term of terms.map((text) => wordsOf(text).join(' ')))
    if (category !== 'other' && !BY_TERM.has(term)) BY_TERM.set(term, category);

const CATEGORIES = [...new Set(BY_TERM.values())];

/** The categories of the distinct terms in a text. A longer term counts instead of its words. */
function findCategories(text: string): ReadyCategory[] {
  const words = wordsOf(text);
  const found = new Map<string, ReadyCategory>();
  for (let at = 0; at < words.length; at += 1) {
    for (let length = LONGEST_TERM; length > 0; length -= 1) {
      const term = words.slice(at, at + length).join(' ');
      const category = BY_TERM.get(term);
      if (category === undefined) continue;
      found.set(term, category);
      at += length - 1;
      break;
    }
  }
  return [...found.values()];
}

export interface ClubTexts {
  name: string;
  shortDescription?: string | undefined;
  description?: string | undefined;
}

/** In characters. */
const TEXT_READ = 500;
const IN_NAME = 3;
/** A term in the name, or two in the texts. */
const ENOUGH = 2;

/** The ready category that a club probably belongs to, of equal ones the first; null if there is none. */
export function proposeReady({ name, shortDescription = '', description = '' }: ClubTexts): ReadyCategory | null {
  const inName = findCategories(name);
  const inTexts = findCategories(`${shortDescription} ${description}`.slice(0, TEXT_READ));
  const score = (category: ReadyCategory) =>
    IN_NAME * inName.filter((other) => other === category).length +
    inTexts.filter((other) => other === category).length;
  const best = CATEGORIES.reduce((best, category) => (score(category) > score(best) ? category : best));
  return score(best) < ENOUGH ? null : best;
}

/** Before the name of a ready category, instead of a folded label. */
export const READY = 'ready:';

/** The ready categories of clubs, like `ready:sport`; empty without one. */
export async function proposeForAll(clubs: readonly ClubTexts[]): Promise<string[]> {
  const proposals: string[] = [];
  for await (const club of withTurns(clubs)) {
    const category = proposeReady(club);
    proposals.push(category ? READY + category : '');
  }
  return proposals;
}

/** The ready categories that are proposed for clubs, by frequency. One that exists in any language keeps that name. */
export async function countReady(clubs: readonly ClubTexts[], locale: Locale, existing: readonly Category[]) {
  const proposals = await proposeForAll(clubs);
  const values = countValues(clubs.map(({ name }, index) => ({ name, category: proposals[index] ?? '' })));
  return values.map((value): CategoryValue => {
    const nameIn = (locale: Locale) => labelsIn(locale)[value.folded.slice(READY.length)] ?? value.label;
    const names = new Set(LOCALES.map((other) => foldLabel(nameIn(other))));
    return { ...value, label: existing.find(({ folded }) => names.has(folded))?.label ?? nameIn(locale) };
  });
}

const labelsIn = (locale: Locale): Record<string, string> => messages(locale).categories.ready;
