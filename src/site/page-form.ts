import type { Database } from '../../db/client.ts';
import { saveEntries } from '../clubs/history/site-entries.ts';
import type { Actor } from '../clubs/history/step.ts';
import { hasTooMuchMarkup } from '../clubs/record/markdown.ts';
import { ASSOCIATION_PAGE, HOME_PAGE } from '../identity/files.ts';
import { parsePage, renderPage } from '../identity/pages.ts';
import { PAGE_NAME } from '../identity/site-file.ts';
import { refreshContent, siteContent, type SitePage } from '../identity/site.ts';
import { describeLogoIssue } from '../images/issues.ts';
import { saveLogo } from '../images/queries.ts';
import { MAX_WAITING, readLogo } from '../images/read-logo.ts';
import { LOCALES, type Locale } from '../messages/locales.ts';
import { messages } from '../messages/messages.ts';
import { paths } from '../paths.ts';
import { siteLanguages } from '../site-settings.ts';
import { mergeFields, type Fields } from './merge-fields.ts';

/* The form of a page of the site: a title, description and text in each language. */

export const PAGE_PARTS = ['title', 'description', 'text'] as const;
export const IMAGE_FIELD = 'image';
/** In characters. */
const MAX_TEXT = 20_000;

export interface PageForm {
  fields: Fields;
  errors: Record<string, string>;
  /** Title and HTML in each language that has a text. */
  previews: { locale: Locale; title: string; html: string }[];
}

export const isRequired = (name: string): boolean => name === HOME_PAGE || name === ASSOCIATION_PAGE;

const pagesOf = (name: string): SitePage[] => siteContent().pages.filter((page) => page.name === name);

/** The fields of a page as it is; empty for a new one. */
export async function loadPageForm(name: string): Promise<PageForm> {
  const fields: Fields = { name };
  for (const page of pagesOf(name)) {
    const { title, description = '', text } = await parsePage(page);
    Object.assign(fields, toFields(page.locale, { title, description, text: text.trim() }));
  }
  return { fields, errors: {}, previews: [] };
}

const toFields = (locale: Locale, parts: Record<(typeof PAGE_PARTS)[number], string>): Fields =>
  Object.fromEntries(PAGE_PARTS.map((part) => [`${part}_${locale}`, parts[part]]));

/** Its strings are valid YAML. */
function toSource(fields: Fields, locale: Locale): string {
  const [title, description, text] = PAGE_PARTS.map((part) => fields[`${part}_${locale}`] ?? '');
  const about = description ? `description: ${JSON.stringify(description)}\n` : '';
  return title ? `---\ntitle: ${JSON.stringify(title)}\n${about}---\n\n${text}\n` : '';
}

function findErrors(fields: Fields, oldName: string, locale: Locale): Record<string, string> {
  const { pageForm: t, siteForm } = messages(locale);
  const errors: Record<string, string> = {};
  const { name = '' } = fields;
  if (!PAGE_NAME.test(name) || name.length > 50) errors.name = t.wrongName;
  else if (name !== oldName && pagesOf(name).length > 0) errors.name = t.taken;
  for (const one of LOCALES) {
    const [title = '', text = ''] = [fields[`title_${one}`], fields[`text_${one}`]];
    if (title === '' && text !== '') errors[`title_${one}`] = t.missingTitle;
    if (title !== '' && text === '') errors[`text_${one}`] = t.missingText;
    if (title.includes('\n')) errors[`title_${one}`] = siteForm.oneLine;
    if (title.length > 200) errors[`title_${one}`] = siteForm.tooLong(200);
    if (text.length > MAX_TEXT) errors[`text_${one}`] = siteForm.tooLong(MAX_TEXT);
    else if (hasTooMuchMarkup(text)) errors[`text_${one}`] = t.notRendered;
  }
  if (siteLanguages().every((one) => !fields[`title_${one}`])) errors[`title_${locale}`] ??= t.required;
  return errors;
}

