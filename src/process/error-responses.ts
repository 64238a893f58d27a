import { createResponse, textResponse } from '../http/buffered-response.ts';
import type { ErrorName, ErrorResponses } from '../http/errors.ts';
import { RATE_LIMIT_RETRY_AFTER } from '../http/rate-limit.ts';
import { formatProblem, METHOD_NOT_ALLOWED, PROBLEM_HEADERS } from '../lib/responses.ts';
import { byLocale, type Locale } from '../messages/locales.ts';
import { messages } from '../messages/messages.ts';
import { localeOfPath, paths } from '../paths.ts';
import type { StaticFiles } from './static-files.ts';

/** An error: an error page of the build or, for rare errors, a line of text; for the API, problem details. */
interface ErrorDefinition {
  status: number;
  page?: string;
  text?: (errors: ReturnType<typeof messages>['errors']) => string;
  /** For the API, which otherwise gets the page or text too. */
  detail?: string;
  headers?: Record<string, string>;
}

/** `Retry-After` while the database is unavailable or the site is overloaded, in seconds. */
export const RETRY_AFTER_SECONDS = 2;
const retryAfter = (seconds: number) => ({ 'Retry-After': String(seconds) });
const RETRY_SOON = retryAfter(RETRY_AFTER_SECONDS);

const ERRORS: Record<ErrorName, ErrorDefinition> = {
  forbidden: { status: 403, page: '403' },
  notFound: { status: 404, page: '404', detail: 'Unknown API endpoint.' },
  methodNotAllowed: {
    status: 405,
    text: () => 'Method not allowed.',
    detail: METHOD_NOT_ALLOWED,
    headers: { Allow: 'GET, HEAD' },
  },
  contentTooLarge: { status: 413, text: (errors) => errors.tooLong, detail: 'The request body is too large.' },
  uriTooLong: {
    status: 414,
    text: (errors) => errors.longAddress,
    detail: 'The URI is longer than any endpoint allows.',
  },
  tooManyRequests: {
    status: 429,
    page: '429',
    detail: 'The rate limit of this IP address was exceeded. Try again after the time in Retry-After.',
    headers: retryAfter(RATE_LIMIT_RETRY_AFTER),
  },
  serverError: { status: 500, page: '500', detail: 'The request could not be processed. Try again later.' },
  unavailable: { status: 503, page: '503', detail: 'The database is not available.', headers: RETRY_SOON },
  overloaded: { status: 503, page: 'busy', detail: 'The server is overloaded.', headers: RETRY_SOON },
  /** A write that may or may not have been saved. Without Retry-After, because it must not be repeated blindly. */
  outcomeUnknown: { status: 504, page: '504' },
  diskFull: { status: 507, text: (errors) => errors.diskFull },
};

export function createErrorResponses(files: Pick<StaticFiles, 'errorPage'>, defaultLocale: Locale): ErrorResponses {
  const create = ({ status, page, text, detail, headers = {} }: ErrorDefinition) => {
    const noStore = { ...headers, 'Cache-Control': 'no-store' };
    const respond = (own: Record<string, string>, body: Buffer) =>
      createResponse(status, { ...own, ...noStore }, body, { isCacheable: false });
    return {
      api: detail === undefined ? undefined : respond(PROBLEM_HEADERS, Buffer.from(formatProblem({ status, detail }))),
      pages: byLocale((locale) => {
        if (page === undefined) return textResponse(status, `${text?.(messages(locale).errors) ?? ''}\n`, headers);
        const file = files.errorPage(page, locale);
        return respond(file.headers, file.body);
      }),
    };
  };
  const responses = Object.fromEntries(Object.entries(ERRORS).map(([name, error]) => [name, create(error)])) as Record<
    ErrorName,
    ReturnType<typeof create>
  >;
  return (name, target) => {
    const response = responses[name];
    const path = target.replace(/^https?:\/\/[^/?#]*/i, '');
    return (path.startsWith(paths.api) ? response.api : undefined) ?? response.pages[localeOfPath(path, defaultLocale)];
  };
}
