import type { APIRoute } from 'astro';
import { formatPublicClubs } from '../../../clubs/csv/export.ts';
import { today } from '../../../clubs/record/day.ts';
import { loadListIds } from '../../../clubs/list/list-page.ts';
import { longWork } from '../../../lib/long-work.ts';
import { csvFile } from '../../../lib/responses.ts';
import { settings } from '../../../settings.ts';

export const GET: APIRoute = async ({ url, locals: { store } }) => {
  const ids = await loadListIds(store, url.searchParams);
  if (!ids) return new Response(null, { status: 404 });
  const csv = await longWork.add(() => formatPublicClubs(store.sql, ids, settings().siteUrl));
  return csvFile(`clubs-${today()}.csv`, csv);
};
