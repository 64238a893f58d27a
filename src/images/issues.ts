import type { Locale } from '../messages/locales.ts';
import { messages } from '../messages/messages.ts';
import type { OtherKind } from './file-kind.ts';

/** The maximum size of an uploaded logo, in bytes. */
export const MAX_LOGO_BYTES = 2 * 1024 * 1024;
/** The maximum width and height of a logo, in pixels. */
export const MAX_LOGO_SIDE = 4096;

/** Why a file is not a usable logo, with the HTTP status. */
export type LogoIssue =
  | { status: 411; code: 'lengthMissing' }
  | { status: 413; code: 'tooManyBytes'; limit: number }
  | { status: 415; code: 'noForm' | 'empty' | 'unknownKind' }
  | { status: 415; code: 'otherKind'; kind: OtherKind }
  | { status: 422; code: 'tooManyPixels'; width: number; height: number; limit: number }
  | { status: 422; code: 'unreadable' }
  | { status: 503; code: 'busy' };

/** The value of Retry-After for `busy`, in seconds. */
export const BUSY_SECONDS = 10;

const MEGABYTE = 1024 * 1024;

/** An error message for users, in a language. */
export function describeLogoIssue(issue: LogoIssue, locale: Locale): string {
  const t = messages(locale).logoUpload;
  switch (issue.code) {
    case 'tooManyBytes':
      return t.tooManyBytes(issue.limit / MEGABYTE);
    case 'otherKind':
      return t.format(issue.kind);
    case 'unknownKind':
      return t.format(null);
    case 'tooManyPixels':
      return t.tooManyPixels(issue.width, issue.height, issue.limit);
    case 'empty':
    case 'unreadable':
      return t.damaged;
    case 'lengthMissing':
    case 'noForm':
    case 'busy':
      return t.failed;
  }
}
