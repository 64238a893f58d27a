import type { APIRoute } from 'astro';
import { loadClubProfile } from '../../../clubs/page.ts';
import { readClubId } from '../../../clubs/search.ts';
import { database } from '../../../db.ts';
import { settings } from '../../../env.ts';
import { json, problem } from '../../../http.ts';

/** One club, in the club profile schema. */
export const GET: APIRoute = async ({ params }) => {
  const id = readClubId(params.club_id);
  const club = id === null ? null : await loadClubProfile(database(), id, settings().siteUrl);
  return club ? json(club) : problem({ status: 404, title: 'Not found', detail: 'There is no club of this id.' });
};
