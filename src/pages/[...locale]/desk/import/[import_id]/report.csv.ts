import type { APIRoute } from 'astro';
import { listIssues } from '../../../../../clubs/csv/plan.ts';
import { formatReport } from '../../../../../clubs/csv/issues.ts';
import { findIssues } from '../../../../../clubs/imports/queries.ts';
import { loadImport } from '../../../../../clubs/imports/stored-plan.ts';
import { readClubId } from '../../../../../clubs/search.ts';
import { csvFile } from '../../../../../lib/responses.ts';

export const GET: APIRoute = async ({ locals: { locale, sql }, params }) => {
  const id = readClubId(params.import_id);
  const loaded = id === null ? null : await loadImport(sql, id);
  if (!loaded || loaded.needsColumns) return new Response(null, { status: 404 });
  const { stored, plan } = loaded;
  const issues = plan ? listIssues(plan) : await findIssues(sql, stored.id);
  return csvFile('report.csv', formatReport(issues, locale));
};
