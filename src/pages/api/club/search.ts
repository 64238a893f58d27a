import type { APIRoute } from 'astro';
import { clubsCachePolicy } from '../../../lib/cache-policy.ts';
import { loadClubNames, respondToApiSearch } from '../../../clubs/list/api.ts';
import { clubStore } from '../../../clubs/directory/club-store.ts';
import { settings } from '../../../settings.ts';

/** Clubs by name, in the simple club schema. */
export const GET: APIRoute = async ({ url, cache }) => {
  const result = await loadClubNames(clubStore(), url.searchParams, settings().siteUrl);
  if (result.status === 200) cache.set(clubsCachePolicy(result.version));
  return respondToApiSearch(result);
};
