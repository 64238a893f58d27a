import type { ClubListPage } from '../../clubs/list/list-page.ts';
import { messages } from '../../messages/messages.ts';
import type { Locale } from '../../messages/locales.ts';

/** Texts of the search form that depend on the list; may be empty. */
export function filterTexts(list: ClubListPage, locale: Locale): { filterCount: string; found: string } {
  const t = messages(locale);
  // The name has its own field, always visible.
  const filters = list.facets.activeFilters.filter(({ kind }) => kind !== 'name').length;
  return {
    filterCount: filters === 0 ? '' : `(${t.number(filters)})`,
    found: Object.keys(list.form.errors).length > 0 ? '' : t.clubSearch.found(list.paginator.count),
  };
}
