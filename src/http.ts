import type { ApiSearchResult } from './clubs/api.ts';
import type { Issue } from './result.ts';

/** What an error answer of the API says (RFC 9457). */
export interface Problem {
  /** What kind of problem it is, where that has an address. */
  type?: string;
  status: number;
  title: string;
  detail: string;
  /** The parameters at fault, when they are. */
  errors?: { parameter: string; detail: string }[];
  /** The names of the limits that were exceeded. */
  'violated-policies'?: string[];
}

/** Anyone may read the API from any page, without credentials. */
export const CORS_HEADERS = { 'Access-Control-Allow-Origin': '*' } as const;

/** On what is made for a request: a browser may show it again only after asking. */
export const ASK_EVERY_TIME = { 'Cache-Control': 'private, no-cache' } as const;

/** On what is one visitor's own, or behind an address that is a secret. */
export const NEVER_KEPT = { 'Cache-Control': 'private, no-store' } as const;

/**
 * Whether a request is for the fragment of a page; `has` says whether it has a header, named in small letters. Going
 * back in the browser's history needs the whole page, whatever else the request says.
 */
export const wantsFragment = (has: (header: string) => boolean): boolean =>
  has('hx-request') && !has('hx-history-restore-request');

/** What a form is answered with that was done, and who asks without being signed in: look there. */
export function seeOther(path: string, headers: HeadersInit = {}): Response {
  const answered = new Headers(headers);
  answered.set('Location', path);
  return new Response(null, { status: 303, headers: answered });
}

/** The one shape of an error of the API. */
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

/** What the API says when an answer could not be made. */
export const INTERNAL_ERROR: Problem = {
  status: 500,
  title: 'Internal error',
  detail: 'The request could not be processed. Try again later.',
};

/** After so long, in seconds, an answer that could not be made for want of the database may be asked for again. */
export const AGAIN_SECONDS = 2;

/** What the API says while the database does not answer. */
export const UNAVAILABLE: Problem = {
  status: 503,
  title: 'Service unavailable',
  detail: 'The database is not available. Try again in a few seconds.',
};

/** What the API says while the site has too much to do. */
export const BUSY: Problem = {
  status: 503,
  title: 'Service unavailable',
  detail: 'The server is overloaded. Try again in a few seconds.',
};

/** What the API says to who asks too much: a problem of the draft that has the headers (see http/rate-limit.ts). */
export const TOO_MANY_REQUESTS: Problem = {
  type: 'https://iana.org/assignments/http-problem-types#quota-exceeded',
  status: 429,
  title: 'Too many requests',
  detail: 'The rate limit of this IP address was exceeded. Try again after the time in Retry-After.',
  'violated-policies': ['default'],
};

/** What the API says to an address that is longer than any of its own. */
export const ADDRESS_TOO_LONG: Problem = {
  status: 414,
  title: 'URI too long',
  detail: 'The URI is longer than any endpoint allows.',
};

/** What the API says at every address that it does not have. */
export const NO_SUCH_ADDRESS: Problem = { status: 404, title: 'Not found', detail: 'Unknown API endpoint.' };

/** What the API says to a body that is longer than it reads. */
export const CONTENT_TOO_LARGE: Problem = {
  status: 413,
  title: 'Content too large',
  detail: 'The request body is too large.',
};

/** 422, naming each parameter that does not fit. */
export function invalidParameters(issues: Issue[]): Response {
  return problem({
    status: 422,
    title: 'Invalid parameters',
    detail: issues.map(({ field, message }) => `${field} ${message}`).join('; '),
    errors: issues.map(({ field, message }) => ({ parameter: field, detail: message })),
  });
}

/** 200 with a body that every site may read. */
export function json(body: unknown): Response {
  return Response.json(body, { headers: { ...ASK_EVERY_TIME, ...CORS_HEADERS } });
}

/** The methods of an API address that is only read. */
export const READ_METHODS = 'GET, HEAD, OPTIONS';

export const METHOD_NOT_ALLOWED: Problem = {
  status: 405,
  title: 'Method not allowed',
  detail: `This endpoint supports ${READ_METHODS} only.`,
};

/** What an API address that is only read answers to any other method: the preflight of browsers, or a refusal. */
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

/** What a search of the API comes to, as an answer. */
export function answerApiSearch(result: ApiSearchResult<unknown>): Response {
  if (result.status === 422) return invalidParameters(result.issues);
  if (result.status === 404) {
    return problem({ status: 404, title: 'No such page', detail: `The last page is ${result.pageCount}.` });
  }
  return json(result.envelope);
}
