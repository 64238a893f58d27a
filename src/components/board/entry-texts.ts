import type { EntryChange } from '../../clubs/history/site-entries.ts';
import type { DirectoryStep } from '../../clubs/history/steps.ts';
import { isLocale, type Locale } from '../../messages/locales.ts';
import { messages } from '../../messages/messages.ts';

/** What a step made of an entry of the site; `value` is null if it removed it. */
export function describeEntry(
  locale: Locale,
  { kind, name, before, after }: EntryChange,
  value: string | null,
): string {
  const { board, siteForm: t, pageForm } = messages(locale);
  if (kind === 'word') return board.wordMeans(name, value);
  const [page = '', language] = name.split('.');
  const fields: Partial<Record<string, string>> = t.fields;
  const what = kind === 'page' && isLocale(language) ? pageForm.pageOf(page, language) : (fields[name] ?? name);
  if (value === null) return t.isReset(what);
  const other = value === after ? before : after;
  const text = kind === 'setting' ? toText(JSON.parse(value), other === null ? null : JSON.parse(other)) : '';
  return text === '' ? t.changed(what) : t.changedTo(what, text);
}

/** The short texts of a setting that differ from another value: in each language, or as a list. Empty for links. */
function toText(value: unknown, other: unknown): string {
  const isList = Array.isArray(value) || typeof value !== 'object' || value === null;
  const texts = isList
    ? [value].flat()
    : Object.entries(value).flatMap(([key, text]) => (isSame(other, key, text) ? [] : [text as unknown]));
  return texts.every((text) => typeof text === 'string') ? [...new Set(texts)].join(' / ') : '';
}

const isSame = (other: unknown, key: string, text: unknown): boolean =>
  typeof other === 'object' && other !== null && (other as Record<string, unknown>)[key] === text;

/** What a step changed, such as "2 clubs created, 1 club changed". */
export function describeChanges(
  locale: Locale,
  { created, changed, deleted, entries }: Pick<DirectoryStep, 'created' | 'changed' | 'deleted' | 'entries'>,
): string {
  const { board: t } = messages(locale);
  const changes = [
    ...(created > 0 ? [t.created(created)] : []),
    ...(changed > 0 ? [t.changed(changed)] : []),
    ...(deleted > 0 ? [t.deleted(deleted)] : []),
    ...entries.map((entry) => describeEntry(locale, entry, entry.after)),
  ];
  return changes.length > 0 ? changes.join(', ') : t.nothing;
}
