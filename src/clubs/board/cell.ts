import type { ClubIssue } from '../record/fields.ts';
import * as v from 'valibot';
import { textOf } from '../../lib/form-data.ts';
import type { Database } from '../../../db/client.ts';
import { readClubForm, type FormField } from '../record/texts.ts';
import type { Actor } from '../history/step.ts';
import { readRevision } from '../record/revision.ts';
import { findEditableClub, saveClub } from '../edit/save.ts';
import type { EditableClub } from '../edit/conflict.ts';
import { lastOf, readClubId } from '../search.ts';
import { readTableSearch } from './club-search.ts';
import { listQuery } from '../../lib/pagination.ts';
import { readCategories } from '../record/category.ts';
import { findNewCategories, findTableClub, type TableClub } from './queries.ts';

/* A field of a club that is edited in its cell of the table. */

const CELL_FIELDS = ['is_active', 'category', 'contact'] as const satisfies FormField[];
export type CellField = (typeof CELL_FIELDS)[number];

export type CellRequest = NonNullable<ReturnType<typeof readCellRequest>>;

const FieldSchema = v.picklist(CELL_FIELDS);

/** Reads the query string; null if it is invalid. */
export function readCellRequest(params: URLSearchParams) {
  const search = readTableSearch(params);
  const clubId = readClubId(lastOf(params, 'club'));
  const field = v.safeParse(FieldSchema, lastOf(params, 'field'));
  if (!search || clubId === null || !field.success) return null;
  // What a form sends while it is being filled in; before, the category is that of the filter.
  const typed = params.has('revision') ? search.filter.category : '';
  return { clubId, field: field.output, typed, search, tableQuery: listQuery(search.request, search.page) };
}

export interface CellForm {
  status: 200 | 409 | 422;
  club: EditableClub;
  /** The submitted text, or what is being typed; null before. */
  text: string | null;
  issues: readonly ClubIssue[];
  /** The stored text if someone else has changed it. */
  current: string | null;
  /** The new categories in the text. */
  created: Awaited<ReturnType<typeof findNewCategories>>;
}

/** With what a text that is being typed would create; null when the club does not exist. */
export async function loadCellForm(sql: Database, { clubId, typed }: CellRequest): Promise<CellForm | null> {
  const club = await findEditableClub(sql, clubId);
  const created = typed === '' ? [] : await findNewCategories(sql, typed);
  return club && { status: 200, club, text: typed || null, issues: [], current: null, created };
}

/** Saves a cell and returns its row, or the form with what is wrong; null when the club was deleted. */
export async function submitCell(
  sql: Database,
  { clubId, field }: CellRequest,
  form: FormData,
  actor: Actor,
): Promise<
  | { row: TableClub | null; kept: FormField[]; stepId: number | null; form?: undefined }
  | { row?: undefined; form: CellForm | null }
> {
  const text = textOf(form, 'instead') || textOf(form, field);
  const read = readClubForm([[field, text]]);
  const revision = readRevision(form.get('revision'));
  const seen = readCategories(textOf(form, 'create')).map(({ folded }) => folded);
  const created = field === 'category' && read.issues.length === 0 ? await findNewCategories(sql, text) : [];
  const isValid = read.issues.length === 0 && created.every(({ folded }) => seen.includes(folded));
  const saved = isValid ? await saveClub(sql, actor, clubId, revision, read.value, { confirms: false }) : null;
  if (saved?.outcome === 'saved') return { ...saved, row: await findTableClub(sql, clubId) };
  if (saved?.outcome === 'conflict') {
    const { current: club } = saved;
    return { form: { status: 409, club, text, issues: [], current: club.texts[field], created } };
  }
  const issues = saved?.outcome === 'refused' ? saved.issues : read.issues;
  const club = await findEditableClub(sql, clubId);
  return { form: club && { status: 422, club, text, issues, current: null, created } };
}
