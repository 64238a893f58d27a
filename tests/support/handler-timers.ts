import { onTestFinished, vi } from 'vitest';
import type { openHandlerSite } from './handler-site.ts';
import type { Got } from './send.ts';

export const TIMERS = ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'performance'] as const;

/** Sends a request and lets this much time pass once it is being rendered. */
export async function afterRendering(
  site: Pick<Awaited<ReturnType<typeof openHandlerSite>>, 'get' | 'renders'>,
  path: string,
  ms: number,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Got> {
  vi.useFakeTimers({ toFake: [...TIMERS] });
  onTestFinished(() => void vi.useRealTimers());
  const before = site.renders.length;
  const response = site.get(path, headers, method);
  while (site.renders.length === before) await new Promise((done) => setImmediate(done));
  await vi.advanceTimersByTimeAsync(ms);
  vi.useRealTimers();
  return await response;
}
