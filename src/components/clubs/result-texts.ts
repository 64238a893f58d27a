import type { ClubListPage } from '../../clubs/list/list-page.ts';
import type { CategoryLink } from '../../clubs/list/facets.ts';
import type { Locale } from '../../messages/locales.ts';
import type { Messages } from '../../messages/en.ts';
import { messages } from '../../messages/messages.ts';

/** The texts of the result heading, with data for scripts after a swap. */
export function resultTexts(list: ClubListPage, locale: Locale) {
  const t = messages(locale);
  const { page, paginator, form } = list;
  const { otherStatus, suggestions } = list.facets;
  const isInvalid = Object.keys(form.errors).length > 0;
  const name = page && !isInvalid ? form.name : '';
  const result = !page
    ? t.errors[404].title
    : isInvalid
      ? t.clubList.invalid
      : t.clubList.result(paginator.count, form.clubStatus);
  const others = otherStatus && t.clubList.otherStatus(otherStatus.count, otherStatus.isActive, paginator.count);
  const place = list.isPaginated && page ? { number: page.number, count: paginator.pageCount } : null;

  /** What screen readers announce. */
  const announcement = () => {
    const club = paginator.pageSize === 1 && place && list.clubs[0];
    const position = club && t.clubList.announcementOf(t.club.nameWithState(club), place.number, place.count);
    // The result was announced with the first club.
    if (position && (name === '' || place.number > 1)) return position;
    const found = t.clubList.announcement(result, name, position ? null : place) + (others ? `, ${others}` : '');
    const meant = paginator.count === 0 ? suggestionTexts(suggestions, t) : [];
    const mentions = list.mentions.clubs.map((club) => t.club.nameWithState(club));
    return [
      found,
      position,
      mentions.length > 0 && `${t.clubList.mentions} ${mentions.join(', ')}`,
      meant.length > 0 && `${t.clubList.meant} ${meant.join(', ')}`,
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
  return { result, name, others, data };
}

const suggestionTexts = (categories: readonly CategoryLink[], t: Messages): string[] =>
  categories.map(({ label }) => `${t.clubList.categories.one} ${label}`);
