import { plainHtml, plainText, withOwnDirections } from '../../lib/html.ts';
import { readCategories } from '../record/category.ts';
import type { ClubStore } from '../directory/club-store.ts';
import { describeContact } from '../record/contact.ts';
import { today } from '../record/day.ts';
import { serviceOf, type ClubLink, type Service } from '../record/links.ts';
import type { Versioned } from '../directory/club-window.ts';
import { findSurroundings, type ClubSurroundings } from './surroundings.ts';
import { findClub, type ClubDetail, type ClubFamily } from '../directory/queries.ts';

/** `kind` is null for an unknown service. */
interface ShownLink extends ClubLink {
  kind: Service | 'mail' | null;
}

export type ShownClub = ReturnType<typeof showClub>;

export interface ClubPage extends ClubFamily {
  club: ShownClub;
}

export interface StoredClubPage extends ClubPage, Versioned {
  around: ClubSurroundings;
  isConfirmed: boolean;
  /** Plain text for search engines; empty while its texts are not rendered. */
  summary: string;
}

/** The length of a summary in characters: about as many as search engines show. */
const SUMMARY = 200;

/** Loads the page of a club; null if the club does not exist. */
export async function loadClubPage(store: ClubStore, id: number): Promise<StoredClubPage | null> {
  const { version, rows } = await findClub(store.sql, id);
  const [row] = rows;
  if (!row) return null;
  const { parent, children, ...club } = row;
  const { shortDescriptionHtml, descriptionHtml } = club;
  const shown = showClub(club);
  return {
    ...{ version, parent, children, club: shown },
    around: await findSurroundings(store, shown, version),
    isConfirmed: club.confirmedOn === today(),
    summary: plainText(shortDescriptionHtml ?? '', SUMMARY) || plainText(descriptionHtml ?? '', SUMMARY),
  };
}

/** The values of a club that a page shows. Texts without HTML are shown as plain text. */
export const showClub = (club: Omit<ClubDetail, 'parentId' | 'createdAt'>) => ({
  ...club,
  shortDescriptionHtml: withOwnDirections(club.shortDescriptionHtml ?? plainHtml(club.shortDescription)),
  descriptionHtml: withOwnDirections(club.descriptionHtml ?? plainHtml(club.description)),
  categories: readCategories(club.category),
  contact: club.contact === null ? null : showContact(club.contact),
  links: club.links.map((link): ShownLink => ({ ...link, kind: serviceOf(link.url) })),
});

function showContact(contact: string): ShownLink {
  const { href, text, isEmail } = describeContact(contact);
  return { label: text, url: href, kind: isEmail ? 'mail' : serviceOf(href) };
}
