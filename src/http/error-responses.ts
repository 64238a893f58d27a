import * as problems from '../http.ts';
import { byLocale, type Locale } from '../messages/locales.ts';
import { messages } from '../messages/messages.ts';
import { localeOfPath, paths } from '../paths.ts';
import { createResponse, textResponse, type BufferedResponse } from './buffered-response.ts';
import { RATE_LIMIT_RETRY_AFTER } from './rate-limit.ts';
import type { StaticFiles } from './static-files.ts';

/** An error: an error page of the build or, for rare errors, a line of text; for the API, problem details. */
interface ErrorDefinition {
  status: number;
  page?: string;
  text?: (errors: ReturnType<typeof messages>['errors']) => string;
  problem?: problems.Problem;
  headers?: Record<string, string>;
}

const retryAfter = (seconds: number) => ({ 'Retry-After': String(seconds) });
const RETRY_SOON = retryAfter(problems.RETRY_AFTER_SECONDS);

const ERRORS = {
  badRequest: { status: 400, text: () => 'Bad request.', headers: { Connection: 'close' } },
  forbidden: { status: 403, page: '403' },
  notFound: { status: 404, page: '404', problem: problems.NO_SUCH_ADDRESS },
  methodNotAllowed: {
    status: 405,
    text: () => 'Method not allowed.',
    problem: problems.METHOD_NOT_ALLOWED,
    headers: { Allow: 'GET, HEAD' },
  },
  contentTooLarge: { status: 413, text: (errors) => errors.tooLong, problem: problems.CONTENT_TOO_LARGE },
  uriTooLong: { status: 414, text: (errors) => errors.longAddress, problem: problems.URI_TOO_LONG },
  tooManyRequests: {
    status: 429,
    page: '429',
    problem: problems.TOO_MANY_REQUESTS,
    headers: retryAfter(RATE_LIMIT_RETRY_AFTER),
  },
  serverError: { status: 500, page: '500', problem: problems.INTERNAL_ERROR },
  /** The database does not answer. */
  unavailable: { status: 503, page: '503', problem: problems.UNAVAILABLE, headers: RETRY_SOON },
  overloaded: { status: 503, page: 'busy', problem: problems.OVERLOADED, headers: RETRY_SOON },
  /** A write that may or may not have been saved. Without Retry-After, because it must not be repeated blindly. */
  outcomeUnknown: { status: 504, page: '504' },
  diskFull: { status: 507, text: (errors) => errors.diskFull },
} as const satisfies Record<string, ErrorDefinition>;

export type ErrorName = keyof typeof ERRORS;

/** The response for an error at a target, in its language or for the API. The target may be invalid. */
export type ErrorResponses = (name: ErrorName, target: string) => BufferedResponse;

export function createErrorResponses(files: Pick<StaticFiles, 'errorPage'>, defaultLocale: Locale): ErrorResponses {
  const create = ({ status, page, text, problem, headers = {} }: ErrorDefinition) => {
    const noStore = { ...headers, 'Cache-Control': 'no-store' };
    return {
      api: problem && toProblemResponse(problem, { ...headers, 'Cache-Control': 'no-store' }),
      pages: byLocale((locale) => {
        if (page === undefined) return textResponse(status, `${text?.(messages(locale).errors) ?? ''}\n`, headers);
        const found = files.errorPage(page, locale);
        return createResponse(status, { ...found.headers, ...noStore }, found.body, { isCacheable: false });
      }),
    };
  };
  const responses = new Map(Object.entries(ERRORS).map(([name, definition]) => [name, create(definition)]));
  return (name, target) => {
    const response = responses.get(name) ?? create(ERRORS[name]);
    const path = target.replace(/^https?:\/\/[^/?#]*/i, '');
    return (path.startsWith(paths.api) ? response.api : undefined) ?? response.pages[localeOfPath(path, defaultLocale)];
  };
}

const toProblemResponse = (problem: problems.Problem, headers: Record<string, string>) =>
  createResponse(
    problem.status,
    { ...problems.PROBLEM_HEADERS, ...headers },
    Buffer.from(problems.problemText(problem)),
    { isCacheable: false },
  );
