import { routes } from '../paths.ts';
import { MAX_LOGO_BYTES, type LogoIssue } from './issues.ts';

/** What a form may hold beside the file of a logo, in bytes. */
const MAX_FIELD_BYTES = 256 * 1024;

/** The longest body of a request to a route that takes uploads. */
export const MAX_UPLOAD_BYTES = MAX_LOGO_BYTES + MAX_FIELD_BYTES;

/** The patterns of the routes that take uploads; bodies to all others are bounded more narrowly (server/render.ts). */
export const UPLOAD_ROUTES: ReadonlySet<string> = new Set([routes.clubNew, routes.clubEdit]);

/** What a form is sent as: with a file, or without one. */
const FORM_TYPES = new Set(['multipart/form-data', 'application/x-www-form-urlencoded']);

/** What the head of a request already says against its upload; null when its body is worth reading. */
export function refuseByHead(headers: Headers): LogoIssue | null {
  const length = headers.get('Content-Length');
  if (length === null || !/^\d+$/.test(length)) return { status: 411, code: 'lengthMissing' };
  if (Number(length) > MAX_UPLOAD_BYTES) return { status: 413, code: 'tooManyBytes', limit: MAX_LOGO_BYTES };
  const [type = ''] = (headers.get('Content-Type') ?? '').split(';');
  return FORM_TYPES.has(type.trim().toLowerCase()) ? null : { status: 415, code: 'noForm' };
}
