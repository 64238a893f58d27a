import * as v from 'valibot';
import { readFormData, refuseUpload, textOf } from '../../lib/form-data.ts';
import { MAX_CLUB_FILE_BYTES } from '../record/limits.ts';
import { CHOICE, keyOf } from '../csv/decisions.ts';
import { isCleared, isRenamed, needsDecision, type PlannedClub } from '../csv/plan.ts';
import type { FileIssueDetail } from '../../messages/issues.ts';
import { readListSearch } from '../paged-list.ts';
import type { NewImport } from './queries.ts';

export const FILE = 'file';
export const DELETE_MISSING = 'delete_missing';
export const REPLACE_SAMPLES = 'replace_samples';

/** Why an upload is not imported. */
export interface Refusal {
  status: number;
  detail: FileIssueDetail;
}

/** A file's name as it is shown and stored: without folders and control characters. */
const toFileName = (name: string): string =>
  (name.split(/[\\/]/).at(-1) ?? '')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
    .trim()
    .slice(0, 200)
    .toWellFormed() || 'clubs';

export async function readUpload(request: Request): Promise<NewImport | Refusal> {
  const tooLarge: Refusal = { status: 413, detail: { code: 'fileTooLarge', bytes: MAX_CLUB_FILE_BYTES } };
  const status = refuseUpload(request.headers);
  if (status !== null) return status === 413 ? tooLarge : { status, detail: { code: 'noFile' } };
  const form = await readFormData(request);
  const file = form.getAll(FILE).at(-1);
  if (!(file instanceof File) || (file.size === 0 && file.name === '')) {
    return { status: 422, detail: { code: 'noFile' } };
  }
  if (file.size > MAX_CLUB_FILE_BYTES) return tooLarge;
  return {
    fileName: toFileName(file.name),
    file: Buffer.from(await file.arrayBuffer()),
    deleteMissing: form.has(DELETE_MISSING),
    replaceSamples: form.has(REPLACE_SAMPLES),
  };
}

/** What a part of a plan shows; `warned` contains the lines with warnings. */
export const PLAN_FILTERS = {
  all: () => true,
  undecided: needsDecision,
  deleted: ({ what }) => what === 'deleted',
  changed: ({ what }) => what === 'changed',
  renamed: isRenamed,
  cleared: isCleared,
  created: ({ what }) => what === 'created',
  warned: ({ line }, warned) => warned.has(line),
  leftOut: ({ isLeftOut }) => isLeftOut,
} satisfies Record<string, (club: PlannedClub, warned: ReadonlySet<number | null>) => boolean>;
export type PlanFilter = keyof typeof PLAN_FILTERS;
export const FILTER_NAMES = Object.keys(PLAN_FILTERS) as PlanFilter[];

const SCHEMAS = {
  show: v.pipe(
    v.picklist(['', ...FILTER_NAMES]),
    v.transform((filter) => (filter === 'all' ? '' : filter)),
  ),
};

/** The part of a plan that is shown: a filter and a page. */
export type PlanPart = NonNullable<ReturnType<typeof readPlanPart>>;

/** Reads the query of a plan's page; null if it is invalid. */
export const readPlanPart = (params: URLSearchParams) => readListSearch(SCHEMAS, params);

export type PlanForm = ReturnType<typeof readPlanForm>;

const MAX_LISTED = 200;

/** The name of the field for a club. Its value is the key of the club to include it, another choice, or empty. */
export const choiceName = (key: string): string => `in-${key}`;

export function readPlanForm(form: FormData) {
  const part = form.has('part') ? readPlanPart(new URLSearchParams(textOf(form, 'part'))) : ('write' as const);
  const listed = textOf(form, 'listed')
    .split(',', MAX_LISTED)
    .filter((key) => CHOICE.test(key));
  const choices = listed.flatMap((key) => {
    const choice = textOf(form, choiceName(key));
    if (choice === key) return [];
    return CHOICE.test(choice) && keyOf(choice) === key ? choice : key;
  });
  return {
    // The digest of the plan that the user saw.
    shown: textOf(form, 'shown'),
    // The keys of the clubs on the page, and the choices about them.
    listed,
    choices,
    // What the button asks for: to discard or write the import, or to save the selection and show a part; null: any part.
    asked: form.has('drop') ? ('drop' as const) : part,
  };
}
