import type { ActiveFilter } from '../../clubs/list/facets.ts';
import type { Fact } from '../../clubs/search.ts';
import type { ClubListPage } from '../../clubs/list/list-page.ts';
import { formatWeekdays } from '../../lib/weekdays.ts';
import { messages } from '../../messages/messages.ts';
import type { Locale } from '../../messages/locales.ts';
import { readResult } from './result-texts.ts';

/** A filter by a fact, for a link. */
export function factText(fact: Fact, locale: Locale, length: 'short' | 'long'): string {
  const { clubList, clubFields } = messages(locale);
  if (fact === 'open') return clubList.openNow;
  return fact === 'beginners' ? clubFields.beginners_welcome : formatWeekdays(locale, fact, length);
}

/** An active filter, for a link that removes it. */
export function filterText({ kind, text }: Pick<ActiveFilter, 'kind' | 'text'>, locale: Locale): string {
  const { clubList, clubSearch } = messages(locale);
  if (kind === 'about') return clubList.chips.about(text);
  if (kind === 'name' || kind === 'category') return text;
  if (kind === 'status') return clubSearch.inactive;
  return factText(kind, locale, 'long');
}

/** The filters in the title of a list. */
export const filterNames = (filters: readonly ActiveFilter[], locale: Locale): string[] =>
  filters.filter(({ kind }) => kind !== 'status').map((filter) => filterText(filter, locale));

/** Texts of the search form that depend on the list; may be empty. */
export function filterTexts(list: ClubListPage, locale: Locale): { filterCount: string; found: string } {
  const t = messages(locale);
  // The name has its own field, always visible.
  const filters = list.facets.activeFilters.filter(({ kind }) => kind !== 'name').length;
  const { isInvalid, named, about } = readResult(list);
  return {
    filterCount: filters === 0 ? '' : `(${t.number(filters)})`,
    found: isInvalid ? '' : t.clubSearch.found(named + about),
  };
}
