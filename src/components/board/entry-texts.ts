import type { EntryChange } from '../../clubs/history/site-entries.ts';
import type { DirectoryStep } from '../../clubs/history/steps.ts';
import { siteContent } from '../../identity/site.ts';
import { isLocale, type Locale } from '../../messages/locales.ts';
import { messages } from '../../messages/messages.ts';
import { describeField } from '../clubs/field-text.ts';

/** What a step made of an entry of the site; `value` is null if it removed it. */
export function describeEntry(
  locale: Locale,
  { kind, name, before, after }: EntryChange,
  value: string | null,
): string {
  const { siteForm: t, pageForm, board } = messages(locale);
  const [page = '', language] = name.split('.');
  const fields: Partial<Record<string, string>> = t.fields;
  const other = value === after ? before : after;
  const inFile: Readonly<Record<string, unknown>> = siteContent().fileSettings;
  if (kind === 'word') return board.change(name, other ?? '', value ?? '');
  const what = kind === 'page' && isLocale(language) ? pageForm.pageOf(page, language) : (fields[name] ?? name);
  if (kind !== 'setting') return value === null ? t.isReset(what) : t.changed(what);
  const read = (json: string | null): unknown => (json === null ? inFile[name] : JSON.parse(json));
  const textOf = (part: unknown) =>
    textsOf(part)
      .map((text) => (name === 'languages' && isLocale(text) ? messages(text).language.name : text))
      .join(' / ');
  const [was, is] = differencesOf(read(other), read(value));
  const [from, to] = [textOf(was), textOf(is)];
  return isShort(from, to) ? board.change(what, from, to) : t.changed(what);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Of two values by language, the languages that differ; other values as they are. */
function differencesOf(before: unknown, after: unknown): [unknown, unknown] {
  if (!isRecord(before) || !isRecord(after)) return [before, after];
  const keys = Object.keys({ ...before, ...after }).filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  );
  const pick = (values: Record<string, unknown>) => keys.map((key) => values[key]);
  return [pick(before), pick(after)];
}

/** All texts in a setting, each once. */
function textsOf(value: unknown): string[] {
  const texts = (part: unknown): unknown[] =>
    typeof part === 'object' && part !== null ? Object.values(part).flatMap(texts) : [part ?? ''];
  return [...new Set(texts(value).map(String))];
}

const isShort = (before: string, after: string) =>
  before.length + after.length <= 120 && !(before + after).includes('\n');

/** What differs in a club: short values before and after, and the names of fields with long ones. */
const describeFields = (locale: Locale, fields: DirectoryStep['fields']): string[] =>
  fields.map(({ field, before, after, removed, to: same = '' }) => {
    const { clubFields, clubForm, board } = messages(locale);
    if (same && !removed && isShort('', same))
      return clubForm.of(clubFields[field], describeField(locale, field, same));
    const [from, to] = [describeField(locale, field, before), describeField(locale, field, after)];
    return isShort(from, to) && from !== to && !removed && field !== 'logo_url'
      ? board.change(clubFields[field], from, to)
      : clubFields[field];
  });

/** A club that a restoration or an undo creates existed before. */
export const whatBy = <What extends string>({ kind }: DirectoryStep['step'], what: What): What | 'restored' =>
  what === 'created' && (kind === 'restore' || kind === 'undo') ? 'restored' : what;

/** What a step changed, by line: its fields, "2 clubs created, 1 club changed", its entries. */
export function describeChanges(
  locale: Locale,
  { step, created, changed, deleted, entries, fields }: DirectoryStep,
): string[] {
  const { board: t } = messages(locale);
  const clubs = [
    ...(created > 0 ? [t[whatBy(step, 'created')](created)] : []),
    ...(changed > Math.min(fields.length, 1) ? [t.changed(changed)] : []),
    ...(deleted > 0 ? [t.deleted(deleted)] : []),
  ];
  const ofSite = entries.map((entry) => describeEntry(locale, entry, entry.after));
  const lines = [...describeFields(locale, fields), clubs.join(', '), ...ofSite].filter(Boolean);
  return lines.length > 0 ? lines : [t.nothing];
}

/** The kind of a step with its club or its changes, such as "Club edit: Ski". */
export const nameStep = (locale: Locale, done: DirectoryStep): string =>
  messages(locale).clubForm.of(
    messages(locale).board.kinds[done.step.kind],
    done.club?.name ?? describeChanges(locale, done).join(', '),
  );
