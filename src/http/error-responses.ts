import type { IncomingMessage, RequestListener } from 'node:http';
import {
  ADDRESS_TOO_LONG,
  AGAIN_SECONDS,
  BUSY,
  CONTENT_TOO_LARGE,
  INTERNAL_ERROR,
  methodNotAllowed,
  NO_SUCH_ADDRESS,
  PROBLEM_HEADERS,
  problemText,
  READ_METHODS,
  TOO_MANY_REQUESTS,
  UNAVAILABLE,
  type Problem,
} from '../http.ts';
import { byLocale, type Locale } from '../messages/locales.ts';
import { messages } from '../messages/messages.ts';
import { localeOfPath, paths } from '../paths.ts';
import { createAnswer, sendAnswer, textAnswer, type Answer } from './buffered-response.ts';
import { findHealth, type FindLack } from '../process/health.ts';
import { AGAIN_AFTER } from './rate-limit.ts';
import { BUSY_SECONDS } from './render.ts';
import type { StaticFiles } from './static-files.ts';
import { readTarget, spellTarget, type Target } from './request-target.ts';

/** What a site answers with nothing but its build. */
export interface FixedAnswers {
  /** The whole answer to a request that needs nothing more; otherwise what it asks for. */
  find: (request: IncomingMessage) => { answer: Answer } | { target: Target };
  /** For a target as it was written, in its language or that of the API. */
  notFound: (target: string) => Answer;
  forbidden: (target: string) => Answer;
  tooLarge: (target: string) => Answer;
  tooBusy: (target: string) => Answer;
  serverError: (target: string) => Answer;
  unavailable: (target: string) => Answer;
  /** To a form whose body came too slowly; the rest of it is not waited for. */
  tooSlow: (target: string) => Answer;
  /** While there is too much to do. */
  busy: (target: string) => Answer;
  /** To who asks too much. */
  tooMany: (target: string) => Answer;
  /** To what was sent, and cannot be kept. */
  noRoom: (target: string) => Answer;
  /** To what was sent, and may or may not be done. */
  unsure: (target: string) => Answer;
}

/** The longest address that is read, with its query, as it was sent. */
export const MAX_ADDRESS_LENGTH = 8192;

export interface FixedSite {
  files: StaticFiles;
  siteUrl: string;
  defaultLocale: Locale;
  findLack: FindLack;
}

export function createFixedAnswers({ files, siteUrl, defaultLocale, findLack }: FixedSite): FixedAnswers {
  const siteHost = new URL(siteUrl).host;
  const pagesFor = (target: string) => files.errorPages[localeOfPath(withoutHost(target), defaultLocale)];
  const notFound = (target: string) => (isOfApi(target) ? API_NOT_FOUND : pagesFor(target).notFound);

  const find: FixedAnswers['find'] = (request) => {
    const { method = '', url = '' } = request;
    if (url.length > MAX_ADDRESS_LENGTH)
      return { answer: isOfApi(url) ? API_ADDRESS_TOO_LONG : ADDRESS_IS_TOO_LONG[localeOfPath(url, defaultLocale)] };
    const target = readTarget(url, siteHost);
    const file = target && (files.byPath.get(target.path) ?? findHealth(target.path, findLack));
    const isReadOnly = file ?? target?.path.startsWith(paths.images);
    if (method === 'TRACE' || method === 'CONNECT' || (isReadOnly && !isRead(request)))
      return { answer: isOfApi(url) ? refuseOfApi(method) : METHOD_NOT_ALLOWED };
    if (!target) return { answer: notFound(url) };
    if (target.path.startsWith(paths.islands) && !files.islands.has(spellTarget(target)))
      return { answer: notFound(url) };
    return file ? { answer: file } : { target };
  };
  return {
    find,
    notFound,
    forbidden: (target) => pagesFor(target).forbidden,
    tooLarge: (target) => (isOfApi(target) ? API_TOO_LARGE : TOO_LARGE[localeOfPath(target, defaultLocale)]),
    tooBusy: (target) => TOO_BUSY[localeOfPath(target, defaultLocale)],
    serverError: (target) => (isOfApi(target) ? API_ERROR : pagesFor(target).serverError),
    unavailable: (target) => (isOfApi(target) ? API_UNAVAILABLE : pagesFor(target).unavailable),
    tooSlow: (target) => TOO_SLOW[localeOfPath(target, defaultLocale)],
    busy: (target) => (isOfApi(target) ? API_BUSY : pagesFor(target).busy),
    tooMany: (target) => (isOfApi(target) ? API_TOO_MANY : pagesFor(target).tooMany),
    noRoom: (target) => NO_ROOM[localeOfPath(target, defaultLocale)],
    unsure: (target) => pagesFor(target).unsure,
  };
}

