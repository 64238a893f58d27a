import { textOf } from '../../form-data.ts';
import * as v from 'valibot';
import { readPageNumber } from '../../pagination.ts';
import { NameSearchSchema } from '../record.ts';
import { readClubId } from '../search.ts';
import { SHOWN_FILTERS, type ShownKey, type ShownSearch } from './shown-plan.ts';

/** What the file of an upload is called, and what else is asked there. */
export const FILE = 'file';
export const DELETE_MISSING = 'delete_missing';
export const REPLACE_SAMPLES = 'replace_samples';

/** Which part of a plan is asked for. */
export interface ShownPart extends ShownSearch {
  page: number;
}

const PartSchema = v.object({
  show: v.optional(v.picklist(SHOWN_FILTERS), 'all'),
  name: v.optional(NameSearchSchema, ''),
  page: v.optional(
    v.pipe(
      v.string(),
      v.transform(readPageNumber),
      v.check((page) => page !== null),
      v.transform((page) => page ?? 1),
    ),
    '1',
  ),
});

/** Reads the query of a plan's page; null for one that asks for what there is not. */
export function readShownPart(params: URLSearchParams): ShownPart | null {
  const parsed = v.safeParse(PartSchema, {
    show: params.get('show') ?? undefined,
    name: params.get('name') ?? undefined,
    page: params.get('page') ?? undefined,
  });
  if (!parsed.success) return null;
  const { show, name, page } = parsed.output;
  return { filter: show, name, page };
}

/** The same as a query, without what is so anyway. */
export const toShownQuery = ({ filter, name, page }: ShownPart): string =>
  new URLSearchParams([
    ...(filter === 'all' ? [] : [['show', filter]]),
    ...(name === '' ? [] : [['name', name]]),
    ...(page === 1 ? [] : [['page', String(page)]]),
  ]).toString();

/** How the form names a club of a plan: by its line, or one without a row by its number. */
export const keyText = ({ line, clubId }: ShownKey): string => (line === null ? `club-${clubId}` : `line-${line}`);

function readKey(text: string): ShownKey | null {
  const { kind, number } = /^(?<kind>line|club)-(?<number>.*)$/.exec(text)?.groups ?? {};
  // A line is as large as a number of a club at most.
  const read = readClubId(number);
  if (read === null) return null;
  return kind === 'line' ? { line: read, clubId: null } : { line: null, clubId: read };
}

/** What the form of a plan says. */
export interface PlanForm {
  /** The epoch of the directory that it was made in, empty where it names none, and the number of the plan that it shows. */
  epoch: string;
  planNumber: number;
  listed: ShownKey[];
  taken: (key: ShownKey) => boolean;
  /** What the script of the page knows this form by; null without one. */
  mark: string | null;
  /** What is asked for: to drop it all, another part of it, or to write it. */
  asked: 'drop' | ShownPart | 'write';
  /** Whether that is to be told: all that is asked for is that what is chosen be kept. */
  isKept: boolean;
}

/** Those of a page, and of other pages those that have not arrived yet. */
const MOST_LISTED = 200;

const EVERYTHING: ShownPart = { filter: 'all', name: '', page: 1 };

/** Reads the form: every club that it lists is left out, unless its box is checked. */
export function readPlanForm(form: FormData): PlanForm {
  const toText = (name: string) => textOf(form, name);
  const checked = new Set(form.getAll('in').map(String));
  const read = (query: string) => readShownPart(new URLSearchParams(query));
  const asked = (): PlanForm['asked'] => {
    if (form.has('drop')) return 'drop';
    if (form.has('find'))
      return read(`${toText('find')}&${new URLSearchParams({ name: toText('name') })}`) ?? EVERYTHING;
    const named = ['part', 'keep'].find((name) => form.has(name));
    return named ? (read(toText(named)) ?? EVERYTHING) : 'write';
  };
  return {
    epoch: /^[\da-f]{1,40}$/.exec(toText('epoch'))?.[0] ?? '',
    planNumber: /^\d{1,9}$/.test(toText('plan')) ? Number(toText('plan')) : 0,
    listed: toText('listed')
      .split(',', MOST_LISTED)
      .flatMap((text) => readKey(text) ?? []),
    taken: (key) => checked.has(keyText(key)),
    mark: /^[\d-]{1,30}$/.exec(toText('mark'))?.[0] ?? null,
    asked: asked(),
    isKept: form.has('keep'),
  };
}
