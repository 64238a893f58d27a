import * as v from 'valibot';
import { readDeskSearch, type DeskSearch } from './club-search.ts';
import { readClubForm, type ClubFormResult, type FormField } from '../form.ts';
import { lastOf, readClubId } from '../search.ts';

/*
 * A single field of a club, which is changed where it stands in the table of all clubs.
 */

const CELL_FIELDS = ['is_active', 'category', 'contact'] as const satisfies FormField[];
export type CellField = (typeof CELL_FIELDS)[number];

/** A cell that somebody wants to change, and the table that it stands in. */
export interface CellRequest {
  clubId: number;
  field: CellField;
  search: DeskSearch;
}

const FieldSchema = v.picklist(CELL_FIELDS);

/** Reads the query string; null for what is no cell, or a cell of no table. */
export function readCellRequest(params: URLSearchParams): CellRequest | null {
  const search = readDeskSearch(params);
  const clubId = readClubId(lastOf(params, 'club'));
  const field = v.safeParse(FieldSchema, lastOf(params, 'field'));
  if (!search || clubId === null || !field.success) return null;
  return { clubId, field: field.output, search };
}

/** The cell of the table that was just saved, as `withSavedCell` names it; null for none. */
export function readSavedCell(text: string | null): Pick<CellRequest, 'clubId' | 'field'> | null {
  const [id, name] = text?.split('-') ?? [];
  const clubId = readClubId(id);
  const field = v.safeParse(FieldSchema, name);
  return clubId === null || !field.success ? null : { clubId, field: field.output };
}

/** Reads what a form says of the field, by the rules of the form of a club. */
export const readCell = (field: CellField, text: string): ClubFormResult =>
  readClubForm([[field, text]], { allowed: new Set([field]) });
