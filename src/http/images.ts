import type { IncomingMessage } from 'node:http';
import { IMAGE_HEADERS, type Rendition } from '../images/rendition.ts';
import { readImagePath } from '../paths.ts';
import { createResponse, type BufferedResponse } from './buffered-response.ts';
import type { Backend, Site } from './site.ts';

/** For as long as the rendition is in memory. */
const responses = new WeakMap<Rendition, BufferedResponse>();

/**
 * The response for a stored image. The rate limit counts missing images only, so that clients cannot guess
 * addresses; over the limit, the database is not asked.
 */
export async function respondImage(path: string, request: IncomingMessage, site: Site, { images }: Backend) {
  const { errors, rateLimit } = site;
  const name = readImagePath(path);
  if (!name) return errors('notFound', path);
  const isInMemory = images.kept(name) !== null;
  if (!isInMemory && rateLimit?.isExhausted(site.clientAddress(request))) return errors('tooManyRequests', path);
  const rendition = await images.find(name);
  if (!rendition) {
    rateLimit?.take(site.clientAddress(request));
    return errors('notFound', path);
  }
  const headers = { ...IMAGE_HEADERS, 'Content-Type': rendition.type };
  const response = responses.get(rendition) ?? createResponse(200, headers, rendition.bytes, { isCacheable: true });
  responses.set(rendition, response);
  return response;
}
