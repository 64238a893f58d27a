import type { APIRoute } from 'astro';
import { formatFeed } from '../../../clubs/history/feed.ts';
import { listActiveFilters } from '../../../clubs/list/facets.ts';
import { loadListIds } from '../../../clubs/list/list-page.ts';
import { readClubListSearch, wholeListQuery, withParameter } from '../../../clubs/search.ts';
import { filterNames } from '../../../components/clubs/filter-texts.ts';
import { longWork } from '../../../lib/long-work.ts';
import { REVALIDATE } from '../../../lib/responses.ts';
import { settings } from '../../../settings.ts';

/** The news of a list with clubs of any status, because closing and reopening is news. */
export const GET: APIRoute = async ({ url, locals: { identity, locale, store } }) => {
  const search = readClubListSearch(url.searchParams);
  const { filter, request } = search;
  const anyStatus = withParameter(request, 'club_status', ['']).query;
  const ids = filter && (await loadListIds(store, new URLSearchParams(anyStatus)));
  if (!ids) return new Response(null, { status: 404 });
  const site = { siteUrl: settings().siteUrl, siteName: identity.name, locale };
  const query = wholeListQuery(request);
  const filters = filterNames(listActiveFilters(search, store.names()), locale);
  const xml = await longWork.add(() => formatFeed(store.sql, ids, { ...site, query, filters }));
  return new Response(xml, { headers: { ...REVALIDATE, 'Content-Type': 'application/atom+xml; charset=utf-8' } });
};
