import type { APIRoute } from 'astro';
import { clubsCachePolicy } from '../../../lib/cache-policy.ts';
import { loadChanges } from '../../../clubs/list/changes.ts';
import { respondToIssues } from '../../../clubs/list/api.ts';
import { readAfter } from '../../../clubs/search.ts';
import { settings } from '../../../settings.ts';
import { json } from '../../../lib/responses.ts';

/** What changed since a position, for consumers that keep a copy. */
export const GET: APIRoute = async ({ url, cache, locals: { sql } }) => {
  const { value: after, issues } = readAfter(url.searchParams);
  if (issues) return respondToIssues(issues);
  const { version, body } = await loadChanges(sql, after, settings().siteUrl);
  cache.set(clubsCachePolicy(version));
  return json(body);
};
