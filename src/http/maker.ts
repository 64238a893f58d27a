import { setTimeout as sleep } from 'node:timers/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { readVersionTag } from '../cache-policy.ts';
import { isBefore } from '../clubs/version.ts';
import type { SyncedClubStore } from '../clubs/list/change-feed.ts';
import { SESSION_COOKIE } from '../accounts/session-cookie.ts';
import { NEVER_KEPT } from '../http.ts';
import { isLostConnection, isReadOnlyDatabase, UnknownOutcomeError } from '../lost-connection.ts';
import { isDiskFull } from '../system-reasons.ts';
import { LateError } from '../share-calls.ts';
import { createAnswer, FOR_CDN, type Answer } from './buffered-response.ts';
import { logError } from '../process/error-log.ts';
import type { FixedAnswers } from './error-responses.ts';
import { render, type AstroApp, type Question, type Rendered } from './render.ts';

/** An answer with what Astro allows of it. */
export interface Made {
  answer: Answer;
  /** The pattern of the route; empty where none was asked. */
  route: string;
  /** Null: it depends on more than the clubs. */
  version: string | null;
  /** In seconds; 0 is not to be kept. */
  maxAge: number;
  /** Made for one visitor, and for nobody else. */
  isPersonal: boolean;
  /** What was thrown where it could not be made. */
  error?: unknown;
}

/** What answers are made with. */
export interface Workshop {
  astro: AstroApp;
  directory: SyncedClubStore;
  siteUrl: string;
  /** Whether a CDN in front is told what it may keep. */
  hasCdn: boolean;
}

/** Makes answers; whatever goes wrong is an answer too. */
export interface Maker {
  /** With every change that was known when it was asked for. */
  make: (question: Question) => Promise<Made>;
  /** The same for everybody, once the database says anything at all: what would only wait for it is not begun. */
  makeForAll: (question: Question) => Promise<Made>;
}

/** A page or an answer of the API that has to be made may take so long, in ms; then it says when to come again. */
export const PAGE_PATIENCE = 2000;
/** How often a request that waits for a silent database looks whether it says something, in ms. */
export const LISTEN_EVERY = 50;
/** A reader that lags behind what was announced is asked again after these, in ms. */
const ASK_AGAIN_AFTER = [20, 60, 180];

/** Has Astro answer, and says what may become of it. */
export function createMaker({ astro, directory, siteUrl, hasCdn }: Workshop, fixed: FixedAnswers): Maker {
  /** What Astro answers. Whatever is thrown becomes an error page. */
  const makeOnce = async (question: Question): Promise<Made> => {
    const { request, url, id } = question;
    let rendered: Rendered;
    try {
      rendered = await render(astro, siteUrl, question);
    } catch (error) {
      logError(request?.method ?? 'GET', url, error, id);
      return forNow(failedBy(fixed, url, error), '', error);
    }
    const { route, status, headers, body } = rendered;
    if (rendered.error !== undefined || status === 500) logError(request?.method ?? 'GET', url, rendered.error, id);
    if (!body) {
      if (status === 403) return forNow(fixed.forbidden(url), route);
      if (status === 404) return forNow(fixed.notFound(url), route);
      if (status === 408) return forNow(fixed.tooSlow(url), route);
      if (status === 413) return forNow(fixed.tooLarge(url), route);
      if (status === 500) return forNow(failedBy(fixed, url, rendered.error), route, rendered.error);
      if (status === 503) return forNow(fixed.tooBusy(url), route);
    }
    const version = readVersionTag(headers.get('Cache-Tag') ?? '');
    if (version !== null) directory.advanceVersion(version);
    const maxAge = Number(/\bmax-age=(\d+)/.exec(headers.get('CDN-Cache-Control') ?? '')?.[1] ?? 0);
    const isPersonal = hasSession(question.headers) || headers.has('Set-Cookie');
    const answer = toAnswer(rendered, { isPersonal, hasCdn });
    return { answer, route, version, maxAge, isPersonal, error: rendered.error };
  };

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

  const makeForAll = async (question: Question): Promise<Made> => {
    const end = performance.now() + PAGE_PATIENCE;
    while (directory.isUnresponsive()) {
      if (performance.now() > end) throw new LateError('The database does not answer.');
      await sleep(LISTEN_EVERY);
    }
    return await make(question);
  };

  return { make, makeForAll };
}

/** What is answered where this was thrown. */
export function failedBy(fixed: FixedAnswers, target: string, error: unknown): Answer {
  // Nobody is told that something failed which may have been done.
  if (error instanceof UnknownOutcomeError) return fixed.unsure(target);
  if (isDiskFull(error)) return fixed.noRoom(target);
  return (isLostConnection(error) || isReadOnlyDatabase(error) ? fixed.unavailable : fixed.serverError)(target);
}

/** An answer that nobody keeps. */
export const forNow = (answer: Answer, route = '', error?: unknown): Made => ({
  answer,
  route,
  version: null,
  maxAge: 0,
  isPersonal: false,
  error,
});

const SESSION = new RegExp(`${SESSION_COOKIE}\\s*=`);
/** As generously as any reader of cookies may be: who is signed in may get an answer of their own. */
export const hasSession = ({ cookie }: IncomingHttpHeaders) => cookie !== undefined && SESSION.test(cookie);

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
