import { plainText } from '../../lib/html.ts';
import type { ClubStore } from '../directory/club-store.ts';
import { today } from '../record/day.ts';
import type { Versioned } from '../directory/club-window.ts';
import { findSurroundings, type ClubSurroundings } from './surroundings.ts';
import { showClub, type ClubPage } from '../record/shown-club.ts';
import { findClub } from './queries.ts';

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
    around: await findSurroundings(store, id, version),
    isConfirmed: club.confirmedOn === today(),
    summary: plainText(shortDescriptionHtml ?? '', SUMMARY) || plainText(descriptionHtml ?? '', SUMMARY),
  };
}
