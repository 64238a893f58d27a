import { settleWithin } from './timeout.ts';

/** Others wait this long for a running call, whose connection may have died without notice. In ms. */
export const WAIT_MS = 1000;

/**
 * Shares calls between concurrent callers. A result is never older than its request: callers during a call share the
 * next one, which a call that hangs delays by `waitMs` ms at most.
 */
export function shareCalls<T>(call: () => Promise<T>, waitMs = WAIT_MS): () => Promise<T> {
  let underWay: Promise<T> | null = null;
  let next: Promise<T> | null = null;

  const start = (): Promise<T> => {
    const started = call();
    const end = () => {
      if (underWay === started) underWay = null;
    };
    underWay = started;
    started.then(end, end);
    return started;
  };

  return () => {
    if (!underWay) return start();
    return (next ??= settleWithin(waitMs, underWay).then(() => {
      next = null;
      return start();
    }));
  };
}

/** Calls once and keeps the result. After a failure, the next caller calls again. */
export function keepUnlessFailed<Given extends unknown[], T>(
  call: (...given: Given) => Promise<T>,
): (...given: Given) => Promise<T> {
  let result: Promise<T> | null = null;
  const forget = (error: unknown) => {
    result = null;
    throw error;
  };
  return (...given) => (result ??= call(...given).catch(forget));
}

/** Callers during a call share it. */
export function shareUntilDone(call: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  return () => (running ??= call().finally(() => (running = null)));
}
