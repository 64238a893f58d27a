import * as v from 'valibot';
import type { Database } from '../../db/client.ts';
import { saveEntries } from '../clubs/history/site-entries.ts';
import { renderStaleClubs } from '../clubs/record/stored-html.ts';
import type { Actor } from '../clubs/history/step.ts';
import type { SiteEntry } from '../identity/entries.ts';
import { refreshContent, siteContent } from '../identity/site.ts';
import { contrastWith } from '../lib/contrast.ts';
import { findMissingTargets, PAGE_NAME, siteFileSchema } from '../identity/site-file.ts';
import { isLocale, LOCALES, type Locale } from '../messages/locales.ts';
import { messages } from '../messages/messages.ts';
import { mainLocale, siteLanguages, withMain, type SiteLanguages } from '../site-settings.ts';
import { readMark } from './mark.ts';
import { mergeFields, type Fields } from './merge-fields.ts';

/* The form of the settings of a site. Each key of site.json has one or more fields. */

/** The texts in each language, such as `name_en`. */
export const SITE_TEXTS = ['name', 'association', 'association_clubs', 'tagline', 'description'] as const;
export const LINK_LISTS = ['menu', 'footer'] as const;
/** The form offers no more rows; a folder may have more links. */
export const MAX_LINKS = 8;
export const MARK_FIELD = 'mark_file';

type Settings = Readonly<Record<string, unknown>>;

export const inLanguage = (value: unknown, locale: Locale): string => {
  const text = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[locale] : value;
  return typeof text === 'string' ? text : '';
};

const inAnyLanguage = (value: unknown): string =>
  [mainLocale(), ...LOCALES].map((locale) => inLanguage(value, locale)).find(Boolean) ?? '';

interface StoredLink {
  label: unknown;
  href?: unknown;
  page?: string;
}

/** The fields of each key, as the form shows them. */
function toFields(settings: Settings): Record<string, Fields> {
  const { accent } = siteContent().colours;
  const given: Settings = { accent: accent.light, accent_dark: accent.dark, ...settings };
  const languages = (settings.languages ?? []) as Locale[];
  const lists = (settings.links ?? {}) as Partial<Record<string, StoredLink[]>>;
  const links = LINK_LISTS.flatMap((list) =>
    (lists[list] ?? []).flatMap(({ label, href, page }, index) => [
      ...LOCALES.map((locale) => [`${list}_${index}_label_${locale}`, inLanguage(label, locale)]),
      [`${list}_${index}_target`, page ?? inAnyLanguage(href)],
    ]),
  );
  return {
    ...Object.fromEntries(
      SITE_TEXTS.map((key) => [
        key,
        Object.fromEntries(LOCALES.map((locale) => [`${key}_${locale}`, inLanguage(settings[key], locale)])),
      ]),
    ),
    ...Object.fromEntries(
      ['accent', 'accent_dark', 'contact', 'club_contact'].map((key) => [key, { [key]: inAnyLanguage(given[key]) }]),
    ),
    languages: {
      languages: LOCALES.filter((locale) => languages.includes(locale)).join(' '),
      main_language: languages[0] ?? '',
    },
    links: Object.fromEntries(links) as Fields,
  };
}

/** The fields of the current settings, by name. */
export const loadSettingsForm = (): Fields =>
  Object.assign({}, ...Object.values(toFields(siteContent().settings))) as Fields;

/** Reads a key as in site.json; null for an empty one. */
function readKey(key: string, fields: Fields): unknown {
  const read = (name: string) => fields[name] ?? '';
  const readTexts = (prefix: string): Record<string, string> =>
    Object.fromEntries(
      LOCALES.flatMap((locale) => {
        const text = read(`${prefix}_${locale}`);
        return text === '' ? [] : [[locale, text] as const];
      }),
    );
  if (key === 'links')
    return Object.fromEntries(
      LINK_LISTS.map((list) => [
        list,
        Object.keys(fields).flatMap((name) => {
          const [, prefix] = /^(\w+_\d+)_target$/.exec(name) ?? [];
          if (!prefix?.startsWith(`${list}_`)) return [];
          const [label, target] = [readTexts(`${prefix}_label`), read(`${prefix}_target`)];
          if (target === '' && Object.keys(label).length === 0) return [];
          return [PAGE_NAME.test(target) ? { label, page: target } : { label, href: target }];
        }),
      ]),
    );
  if (key === 'languages') {
    const main = read('main_language');
    return withMain(isLocale(main) ? main : mainLocale(), read(key).split(' ').filter(isLocale));
  }
  if (!SITE_TEXTS.some((text) => text === key)) return read(key) || null;
  const texts = readTexts(key);
  return Object.keys(texts).length > 0 ? texts : null;
}

