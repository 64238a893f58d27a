import type { ClubName } from '../../clubs/record/columns.ts';
import type { ClubPage } from '../../clubs/record/shown-club.ts';
import { identityIn } from '../../identity/identity.ts';
import { WEEKDAYS } from '../../lib/weekdays.ts';
import type { Locale } from '../../messages/locales.ts';
import { messages } from '../../messages/messages.ts';
import { absolute, pathsIn } from '../../paths.ts';
import { settings } from '../../settings.ts';

/* What search engines read about clubs (schema.org). */

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** A club with its meetings, and where its page is. `description` is plain text. */
export function describeClub({ club, parent }: ClubPage, locale: Locale, description: string): object[] {
  const paths = pathsIn(locale);
  const url = (path: string) => absolute(settings().siteUrl, path);
  const { name, association } = identityIn(locale);
  const days = DAYS.filter((_, index) => club.meetingDays.includes(WEEKDAYS[index] ?? ''));
  const { contact, meetingPlace } = club;
  const organization = {
    '@type': 'Organization',
    '@id': url(paths.clubView(club.id)),
    url: url(paths.clubView(club.id)),
    name: club.name,
    alternateName: club.aliases === '' ? undefined : club.aliases.split('|').map((alias) => alias.trim()),
    description: description || undefined,
    logo: club.logo === null ? undefined : url(club.logo),
    email: contact?.kind === 'mail' ? contact.label : undefined,
    sameAs: [club.website, ...club.links.map((link) => link.url)].filter((one) => /^https?:/.test(one ?? '')),
    parentOrganization: parent
      ? { '@type': 'Organization', name: parent.name, url: url(paths.clubView(parent.id)) }
      : { '@type': 'Organization', name: association },
  };
  const meetings = {
    '@type': 'Event',
    name: club.name,
    organizer: { '@id': organization['@id'] },
    location: meetingPlace === '' ? undefined : { '@type': 'Place', name: meetingPlace },
    eventSchedule: { '@type': 'Schedule', byDay: days.map((day) => `https://schema.org/${day}`) },
  };
  return [
    organization,
    ...(club.isActive && days.length > 0 ? [meetings] : []),
    listBreadcrumbs([
      [name, url(paths.home)],
      [messages(locale).clubList.heading, url(paths.clubList)],
      [club.name, organization.url],
    ]),
  ];
}

const listBreadcrumbs = (steps: readonly (readonly [name: string, url: string])[]) => ({
  '@type': 'BreadcrumbList',
  itemListElement: steps.map(([name, item], index) => ({ '@type': 'ListItem', position: index + 1, name, item })),
});

/** The clubs of a page of the list. */
export const describeList = (clubs: readonly ClubName[], first: number, locale: Locale): object[] => [
  {
    '@type': 'ItemList',
    itemListElement: clubs.map(({ id, name }, index) => ({
      '@type': 'ListItem',
      position: first + index,
      name,
      url: absolute(settings().siteUrl, pathsIn(locale).clubView(id)),
    })),
  },
];
