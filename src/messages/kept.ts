import type { Locale } from './locales.ts';
import { messages } from './messages.ts';

/** Names the fields whose newer values a save kept; empty if there are none. Ignores unknown names. */
export function describeKept(locale: Locale, names: readonly string[]): string {
  const { clubForm, clubFields } = messages(locale);
  const labels = Object.entries(clubFields).flatMap(([name, label]) => (names.includes(name) ? [label] : []));
  return labels.length > 0 ? clubForm.kept(labels) : '';
}
