import { defineMiddleware } from 'astro:middleware';
import type { APIContext } from 'astro';
import { answerOtherMethod, ASK_EVERY_TIME, INTERNAL_ERROR, problem, wantsFragment } from './http.ts';
import type { Locale } from './messages/locales.ts';
import { localeOfPath, paths, readLocaleParam, routes } from './paths.ts';
import { settings } from './settings.ts';

/** Patterns of routes that are told apart by what they begin with. */
const FRAGMENT_ROUTES = '/fragments';
const API_ROUTES = '/api';

/** The two request headers that decide between page and fragment. */
const LIST_VARIES_BY = 'HX-Request, HX-History-Restore-Request';

export const onRequest = defineMiddleware(async (context, next) => {
  const locale = findLocale(context);
  if (locale) context.locals.locale = locale;
  if (context.isPrerendered) return next();
  const { request, routePattern } = context;

  if (isUnder(routePattern, API_ROUTES)) {
    if (request.method !== 'GET' && request.method !== 'HEAD') return answerOtherMethod(request.method);
    try {
      return await next();
    } catch (error) {
      // In development nobody else would say it: there is no page of an error.
      (context.locals.noteError ?? console.error)(error);
      return problem(INTERNAL_ERROR);
    }
  }

  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return new Response('Method not allowed.\n', { status: 405, headers: { Allow: 'GET, HEAD' } });
  }
  const isList = routePattern === routes.clubList;
  let response: Response;
  // Fragments are reached by the rewrite below, which does not come through here again; nobody else has business there.
  if (!locale || isUnder(routePattern, FRAGMENT_ROUTES)) {
    response = new Response(null, { status: 404 });
  } else {
    response = await (isList && wantsFragment((header) => request.headers.has(header))
      ? next(paths.clubListFragment + context.url.search)
      : next());
  }
  if (response.headers.get('Content-Type')?.startsWith('text/html')) {
    response.headers.set('Content-Type', 'text/html; charset=utf-8');
    for (const [name, value] of Object.entries(ASK_EVERY_TIME)) response.headers.set(name, value);
  }
  if (isList) response.headers.set('Vary', LIST_VARIES_BY);
  return response;
});

/** The language of a page stands in its address; null for an address of no language. */
function findLocale({ routePattern, params, url }: APIContext): Locale | null {
  const { defaultLocale } = settings();
  if (isUnder(routePattern, routes.pages)) return readLocaleParam(params.locale, defaultLocale);
  // Others have none, but for the pages of errors in development.
  return localeOfPath(url.pathname, defaultLocale);
}

const isUnder = (routePattern: string, prefix: string) =>
  routePattern === prefix || routePattern.startsWith(`${prefix}/`);
