import type { APIRoute } from 'astro';
import { formatReport, inWords } from '../../../../../clubs/csv/report.ts';
import { readReport, stagingOf } from '../../../../../clubs/csv/staging.ts';
import { directory } from '../../../../../clubs/directory.ts';
import { findKeptImport } from '../../../../../clubs/imports/kept-imports.ts';
import { readClubId } from '../../../../../clubs/search.ts';
import { ASK_EVERY_TIME } from '../../../../../http.ts';

export const GET: APIRoute = async ({ locals: { locale }, params }) => {
  const { sql } = directory();
  const id = readClubId(params.import_id);
  const kept = id === null ? null : await findKeptImport(sql, id);
  if (!kept?.file || kept.state !== 'planned') return new Response(null, { status: 404 });
  const { report, rows } = kept.file;
  const parts: string[] = [];
  const lines = inWords(readReport(sql, stagingOf(kept.id, rows)), locale);
  for await (const text of formatReport(lines, { ...report, locale, hasRows: report.rowsDiffer })) parts.push(text);
  return new Response(new Blob(parts), {
    headers: {
      ...ASK_EVERY_TIME,
      'Content-Type': 'text/csv; charset=utf-8; header=present',
      'Content-Disposition': 'attachment; filename="report.csv"',
    },
  });
};
