import type { Client } from '../../db/client.ts';
import { SESSION_COOKIE } from '../accounts/session-cookie.ts';
import { normalizeClubAddress } from '../clubs/cache-address.ts';
import type { Application } from '../http/application.ts';
import { createResponse, textResponse, type BufferedResponse } from '../http/buffered-response.ts';
import { RETRY_SOON, type ErrorResponses } from '../http/errors.ts';
import { StoredFiles } from '../http/stored-files.ts';
import { findPreview, findRendition } from '../images/queries.ts';
import { IMAGE_HEADERS } from '../images/rendition.ts';
import { paths, readImagePath, readPreviewPath } from '../paths.ts';
import { compileRoute, ROUTE_RULES, routes } from '../routes.ts';
import type { Settings } from '../settings.ts';
import type { StaticFiles } from './static-files.ts';

const SLOW_ROUTES = [...ROUTE_RULES].filter(([, { isSlow }]) => isSlow).map(([pattern]) => compileRoute(pattern));

/** An identity provider redirects here; the GET creates a session. */
const LOGIN_CALLBACK = compileRoute(routes.loginCallback);

const NO_STORE = { 'Cache-Control': 'no-store' };

/** As lenient as any cookie parser: a signed-in user must not get a shared response. */
const SESSION = new RegExp(`${SESSION_COOKIE}\\s*=`);

const OK = textResponse(200, 'ok\n', NO_STORE);

/** The response to `/healthz` (200) and `/readyz` (200, or 503 with the issue); null for other paths. */
function findHealth(path: string, findIssue: () => string | null): BufferedResponse | null {
  if (path === paths.health) return OK;
  if (path !== paths.readiness) return null;
  const issue = findIssue();
  return issue === null ? OK : textResponse(503, `${issue}\n`, { ...NO_STORE, ...RETRY_SOON });
}

/**
 * The directory for the server in src/http. `served` has the current files. `findIssue` returns why it cannot serve
 * everything, or null.
 */
export function createApplication(
  served: { readonly files: StaticFiles },
  { siteUrl }: Pick<Settings, 'siteUrl'>,
  findIssue: () => string | null,
): Application {
  const errors: ErrorResponses = (name, target) => served.files.errors(name, target);
  const isStored = (path: string) => path.startsWith(paths.images);
  /** Needs no query. */
  const refuseImage = (path: string) =>
    isStored(path) && !readImagePath(path) && !readPreviewPath(path) ? errors('notFound', path) : null;
  return {
    siteUrl,
    keyOf: normalizeClubAddress,
    toRenderedUrl: (url) => (url.startsWith(paths.islands) ? (served.files.islands.get(url) ?? null) : url),
    findFile: (path) => served.files.byPath.get(path) ?? findHealth(path, findIssue) ?? refuseImage(path),
    isStored,
    errors,
    hasSession: (cookies) => SESSION.test(cookies),
    isWrite: (path) => LOGIN_CALLBACK.test(path),
    isSlow: (path) => SLOW_ROUTES.some((pattern) => pattern.test(path)),
    takesFiles: (route) => ROUTE_RULES.get(route)?.maxFileBytes !== undefined,
  };
}

/** The images in the database. */
export const createStoredFiles = (sql: Client): StoredFiles =>
  new StoredFiles(async (path) => {
    const name = readImagePath(path);
    const preview = readPreviewPath(path);
    const file = name ? await findRendition(sql, name) : preview && (await findPreview(sql, preview));
    if (!file) return null;
    const headers = { ...IMAGE_HEADERS, 'Content-Type': file.type };
    return createResponse(200, headers, file.bytes, { isCacheable: true });
  });
