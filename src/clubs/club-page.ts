import { describeContact } from './contact.ts';
import { today } from './day.ts';
import { serviceOf, type ClubLink, type Service } from './links.ts';
import { withOwnDirections } from '../html.ts';
import type { Directory } from './directory.ts';
import { findClub, type ClubDetail, type ClubReference } from './queries.ts';
import type { Dated } from './slice.ts';

/** A link with what it leads to; null is no service that is known here. */
export interface ShownLink extends ClubLink {
  kind: Service | 'mail' | null;
}

/** Everything that a club's own page shows. */
export interface ClubPage extends Dated {
  club: Omit<ClubDetail, 'contact' | 'links'> & {
    contact: ShownLink | null;
    links: ShownLink[];
    /** Whether somebody has confirmed it today. */
    isConfirmed: boolean;
  };
  parent: ClubReference | null;
  children: ClubReference[];
}

/** Loads a club's own page; null when there is no such club. */
export async function loadClubPage({ sql }: Directory, id: number): Promise<ClubPage | null> {
  const { version, rows } = await findClub(sql, id);
  const [row] = rows;
  if (!row) return null;
  const club = {
    ...row,
    shortDescriptionHtml: withOwnDirections(row.shortDescriptionHtml),
    descriptionHtml: withOwnDirections(row.descriptionHtml),
    contact: row.contact === null ? null : showContact(row.contact),
    links: row.links.map((link) => ({ ...link, kind: serviceOf(link.url) })),
    isConfirmed: row.confirmedOn === today(),
  };
  return { version, club, parent: club.parent, children: club.children };
}

function showContact(contact: string): ShownLink {
  const { href, text, isEmail } = describeContact(contact);
  return { label: text, url: href, kind: isEmail ? 'mail' : serviceOf(href) };
}
