import type { ApiSearchResult } from './clubs/api.ts';
import type { Issue } from './lib/result.ts';

/** Problem details of an API error (RFC 9457). */
export interface Problem {
  /** The URI of the problem type; `about:blank` without one. */
  type?: string;
  status: number;
  title: string;
  detail: string;
  /** The invalid parameters. */
  errors?: { parameter: string; detail: string }[];
  /** The names of the limits that were exceeded. */
  'violated-policies'?: string[];
}

/** Every site may read the API, without credentials. */
export const CORS_HEADERS = { 'Access-Control-Allow-Origin': '*' } as const;

/** For rendered responses: browsers revalidate them each time. */
export const ASK_EVERY_TIME = { 'Cache-Control': 'private, no-cache' } as const;

/** For responses for one user, or with a secret in their URL. */
export const NEVER_KEPT = { 'Cache-Control': 'private, no-store' } as const;

/**
 * Whether a request is for the fragment of a page; `has` checks for a header by its lower-case name. Going back in the
 * browser's history always needs the whole page.
 */
export const wantsFragment = (has: (header: string) => boolean): boolean =>
  has('hx-request') && !has('hx-history-restore-request');

/** Redirects after a form, or to the login page. */
export function seeOther(path: string, headers: HeadersInit = {}): Response {
  const answered = new Headers(headers);
  answered.set('Location', path);
  return new Response(null, { status: 303, headers: answered });
}

/** A CSV file to download. */
export const csvFile = (name: string, text: BodyInit): Response =>
  new Response(text, {
    headers: {
      ...ASK_EVERY_TIME,
      'Content-Type': 'text/csv; charset=utf-8; header=present',
      'Content-Disposition': `attachment; filename="${name}"`,
    },
  });

/** An error of the API. */
export function problem(described: Problem, headers: Record<string, string> = {}): Response {
  return new Response(problemText(described), {
    status: described.status,
    headers: { ...PROBLEM_HEADERS, ...headers },
  });
}

export const PROBLEM_HEADERS = {
  'Content-Type': 'application/problem+json',
  ...ASK_EVERY_TIME,
  ...CORS_HEADERS,
} as const;

export const problemText = (problem: Problem): string => JSON.stringify({ type: 'about:blank', ...problem });

export const INTERNAL_ERROR: Problem = {
  status: 500,
  title: 'Internal error',
  detail: 'The request could not be processed. Try again later.',
};

/** `Retry-After` while the database is unavailable or the site is overloaded, in seconds. */
export const RETRY_AFTER_SECONDS = 2;

export const UNAVAILABLE: Problem = {
  status: 503,
  title: 'Service unavailable',
  detail: 'The database is not available. Try again in a few seconds.',
};

export const OVERLOADED: Problem = {
  status: 503,
  title: 'Service unavailable',
  detail: 'The server is overloaded. Try again in a few seconds.',
};

/** As in the draft that defines the headers of http/rate-limit.ts. */
export const TOO_MANY_REQUESTS: Problem = {
  type: 'https://iana.org/assignments/http-problem-types#quota-exceeded',
  status: 429,
  title: 'Too many requests',
  detail: 'The rate limit of this IP address was exceeded. Try again after the time in Retry-After.',
  'violated-policies': ['default'],
};

export const URI_TOO_LONG: Problem = {
  status: 414,
  title: 'URI too long',
  detail: 'The URI is longer than any endpoint allows.',
};

export const NO_SUCH_ADDRESS: Problem = { status: 404, title: 'Not found', detail: 'Unknown API endpoint.' };

export const CONTENT_TOO_LARGE: Problem = {
  status: 413,
  title: 'Content too large',
  detail: 'The request body is too large.',
};

/** 422 with each invalid parameter. */
export function invalidParameters(issues: Issue[]): Response {
  return problem({
    status: 422,
    title: 'Invalid parameters',
    detail: issues.map(({ field, message }) => `${field} ${message}`).join('; '),
    errors: issues.map(({ field, message }) => ({ parameter: field, detail: message })),
  });
}

/** 200 with JSON that every site may read. */
export function json(body: unknown): Response {
  return Response.json(body, { headers: { ...ASK_EVERY_TIME, ...CORS_HEADERS } });
}

/** The methods of every API endpoint. */
const READ_METHODS = 'GET, HEAD, OPTIONS';

export const METHOD_NOT_ALLOWED: Problem = {
  status: 405,
  title: 'Method not allowed',
  detail: `This endpoint supports ${READ_METHODS} only.`,
};

/** The response of an API endpoint to other methods than GET and HEAD: the preflight of browsers, or 405. */
export function answerOtherMethod(method: string): Response {
  if (method === 'OPTIONS') {
    return new Response(null, {
      status: 204,
      headers: {
        ...CORS_HEADERS,
        Allow: READ_METHODS,
        'Access-Control-Allow-Methods': READ_METHODS,
        'Access-Control-Allow-Headers': '*',
        'Access-Control-Max-Age': '86400',
      },
    });
  }
  return problem(METHOD_NOT_ALLOWED, { Allow: READ_METHODS });
}

/** The response to a search of the API. */
export function answerApiSearch(result: ApiSearchResult<unknown>): Response {
  if (result.status === 422) return invalidParameters(result.issues);
  if (result.status === 404) {
    return problem({ status: 404, title: 'No such page', detail: `The last page is ${result.pageCount}.` });
  }
  return json(result.envelope);
}
