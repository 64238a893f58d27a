import type { Database, Sql } from '../../../db/client.ts';
import { isLostConnection } from '../../lib/errors.ts';
import { settings } from '../../settings.ts';
import { fetchLogos, type FetchLogosOptions, type FetchSummary } from '../csv/fetch-logos.ts';
import type { Actor } from '../history/step.ts';

interface LogoDownload {
  done: number;
  total: number;
  isRunning: boolean;
  /** Null while it is running, or if it was interrupted. */
  summary: FetchSummary | null;
}

/** The current or last download of this process. Another process may download the same logos, which does no harm. */
let download: LogoDownload | null = null;

/** The logos on other sites, the clubs that have them, and the current or last download. */
export async function loadLogoDownload(sql: Sql) {
  const [waiting] = await sql<[{ logos: number; clubs: number }]>`
    select count(distinct foreign_logo_url)::int as logos, count(foreign_logo_url)::int as clubs from club`;
  return { ...waiting, download };
}

/** Downloads logos in the background, unless this process does so already. */
export function startLogoDownload(
  sql: Database,
  actor: Actor,
  { from = settings().siteUrl, ...connecting }: Partial<FetchLogosOptions> = {},
): void {
  if (download?.isRunning) return;
  const current: LogoDownload = { done: 0, total: 0, isRunning: true, summary: null };
  download = current;
  const step = { kind: 'import', actor, note: 'Logos' } as const;
  const onProgress = (progress: { done: number; total: number }) => Object.assign(current, progress);
  fetchLogos(sql, { from, step, onProgress, ...connecting })
    .then((summary) => (current.summary = summary))
    // The site stops or its database is away.
    .catch((error: unknown) => isLostConnection(error) || console.error('Download of logos failed:', error))
    .finally(() => (current.isRunning = false));
}
