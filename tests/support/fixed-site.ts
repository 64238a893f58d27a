import { byLocale } from '../../src/messages/locales.ts';
import { createAnswer } from '../../src/http/buffered-response.ts';
import { Workload } from '../../src/http/load-shedding.ts';

/** Pages of errors that say which they are, and in which language. */
export const NAMED_ERROR_PAGES = byLocale((locale) => {
  const page = (status: number, name: string) =>
    createAnswer(status, {}, Buffer.from(`${locale}: ${name}`), { isKept: false });
  return {
    forbidden: page(403, 'forbidden'),
    notFound: page(404, 'not found'),
    serverError: page(500, 'server error'),
    unavailable: page(503, 'unavailable'),
    busy: page(503, 'busy'),
    tooMany: page(429, 'too many'),
    unsure: page(504, 'unsure'),
  };
});

/** A site that answers whatever it is asked, however much. */
export const withoutLimits = () => ({
  clientAddress: () => '192.0.2.1',
  rateLimit: null,
  workload: new Workload(10_000, () => 0),
  log: null,
  metrics: null,
});
