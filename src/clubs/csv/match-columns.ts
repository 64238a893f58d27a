import { hash } from 'node:crypto';
import * as v from 'valibot';
import type { Sql, Transaction } from '../../../db/client.ts';
import { LOCALES, type Locale } from '../../messages/locales.ts';
import { messages } from '../../messages/messages.ts';
import { siteLanguages } from '../../site-settings.ts';
import { FIELD_NAMES, siteFields, toSiteField, type FieldName } from '../record/fields.ts';
import { LINK_LIMITS } from '../record/links.ts';
import { firstCharacters } from '../record/text.ts';
import { foldHeader } from './header-names.ts';

/** What a column of a file is: a field, or the address of a link whose label is the header. Null: not imported. */
export type ColumnTarget = FieldName | 'link' | null;

export const TARGETS = [...FIELD_NAMES, 'link'] as const;

/** The targets of this site. */
export const siteTargets = () => [...siteFields(), 'link'] as const;

/** The field of a text in a language; undefined for other targets. */
export const inLanguage = (target: ColumnTarget, locale: Locale) =>
  TARGETS.find((other) => other === `${target}_${locale}`);

/** What a column is called in a language. Texts are named with their language where the site has several. */
export function labelOf(target: FieldName | 'link', locale: Locale): string {
  const [main, ...others] = siteLanguages();
  const inMain = others.length > 0 ? inLanguage(target, main) : undefined;
  return labelsIn(locale)[inMain ?? target];
}

function labelsIn(locale: Locale) {
  const { clubFields, importColumns: t } = messages(locale);
  return { ...clubFields, id: t.id, link: t.link };
}

/** The fields by their folded names, and their labels in each language. */
export const FIELDS_BY_NAME: ReadonlyMap<string, FieldName> = new Map([
  ...LOCALES.flatMap((locale) => FIELD_NAMES.map((field) => [foldHeader(labelsIn(locale)[field]), field] as const)),
  ...FIELD_NAMES.map((field) => [foldHeader(field), field] as const),
]);

/** The target of this site for one that was named or stored. */
export const toSiteTarget = (target: ColumnTarget): ColumnTarget =>
  target === null || target === 'link' ? target : toSiteField(target);

/** Several columns may be links or categories. */
export const REPEATED: readonly ColumnTarget[] = ['link', 'category', null];

/** Whether columns can be imported like this: one is the name, and no other field has several. */
export const areComplete = (targets: readonly ColumnTarget[]): boolean =>
  targets.includes('name') &&
  targets.every((target, index) => REPEATED.includes(target) || targets.indexOf(target) === index);

const fieldOf = (target: ColumnTarget): FieldName | null => (target === 'link' ? 'links' : target);

/** The header of each field, where several columns are one field. */
export function headersOf(names: readonly string[], targets: readonly ColumnTarget[]): Map<FieldName, string> {
  const headers = new Map<FieldName, string>();
  for (const [index, target] of targets.entries()) {
    const field = fieldOf(target);
    const header = [field && headers.get(field), names[index]?.trim()].filter(Boolean).join(', ');
    if (field) headers.set(field, header);
  }
  return headers;
}

/** The texts of the fields of a record. */
export function readTexts(
  cells: readonly string[],
  names: readonly string[],
  targets: readonly ColumnTarget[],
): Partial<Record<FieldName, string>> {
  const texts: Partial<Record<FieldName, string>> = {};
  for (const [index, target] of targets.entries()) {
    const field = fieldOf(target);
    if (!field) continue;
    const cell = cells[index] ?? '';
    const text = target === 'link' ? withLabel(cell, names[index] ?? '') : cell;
    const before = texts[field] ?? '';
    texts[field] =
      before === '' || text.trim() === '' ? before || text : before + (field === 'links' ? '\n' : '; ') + text;
  }
  return texts;
}

/** A question is not a label. Links without one have the name of their service. */
const isLabel = (header: string): boolean => header.length <= 40 && !header.includes('?');

/** The addresses of accounts by the name of their service in a header. */
const ACCOUNTS: ReadonlyMap<string, string> = new Map(
  'instagram instagram.com/|insta instagram.com/|facebook facebook.com/|x x.com/|twitter x.com/|tiktok tiktok.com/@|youtube youtube.com/@|twitch twitch.tv/|github github.com/|telegram t.me/|linktree linktr.ee/'
    .split('|')
    .map((account) => account.split(' ') as [string, string]),
);

/** The links of a cell with its header as their label. An account such as `@chess` gets the address of its service. */
export function withLabel(cell: string, header: string): string {
  const label = isLabel(header) ? `${firstCharacters(header.trim(), LINK_LIMITS.label)} ` : '';
  const account = ACCOUNTS.get(
    foldHeader(header)
      .split(' ')
      .find((word) => ACCOUNTS.has(word)) ?? '',
  );
  return cell
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => label + (account ? line.replace(/^@(?=[\w.-]+$)/, `https://${account}`) : line))
    .join('\n');
}

// --- The columns of earlier files by their header. The table `column_match` stores no text of a file. ---

const TargetsSchema = v.array(v.nullable(v.picklist(TARGETS)));

const digestOf = (names: readonly string[]): string => hash('sha256', JSON.stringify(names.map(foldHeader)));

/** What the columns with these names were in an earlier file; null without one. */
export async function findColumnMatch(sql: Sql, names: readonly string[]): Promise<readonly ColumnTarget[] | null> {
  const [row] = await sql<{ columns: unknown }[]>`select columns from column_match where header = ${digestOf(names)}`;
  const columns = row?.columns;
  // A field may have been removed since.
  return v.is(TargetsSchema, columns) ? columns.map(toSiteTarget) : null;
}

export async function saveColumnMatch(
  tx: Transaction,
  names: readonly string[],
  targets: readonly ColumnTarget[],
): Promise<void> {
  await tx`
    insert into column_match (header, columns) values (${digestOf(names)}, ${tx.json([...targets])})
    on conflict (header) do update set columns = excluded.columns, used_at = now()`;
}
