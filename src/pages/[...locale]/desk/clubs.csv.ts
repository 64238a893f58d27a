import type { APIRoute } from 'astro';
import { formatClubs } from '../../../clubs/csv/export.ts';
import { today } from '../../../clubs/record/day.ts';
import { selectClubs } from '../../../clubs/board/queries.ts';
import { readTableSearch } from '../../../clubs/board/club-search.ts';
import { csvFile } from '../../../lib/responses.ts';

export const GET: APIRoute = async ({ url, locals: { sql } }) => {
  const search = readTableSearch(url.searchParams);
  if (!search) return new Response(null, { status: 404 });
  // Read completely first: a slow client must not occupy a database connection.
  const parts: string[] = [];
  for await (const { text } of formatClubs(sql, selectClubs(sql, search))) parts.push(text);
  return csvFile(`clubs-${today()}.csv`, new Blob(parts));
};
