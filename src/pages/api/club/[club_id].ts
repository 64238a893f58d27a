import type { APIRoute } from 'astro';
import { clubsCachePolicy } from '../../../lib/cache-policy.ts';
import { toProfile } from '../../../clubs/list/api.ts';
import { readClubId } from '../../../clubs/search.ts';
import { findClubsById } from '../../../clubs/directory/queries.ts';
import { settings } from '../../../settings.ts';
import { json, problem } from '../../../lib/responses.ts';

/** One club, in the club profile schema. */
export const GET: APIRoute = async ({ params, cache, locals: { sql } }) => {
  const id = readClubId(params.club_id);
  const found = await findClubsById(sql, 'profile', id === null ? [] : [id]);
  const [club] = found.rows;
  if (!club) return problem({ status: 404, detail: 'No club has this id.' });
  cache.set(clubsCachePolicy(found.version));
  return json(toProfile(club, settings().siteUrl));
};