/** Saves, previews or deletes a page. Returns the form with what was not saved, or the id of the step. */
export async function submitPage(
  sql: Database,
  actor: Actor,
  name: string,
  form: FormData,
  locale: Locale,
): Promise<PageForm | number | null> {
  if (form.has('delete') && !isRequired(name)) return await save(sql, actor, name, name, {});
  const { fields: merged, disputed } = mergeFields(form, (await loadPageForm(name)).fields);
  const fields: Fields = { ...merged, ...(isRequired(name) && { name }) };
  const { pageForm: t, siteForm } = messages(locale);
  const errors = findErrors(fields, name, locale);
  for (const field of disputed) if (field in fields) errors[field] ??= siteForm.changedMeanwhile;
  const file = form.get(IMAGE_FIELD);
  if (file instanceof File && file.size > 0) {
    const { logo, issue } = await readLogo(new Uint8Array(await file.arrayBuffer()), MAX_WAITING);
    if (issue) errors[IMAGE_FIELD] = issue.code === 'format' ? t.imageFormat : describeLogoIssue(issue, locale);
    else {
      await sql.begin((tx) => saveLogo(tx, logo));
      const field = `text_${locale}`;
      const description = file.name.replace(/\.\w+$/, '').replaceAll(/[[\]\\_-]+/g, ' ');
      fields[field] =
        `${fields[field] ?? ''}\n\n![${description}](${paths.image({ hash: logo.hash, size: 400 })})`.trim();
    }
  }
  if (Object.keys(errors).length > 0) return { fields, errors, previews: [] };
  // Also before saving: a page that cannot be rendered must not be stored.
  const previews = await renderPreviews(fields).catch(() => null);
  if (!previews) return { fields, errors: { [`text_${locale}`]: t.notRendered }, previews: [] };
  if (form.has('preview')) return { fields, errors, previews };
  return await save(sql, actor, name, fields.name ?? name, fields);
}

const renderPreviews = async (fields: Fields): Promise<PageForm['previews']> =>
  await Promise.all(
    LOCALES.filter((locale) => fields[`title_${locale}`]).map(async (locale) => ({
      ...(await renderPage({ name: 'preview', locale, source: toSource(fields, locale), hasAnyHtml: false })),
      locale,
    })),
  );

/** Writes the texts that differ. A page of a file that is deleted or renamed stays hidden by an empty text. */
async function save(
  sql: Database,
  actor: Actor,
  oldName: string,
  name: string,
  fields: Fields,
): Promise<number | null> {
  const { filePages, fileSettings, settings } = siteContent();
  const before = await loadPageForm(oldName);
  const remove = (page: string, locale: Locale) => ({
    kind: 'page' as const,
    name: `${page}.${locale}`,
    value: filePages.has(`${page}.${locale}`) ? '' : null,
  });
  const entries = LOCALES.flatMap((locale) => {
    const isSame = PAGE_PARTS.every(
      (part) => (fields[`${part}_${locale}`] ?? '') === (before.fields[`${part}_${locale}`] ?? ''),
    );
    const source = toSource(fields, locale);
    if (isSame && (name === oldName || source === '')) return [];
    return [
      ...(name === oldName ? [] : [remove(oldName, locale)]),
      source === '' ? remove(name, locale) : { kind: 'page' as const, name: `${name}.${locale}`, value: source },
    ];
  });
  const links = name === oldName ? null : renameLinks(settings.links, oldName, name);
  const isInFile = links !== null && links === JSON.stringify(fileSettings.links);
  const setting = { kind: 'setting' as const, name: 'links', value: isInFile ? null : links };
  const step = await saveEntries(sql, actor, [...entries, ...(links === null ? [] : [setting])]);
  await refreshContent();
  return step;
}

/** The links as JSON with another name of a page; null if none leads to it. */
function renameLinks(links: unknown, oldName: string, name: string): string | null {
  const before = JSON.stringify(links ?? {});
  const after = before.replaceAll(`"page":${JSON.stringify(oldName)}`, `"page":${JSON.stringify(name)}`);
  return after === before ? null : after;
}
