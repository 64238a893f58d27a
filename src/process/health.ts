import { textResponse, type BufferedResponse } from '../http/buffered-response.ts';
import { RETRY_AFTER_SECONDS } from './error-responses.ts';
import { paths } from '../paths.ts';

const OK = textResponse(200, 'ok\n', { 'Cache-Control': 'no-store' });

/** The response to `/healthz` (200) and `/readyz` (200, or 503 with the issue); null for other paths. */
export function findHealth(path: string, readinessIssue: () => string | null): BufferedResponse | null {
  if (path === paths.health) return OK;
  if (path !== paths.readiness) return null;
  const issue = readinessIssue();
  const headers = { 'Cache-Control': 'no-store', 'Retry-After': String(RETRY_AFTER_SECONDS) };
  return issue === null ? OK : textResponse(503, `${issue}\n`, headers);
}
