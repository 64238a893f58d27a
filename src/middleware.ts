import { defineMiddleware } from 'astro:middleware';
import { answerOtherMethod, ASK_EVERY_TIME, INTERNAL_ERROR, problem } from './http.ts';
import { paths } from './paths.ts';

/** Patterns of the routes that are told apart here; by route and never by path, which has many spellings. */
const CLUB_LIST_ROUTE = paths.clubList.replace(/\/$/, '');
const FRAGMENT_ROUTES = '/fragments';
const API_ROUTES = '/api';

/** The two request headers that decide between page and fragment. */
const LIST_VARIES_BY = 'HX-Request, HX-History-Restore-Request';

export const onRequest = defineMiddleware(async (context, next) => {
  if (context.isPrerendered) return next();
  const { request, routePattern } = context;
  const isUnder = (prefix: string) => routePattern === prefix || routePattern.startsWith(`${prefix}/`);

  if (isUnder(API_ROUTES)) {
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
  // Reached by the rewrite below, which does not come through here again; nobody else has business there.
  if (isUnder(FRAGMENT_ROUTES)) return new Response(null, { status: 404 });

  const isList = routePattern === CLUB_LIST_ROUTE;
  let response: Response;
  try {
    response = await (isList && wantsFragment(request) ? next(paths.clubListFragment + context.url.search) : next());
  } catch (error) {
    context.locals.noteError?.(error);
    throw error;
  }
  if (response.headers.get('Content-Type')?.startsWith('text/html')) {
    response.headers.set('Content-Type', 'text/html; charset=utf-8');
    for (const [name, value] of Object.entries(ASK_EVERY_TIME)) response.headers.set(name, value);
  }
  if (isList) response.headers.set('Vary', LIST_VARIES_BY);
  return response;
});

/** Going back in the browser's history needs the whole page, whatever else the request says. */
function wantsFragment(request: Request): boolean {
  return request.headers.has('HX-Request') && !request.headers.has('HX-History-Restore-Request');
}
