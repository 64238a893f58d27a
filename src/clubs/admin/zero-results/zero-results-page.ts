import * as v from 'valibot';
import { today, type Day } from '../../day.ts';
import type { Directory } from '../../directory.ts';
import { searchNames } from '../../names/search.ts';
import { countCharacters } from '../../text.ts';
import { KEPT_DAYS, listMissed, LONGEST_TERM, type MissedTerm } from './queries.ts';

/** How far back the page looks, in days. */
export const SPANS = { month: 28, year: KEPT_DAYS } as const;
export type Span = keyof typeof SPANS;

/** As many terms as anybody reads. */
const LISTED = 200;

/** A term with how it is today; null for whether it is found where the names are not in memory yet. */
export interface ShownMissed extends MissedTerm {
  isFound: boolean | null;
}

export interface MissedPage {
  span: Span;
  terms: ShownMissed[];
}

/** Reads of an address how far back it looks: four weeks where it does not say. */
export const readSpan = (params: URLSearchParams): Span => (params.get('since') === 'year' ? 'year' : 'month');

const TermSchema = v.pipe(
  v.string(),
  v.minLength(1),
  v.check((term) => !term.includes('\0') && countCharacters(term) <= LONGEST_TERM),
);

/** Reads which term is to be forgotten; null of a form that names none. */
export function readForgotten(form: FormData): string | null {
  const parsed = v.safeParse(TermSchema, form.get('term'));
  return parsed.success ? parsed.output : null;
}

/** Loads what visitors missed, what they missed most first. */
export async function loadMissedPage({ sql, names }: Directory, span: Span): Promise<MissedPage> {
  const terms = await listMissed(sql, daysBefore(today(), SPANS[span]), LISTED);
  const index = names();
  const isFound = (name: string) =>
    index &&
    searchNames(index, { name, isActive: null, categories: [], excludeIds: [] }, { offset: 0, limit: 0 }).count > 0;
  return { span, terms: terms.map((one) => ({ ...one, isFound: isFound(one.term) })) };
}

function daysBefore(day: Day, days: number): Day {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - days + 1);
  return date.toISOString().slice(0, 10);
}
