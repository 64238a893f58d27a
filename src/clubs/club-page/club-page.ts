import type { Locale } from '../../messages/locales.ts';
import { plainText } from '../../lib/html.ts';
import type { ClubStore } from '../directory/club-store.ts';
import { today } from '../record/day.ts';
import { loadSimilar } from './similar.ts';
import { textIn } from '../record/localized.ts';
import { showClub, type ShownClub } from '../record/shown-club.ts';
import { findClub } from './queries.ts';

/** The length of a summary in characters: about as many as search engines show. */
const SUMMARY = 200;

/** Loads the page of a club; null if the club does not exist. */
export async function loadClubPage(store: ClubStore, id: number) {
  const { version, rows } = await findClub(store.sql, id);
  const [row] = rows;
  if (!row) return null;
  const { parent, children, ...club } = row;
  return {
    ...{ version, parent, children, club: showClub(club) },
    ...(await loadSimilar(store, id, version)),
    isConfirmed: club.confirmedOn === today(),
  };
}

/** Plain text for search engines; empty without texts. */
export function summarize({ shortDescriptionHtml, descriptionHtml }: ShownClub, locale: Locale): string {
  const html = textIn(shortDescriptionHtml, locale) ?? textIn(descriptionHtml, locale);
  return plainText(html?.text ?? '', SUMMARY);
}
