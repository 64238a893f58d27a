import type { APIContext } from 'astro';
import { clubsCachePolicy } from '../../lib/cache-policy.ts';
import { pageQuery } from '../../lib/pagination.ts';
import { json, problem } from '../../lib/responses.ts';
import { absolute, mainPaths, paths, withQuery } from '../../paths.ts';
import type { Issue } from '../../lib/result.ts';
import type { ClubStore } from '../directory/club-store.ts';
import type { ProfileValues } from '../record/fields.ts';
import type { ClubProfile } from './api-schemas.ts';
import { readClubApiSearch } from '../search.ts';
import { settings } from '../../settings.ts';
import { withIds } from './facts.ts';
import { loadClubWindow } from '../directory/club-window.ts';

/** For invalid parameters. */
export const respondToIssues = (issues: readonly Issue[]): Response =>
  problem({
    status: 422,
    detail: issues.map(({ field, message }) => `${field} ${message}`).join('; '),
    errors: issues.map(({ field, message }) => ({ parameter: field, detail: message })),
  });

/** Answers a search with clubs in the simple schema or the club profile schema. */
export async function answerApiSearch(
  store: ClubStore,
  { url, cache }: Pick<APIContext, 'url' | 'cache'>,
  kind: 'name' | 'profile',
): Promise<Response> {
  const { value: search, issues } = readClubApiSearch(url.searchParams);
  if (issues) return respondToIssues(issues);
  const { siteUrl } = settings();
  const filter = await withIds(store, search.filter);
  const { paginator, page, items, version } = await loadClubWindow<'name' | 'profile'>(store, kind, filter, search);
  if (!page) return problem({ status: 404, detail: `The last page is ${paginator.pageCount}.` });
  cache.set(clubsCachePolicy(version));
  const path = kind === 'name' ? paths.searchClub : paths.searchClubProfile;
  const addressOf = (number: number) => absolute(siteUrl, withQuery(path, pageQuery(search.request, number)));
  return json({
    count: paginator.count,
    next: page.hasNext ? addressOf(page.number + 1) : null,
    previous: page.hasPrevious ? addressOf(page.number - 1) : null,
    results: items.map((club) => ('isActive' in club ? toProfile(club, siteUrl) : club)),
  });
}

/** A club in the club profile schema. */
export const toProfile = (club: ProfileValues, siteUrl: string): ClubProfile => ({
  id: club.id,
  name: club.name,
  short_description: club.shortDescription,
  is_active: club.isActive,
  logo: club.logo && absolute(siteUrl, club.logo),
  url: absolute(siteUrl, mainPaths().clubView(club.id)),
});
