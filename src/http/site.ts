import type { IncomingMessage } from 'node:http';
import type { Application } from './application.ts';
import type { BufferedResponse, SendOptions } from './buffered-response.ts';
import type { ReadClientAddress } from './client-address.ts';
import type { DataVersion } from './data-version.ts';
import type { ConcurrencyLimiter } from './load-shedding.ts';
import type { RateLimit } from './rate-limit.ts';
import type { Renderer } from './render.ts';
import type { ResponseCache } from './response-cache.ts';
import type { StoredFiles } from './stored-files.ts';

export interface Site extends Application {
  clientAddress: ReadClientAddress;
  /** Null without a limit. */
  rateLimit: RateLimit | null;
  limiter: ConcurrencyLimiter;
  /** Receives every request when it is over, for the log and the metrics. */
  onRequest: (event: RequestEvent) => void;
  /** Receives every error of a request. `id` is undefined before the request has one. */
  onError: (method: string | undefined, url: string, error: unknown, id?: string) => void;
  /** Null until the database is available. */
  backend: Backend | null;
}

/** Available only with the database. */
export interface Backend {
  data: DataVersion;
  files: StoredFiles;
  cache: ResponseCache;
  render: Renderer;
}

/** Replaces the status if the client closed the connection early. */
export const CLOSED_EARLY = 'gone';

export interface RequestEvent {
  request: IncomingMessage;
  origin: 'rendered' | 'cache' | 'image' | 'file';
  status: number | typeof CLOSED_EARLY;
  ms: number;
  /** The pattern of the route; empty if no route answered. */
  route?: string;
  clientAddress?: string;
  /** Also in the response and in logged errors. */
  id?: string;
  /** Whether a route responded with Retry-After. */
  isRefusal?: boolean;
}

/** A response with its options, and the fields for the log and the metrics. */
export interface Reply extends SendOptions, Omit<RequestEvent, 'request' | 'status' | 'ms'> {
  response: BufferedResponse;
}
