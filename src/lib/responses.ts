import { hash } from 'node:crypto';
import { STATUS_CODES } from 'node:http';

/** For rendered responses: browsers revalidate them each time. */
export const REVALIDATE = { 'Cache-Control': 'private, no-cache' } as const;

/** For responses for one user, or with a secret in their URL. */
export const NO_STORE = { 'Cache-Control': 'private, no-store' } as const;

/** Every site may read the API, without credentials. */
const CORS_HEADERS = { 'Access-Control-Allow-Origin': '*' } as const;

/** The policy of a page without scripts that every site may show in a frame, with its only style. */
export const framePolicy = (style: string): string =>
  `default-src 'none'; base-uri 'none'; frame-ancestors *; img-src 'self'; style-src 'sha256-${hash('sha256', style, 'base64')}'`;

export const PROBLEM_HEADERS = {
  'Content-Type': 'application/problem+json',
  ...REVALIDATE,
  ...CORS_HEADERS,
} as const;

const API_METHODS = 'GET, HEAD, OPTIONS';

/** Problem details of an API error (RFC 9457). The title is that of the status. */
export interface Problem {
  status: number;
  detail: string;
  errors?: { parameter: string; detail: string }[];
}

export const METHOD_NOT_ALLOWED = `This endpoint supports ${API_METHODS} only.`;

/** Redirects after a form, or to the login page. */
export function seeOther(path: string, headers: HeadersInit = {}): Response {
  const withLocation = new Headers(headers);
  withLocation.set('Location', path);
  return new Response(null, { status: 303, headers: withLocation });
}

/** Redirects permanently, for every site. Browsers ask again each time, because an undo ends the redirect. */
export const movedPermanently = (path: string): Response =>
  new Response(null, { status: 301, headers: { ...REVALIDATE, ...CORS_HEADERS, Location: path } });

/** 200 with JSON that every site may read. */
export const json = (body: unknown): Response => Response.json(body, { headers: { ...REVALIDATE, ...CORS_HEADERS } });

export const formatProblem = (problem: Problem): string =>
  JSON.stringify({ type: 'about:blank', title: STATUS_CODES[problem.status], ...problem });

/** A file to download, with the type of a blob unless the headers have one. */
export const attachment = (name: string, body: BodyInit, headers: Record<string, string> = {}): Response =>
  new Response(body, {
    headers: { ...REVALIDATE, ...headers, 'Content-Disposition': `attachment; filename="${name}"` },
  });

export const csvFile = (name: string, text: BodyInit): Response =>
  attachment(name, text, { 'Content-Type': 'text/csv; charset=utf-8; header=present' });

export const problem = (details: Problem, headers: Record<string, string> = {}): Response =>
  new Response(formatProblem(details), { status: details.status, headers: { ...PROBLEM_HEADERS, ...headers } });

/** The response of an API endpoint to other methods than GET and HEAD: the preflight of browsers, or 405. */
export function respondToOtherMethod(method: string): Response {
  if (method !== 'OPTIONS') return problem({ status: 405, detail: METHOD_NOT_ALLOWED }, { Allow: API_METHODS });
  const headers = {
    ...CORS_HEADERS,
    Allow: API_METHODS,
    'Access-Control-Allow-Methods': API_METHODS,
    'Access-Control-Allow-Headers': '*',
    'Access-Control-Max-Age': '86400',
  };
  return new Response(null, { status: 204, headers });
}
