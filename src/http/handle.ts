import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { compile, normalizeClubAddress } from '../clubs/address.ts';
import { wantsFragment } from '../http.ts';
import type { ImageMemory } from '../images/memory.ts';
import { paths, readDone, readImagePath, routes, withDone } from '../paths.ts';
import { createAdmission, type Asker, type Gatekeepers } from './admission.ts';
import { FOR_CDN, sendAnswer, type Answer } from './buffered-response.ts';
import { logError } from '../process/error-log.ts';
import { answerOfImage } from './image-answer.ts';
import { createFixedAnswers, isRead, type FixedSite } from './error-responses.ts';
import { createFinder, isFresh, lagOf } from './response-cache.ts';
import { createMaker, failedBy, forNow, hasSession, type Made, type Workshop } from './maker.ts';
import type { Metrics } from '../process/metrics.ts';
import type { Entry, PageCache } from './page-cache.ts';
import { inTime, inWorkTime } from './patience.ts';
import type { Question } from './render.ts';
import type { RequestLog } from '../process/request-log.ts';
import { spellTarget, type Target } from './request-target.ts';

/** What the listener stands on. */
export interface Site extends FixedSite, Workshop, Gatekeepers {
  images: Pick<ImageMemory, 'find' | 'kept'>;
  /** Null: every request is answered anew. */
  cache: PageCache | null;
  /** Who asks, by an address (client-address.ts). */
  clientAddress: (request: IncomingMessage) => string;
  /** Null: requests are not logged. */
  log: RequestLog | null;
  /** Null: nobody watches. */
  metrics: Metrics | null;
}

/** What says on an answer that was made which request it is of: the log has it too. */
const REQUEST_ID = 'X-Request-Id';

/**
 * What the whole site answers: how it is, files of the build, images from their memory and pages from the cache at once,
 * to whoever asks; everything else through Astro, as far as there is room for it and the client has not asked too much.
 */
export function createListener(site: Site): RequestListener {
  const { directory, images, cache, rateLimit } = site;
  const fixed = createFixedAnswers(site);
  const maker = createMaker(site, fixed);
  const admission = createAdmission(site, fixed);
  const findForKey = cache && createFinder({ cache, directory, maker, admission }, fixed);

  const unavailable = (url: string) => forNow(fixed.unavailable(url));

  /** What only one visitor is answered. A page is there in two seconds, like those for everybody. */
  const makeOwn = (asker: Asker, question: Question, path: string): Promise<Made> => {
    const { request } = asker;
    const isWriting = !isRead(request) || READ_TO_WRITE.test(path);
    const isLong = isWriting || LONG_READS.some((pattern) => pattern.test(path));
    const make = isLong || !hasSession(request.headers) ? maker.make : maker.makeForAll;
    const made = admission.makeIfAdmitted(asker, async () => {
      const made = await make(question);
      // Whoever is told that something is done is not shown by anybody that it is not.
      if (isWriting) await directory.catchUp();
      return made;
    });
    if (!isLong) return inTime(made, asker, unavailable);
    return inWorkTime(made, asker, isWriting ? fixed.unsure : fixed.unavailable);
  };

  const hasHeader = ({ headers }: Answer, name: string) =>
    headers.some((one, index) => index % 2 === 0 && one.toLowerCase() === name);

  const send = (found: Entry | Made, asker: Asker) => {
    const { request, response, headers } = asker;
    const { answer, route } = found;
    asker.route = route;
    asker.saysWhen = route !== '' && hasHeader(answer, 'retry-after');
    // What a CDN keeps is for everybody.
    const isForMany = answer.headers.some((name, index) => index % 2 === 0 && FOR_CDN.has(name));
    sendAnswer(answer, request, response, lagOf(found, directory), isForMany ? [] : headers);
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
      const rendered = site.files.islands.get(url) ?? url;
      const question = {
        url: done ? withDone(url, done) : rendered,
        headers: request.headers,
        request,
        clientAddress,
        id,
      };
      send(await makeOwn(asker, question, target.path), asker);
      return;
    }
    const isPart = wantsPart(request);
    const isFragment = address.hasFragment && isPart;
    // Nothing but the address and which of its two variants: whatever else a request says cannot be in the answer.
    const headers = isFragment ? { 'hx-request': 'true' } : {};
    const question: Question = { url, headers, request: null, clientAddress: '', id };
    if (cache && findForKey) {
      const key = isFragment ? `fragment ${url}` : url;
      cache.remember(request.url ?? '', isPart, key);
      send(await findForKey(key, question, asker), asker);
    } else {
      const made = admission.makeIfAdmitted(asker, () => maker.makeForAll(question));
      send(await inTime(made, asker, unavailable), asker);
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
    else sendAnswer(failedBy(fixed, url, error), request, response);
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

const wantsPart = ({ headers }: IncomingMessage) => wantsFragment((header) => headers[header] !== undefined);

/** Addresses that are read and take their time, and are told so: files, and what work on very many clubs would do. */
const LONG_READS = [
  ...[routes.deskExport, routes.deskImport, routes.deskImportReport],
  ...[routes.deskStep, routes.deskUndo],
  ...[routes.deskRoundLinks, routes.deskRoundEnd],
].map(compile);
/** Where an identity provider leads whoever has signed in: it is read, and makes a session. */
const READ_TO_WRITE = compile(routes.loginCallback);
