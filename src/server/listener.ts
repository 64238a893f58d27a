import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { readVersionTag } from '../cache-policy.ts';
import { normalizeClubAddress } from '../clubs/address.ts';
import { SESSION_COOKIE } from '../current-user.ts';
import { createAnswer, render, sendAnswer, type Answer, type AstroHandler, type Rendered } from './answer.ts';
import type { WatchedDirectory } from './directory.ts';
import type { PageCache, Entry } from './page-cache.ts';
import type { StaticFiles } from './static-files.ts';

/** What the listener stands on. */
export interface Site {
  files: StaticFiles;
  astro: AstroHandler;
  directory: WatchedDirectory;
  siteUrl: string;
  /** Null: every request is answered anew. */
  cache: PageCache | null;
  /** Whether a CDN in front is told what it may keep. */
  hasCdn: boolean;
}

/** An error is covered by the last good answer for so long, in ms. */
const STALE_IF_ERROR = 24 * 60 * 60 * 1000;

/** What the whole site answers: files of the build as they are, pages from the cache, everything else through Astro. */
export function createListener(site: Site): RequestListener {
  const { files, astro, directory, cache } = site;
  const siteHost = new URL(site.siteUrl).host;
  const underWay = new Map<string, { version: string; entry: Promise<Entry | Answer> }>();

  /** What Astro makes of a request, as an answer and with what it allows of it. */
  const renderAnswer = async (
    request: IncomingMessage,
  ): Promise<{ answer: Answer; version: string | null; maxAge: number }> => {
    // Every host is served, none is believed: addresses are made from SITE_URL.
    request.headers.host = siteHost;
    const rendered = await render(astro, request);
    if (!rendered) return { answer: files.notFound, version: null, maxAge: 0 };
    const version = readVersionTag(rendered.headers['Cache-Tag'] ?? '');
    const maxAge = Number(/\bmax-age=(\d+)/.exec(rendered.headers['CDN-Cache-Control'] ?? '')?.[1] ?? 0);
    return { answer: toAnswer(rendered, site.hasCdn), version, maxAge };
  };

  /** The answer for a key: kept, or made now, or by another request that began after the last known change. */
  const findForKey = (kept: PageCache, key: string, request: IncomingMessage): Entry | Promise<Entry | Answer> => {
    const old = kept.get(key);
    if (old && isFresh(old, directory)) {
      kept.counts.hits += 1;
      return old;
    }
    kept.counts.misses += 1;
    const known = directory.version();
    const same = underWay.get(key);
    if (same?.version === known) return same.entry;

    const entry = (async () => {
      const { answer, version, maxAge } = await renderAnswer(request);
      if (answer.status >= 500 && old && Date.now() - old.madeAt < STALE_IF_ERROR) {
        console.warn(`${key} cannot be made now: it is answered as of ${new Date(old.madeAt).toISOString()}.`);
        kept.counts.stale += 1;
        return old;
      }
      if (version === null) return answer;
      directory.observe(version);
      const madeAt = Date.now();
      const made: Entry = { answer, version, madeAt, freshUntil: madeAt + maxAge * 1000 };
      // A change that came meanwhile is not in it: good for who asked before, and for nobody after.
      const isKept = answer.status === 200 && maxAge > 0 && version === directory.version();
      if (isKept && answer.headers['Set-Cookie'] === undefined) kept.set(key, made);
      return made;
    })();
    underWay.set(key, { version: known, entry });
    const forget = () => {
      if (underWay.get(key)?.entry === entry) underWay.delete(key);
    };
    entry.then(forget, forget);
    return entry;
  };

  const send = (made: Entry | Answer, request: IncomingMessage, response: ServerResponse) => {
    if ('status' in made) sendAnswer(made, request, response);
    else if (isFresh(made, directory)) sendAnswer(made.answer, request, response);
    else sendAnswer(made.answer, request, response, Math.floor((Date.now() - made.madeAt) / 1000));
  };

  const answerThroughAstro = async (request: IncomingMessage, response: ServerResponse, path: string) => {
    const key = cache && isShared(request) ? findKey(cache, request, path) : null;
    try {
      if (cache && key !== null) send(await findForKey(cache, key, request), request, response);
      else sendAnswer((await renderAnswer(request)).answer, request, response);
    } catch (error) {
      console.error(error);
      if (!response.headersSent) response.writeHead(500).end();
    }
  };

  return (request, response) => {
    const { method = 'GET', url = '/' } = request;
    const isRead = method === 'GET' || method === 'HEAD';

    if (cache && isRead) {
      const key = cache.keyOf(spellingOf(request));
      const entry = key === undefined ? undefined : cache.get(key);
      if (entry && isFresh(entry, directory) && isShared(request)) {
        cache.counts.hits += 1;
        sendAnswer(entry.answer, request, response);
        return;
      }
    }

    const path = decodePath(url);
    const file = path === null ? undefined : files.byPath.get(path);
    if (method === 'TRACE' || method === 'CONNECT' || (file && !isRead))
      sendAnswer(METHOD_NOT_ALLOWED, request, response);
    else if (path === null) sendAnswer(files.notFound, request, response);
    else if (file) sendAnswer(file, request, response);
    else void answerThroughAstro(request, response, path);
  };
}

const isFresh = (entry: Entry, directory: WatchedDirectory) =>
  entry.version === directory.version() && entry.freshUntil > Date.now() && directory.isCertain();

/** Whether everybody gets the same answer: who is signed in may get one of their own. */
const isShared = ({ method, headers }: IncomingMessage) =>
  (method === 'GET' || method === 'HEAD') && !headers.cookie?.includes(`${SESSION_COOKIE}=`);

/** The address as it was sent, and which of the two variants; a restore of the history gets the full page. */
const spellingOf = ({ url = '/', headers }: IncomingMessage) =>
  headers['hx-request'] !== undefined && headers['hx-history-restore-request'] === undefined ? `fragment ${url}` : url;

/** The key of an address, which is remembered for its spelling; null for what is not kept. */
function findKey(cache: PageCache, request: IncomingMessage, path: string): string | null {
  const spelling = spellingOf(request);
  const known = cache.keyOf(spelling);
  if (known !== undefined) return known;
  const url = request.url ?? '/';
  const question = url.indexOf('?');
  const address = normalizeClubAddress(path, question === -1 ? '' : url.slice(question + 1));
  if (!address) return null;
  const key = address.hasFragment && spelling !== url ? `fragment ${address.key}` : address.key;
  cache.rememberKey(spelling, key);
  return key;
}

function toAnswer({ status, headers, body }: Rendered, hasCdn: boolean): Answer {
  const { 'CDN-Cache-Control': cdn, 'Cache-Tag': tags, ...others } = headers;
  const kept = {
    ...others,
    ...(hasCdn && cdn ? { 'CDN-Cache-Control': cdn } : {}),
    ...(hasCdn && tags ? { 'Cache-Tag': tags } : {}),
  };
  return createAnswer(status, kept, body, { isKept: status === 200 && cdn !== undefined });
}

const METHOD_NOT_ALLOWED = createAnswer(
  405,
  { Allow: 'GET, HEAD', 'Content-Type': 'text/plain; charset=utf-8' },
  Buffer.from('Method not allowed.\n'),
  { isKept: false },
);

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
