import { withOwnDirections } from '../html.ts';
import type { Directory } from './directory.ts';
import { findClub, type ClubDetail, type ClubReference } from './queries.ts';
import type { Dated } from './slice.ts';

/** Everything that a club's own page shows. */
export interface ClubPage extends Dated {
  club: ClubDetail;
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
  };
  return { version, club, parent: club.parent, children: club.children };
}
