import { createResponse, textResponse } from '../http/buffered-response.ts';
import { ERRORS, type ErrorName, type ErrorResponses } from '../http/errors.ts';
import { formatProblem, METHOD_NOT_ALLOWED, PROBLEM_HEADERS } from '../lib/responses.ts';
import { byLocale, type Locale } from '../messages/locales.ts';
import { messages } from '../messages/messages.ts';
import { localeOfPath, paths } from '../paths.ts';

/** Rare errors are a line of text; the others are error pages of the build. */
const TEXTS: Partial<Record<ErrorName, (errors: ReturnType<typeof messages>['errors']) => string>> = {
  methodNotAllowed: () => 'Method not allowed.',
  contentTooLarge: (errors) => errors.tooLong,
  uriTooLong: (errors) => errors.longAddress,
  diskFull: (errors) => errors.diskFull,
};

/** For the API, which gets the page or text of the other errors. */
const DETAILS: Partial<Record<ErrorName, string>> = {
  notFound: 'Unknown API endpoint.',
  methodNotAllowed: METHOD_NOT_ALLOWED,
  contentTooLarge: 'The request body is too large.',
  uriTooLong: 'The URI is longer than any endpoint allows.',
  tooManyRequests: 'The rate limit of this IP address was exceeded. Try again after the time in Retry-After.',
  serverError: 'The request could not be processed. Try again later.',
  unavailable: 'The database is not available.',
  overloaded: 'The server is overloaded.',
};

/** The HTML of an error page with its headers. */
export interface ErrorPage {
  headers: Record<string, string>;
  body: Buffer;
}

/** `findPage` returns an error page by the name of its file. */
export function createErrorResponses(findPage: (name: string, locale: Locale) => ErrorPage): ErrorResponses {
  const create = (name: ErrorName) => {
    const { status, headers } = ERRORS[name];
    const [text, detail] = [TEXTS[name], DETAILS[name]];
    const respond = (contentHeaders: Record<string, string>, body: Buffer) => {
      const init = { ...contentHeaders, ...headers, 'Cache-Control': 'no-store' };
      return createResponse(status, init, body, { isCacheable: false });
    };
    return {
      api: detail === undefined ? null : respond(PROBLEM_HEADERS, Buffer.from(formatProblem({ status, detail }))),
      pages: byLocale((locale) => {
        if (text) return textResponse(status, `${text(messages(locale).errors)}\n`, headers);
        const page = findPage(name === 'overloaded' ? 'busy' : String(status), locale);
        return respond(page.headers, page.body);
      }),
    };
  };
  const names = Object.keys(ERRORS) as ErrorName[];
  const responses = new Map(names.map((name) => [name, create(name)]));
  return (name, target) => {
    const { api, pages } = responses.get(name) ?? create(name);
    const path = target.replace(/^https?:\/\/[^/?#]*/i, '');
    return (path.startsWith(paths.api) ? api : null) ?? pages[localeOfPath(path)];
  };
}
