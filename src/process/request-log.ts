import { CLOSED_EARLY, type RequestEvent } from '../http/site.ts';
import { shortenAddress } from '../lib/ip-address.ts';
import { withFields } from '../lib/log.ts';
import { redactUrl } from './error-log.ts';

/** Logs each request as one line: the rendered ones, or all. */
export function createRequestLog(requests: 'rendered' | 'all'): (event: RequestEvent) => void {
  return ({ request, origin, status, ms, route = '', clientAddress = '', id = '', isRefusal = false }) => {
    if (origin !== 'rendered' && requests === 'rendered') return;
    const { method = '', url = '' } = request;
    const line = withFields('Request', {
      method,
      url: redactUrl(url),
      status,
      ms: Math.round(ms * 10) / 10,
      route,
      client: shortenAddress(clientAddress),
      id,
    });
    if (status === CLOSED_EARLY || (status === 503 && isRefusal)) console.warn(line);
    else if (status >= 500) console.error(line);
    else console.info(line);
  };
}
