import { routes } from '../paths.ts';
import { MAX_LOGO_BYTES, type LogoIssue } from './issues.ts';

/**
 * The longest body of a form that carries no file, in bytes, and what one may hold beside a file. The longest club takes
 * some 310 KiB when each of its letters is percent-encoded.
 */
export const MAX_FORM_BYTES = 512 * 1024;

/**
 * The longest body of a form with a file that is read at all: of a file that is too large nothing is kept but that it is,
 * so that the texts beside it come back to whoever has typed them. Photos of telephones are smaller than this.
 */
export const MAX_UPLOAD_BYTES = 24 * 1024 * 1024;

/** The largest file of clubs, in bytes. */
export const MAX_CLUB_FILE_BYTES = 10 * 1024 * 1024;

/**
 * The patterns of the routes that take files, with as much as is kept of these, in bytes. Bodies to all others are
 * bounded more narrowly (http/render.ts).
 */
export const UPLOAD_ROUTES: ReadonlyMap<string, number> = new Map([
  [routes.clubNew, MAX_LOGO_BYTES],
  [routes.clubEdit, MAX_LOGO_BYTES],
  [routes.deskImports, MAX_CLUB_FILE_BYTES],
]);

/** What a form is sent as: with a file, or without one. */
const WITH_FILE = 'multipart/form-data';
const FORM_TYPES = new Set([WITH_FILE, 'application/x-www-form-urlencoded']);

/** The longest body of a request to a route, in bytes. */
export const findBodyLimit = (headers: Headers, takesUploads: boolean): number =>
  takesUploads && readType(headers) === WITH_FILE ? MAX_UPLOAD_BYTES : MAX_FORM_BYTES;

const readType = (headers: Headers): string => {
  const [type = ''] = (headers.get('Content-Type') ?? '').split(';');
  return type.trim().toLowerCase();
};

/** What the head of a request already says against its upload; null when its body is worth reading. */
export function refuseByHead(headers: Headers): LogoIssue | null {
  const length = headers.get('Content-Length');
  if (length === null || !/^\d+$/.test(length)) return { status: 411, code: 'lengthMissing' };
  if (Number(length) > MAX_UPLOAD_BYTES) return { status: 413, code: 'tooManyBytes', limit: MAX_LOGO_BYTES };
  return FORM_TYPES.has(readType(headers)) ? null : { status: 415, code: 'noForm' };
}
