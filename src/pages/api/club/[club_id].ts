import type { APIRoute } from 'astro';
import { clubsCachePolicy } from '../../../lib/cache-policy.ts';
import { loadClubProfile } from '../../../clubs/list/api.ts';
import { readClubId } from '../../../clubs/search.ts';
import { clubStore } from '../../../clubs/directory/club-store.ts';
import { settings } from '../../../settings.ts';
import { json, problem } from '../../../lib/responses.ts';

/** One club, in the club profile schema. */
export const GET: APIRoute = async ({ params, cache }) => {
  const id = readClubId(params.club_id);
  const club = id === null ? null : await loadClubProfile(clubStore(), id, settings().siteUrl);
  if (club) cache.set(clubsCachePolicy(club.version));
  return club ? json(club.profile) : problem({ status: 404, detail: 'No club has this id.' });
};
