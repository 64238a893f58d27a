import type { ClubListPage } from '../../clubs/list/list-page.ts';
import type { Locale } from '../../messages/locales.ts';
import { messages } from '../../messages/messages.ts';

/** The search text of a list, or its correction, and the number of clubs that its pages show by why they match it. */
export function readResult({ form, page, paginator, mentions, about, facets }: ClubListPage) {
  const isInvalid = Object.keys(form.errors).length > 0;
  const isAbout = form.name === '' && about !== '';
  const text = isAbout ? about : mentions.text;
  const [called, others] = isAbout ? [0, paginator.count] : [paginator.count, mentions.total];
  // Other names are names, too.
  const named = called + others === 0 ? facets.bestMatches.length : called;
  const isSearch = facets.activeFilters.some(({ kind }) => kind !== 'status');
  const isEmpty = !isInvalid && page !== null && isSearch && named + others === 0;
  return { text, named, about: others, isInvalid, isEmpty };
}

/** The texts of the result heading, with data for scripts after a swap. */
export function resultTexts(list: ClubListPage, locale: Locale) {
  const t = messages(locale);
  const { page, paginator, form } = list;
  const { otherStatus, bestMatches } = list.facets;
  const result = readResult(list);
  const { text, isInvalid } = result;
  /** The heading, with the search text as it is passed. */
  const heading = <T>(shown: T): (T | string)[] => {
    if (!page) return [t.errors[404].title];
    if (isInvalid) return [t.clubList.invalid];
    return text === ''
      ? [t.clubList.result(paginator.count, form.clubStatus)]
      : t.clubList.found(shown, result, form.clubStatus);
  };
  const total = result.named + result.about;
  const others = otherStatus && t.clubList.otherStatus(otherStatus.count, otherStatus.isActive, total);
  const place = list.isPaginated && page ? { number: page.number, count: paginator.pageCount } : null;

  /** What screen readers announce. */
  const announcement = () => {
    const club = paginator.pageSize === 1 && place && list.clubs[0];
    const position = club && t.clubList.announcementOf(t.club.nameWithState(club), place.number, place.count);
    // The result was announced with the first club.
    if (position && (text === '' || place.number > 1)) return position;
    const found = heading(text).join('') + (place && !position ? t.clubList.place(place.number, place.count) : '');
    const best = bestMatches.map((match) => t.club.nameWithState(match)).join(', ');
    return [
      found + (others ? `, ${others}` : ''),
      best && `${t.clubList.bestMatches(bestMatches.length)} ${best}`,
      position,
    ]
      .filter(Boolean)
      .join('. ');
  };

  const data = {
    'data-title': t.clubList.title(page?.number ?? 1),
    'data-query': list.canonicalQuery,
    'data-club-status': isInvalid ? undefined : form.clubStatus,
    // Printed, too.
    'data-place': place ? t.clubList.place(place.number, place.count) : undefined,
    'data-announcement': announcement(),
    ...Object.fromEntries(list.views.map((view) => [`data-view-${view.name.toLowerCase()}`, `?${view.query}`])),
  };
  return { text, heading, others, data };
}
