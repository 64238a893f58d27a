import type { ClubListPage } from '../../clubs/list-page.ts';
import type { CategoryLink, FilterChip } from '../../clubs/refinements.ts';
import type { Locale } from '../../messages/locales.ts';
import { messages } from '../../messages/messages.ts';

/** What stands outside of the list and follows it: as components draw it, and as the script draws it anew after a swap. */
export interface ListOutside {
  chips: { kind: FilterChip['kind']; text: string; query: string }[];
  /** The query of the list without any filter. */
  clearQuery: string;
  /** Those that are seen at once, and those behind "More". */
  categories: CategoryItem[];
  more: CategoryItem[];
  /** Whether others are behind neither. */
  isCut: boolean;
  /** How many filters are in force that a narrow page folds away: all but the name. */
  filterCount: string;
  /** What leads on to the result; empty where no search was made. */
  found: string;
  /** What the fields of the form have for this list. */
  name: string;
  clubStatus: string;
  /** The categories that the form keeps, as an address has them. */
  chosen: readonly string[];
}

/** A category as it is drawn: a list may have dozens, so that the names of these would be most of what is said. */
export type CategoryItem = readonly [label: string, count: string, query: string, isChosen?: true];

const CATEGORIES_SEEN = 8;

export function outsideOf(list: ClubListPage, locale: Locale): ListOutside {
  const { refinements, categories, form, paginator } = list;
  const t = messages(locale);
  return {
    chips: refinements.chips.map((chip) => ({ kind: chip.kind, text: textOf(chip, locale), query: chip.query })),
    clearQuery: refinements.clearQuery,
    ...categoryItems(refinements.categories, locale),
    isCut: refinements.areCategoriesCut,
    filterCount: t.number(countFolded(refinements.chips)),
    found: Object.keys(form.errors).length > 0 ? '' : t.clubSearch.found(paginator.count),
    name: form.name,
    clubStatus: form.clubStatus ?? '',
    chosen: categories,
  };
}

/** Categories as they are drawn. */
export function categoryItems(
  links: readonly CategoryLink[],
  locale: Locale,
): Pick<ListOutside, 'categories' | 'more'> {
  const t = messages(locale);
  const items = links.map(({ label, count, query, isChosen }): CategoryItem => {
    const item = [label, t.number(count), query] as const;
    return isChosen ? [...item, true] : item;
  });
  return { categories: items.slice(0, CATEGORIES_SEEN), more: items.slice(CATEGORIES_SEEN) };
}

/** All but the name, whose field is always there. */
export const countFolded = (chips: readonly FilterChip[]): number => chips.filter(({ kind }) => kind !== 'name').length;

function textOf({ kind, text }: FilterChip, locale: Locale): string {
  const t = messages(locale).clubSearch;
  if (kind !== 'status') return text;
  return text === 'false' ? t.inactive : t.all;
}
