import { foldForSearch } from './list/fold.ts';
import { firstCharacters } from './text.ts';

/** What stands between the labels of a club's categories. */
export const LABEL_SEPARATOR = '; ';

/** A category as people read it, and as addresses and searches have it. */
export interface Category {
  label: string;
  folded: string;
}

/**
 * So many characters of a folded label say which it is: the links of a list repeat those that are asked for hundreds of
 * times, and folding makes 18 characters of some.
 */
export const LABEL_COMPARED = 100;

/** A label as it is compared: `Musique ` is `musique`. */
export const foldLabel = (label: string): string => firstCharacters(foldForSearch(label), LABEL_COMPARED).trim();

/** The categories of a club, each once, in their order. */
export function readCategories(text: string): Category[] {
  const categories = new Map<string, Category>();
  for (const part of text.split(LABEL_SEPARATOR)) {
    const folded = foldLabel(part);
    if (folded !== '' && !categories.has(folded)) categories.set(folded, { label: part.trim(), folded });
  }
  return [...categories.values()];
}
