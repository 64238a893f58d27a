import { foldForSearch } from './fold.ts';
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

const splitLabels = (text: string): string[] =>
  text
    .split(/[;；\r\n]/)
    .map((label) => label.trim())
    .filter((label) => label !== '');

/** Formats categories as they are stored: `Sports;Outdoor` becomes `Sports; Outdoor`. */
export const formatCategories = (text: string): string => splitLabels(text).join(LABEL_SEPARATOR);

/** The categories of a club in their order, without duplicates. */
export function readCategories(text: string): Category[] {
  const categories = new Map<string, Category>();
  for (const label of splitLabels(text)) {
    const folded = foldLabel(label);
    if (folded !== '' && !categories.has(folded)) categories.set(folded, { label, folded });
  }
  return [...categories.values()];
}
