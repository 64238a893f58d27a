import type { APIRoute } from 'astro';
import { readTableSearch } from '../../../clubs/board/club-search.ts';
import { selectClubs } from '../../../clubs/board/queries.ts';
import { formatClubWorkbook, TEMPLATE } from '../../../clubs/csv/export.ts';
import { today } from '../../../clubs/record/day.ts';
import { attachment } from '../../../lib/responses.ts';

export const GET: APIRoute = async ({ url, locals: { locale, sql } }) => {
  if (url.search === `?${TEMPLATE}`) return attachment('clubs.xlsx', await formatClubWorkbook(sql, null, locale));
  const search = readTableSearch(url.searchParams);
  if (!search) return new Response(null, { status: 404 });
  return attachment(`clubs-${today()}.xlsx`, await formatClubWorkbook(sql, selectClubs(sql, search), locale));
};
