import { MAX_FORM_BYTES, WITHOUT_FILES, type FormBounds } from '../lib/form-data.ts';
import { routes } from '../paths.ts';
import { MAX_LOGO_BYTES, type LogoIssue } from './issues.ts';

/**
 * The maximum body of a form with a file, in bytes. Larger than the largest file, so that a photo from a phone that is too
 * large does not lose the user's input: its bytes are discarded.
 */
export const MAX_UPLOAD_BYTES = 24 * 1024 * 1024;

/** The maximum size of a CSV file, in bytes. */
export const MAX_CLUB_FILE_BYTES = 10 * 1024 * 1024;

/** The routes that accept files, with the maximum size of a file in bytes. */
export const UPLOAD_ROUTES: ReadonlyMap<string, number> = new Map([
  [routes.clubNew, MAX_LOGO_BYTES],
  [routes.clubEdit, MAX_LOGO_BYTES],
  [routes.deskImports, MAX_CLUB_FILE_BYTES],
]);

/** The bounds of a form that is sent to a route. */
export const formBounds = (routePattern: string): FormBounds => ({
  ...WITHOUT_FILES,
  fileBytes: UPLOAD_ROUTES.get(routePattern) ?? 0,
});

/** What a form is sent as: with a file, or without one. */
const WITH_FILE = 'multipart/form-data';
const FORM_TYPES = new Set([WITH_FILE, 'application/x-www-form-urlencoded']);

/** The maximum body of a request, in bytes. */
export const findBodyLimit = (headers: Headers, takesUploads: boolean): number =>
  takesUploads && readType(headers) === WITH_FILE ? MAX_UPLOAD_BYTES : MAX_FORM_BYTES;

const readType = (headers: Headers): string => {
  const [type = ''] = (headers.get('Content-Type') ?? '').split(';');
  return type.trim().toLowerCase();
};

/** Checks the headers of an upload; null if its body can be read. */
export function refuseByHead(headers: Headers): LogoIssue | null {
  const length = headers.get('Content-Length');
  if (length === null || !/^\d+$/.test(length)) return { status: 411, code: 'failed' };
  if (Number(length) > MAX_UPLOAD_BYTES) return { status: 413, code: 'tooManyBytes', limit: MAX_LOGO_BYTES };
  return FORM_TYPES.has(readType(headers)) ? null : { status: 415, code: 'failed' };
}
