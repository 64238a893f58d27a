import { foldForSearch } from './list/fold.ts';
import { firstCharacters } from './text.ts';

export const LABEL_SEPARATOR = '; ';

/** `folded` is the label that addresses and searches use. */
export interface Category {
  label: string;
  folded: string;
}

/** The maximum length of a folded label, in characters: the links of a list repeat it hundreds of times. */
export const LABEL_COMPARED = 100;

/** Folds a label for comparison: `Musique ` becomes `musique`. */
export const foldLabel = (label: string): string => firstCharacters(foldForSearch(label), LABEL_COMPARED).trim();

/** The categories of a club in their order, without duplicates. */
export function readCategories(text: string): Category[] {
  const categories = new Map<string, Category>();
  for (const part of text.split(LABEL_SEPARATOR)) {
    const folded = foldLabel(part);
    if (folded !== '' && !categories.has(folded)) categories.set(folded, { label: part.trim(), folded });
  }
  return [...categories.values()];
}
