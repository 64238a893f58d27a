import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { readVersionTag } from '../cache-policy.ts';
import { compile, normalizeClubAddress } from '../clubs/address.ts';
import { isBefore, isSameEpoch } from '../clubs/version.ts';
import { SESSION_COOKIE } from '../accounts/session-cookie.ts';
import { NEVER_KEPT, wantsFragment } from '../http.ts';
import { isLostConnection } from '../lost-connection.ts';
import type { ImageMemory } from '../images/memory.ts';
import { paths, readDone, readImagePath, routes, withDone } from '../paths.ts';
import { LateError, PATIENCE, within } from '../share-calls.ts';
import { createAnswer, FOR_CDN, sendAnswer, type Answer } from './answer.ts';
import type { WatchedDirectory } from '../clubs/follow.ts';
import { logError } from './error-log.ts';
import { answerOfImage } from './image-answer.ts';
import { createFixedAnswers, isRead, type FixedSite } from './fixed-answers.ts';
import type { Metrics } from './metrics.ts';
import type { PageCache, Entry } from './page-cache.ts';
import { render, type AstroApp, type Question, type Rendered } from './render.ts';
import type { RateLimit } from './rate-limit.ts';
import type { RequestFacts, RequestLog } from './request-log.ts';
import { spellTarget, type Target } from './target.ts';
import type { Kind, Workload } from './workload.ts';

/** What the listener stands on. */
export interface Site extends FixedSite {
  astro: AstroApp;
  directory: WatchedDirectory;
  images: Pick<ImageMemory, 'find' | 'kept'>;
  /** Null: every request is answered anew. */
  cache: PageCache | null;
  /** Whether a CDN in front is told what it may keep. */
  hasCdn: boolean;
  /** Who asks, by an address (client-address.ts). */
  clientAddress: (request: IncomingMessage) => string;
  /** How much of what the database is asked for each of them may ask; null: as much as they like. */
  rateLimit: RateLimit | null;
  /** What is being made. */
  workload: Workload;
  /** Null: requests are not logged. */
  log: RequestLog | null;
  /** Null: nobody watches. */
  metrics: Metrics | null;
}

/** A request for something that may have to be made. */
interface Asker extends RequestFacts {
  request: IncomingMessage;
  response: ServerResponse;
  /** Path and query, in their normal spelling. */
  url: string;
  kind: Kind;
  /** What this one is told beside the answer, which may be everybody's: name and value in turn. */
  headers: string[];
}

/** An answer with what Astro allows of it. */
interface Made {
  answer: Answer;
  /** The pattern of the route; empty where none was asked. */
  route: string;
  /** Null: it depends on more than the clubs. */
  version: string | null;
  /** In seconds; 0 is not to be kept. */
  maxAge: number;
  /** Made for one visitor, and for nobody else. */
  isPersonal: boolean;
}

/** An error is covered by the last good answer for so long, in ms. */
export const STALE_IF_ERROR = 24 * 60 * 60 * 1000;
/** A page or an answer of the API that has to be made may take so long, in ms; then it says when to come again. */
export const PAGE_PATIENCE = 2000;
/** A form that was sent, and a file or a table that takes its time, may be made for so long, in ms. */
export const WORK_PATIENCE = 20_000;
/** What says on an answer that was made which request it is of: the log has it too. */
const REQUEST_ID = 'X-Request-Id';
/** How often a request that waits for a silent database looks whether it says something, in ms. */
const LISTEN_EVERY = 50;
/** A reader that lags behind what was announced is asked again after these, in ms. */
const ASK_AGAIN_AFTER = [20, 60, 180];

/**
 * What the whole site answers: how it is, files of the build, images from their memory and pages from the cache at once,
 * to whoever asks; everything else through Astro, as far as there is room for it and the client has not asked too much.
 */
