import { FIELD_NAMES, FIELDS, type FieldName, type StoredName, type ValuesOf } from '../record.ts';

export const REQUIRED_COLUMNS = FIELD_NAMES.filter((name) => FIELDS[name].isRequired);

export const isColumn = (name: string): name is FieldName => (FIELD_NAMES as string[]).includes(name);

/** What a header calls a column, without what spreadsheets and people change of its name. */
export const normalizeColumn = (cell: string): string => cell.trim().toLowerCase();

type RequiredName = {
  [Name in FieldName]: (typeof FIELDS)[Name]['isRequired'] extends true ? Name : never;
}[FieldName];

/** What a row that keeps all rules of its own says; a value is undefined where the file lacks its column. */
export type ClubRow = ValuesOf<RequiredName> & Partial<ValuesOf<Exclude<FieldName, RequiredName>>>;

/** What a file with these columns sets as it is. The id finds a club, and a parent is found by its name. */
export const settableNames = (columns: Iterable<FieldName>): StoredName[] =>
  [...columns]
    .flatMap((name): readonly StoredName[] => FIELDS[name].stored)
    .filter((name) => name !== 'id' && name !== 'parentName');
