import type { Locale } from '../messages/locales.ts';
import { messages } from '../messages/messages.ts';

/** In bytes. */
export const MAX_LOGO_BYTES = 2 * 1024 * 1024;
/** Width and height, in pixels. */
export const MAX_LOGO_SIDE = 4096;

/** Why a file is not a usable logo, with the HTTP status. `failed`: the request was incomplete, or the server is busy. */
export type LogoIssue =
  | { status: 413; code: 'tooManyBytes'; limit: number }
  | { status: 415; code: 'format' }
  | { status: 415 | 422; code: 'damaged' }
  | { status: 422; code: 'tooManyPixels'; width: number; height: number; limit: number }
  | { status: 411 | 415 | 503; code: 'failed' };

/** The value of Retry-After while the server is busy, in seconds. */
export const BUSY_SECONDS = 10;

export function describeLogoIssue(issue: LogoIssue, locale: Locale): string {
  const t = messages(locale).logoUpload;
  if (issue.code === 'tooManyBytes') return t.tooManyBytes(issue.limit / 2 ** 20);
  if (issue.code === 'tooManyPixels') return t.tooManyPixels(issue.width, issue.height, issue.limit);
  return t[issue.code];
}
