import type { IncomingMessage } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isRead } from '../lib/requests.ts';

/** Event-loop lag, in ms, from which visitors get little capacity, and their share of the capacity then. */
const MAX_LAG_MS = 100;
const SHARE_WHEN_LAGGING = 1 / 16;
const [RESOLUTION_MS, SAMPLE_MS] = [20, 250];

/** Measures the event-loop lag from now on: the mean of the last quarter of a second, in ms. */
export function measureEventLoopLag(): () => number {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  let lag = 0;
  setInterval(() => {
    // In ns. A blocked event loop leaves no interval to measure.
    lag = histogram.count === 0 ? SAMPLE_MS : histogram.mean / 1e6 - RESOLUTION_MS;
    histogram.reset();
  }, SAMPLE_MS).unref();
  return () => lag;
}

/** Counts the requests being rendered, and refuses more than `capacity` of them. */
export class ConcurrencyLimiter {
  readonly #capacity: number;
  readonly #eventLoopLag: () => number;
  #active = 0;

  constructor(capacity: number, eventLoopLag: () => number) {
    this.#capacity = capacity;
    this.#eventLoopLag = eventLoopLag;
  }

  get active(): number {
    return this.#active;
  }

  /**
   * Starts a rendering and returns a function that ends it; null if it is refused. Requests with a session cookie and
   * forms keep their capacity while the event loop lags. A request counts once its body has arrived, so slow bodies take
   * no capacity.
   */
  acquire(request: IncomingMessage, { isPersonal }: { isPersonal: boolean }): (() => void) | null {
    const isLagging = !isPersonal && this.#eventLoopLag() >= MAX_LAG_MS;
    if (this.#active >= Math.ceil(this.#capacity * (isLagging ? SHARE_WHEN_LAGGING : 1))) return null;
    let isCounted = false;
    const start = () => {
      isCounted = true;
      this.#active += 1;
    };
    if (isRead(request) || request.complete) start();
    else request.once('end', start);
    return () => {
      request.off('end', start);
      if (isCounted) this.#active -= 1;
      isCounted = false;
    };
  }
}
