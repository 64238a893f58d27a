import type { ClubIssue } from '../../clubs/edit/form.ts';
import type { Locale } from '../../messages/locales.ts';
import { messages } from '../../messages/messages.ts';

/** The error message of a field, with its line and similar names. */
export function describeIssue({ code, line, near }: ClubIssue, locale: Locale): string {
  const t = messages(locale).clubForm;
  if (near) return t.near(t.issues[code], near);
  return line === undefined ? t.issues[code] : t.inLine(line, t.issues[code]);
}
