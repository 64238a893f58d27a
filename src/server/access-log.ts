import type { RequestListener } from 'node:http';
import { toLogged } from './error-log.ts';

/** Logs every request with its status and how long it took. */
export function logAccess(listener: RequestListener): RequestListener {
  return (request, response) => {
    const start = performance.now();
    response.once('close', () => {
      const took = (performance.now() - start).toFixed(1);
      const { method = '', url = '' } = request;
      console.log(`${new Date().toISOString()} ${method} ${toLogged(url)} ${response.statusCode} ${took} ms`);
    });
    listener(request, response);
  };
}
