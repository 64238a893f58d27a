import { AGAIN_SECONDS } from '../http.ts';
import { paths } from '../paths.ts';
import { textAnswer, type Answer } from '../http/buffered-response.ts';

/** What a site lacks to answer everything, in a line for who runs it; null for nothing. */
export type FindLack = () => string | null;

const OK = textAnswer(200, 'ok\n', { 'Cache-Control': 'no-store' });

/** What who watches the process is told: that it answers, and whether it can answer everything; null at other addresses. */
export function findHealth(path: string, findLack: FindLack): Answer | null {
  if (path === paths.health) return OK;
  if (path !== paths.readiness) return null;
  const lack = findLack();
  const headers = { 'Cache-Control': 'no-store', 'Retry-After': String(AGAIN_SECONDS) };
  return lack === null ? OK : textAnswer(503, `${lack}\n`, headers);
}