/** The name of the field with an issue. */
function fieldOf(issue: v.BaseIssue<unknown>): string {
  const [key = '', ...path] = (issue.path ?? []).map((item) => String(item.key));
  if (SITE_TEXTS.some((text) => text === key)) return `${key}_${path[0] ?? mainLocale()}`;
  if (key !== 'links') return key;
  const [list = '', index = '', part = '', locale = mainLocale()] = path;
  return part === 'label' ? `${list}_${index}_label_${locale}` : `${list}_${index}_target`;
}

function describeIssue(issue: v.BaseIssue<unknown>, field: string, locale: Locale): string {
  const { forms, siteForm: t } = messages(locale);
  const grounds = { accent: 'light', accent_dark: 'dark' } as const;
  if (issue.type === 'max_length') return t.tooLong(Number(issue.requirement));
  if (field in grounds)
    return t.contrast(contrastWith(String(issue.input), siteContent().colours[grounds[field as keyof typeof grounds]]));
  if (field === 'contact') return t.wrongContact;
  if (field.endsWith('_target')) return t.wrongTarget;
  return issue.type === 'regex' ? t.oneLine : forms.missing;
}

/** Saves the form as one step of the history. Returns its id, or the fields to show again with what is wrong. */
export async function submitSettings(
  sql: Database,
  actor: Actor,
  form: FormData,
  locale: Locale,
): Promise<number | null | { fields: Fields; errors: Record<string, string> }> {
  const { settings, fileSettings, savedNames, colours } = siteContent();
  /** Club texts in another default language become the plain ones. */
  const save = async (entries: Parameters<typeof saveEntries>[2], languages: SiteLanguages) => {
    const step = await saveEntries(sql, actor, entries, { from: mainLocale(), to: languages[0] });
    await refreshContent();
    await renderStaleClubs(sql);
    return step;
  };
  if (form.has('reset')) {
    const names = [...savedNames].map((name) => name.split(' ') as [SiteEntry['kind'], string]);
    const entries = names.filter(([kind]) => kind !== 'page').map(([kind, name]) => ({ kind, name, value: null }));
    return await save(entries, fileSettings.languages as SiteLanguages);
  }
  const [current, inFile] = [toFields(settings), toFields(fileSettings)];
  const { fields, disputed } = mergeFields(form, loadSettingsForm());
  const sent = Object.keys(current).map((key) => [key, readKey(key, fields)] as const);
  const isSame = (key: string, value: unknown, fields: Record<string, Fields>) =>
    JSON.stringify(toFields({ [key]: value ?? undefined })[key]) === JSON.stringify(fields[key]);
  const changed = sent.filter(([key, value]) => !isSame(key, value, current));
  const candidate = Object.fromEntries(
    Object.entries({ ...settings, ...Object.fromEntries(changed) }).filter(([, value]) => value !== null),
  );
  const parsed = v.safeParse(siteFileSchema(colours), candidate);
  const output = parsed.success ? parsed.output : null;
  const t = messages(locale).siteForm;
  const errors: Record<string, string> = Object.fromEntries(disputed.map((name) => [name, t.changedMeanwhile]));
  for (const issue of parsed.issues ?? []) {
    const field = fieldOf(issue);
    errors[field] ??= describeIssue(issue, field, locale);
  }
  for (const key of SITE_TEXTS)
    if (key !== 'association_clubs' && siteLanguages().every((locale) => !fields[`${key}_${locale}`]))
      errors[`${key}_${mainLocale()}`] ??= messages(locale).forms.missing;
  for (const list of LINK_LISTS)
    for (const [index, link] of (output?.links[list] ?? []).entries()) {
      const [target] = findMissingTargets(link, siteContent());
      if (target !== undefined)
        errors[`${list}_${index}_target`] = 'page' in link ? t.noPage(target) : t.noFile(target);
    }
  const file = form.get(MARK_FIELD);
  const mark = file instanceof File && file.size > 0 ? await readMark(Buffer.from(await file.arrayBuffer())) : null;
  if (mark?.issue) errors[MARK_FIELD] = t.markIssues[mark.issue];
  else if (mark && Object.keys(errors).length > 0) errors[MARK_FIELD] = t.chooseAgain;
  if (Object.keys(errors).length > 0) return { fields, errors };
  const entries = [
    ...changed.map(([name, value]) => ({
      kind: 'setting' as const,
      name,
      value: isSame(name, value, inFile) ? null : JSON.stringify(value),
    })),
    ...(mark?.svg === undefined ? [] : [{ kind: 'mark' as const, name: 'mark', value: mark.svg }]),
  ];
  return await save(entries, candidate.languages as SiteLanguages);
}
