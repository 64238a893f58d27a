import { findSurroundings, type ClubSurroundings } from './list/surroundings.ts';
import { describeContact } from './contact.ts';
import { today } from './day.ts';
import { serviceOf, type ClubLink, type Service } from './links.ts';
import { withOwnDirections } from '../html.ts';
import type { ClubStore } from './club-store.ts';
import { findClub, type ClubDetail, type ClubFamily, type ClubSummary } from './queries.ts';
import type { Versioned } from './list/club-window.ts';

/** A link with what it leads to; null is no service that is known here. */
export interface ShownLink extends ClubLink {
  kind: Service | 'mail' | null;
}

/** What the page of a club shows of the club itself. */
export interface ShownClub extends ClubSummary, Pick<ClubDetail, 'descriptionHtml'> {
  contact: ShownLink | null;
  links: ShownLink[];
}

/** Everything that visitors read on a club's own page. */
export interface ClubPage extends ClubFamily {
  club: ShownClub;
}

/** The same of a club that is stored. */
export interface StoredClubPage extends ClubPage, Versioned {
  around: ClubSurroundings;
  club: ShownClub &
    Pick<ClubDetail, 'summary'> & {
      /** Whether somebody has confirmed it today. */
      isConfirmed: boolean;
    };
}

/** Loads a club's own page; null when there is no such club. */
export async function loadClubPage(store: ClubStore, id: number): Promise<StoredClubPage | null> {
  const { version, rows } = await findClub(store.sql, id);
  const [row] = rows;
  if (!row) return null;
  const { parent, children, ...club } = row;
  const around = await findSurroundings(store, club, version);
  const shown = { ...showClub(club), isConfirmed: club.confirmedOn === today() };
  return { version, club: shown, parent, children, around };
}

/** Makes of what is known of a club what its page shows. */
export const showClub = <Club extends Omit<ShownClub, 'contact' | 'links'> & Pick<ClubDetail, 'contact' | 'links'>>(
  club: Club,
) => ({
  ...club,
  shortDescriptionHtml: withOwnDirections(club.shortDescriptionHtml),
  descriptionHtml: withOwnDirections(club.descriptionHtml),
  contact: club.contact === null ? null : showContact(club.contact),
  links: club.links.map((link) => ({ ...link, kind: serviceOf(link.url) })),
});

function showContact(contact: string): ShownLink {
  const { href, text, isEmail } = describeContact(contact);
  return { label: text, url: href, kind: isEmail ? 'mail' : serviceOf(href) };
}
