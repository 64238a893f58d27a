import type { EntryChange } from '../../clubs/history/site-entries.ts';
import { isLocale, type Locale } from '../../messages/locales.ts';
import { messages } from '../../messages/messages.ts';

/** What a step made of an entry of the site; `value` is null if it removed it. */
export function describeEntry(locale: Locale, { kind, name }: EntryChange, value: string | null): string {
  const { board, siteForm: t, pageForm } = messages(locale);
  if (kind === 'word') return board.wordMeans(name, value);
  const [page = '', language] = name.split('.');
  const fields: Partial<Record<string, string>> = t.fields;
  const what = kind === 'page' && isLocale(language) ? pageForm.pageOf(page, language) : (fields[name] ?? name);
  if (value === null) return t.isReset(what);
  const text = kind === 'setting' ? toText(JSON.parse(value)) : '';
  return text === '' ? t.changed(what) : t.changedTo(what, text);
}

/** The short texts of a setting: in each language, or as a list. Empty for links. */
function toText(value: unknown): string {
  const texts = typeof value === 'object' && value !== null ? Object.values(value) : [value];
  return texts.every((text) => typeof text === 'string') ? [...new Set(texts)].join(' / ') : '';
}
