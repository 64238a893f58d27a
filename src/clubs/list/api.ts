import { pageQuery } from '../../lib/pagination.ts';
import { json, problem } from '../../lib/responses.ts';
import { absolute, mainPaths, paths, withQuery } from '../../paths.ts';
import type { Issue } from '../../lib/result.ts';
import type { ClubStore } from '../directory/club-store.ts';
import { findClubsById } from '../directory/queries.ts';
import type { ClubColumns } from '../record/columns.ts';
import type { ProfileValues } from '../record/fields.ts';
import type { ClubProfile } from './api-schemas.ts';
import { readClubApiSearch } from '../search.ts';
import { withIds } from './facts.ts';
import { loadClubWindow, type Versioned } from '../directory/club-window.ts';

/** Searches clubs for the API, with items in the simple club schema. */
export const loadClubNames = (store: ClubStore, params: URLSearchParams, siteUrl: string) =>
  loadApiSearch(store, params, siteUrl, paths.searchClub, 'name', (row) => row);

/** Searches clubs for the API, with items in the club profile schema. */
export const loadClubProfiles = (store: ClubStore, params: URLSearchParams, siteUrl: string) =>
  loadApiSearch(store, params, siteUrl, paths.searchClubProfile, 'profile', (row) => toProfile(row, siteUrl));

/** For invalid parameters. */
export const respondToIssues = (issues: readonly Issue[]): Response =>
  problem({
    status: 422,
    detail: issues.map(({ field, message }) => `${field} ${message}`).join('; '),
    errors: issues.map(({ field, message }) => ({ parameter: field, detail: message })),
  });

export function respondToApiSearch(
  result: Awaited<ReturnType<typeof loadClubNames | typeof loadClubProfiles>>,
): Response {
  if (result.status === 422) return respondToIssues(result.issues);
  if (result.status === 200) return json(result.envelope);
  return problem({ status: 404, detail: `The last page is ${result.pageCount}.` });
}

/** One club in the club profile schema; null if it does not exist. */
export async function loadClubProfile(
  { sql }: ClubStore,
  id: number,
  siteUrl: string,
): Promise<({ profile: ClubProfile } & Versioned) | null> {
  const { version, rows } = await findClubsById(sql, 'profile', [id]);
  const [row] = rows;
  return row ? { version, profile: toProfile(row, siteUrl) } : null;
}

/** 404: the page does not exist. 422: the parameters are invalid. */
async function loadApiSearch<Kind extends keyof ClubColumns, Item>(
  store: ClubStore,
  params: URLSearchParams,
  siteUrl: string,
  path: string,
  kind: Kind,
  toItem: (row: ClubColumns[Kind]) => Item,
) {
  const { value: search, issues } = readClubApiSearch(params);
  if (issues) return { status: 422, issues } as const;
  const { paginator, page, items, version } = await loadClubWindow(
    store,
    kind,
    await withIds(store, search.filter),
    search,
  );
  if (!page) return { status: 404, pageCount: paginator.pageCount } as const;

  const addressOf = (number: number) => absolute(siteUrl, withQuery(path, pageQuery(search.request, number)));
  return {
    status: 200 as const,
    version,
    envelope: {
      count: paginator.count,
      next: page.hasNext ? addressOf(page.number + 1) : null,
      previous: page.hasPrevious ? addressOf(page.number - 1) : null,
      results: items.map(toItem),
    },
  };
}

export const toProfile = (club: ProfileValues, siteUrl: string): ClubProfile => ({
  id: club.id,
  name: club.name,
  short_description: club.shortDescription,
  is_active: club.isActive,
  logo: club.logo && absolute(siteUrl, club.logo),
  url: absolute(siteUrl, mainPaths().clubView(club.id)),
});
