import type postgres from 'postgres';
import * as v from 'valibot';
import {
  CLUB_ID_MAX,
  CLUB_LIMITS,
  ClubNameSchema,
  LogoUrlSchema,
  NameSchema,
  splitLogoUrl,
  textUpTo,
  WebsiteSchema,
} from '../../src/clubs/record.ts';
import type { Sql } from '../client.ts';

/** A part of a statement. */
export type Fragment = postgres.PendingQuery<postgres.Row[]>;

interface Column<Field extends string, Fields extends Record<Field, unknown>, IsRequired extends boolean> {
  isRequired: IsRequired;
  /** What a cell says of a club, by field; its rules are the record's. */
  cell: v.GenericSchema<string, Fields>;
  /** The fields again: columns of the table `club`, in camelCase, and the name of a parent. */
  fields: readonly Field[];
  /** The most characters of a cell. */
  limit?: number;
  /** The cell of a `club`, which may have a `parent`. */
  exported: (sql: Sql) => Fragment;
}

const column = <
  const Field extends string,
  Fields extends Record<Field, unknown>,
  const IsRequired extends boolean,
>(definition: {
  [Key in keyof Column<Field, Fields, IsRequired>]: Column<Field, Fields, IsRequired>[Key];
}): Column<Field, Fields, IsRequired> => definition;

const BOOLEANS: Partial<Record<string, boolean>> = {
  true: true,
  yes: true,
  oui: true,
  vrai: true,
  1: true,
  false: false,
  no: false,
  non: false,
  faux: false,
  0: false,
};

const IsActiveSchema = v.pipe(
  v.string(),
  v.transform((text) => BOOLEANS[text.toLowerCase()]),
  v.boolean('must be true or false (or yes or no, oui or non, vrai or faux, 1 or 0)'),
);

const IdSchema = v.pipe(
  v.string(),
  v.check(
    (text) => text === '' || (/^[1-9][0-9]{0,9}$/.test(text) && Number(text) <= CLUB_ID_MAX),
    'must be empty or a whole number from 1 to 2,147,483,647',
  ),
  v.transform((text) => (text === '' ? null : Number(text))),
);

/**
 * Every column of a file, in the order of an export. All that reads, compares, writes and exports clubs is made from
 * this table, so a field that is added here is nowhere forgotten.
 */
export const COLUMNS = {
  name: column({
    isRequired: true,
    cell: v.pipe(
      ClubNameSchema,
      v.transform((name) => ({ name })),
    ),
    fields: ['name'],
    limit: CLUB_LIMITS.name,
    exported: (sql) => sql`club.name`,
  }),
  short_description: column({
    isRequired: true,
    cell: v.pipe(
      textUpTo(CLUB_LIMITS.shortDescription),
      v.transform((shortDescription) => ({ shortDescription })),
    ),
    fields: ['shortDescription'],
    limit: CLUB_LIMITS.shortDescription,
    exported: (sql) => sql`club.short_description`,
  }),
  is_active: column({
    isRequired: true,
    cell: v.pipe(
      IsActiveSchema,
      v.transform((isActive) => ({ isActive })),
    ),
    fields: ['isActive'],
    exported: (sql) => sql`club.is_active::text`,
  }),
  parent_name: column({
    isRequired: true,
    cell: v.pipe(
      NameSchema,
      v.transform((parentName) => ({ parentName })),
    ),
    fields: ['parentName'],
    limit: CLUB_LIMITS.name,
    exported: (sql) => sql`coalesce(parent.name, '')`,
  }),
  logo_url: column({
    isRequired: true,
    cell: v.pipe(LogoUrlSchema, v.transform(splitLogoUrl)),
    fields: ['logo', 'foreignLogoUrl'],
    limit: CLUB_LIMITS.url,
    exported: (sql) => sql`coalesce(club.logo, club.foreign_logo_url, '')`,
  }),
  website: column({
    isRequired: true,
    cell: v.pipe(
      WebsiteSchema,
      v.transform((website) => ({ website: website === '' ? null : website })),
    ),
    fields: ['website'],
    limit: CLUB_LIMITS.url,
    exported: (sql) => sql`coalesce(club.website, '')`,
  }),
  category: column({
    isRequired: true,
    cell: v.pipe(
      textUpTo(CLUB_LIMITS.category),
      v.transform((category) => ({ category })),
    ),
    fields: ['category'],
    limit: CLUB_LIMITS.category,
    exported: (sql) => sql`club.category`,
  }),
  description: column({
    isRequired: false,
    cell: v.pipe(
      textUpTo(CLUB_LIMITS.description),
      v.transform((description) => ({ description })),
    ),
    fields: ['description'],
    limit: CLUB_LIMITS.description,
    exported: (sql) => sql`club.description`,
  }),
  id: column({
    isRequired: false,
    cell: v.pipe(
      IdSchema,
      v.transform((id) => ({ id })),
    ),
    fields: ['id'],
    exported: (sql) => sql`club.id::text`,
  }),
};

export type ColumnName = keyof typeof COLUMNS;
export type Field = (typeof COLUMNS)[ColumnName]['fields'][number];

export const COLUMN_NAMES = Object.keys(COLUMNS) as ColumnName[];
export const REQUIRED_COLUMNS = COLUMN_NAMES.filter((name) => COLUMNS[name].isRequired);

export const isColumn = (name: string): name is ColumnName => (COLUMN_NAMES as string[]).includes(name);

type RequiredColumn = {
  [Name in ColumnName]: (typeof COLUMNS)[Name]['isRequired'] extends true ? Name : never;
}[ColumnName];

type Both<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;
type FieldsOf<Name extends ColumnName> = Both<{ [Each in Name]: v.InferOutput<(typeof COLUMNS)[Each]['cell']> }[Name]>;

/** What a row that keeps all rules of its own says; a field is undefined where the file lacks its column. */
export type ClubRow = FieldsOf<RequiredColumn> & Partial<FieldsOf<Exclude<ColumnName, RequiredColumn>>>;

/** The fields that a file with these columns sets as they are. The id finds a club, and a parent is found by its name. */
export const settableFields = (columns: Iterable<ColumnName>): Field[] =>
  [...columns]
    .flatMap((name): readonly Field[] => COLUMNS[name].fields)
    .filter((field) => field !== 'id' && field !== 'parentName');

/** Fragments with commas between them. */
export const list = (sql: Sql, fragments: Fragment[]): Fragment =>
  fragments.reduce((all, fragment) => sql`${all}, ${fragment}`);
