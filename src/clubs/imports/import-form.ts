import * as v from 'valibot';
import { readFormData, textOf } from '../../lib/form-data.ts';
import { MAX_CLUB_FILE_BYTES, refuseByHead } from '../../images/upload.ts';
import { readPageNumber } from '../../lib/pagination.ts';
import { NameSearchSchema } from '../field-rules.ts';
import type { NewImport } from './queries.ts';

/** The fields of the upload form. */
export const FILE = 'file';
export const DELETE_MISSING = 'delete_missing';
export const REPLACE_SAMPLES = 'replace_samples';

export type UploadIssue = 'missing' | 'tooLarge' | 'notAllowed';

/** A file's name as it is shown and stored: without folders and control characters. */
const toFileName = (name: string): string =>
  (name.split(/[\\/]/).at(-1) ?? '')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
    .trim()
    .slice(0, 200)
    .toWellFormed() || 'clubs.csv';

/** Reads an upload, or why it is refused. */
export async function readUpload(
  request: Request,
  mayDelete: boolean,
): Promise<{ upload: NewImport } | { upload?: undefined; status: number; issue: UploadIssue }> {
  const byHead = refuseByHead(request.headers);
  if (byHead) return { status: byHead.status, issue: byHead.status === 413 ? 'tooLarge' : 'missing' };
  const form = await readFormData(request);
  const file = form.getAll(FILE).at(-1);
  if (!(file instanceof File) || (file.size === 0 && file.name === '')) return { status: 422, issue: 'missing' };
  if (file.size > MAX_CLUB_FILE_BYTES) return { status: 413, issue: 'tooLarge' };
  const options = { deleteMissing: form.has(DELETE_MISSING), replaceSamples: form.has(REPLACE_SAMPLES) };
  if ((options.deleteMissing || options.replaceSamples) && !mayDelete) return { status: 403, issue: 'notAllowed' };
  const bytes = Buffer.from(await file.arrayBuffer());
  return { upload: { fileName: toFileName(file.name), file: bytes, ...options } };
}

export const PLAN_FILTERS = [
  ...(['all', 'created', 'changed', 'renamed', 'deleted', 'cleared', 'samples', 'warned', 'leftOut'] as const),
];
export type PlanFilter = (typeof PLAN_FILTERS)[number];

/** The part of a plan that is shown. */
export interface PlanPart {
  filter: PlanFilter;
  /** A part of the name; empty for any. */
  name: string;
  page: number;
}

const PartSchema = v.object({
  show: v.optional(v.picklist(PLAN_FILTERS), 'all'),
  name: v.optional(NameSearchSchema, ''),
  page: v.optional(v.pipe(v.string(), v.transform(readPageNumber), v.number()), '1'),
});

/** Reads the query of a plan's page; null if it is invalid. */
export function readPlanPart(params: URLSearchParams): PlanPart | null {
  const texts = ['show', 'name', 'page'].map((name) => [name, params.get(name) ?? undefined]);
  const parsed = v.safeParse(PartSchema, Object.fromEntries(texts));
  if (!parsed.success) return null;
  const { show, name, page } = parsed.output;
  return { filter: show, name, page };
}

/** The query of a part, without defaults. */
export const toPartQuery = ({ filter, name, page }: PlanPart): string =>
  new URLSearchParams([
    ...(filter === 'all' ? [] : [['show', filter]]),
    ...(name === '' ? [] : [['name', name]]),
    ...(page === 1 ? [] : [['page', String(page)]]),
  ]).toString();

/** The form of a plan. */
export interface PlanForm {
  /** The digest of the plan that the user saw. */
  shown: string;
  /** The keys of the clubs on the page, and those that are checked. */
  listed: string[];
  checked: ReadonlySet<string>;
  asked: 'drop' | 'write' | PlanPart;
  /** Whether the user only saves the selection. */
  isSaved: boolean;
}

const MAX_LISTED = 200;
const EVERYTHING: PlanPart = { filter: 'all', name: '', page: 1 };

export function readPlanForm(form: FormData): PlanForm {
  const read = (query: string) => readPlanPart(new URLSearchParams(query)) ?? EVERYTHING;
  const part = ['part', 'keep'].find((name) => form.has(name));
  const readAsked = (): PlanForm['asked'] => {
    if (form.has('drop')) return 'drop';
    if (form.has('find')) {
      return read(`${textOf(form, 'find')}&${new URLSearchParams({ name: textOf(form, 'name') })}`);
    }
    return part === undefined ? 'write' : read(textOf(form, part));
  };
  return {
    shown: textOf(form, 'shown'),
    listed: textOf(form, 'listed')
      .split(',', MAX_LISTED)
      .filter((key) => /^(line|club)-\d{1,10}$/.test(key)),
    checked: new Set(form.getAll('in').map(String)),
    asked: readAsked(),
    isSaved: form.has('keep'),
  };
}
