import type { Database, Sql } from '../../../db/client.ts';
import { isLostConnection } from '../../lib/database-errors.ts';
import { settings } from '../../settings.ts';
import { fetchLogos, type FetchLogosOptions, type FetchSummary } from '../csv/fetch-logos.ts';
import type { Actor } from '../history/step.ts';
import type { StoredImport } from './queries.ts';

interface LogoDownload {
  importId: number;
  done: number;
  total: number;
  isRunning: boolean;
  /** Null while it is running, or if it was interrupted. */
  summary: FetchSummary | null;
}

/** The current or last download of this process. Another process may download the same logos, which does no harm. */
let download: LogoDownload | null = null;

/** The logos of an import on other sites, the download under way, and the last one if it was started from this import. */
export async function loadLogoDownload(sql: Sql, { id, stepId }: Pick<StoredImport, 'id' | 'stepId'>) {
  const [{ waiting }] = await sql<[{ waiting: number }]>`
    select count(distinct foreign_logo_url)::integer as waiting from club
    where foreign_logo_url is not null and id in (select club_id from club_change where step_id = ${stepId}::float8::bigint)`;
  const isShown = download && (download.isRunning || download.importId === id);
  return { waiting, download: isShown ? download : null };
}

export type LogoDownloadPage = Awaited<ReturnType<typeof loadLogoDownload>>;

/** Downloads logos in the background, unless this process does so already. */
export function startLogoDownload(
  sql: Database,
  { id, fileName }: Pick<StoredImport, 'id' | 'fileName'>,
  actor: Actor,
  { from = settings().siteUrl, ...connecting }: Partial<FetchLogosOptions> = {},
): void {
  if (download?.isRunning) return;
  const current: LogoDownload = { importId: id, done: 0, total: 0, isRunning: true, summary: null };
  download = current;
  const step = { kind: 'import', actor, note: fileName } as const;
  const onProgress = (progress: { done: number; total: number }) => Object.assign(current, progress);
  fetchLogos(sql, { from, step, onProgress, ...connecting })
    .then((summary) => (current.summary = summary))
    // The site stops or its database is away.
    .catch((error: unknown) => isLostConnection(error) || console.error('Download of logos failed:', error))
    .finally(() => (current.isRunning = false));
}
