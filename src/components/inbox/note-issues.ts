import type { NoteIssue } from '../../clubs/board/inbox/message-form.ts';
import type { Locale } from '../../messages/locales.ts';
import { messages } from '../../messages/messages.ts';

export function describeNoteIssue(issue: NoteIssue | undefined, locale: Locale): string | null {
  if (issue === undefined) return null;
  const { forms, clubIssues, notes } = messages(locale);
  const words: Record<NoteIssue, string> = {
    noTopic: notes.noTopic,
    missing: forms.missing,
    nul: clubIssues.nul,
    tooLong: forms.tooLong,
    noEmail: forms.noEmail,
    notEmpty: notes.trap,
  };
  return words[issue];
}
