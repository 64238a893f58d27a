import type { DataVersion } from './data-version.ts';
import type { ImageMemory } from '../images/memory.ts';
import type { Locale } from '../messages/locales.ts';
import type { RequestEvent } from '../process/request-log.ts';
import type { BufferedResponse, SendOptions } from './buffered-response.ts';
import type { ReadClientAddress } from './client-address.ts';
import type { ErrorResponses } from './error-responses.ts';
import type { ConcurrencyLimiter } from './load-shedding.ts';
import type { RateLimit } from './rate-limit.ts';
import type { Renderer } from './render.ts';
import type { ResponseCache } from './response-cache.ts';
import type { StaticFiles } from './static-files.ts';

export interface Site {
  files: StaticFiles;
  errors: ErrorResponses;
  siteUrl: string;
  defaultLocale: Locale;
  /** Why the site cannot serve everything at the moment; null if it can. */
  readinessIssue: () => string | null;
  clientAddress: ReadClientAddress;
  /** Null without a limit. */
  rateLimit: RateLimit | null;
  limiter: ConcurrencyLimiter;
  /** Receives every request when it is over, for the log and the metrics. */
  onRequest: (event: RequestEvent) => void;
  /** Null until the database is available. */
  backend: Backend | null;
}

/** Available only with the database. */
export interface Backend {
  store: DataVersion;
  images: Pick<ImageMemory, 'find' | 'kept'>;
  cache: ResponseCache;
  render: Renderer;
}

/** A response with its options, and the fields for the log and the metrics. */
export interface Reply extends SendOptions, Omit<RequestEvent, 'request' | 'status' | 'ms'> {
  response: BufferedResponse;
}
