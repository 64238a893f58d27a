import { findSurroundings, type ClubSurroundings } from './list/surroundings.ts';
import { describeContact } from './contact.ts';
import { today } from './day.ts';
import { serviceOf, type ClubLink, type Service } from './links.ts';
import { withOwnDirections } from '../lib/html.ts';
import type { ClubStore } from './club-store.ts';
import { findClub, type ClubDetail, type ClubFamily } from './queries.ts';
import type { Versioned } from './list/club-window.ts';

/** A link with its service; null for an unknown one. */
export interface ShownLink extends ClubLink {
  kind: Service | 'mail' | null;
}

export interface ShownClub extends Omit<ClubDetail, 'contact' | 'links' | 'summary'> {
  contact: ShownLink | null;
  links: ShownLink[];
}

export interface ClubPage extends ClubFamily {
  club: ShownClub;
}

export interface StoredClubPage extends ClubPage, Versioned {
  around: ClubSurroundings;
  club: ShownClub &
    Pick<ClubDetail, 'summary'> & {
      isConfirmed: boolean;
    };
}

/** Loads the page of a club; null if the club does not exist. */
export async function loadClubPage(store: ClubStore, id: number): Promise<StoredClubPage | null> {
  const { version, rows } = await findClub(store.sql, id);
  const [row] = rows;
  if (!row) return null;
  const { parent, children, ...club } = row;
  const around = await findSurroundings(store, club, version);
  const shown = { ...showClub(club), isConfirmed: club.confirmedOn === today() };
  return { version, club: shown, parent, children, around };
}

/** Adds what a page shows and the table does not store. */
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