export function createListener(site: Site): RequestListener {
  const { astro, directory, images, cache, rateLimit, workload } = site;
  const fixed = createFixedAnswers(site);
  const underWay = new Map<string, { version: string; since: number; made: Promise<Entry | Made> }>();

  /** What Astro answers. Whatever is thrown becomes an error page. */
  const makeOnce = async (question: Question): Promise<Made> => {
    const { request, url, id } = question;
    let rendered: Rendered;
    try {
      rendered = await render(astro, site.siteUrl, question);
    } catch (error) {
      logError(request?.method ?? 'GET', url, error, id);
      return forNow(failed(url, error));
    }
    const { route, status, headers, body } = rendered;
    if (rendered.error !== undefined || status === 500) logError(request?.method ?? 'GET', url, rendered.error, id);
    if (!body) {
      if (status === 403) return forNow(fixed.forbidden(url), route);
      if (status === 404) return forNow(fixed.notFound(url), route);
      if (status === 408) return forNow(fixed.tooSlow(url), route);
      if (status === 413) return forNow(fixed.tooLarge(url), route);
      if (status === 500) return forNow(failed(url, rendered.error), route);
      if (status === 503) return forNow(fixed.tooBusy(url), route);
    }
    const version = readVersionTag(headers.get('Cache-Tag') ?? '');
    if (version !== null) directory.observe(version);
    const maxAge = Number(/\bmax-age=(\d+)/.exec(headers.get('CDN-Cache-Control') ?? '')?.[1] ?? 0);
    const isPersonal = hasSession(question.headers) || headers.has('Set-Cookie');
    return { answer: toAnswer(rendered, { isPersonal, hasCdn: site.hasCdn }), route, version, maxAge, isPersonal };
  };

  /** The same, with every change that was known when it was asked for. */
  const make = async (question: Question): Promise<Made> => {
    const known = directory.version();
    let made = await makeOnce(question);
    for (const pause of ASK_AGAIN_AFTER) {
      if (made.version === null || !isBefore(made.version, known)) break;
      await sleep(pause);
      made = await makeOnce(question);
    }
    return made;
  };

  /** For everybody, once the database says anything at all: what would only wait for it is not begun. */
  const makeForAll = async (question: Question): Promise<Made> => {
    const end = performance.now() + PAGE_PATIENCE;
    while (directory.isSilent()) {
      if (performance.now() > end) throw new LateError('The database says nothing.');
      await sleep(LISTEN_EVERY);
    }
    return await make(question);
  };

  /** What is answered where this was thrown. */
  const failed = (target: string, error: unknown) =>
    (isLostConnection(error) ? fixed.unavailable : fixed.serverError)(target);

  /** Whether an old answer is better than none: of the same history, and not too old. */
  const standsIn = ({ version, madeAt }: Entry) =>
    isSameEpoch(version, directory.version()) && Date.now() - madeAt < STALE_IF_ERROR;

  /** Why nothing is made for a request; null when it has begun, and `end` is to be called. */
  const admit = (asker: Asker): { refusal: Answer; isOurs: boolean } | { end: () => void } => {
    const allowance = rateLimit?.take(asker.clientAddress);
    if (allowance) asker.headers.push(...allowance.headers);
    if (allowance?.isExceeded) return { refusal: fixed.tooMany(asker.url), isOurs: false };
    const end = workload.begin(asker.kind);
    if (end) return { end };
    return { refusal: (directory.isSilent() ? fixed.unavailable : fixed.busy)(asker.url), isOurs: true };
  };

  /** Does what a request asks for, if it may be done. The work goes on when nobody waits for it any more. */
  const makeIfAdmitted = (asker: Asker, work: () => Promise<Made>): Promise<Made> | Made => {
    const admitted = admit(asker);
    if ('refusal' in admitted) return forNow(admitted.refusal);
    const made = work();
    const end = countOnceSent(asker.request, admitted.end);
    made.then(end, end);
    return made;
  };

  /** A body that comes slowly takes no room from others: what it asks for counts again when all of it is there. */
  const countOnceSent = (request: IncomingMessage, end: () => void): (() => void) => {
    if (isRead(request) || request.complete) return end;
    end();
    let isOver = false;
    let endAgain: (() => void) | undefined;
    request.once('end', () => {
      if (!isOver) endAgain = workload.join();
    });
    return () => {
      isOver = true;
      endAgain?.();
    };
  };

  /** What is being made for everybody, or word that it takes too long: it may be there when it is asked for again. */
  const inTime = async <T>(made: Promise<T>, { url, id }: Asker): Promise<T | Made> => {
    try {
      return await within(PAGE_PATIENCE, made);
    } catch (error) {
      if (!(error instanceof LateError)) throw error;
      logError('GET', url, error, id);
      return forNow(fixed.unavailable(url));
    }
  };

  /**
   * What is being made for one visitor, for so long after the last byte of their request has come; then `late`. What was
   * sent goes on: nobody is told that it has failed.
   */
  const inWorkTime = async <T>(made: Promise<T>, { request, url, id }: Asker, late: Answer): Promise<T | Made> => {
    const isLate = Promise.withResolvers<Made>();
    let seen = request.socket.bytesRead;
    let since = performance.now();
    const look = setInterval(() => {
      if (request.socket.bytesRead !== seen) since = performance.now();
      seen = request.socket.bytesRead;
      if (performance.now() - since < WORK_PATIENCE) return;
      logError(request.method, url, new LateError('It is not done yet, and may still be.'), id);
      isLate.resolve(forNow(late));
    }, WORK_PATIENCE / 20);
    return await Promise.race([made, isLate.promise]).finally(() => clearInterval(look));
  };

  /** What only one visitor is answered. A page is there in two seconds, like those for everybody. */
  const makeOwn = async (asker: Asker, question: Question, path: string): Promise<Made> => {
    const { request, url } = asker;
    if (!isRead(request) || READ_TO_WRITE.test(path)) {
      return await inWorkTime(toPromise(makeIfAdmitted(asker, () => make(question))), asker, fixed.unsure(url));
    }
    if (LONG_READS.some((pattern) => pattern.test(path))) {
      return await inWorkTime(toPromise(makeIfAdmitted(asker, () => make(question))), asker, fixed.unavailable(url));
    }
    const work = hasSession(request.headers) ? makeForAll : make;
    return await inTime(toPromise(makeIfAdmitted(asker, () => work(question))), asker);
  };

  /** The answer for a key: kept, or made now, or by another request that began after the last known change. */
  const findForKey = (
    kept: PageCache,
    key: string,
    question: Question,
    asker: Asker,
  ): Entry | Made | Promise<Entry | Made> => {
    const old = kept.get(key);
    if (old && isFresh(old, directory)) {
      kept.counts.hits += 1;
      return old;
    }
    if (old && standsIn(old) && directory.isSilent()) {
      kept.counts.stale += 1;
      return old;
    }
    kept.counts.misses += 1;
    const known = directory.version();
    const same = underWay.get(key);
    // Nobody waits long for the request of another, whose connection to the database may be gone without a word.
    if (same?.version === known && performance.now() - same.since < PATIENCE) {
      const shared = same.made.then((made) =>
        'isPersonal' in made && made.isPersonal ? makeIfAdmitted(asker, () => makeForAll(question)) : made,
      );
      return notForLong(shared, old);
    }
    const admitted = admit(asker);
    if ('refusal' in admitted) {
      if (!admitted.isOurs || !old || !standsIn(old)) return forNow(admitted.refusal);
      kept.counts.stale += 1;
      return old;
    }

    const made = (async () => {
      const made = await makeForAll(question);
      const { answer, route, version, maxAge, isPersonal } = made;
      if (answer.status >= 500 && old && standsIn(old)) {
        console.warn(`${key} cannot be made now: it is answered as of ${new Date(old.madeAt).toISOString()}.`);
        kept.counts.stale += 1;
        return old;
      }
      // A change that came meanwhile is not in it: good for who asked before, and for nobody after.
      if (!isPersonal && answer.status === 200 && maxAge > 0 && version === directory.version()) {
        const madeAt = Date.now();
        kept.set(key, { answer, route, version, madeAt, freshUntil: madeAt + maxAge * 1000 });
      }
      return made;
    })();
    underWay.set(key, { version: known, since: performance.now(), made });
    const forget = () => {
      admitted.end();
      if (underWay.get(key)?.made === made) underWay.delete(key);
    };
    made.then(forget, forget);
    return notForLong(made, old);
  };

  /** An old answer is better than none in time; and sooner, while the database does not even say its version. */
  const notForLong = (made: Promise<Entry | Made>, old: Entry | undefined): Promise<Entry | Made> => {
    if (!old || !standsIn(old)) return made;
    if (!directory.isCertain()) return within(PATIENCE, made).catch(() => old);
    return within(PAGE_PATIENCE - LISTEN_EVERY, made).catch((error: unknown) => {
      if (error instanceof LateError) return old;
      throw error;
    });
  };

  /** How far an answer is behind what is known; one that was made now only when a change overtook it, or a reader lags. */
  const lagOf = (found: Entry | Made): { age: number | null } | undefined => {
    if ('madeAt' in found)
      return isFresh(found, directory)
        ? undefined
        : { age: Math.max(0, Math.floor((Date.now() - found.madeAt) / 1000)) };
    return found.version !== null && isBefore(found.version, directory.version()) ? { age: null } : undefined;
  };

  const send = (found: Entry | Made, asker: Asker) => {
    const { request, response, headers } = asker;
    const { answer, route } = found;
    asker.route = route;
    // What a CDN keeps is for everybody.
    const isForMany = answer.headers.some((name, index) => index % 2 === 0 && FOR_CDN.has(name));
    sendAnswer(answer, request, response, lagOf(found), isForMany ? [] : headers);
  };

  const answerThroughAstro = async (request: IncomingMessage, response: ServerResponse, target: Target) => {
    const address = normalizeClubAddress(target.path, target.params, site.defaultLocale);
    const url = address?.key ?? spellTarget(target);
    const clientAddress = site.clientAddress(request);
    const isOwn = !isRead(request) || hasSession(request.headers);
    const id = randomUUID();
    const asker: Asker = {
      request,
      response,
      url,
      // What is no address of clubs are the way in, and mistakes.
      kind: isOwn ? 'own' : (address?.kind ?? 'club'),
      clientAddress,
      id,
      route: '',
      headers: [REQUEST_ID, id],
    };
    site.log?.follow(request, response, asker);
    site.metrics?.follow(response, asker);
    if (!address || isOwn) {
      const done = address && readDone(target.params);
      const question = { url: done ? withDone(url, done) : url, headers: request.headers, request, clientAddress, id };
      send(await makeOwn(asker, question, target.path), asker);
      return;
    }
    const isPart = wantsPart(request);
    const isFragment = address.hasFragment && isPart;
    // Nothing but the address and which of its two variants: whatever else a request says cannot be in the answer.
    const headers = isFragment ? { 'hx-request': 'true' } : {};
    const question: Question = { url, headers, request: null, clientAddress: '', id };
    if (cache) {
      const key = isFragment ? `fragment ${url}` : url;
      cache.remember(request.url ?? '', isPart, key);
      const found = findForKey(cache, key, question, asker);
      send(found instanceof Promise ? await inTime(found, asker) : found, asker);
    } else {
      send(await inTime(toPromise(makeIfAdmitted(asker, () => makeForAll(question))), asker), asker);
    }
  };

  /** The same for everybody: nothing but the address is asked. One that is there counts as a file, and costs nobody anything. */
  const answerImage = async (request: IncomingMessage, response: ServerResponse, { path }: Target) => {
    const name = readImagePath(path);
    const kept = name && images.kept(name);
    if (kept || !name) {
      sendAnswer(kept ? answerOfImage(kept) : fixed.notFound(path), request, response);
      return;
    }
    const clientAddress = site.clientAddress(request);
    if (rateLimit?.isExhausted(clientAddress)) {
      sendAnswer(fixed.tooMany(path), request, response, undefined, rateLimit.take(clientAddress).headers);
      return;
    }
    const image = await images.find(name);
    if (!image) rateLimit?.take(clientAddress);
    sendAnswer(image ? answerOfImage(image) : fixed.notFound(path), request, response);
  };

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const found = fixed.find(request);
    if ('answer' in found) {
      sendAnswer(found.answer, request, response);
      site.metrics?.count('file', '', response.statusCode);
    } else if (found.target.path.startsWith(paths.images)) {
      await answerImage(request, response, found.target);
      site.metrics?.count('image', '', response.statusCode);
    } else await answerThroughAstro(request, response, found.target);
  };

  /** What nobody expected leaves a whole answer too, or no half of one. */
  const fail = (error: unknown, request: IncomingMessage, response: ServerResponse) => {
    const { method, url = '' } = request;
    logError(method, url, error);
    if (response.headersSent) response.destroy();
    else sendAnswer(failed(url, error), request, response);
  };

  return (request, response) => {
    try {
      const kept = cache?.find(request.url ?? '', wantsPart(request));
      if (cache && kept && isRead(request) && isFresh(kept, directory) && !hasSession(request.headers)) {
        cache.counts.hits += 1;
        sendAnswer(kept.answer, request, response);
        site.metrics?.count('cache', kept.route, response.statusCode);
      } else {
        answer(request, response).catch((error: unknown) => fail(error, request, response));
      }
    } catch (error) {
      fail(error, request, response);
    }
  };
}

