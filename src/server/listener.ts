import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { sendStaticFile, type StaticFiles } from './static-files.ts';

/** Astro's own handler, as the adapter builds it: calls `next` for an address that is none of its routes. */
export type AstroHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => Promise<void>;

/** On every answer. The Content-Security-Policy is a page's own, and stands in astro.config.mjs. */
const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'SAMEORIGIN',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
} as const;

/** What the whole site answers: files of the build as they are, everything else through Astro. */
export function createListener(files: StaticFiles, astro: AstroHandler, siteUrl: string): RequestListener {
  const siteHost = new URL(siteUrl).host;

  const sendNotFound = (request: IncomingMessage, response: ServerResponse) => {
    const page = files.get('/404.html');
    if (page) sendStaticFile(page, request, response, 404);
    else response.writeHead(404).end();
  };

  return (request, response) => {
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value);

    const { method = 'GET', url = '/' } = request;
    const isRead = method === 'GET' || method === 'HEAD';
    const path = decodePath(url);
    const file = path === null || ERROR_PAGES.has(path) ? undefined : files.get(path);

    if (method === 'TRACE' || method === 'CONNECT' || (file && !isRead)) {
      refuseMethod(response);
    } else if (path === null) {
      sendNotFound(request, response);
    } else if (file) {
      sendStaticFile(file, request, response);
    } else {
      // Every host is served, none is believed: addresses are made from SITE_URL.
      request.headers.host = siteHost;
      void astro(request, response, () => {
        sendNotFound(request, response);
      });
    }
  };
}

/** Served for other addresses only. */
const ERROR_PAGES = new Set(['/404.html', '/500.html']);

function refuseMethod(response: ServerResponse): void {
  response
    .writeHead(405, { Allow: 'GET, HEAD', 'Content-Type': 'text/plain; charset=utf-8' })
    .end('Method not allowed.\n');
}

/** The path of a request's target, decoded; null for what is no path of this site. */
function decodePath(target: string): string | null {
  if (!target.startsWith('/') || target.startsWith('//')) return null;
  const end = target.search(/[?#]/);
  try {
    const path = decodeURIComponent(end === -1 ? target : target.slice(0, end));
    return path.includes('\0') ? null : path;
  } catch {
    return null;
  }
}
