import { defineMiddleware } from 'astro:middleware';
import type { APIContext } from 'astro';
import { mayRead, maySend } from './access.ts';
import { findCurrentUser } from './accounts/sessions.ts';
import { clubStore } from './clubs/directory/club-store.ts';
import { findRedirects } from './clubs/directory/queries.ts';
import { NoAccountError } from './clubs/history/write-lock.ts';
import { readClubId } from './clubs/search.ts';
import { identityIn } from './identity/identity.ts';
import { MAX_FORM_BYTES, NoFormError, readFormData, refuseUpload } from './lib/form-data.ts';
import { isRead, wantsFragment } from './lib/requests.ts';
import { movedPermanently, respondToOtherMethod, REVALIDATE, seeOther } from './lib/responses.ts';
import type { Locale } from './messages/locales.ts';
import { messages } from './messages/messages.ts';
import { localeOfPath, paths, pathsIn, readLocaleParam } from './paths.ts';
import { PAGES_PATTERN, ROUTE_RULES, routes } from './routes.ts';
import { settings } from './settings.ts';

const API_ROUTES = '/api';

/** The request headers that decide between page and fragment. */
const LIST_VARIES_BY = 'HX-Request, HX-History-Restore-Request';

export const onRequest = defineMiddleware(async (context, next) => {
  const locale = findLocale(context);
  context.locals.user = null;
  if (locale)
    Object.assign(context.locals, {
      locale,
      texts: messages(locale),
      paths: pathsIn(locale),
      identity: identityIn(locale),
    });
  if (context.isPrerendered || context.locals.staticPage) return next();
  const { request, routePattern } = context;
  const store = clubStore();
  Object.assign(context.locals, { store, sql: store.sql, form: null });

  if (isUnder(routePattern, API_ROUTES)) {
    return isRead(request) ? redirectMerged(context, await next()) : respondToOtherMethod(request.method);
  }

  const rules = ROUTE_RULES.get(routePattern);
  // Fragments are reached only by the rewrite below, which does not run the middleware again.
  if (!locale || !rules) {
    return isRead(request) ? new Response(null, { status: 404 }) : refuseMethod(['GET', 'HEAD']);
  }
  if (!rules.methods.includes(request.method)) return refuseMethod(rules.methods);
  if (!isRead(request) && !isFromThisSite(request.headers, settings().siteUrl)) {
    return refuse(403, messages(locale).errors.fromElsewhere(settings().siteUrl));
  }
  const may = isRead(request) ? mayRead : maySend;
  const refuseUnlessAllowed = async () => {
    const user = await findCurrentUser(store.sql, request);
    context.locals.user = user;
    const isAllowed = may(routePattern, user, readClubId(context.params.club_id));
    if (user && isAllowed) context.locals.admitBody?.();
    if (isAllowed) return null;
    return user ? new Response(null, { status: 403 }) : toLogin(context);
  };
  const refused = await refuseUnlessAllowed();
  if (refused) {
    // The table of the board shows the refusal in its cell. Other forms get a page with their input.
    const isInTable = routePattern === routes.boardCell && request.headers.has('HX-Request');
    if (isRead(request) || isInTable || !TYPED_ROUTES.includes(routePattern)) return refused;
    // A redirect would lead away from the input.
    if (Number(request.headers.get('Content-Length')) > MAX_FORM_BYTES)
      return refuse(403, messages(locale).clubForm.script[refused.status === 403 ? 'notAllowed' : 'signedOut']);
    const typed = await next(paths.unsaved + context.url.search);
    markPage(typed);
    return typed;
  }
  const clubId = readClubId(context.params.club_id);
  if (clubId === null && context.params.club_id !== undefined) return new Response(null, { status: 404 });
  context.locals.clubId = clubId ?? 0;
  // Pages with uploads report themselves why they refuse one.
  if (!isRead(request) && (rules.maxFileBytes === undefined || refuseUpload(request.headers) === null)) {
    // The body may arrive minutes after the headers, when the permission may be gone.
    const form = await readFormData(request, rules.maxFileBytes).catch(() => null);
    const late = await refuseUnlessAllowed();
    if (late) return late;
    if (!form) return refuse(400, messages(locale).errors.notRead);
    context.locals.form = form;
  }

  const isList = routePattern === routes.clubList;
  let response: Response;
  try {
    response = await (isList && wantsFragment((header) => request.headers.has(header))
      ? next(paths.clubListFragment + context.url.search)
      : next());
  } catch (error) {
    // The account was deleted during the request.
    if (error instanceof NoAccountError) return toLogin(context);
    if (!(error instanceof NoFormError)) throw error;
    return refuse(400, messages(locale).errors.notRead);
  }
  markPage(response);
  if (isList) response.headers.set('Vary', LIST_VARIES_BY);
  return await redirectMerged(context, response);
});

/** Replaces 404 for a club that was merged into another one by a redirect. */
async function redirectMerged({ params, request, url, locals }: APIContext, response: Response): Promise<Response> {
  const id = response.status === 404 && isRead(request) ? readClubId(params.club_id) : null;
  if (id === null) return response;
  const newId = (await findRedirects(locals.sql, [id])).get(id);
  const path = url.pathname.replace(/(?<=\/club\/)\d+/, String(newId));
  return newId === undefined ? response : movedPermanently(path + url.search);
}

/** Whether a page of this site sent a form, by headers that browsers set and pages cannot. Without them it is refused. */
function isFromThisSite(headers: Headers, siteUrl: string): boolean {
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  return headers.get('origin') === siteUrl;
}

/** Their input is not stored anywhere else. */
const TYPED_ROUTES: readonly string[] = [routes.clubNew, routes.clubEdit, routes.boardCell];

function markPage({ headers }: Response): void {
  if (!headers.get('Content-Type')?.startsWith('text/html')) return;
  headers.set('Content-Type', 'text/html; charset=utf-8');
  // A page may set stricter ones.
  for (const [name, value] of Object.entries(REVALIDATE)) if (!headers.has(name)) headers.set(name, value);
}

const toLogin = ({ url, locals }: APIContext) => seeOther(locals.paths.login(url.pathname + url.search));

const refuseMethod = (methods: readonly string[]) => refuse(405, 'Method not allowed.', { Allow: methods.join(', ') });

const refuse = (status: number, text: string, headers: Record<string, string> = {}) =>
  new Response(`${text}\n`, { status, headers: { 'Content-Type': 'text/plain; charset=utf-8', ...headers } });

/** Null for a URL without a language. */
function findLocale({ routePattern, params, url }: APIContext): Locale | null {
  if (isUnder(routePattern, PAGES_PATTERN)) return readLocaleParam(params.locale);
  // For the error pages in development.
  return localeOfPath(url.pathname);
}

const isUnder = (routePattern: string, prefix: string) =>
  routePattern === prefix || routePattern.startsWith(`${prefix}/`);