const isFresh = (entry: Entry, directory: WatchedDirectory) =>
  entry.version === directory.version() && entry.freshUntil > Date.now() && directory.isCertain();

/** As generously as any reader of cookies may be: who is signed in may get an answer of their own. */
const SESSION = new RegExp(`${SESSION_COOKIE}\\s*=`);
const hasSession = ({ cookie }: IncomingHttpHeaders) => cookie !== undefined && SESSION.test(cookie);

const wantsPart = ({ headers }: IncomingMessage) => wantsFragment((header) => headers[header] !== undefined);

function toAnswer(
  { status, headers, body }: Rendered,
  { isPersonal, hasCdn }: { isPersonal: boolean; hasCdn: boolean },
): Answer {
  const isKept = !isPersonal && status === 200 && headers.has('CDN-Cache-Control');
  // A redirect's own cannot be changed.
  const sent = new Headers(headers);
  if (isPersonal) for (const [name, value] of Object.entries(NEVER_KEPT)) sent.set(name, value);
  if (isPersonal || !hasCdn) for (const name of FOR_CDN) sent.delete(name);
  return createAnswer(status, sent, body ?? Buffer.alloc(0), { isKept });
}

/** Addresses that are read and take their time, and are told so: files, and what work on very many clubs would do. */
const LONG_READS = [
  ...[routes.deskExport, routes.deskImport, routes.deskImportReport],
  ...[routes.deskStep, routes.deskUndo],
  ...[routes.deskRoundLinks, routes.deskRoundEnd],
].map(compile);
/** Where an identity provider leads whoever has signed in: it is read, and makes a session. */
const READ_TO_WRITE = compile(routes.loginCallback);

const toPromise = <T>(value: T | Promise<T>): Promise<T> => Promise.resolve(value);

/** An answer that nobody keeps. */
const forNow = (answer: Answer, route = ''): Made => ({ answer, route, version: null, maxAge: 0, isPersonal: false });
