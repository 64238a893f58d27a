import type { NoteFault } from '../../clubs/admin/inbox/message-form.ts';
import type { Locale } from '../../messages/locales.ts';
import { messages } from '../../messages/messages.ts';

/** The error message of a field of a visitor's message. */
export function describeNoteFault(fault: NoteFault | undefined, locale: Locale): string | null {
  if (fault === undefined) return null;
  const { forms, clubForm, notes } = messages(locale);
  const words: Record<NoteFault, string> = {
    noTopic: notes.noTopic,
    missing: forms.missing,
    nul: clubForm.faults.nul,
    tooLong: forms.tooLong,
    noEmail: forms.noEmail,
    notEmpty: notes.trap,
  };
  return words[fault];
}
