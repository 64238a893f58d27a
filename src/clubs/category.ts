import { foldForSearch } from './names/fold.ts';

/** What stands between the labels of a club's categories. */
export const LABEL_SEPARATOR = '; ';

/** A category as people read it, and as addresses and searches have it. */
export interface Category {
  label: string;
  folded: string;
}

/** The white space that the database takes away too; folding has made spaces of all other kinds. */
const trim = (text: string) => text.replace(/^[ \t\n\v\f\r]+|[ \t\n\v\f\r]+$/g, '');

/** A label as it is compared: `Musique ` is `musique`. */
export const foldLabel = (label: string): string => trim(foldForSearch(label));

/** The categories of a club, each once, in their order. */
export function readCategories(text: string): Category[] {
  const categories = new Map<string, Category>();
  for (const part of text.split(LABEL_SEPARATOR)) {
    const label = part.trim();
    const folded = foldLabel(label);
    if (folded !== '' && !categories.has(folded)) categories.set(folded, { label, folded });
  }
  return [...categories.values()];
}