/**
 * What a site answers until its database is there: its files, its pages of errors, and how it is. `count` is told of each
 * answer: whether it was there, or would have to be made.
 */
export function createWaitingListener(
  site: FixedSite,
  count: (origin: 'file' | 'made', status: number) => void,
): RequestListener {
  const fixed = createFixedAnswers(site);
  return (request, response) => {
    const found = fixed.find(request);
    const isThere = 'answer' in found;
    sendAnswer(isThere ? found.answer : fixed.unavailable(request.url ?? ''), request, response);
    count(isThere ? 'file' : 'made', response.statusCode);
  };
}

export const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';

/** As it is written: also of a target that is refused. */
const isOfApi = (target: string) => withoutHost(target).startsWith(paths.api);

const withoutHost = (target: string) => target.replace(/^https?:\/\/[^/?#]*/i, '');

const problemAnswer = (problem: Problem, headers: Record<string, string> = {}) =>
  createAnswer(problem.status, { ...PROBLEM_HEADERS, ...headers }, Buffer.from(problemText(problem)), {
    isKept: false,
  });

const API_ERROR = problemAnswer(INTERNAL_ERROR, { 'Cache-Control': 'no-store' });
const API_UNAVAILABLE = problemAnswer(UNAVAILABLE, {
  'Cache-Control': 'no-store',
  'Retry-After': String(AGAIN_SECONDS),
});
const API_BUSY = problemAnswer(BUSY, { 'Cache-Control': 'no-store', 'Retry-After': String(AGAIN_SECONDS) });
const API_TOO_MANY = problemAnswer(TOO_MANY_REQUESTS, {
  'Cache-Control': 'no-store',
  'Retry-After': String(AGAIN_AFTER),
});
const API_ADDRESS_TOO_LONG = problemAnswer(ADDRESS_TOO_LONG);
const API_NOT_FOUND = problemAnswer(NO_SUCH_ADDRESS);
const API_TOO_LARGE = problemAnswer(CONTENT_TOO_LARGE);
/** To a method that never comes to Astro. */
const refuseOfApi = (method: string) => problemAnswer(methodNotAllowed(method), { Allow: READ_METHODS });

const TOO_LARGE = byLocale((locale) => textAnswer(413, `${messages(locale).errors.tooLong}\n`));
const TOO_BUSY = byLocale((locale) => {
  const { title, text } = messages(locale).errors.busy;
  return textAnswer(503, `${title}. ${text}\n`, { 'Retry-After': String(BUSY_SECONDS) });
});
const NO_ROOM = byLocale((locale) => textAnswer(507, `${messages(locale).errors.diskFull}\n`));
const TOO_SLOW = byLocale((locale) => textAnswer(408, `${messages(locale).errors.notRead}\n`, { Connection: 'close' }));
const ADDRESS_IS_TOO_LONG = byLocale((locale) => textAnswer(414, `${messages(locale).errors.longAddress}\n`));
const METHOD_NOT_ALLOWED = textAnswer(405, 'Method not allowed.\n', { Allow: 'GET, HEAD' });
