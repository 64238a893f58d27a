import * as v from 'valibot';
import type { FieldIssue } from '../messages/issues.ts';
import {
  AliasesSchema,
  CLUB_LIMITS,
  CategoriesSchema,
  ClubNameSchema,
  ContactSchema,
  DaySchema,
  IdSchema,
  IsActiveSchema,
  LinksSchema,
  LogoUrlSchema,
  NameSchema,
  WebsiteSchema,
  readIssue,
  splitLogoUrl,
  textUpTo,
} from './field-rules.ts';

interface Field<Name extends string, Values extends Record<Name, unknown>> {
  /** Parses its text, in a file or a form. */
  value: v.GenericSchema<string, Values>;
  /** The names of the parsed values: columns of the table `club` in camelCase, or `parentName`. */
  stored: readonly Name[];
  /** The maximum length of its text, in characters. */
  limit: number | undefined;
}

const field = <const Name extends string, Value>(
  name: Name,
  schema: v.GenericSchema<string, Value>,
  limit?: number,
): Field<Name, Record<Name, Value>> => ({
  value: v.pipe(
    schema,
    v.transform((value) => ({ [name]: value }) as Record<Name, Value>),
  ),
  stored: [name],
  limit,
});

const LOGO_URL: Field<'logo' | 'foreignLogoUrl', ReturnType<typeof splitLogoUrl>> = {
  value: v.pipe(LogoUrlSchema, v.transform(splitLogoUrl)),
  stored: ['logo', 'foreignLogoUrl'],
  limit: CLUB_LIMITS.url,
};

const orNull = (schema: v.GenericSchema<string, string>) =>
  v.pipe(
    schema,
    v.transform((text) => (text === '' ? null : text)),
  );

/**
 * The fields of a club by CSV column, in the order of an export. Import, export, form and history use this table.
 * CONTRIBUTING.md lists what else a new field needs.
 */
export const FIELDS = {
  name: field('name', ClubNameSchema, CLUB_LIMITS.name),
  short_description: field('shortDescription', textUpTo(CLUB_LIMITS.shortDescription), CLUB_LIMITS.shortDescription),
  is_active: field('isActive', IsActiveSchema),
  parent_name: field('parentName', NameSchema, CLUB_LIMITS.name),
  logo_url: LOGO_URL,
  website: field('website', orNull(WebsiteSchema), CLUB_LIMITS.url),
  category: field('category', CategoriesSchema, CLUB_LIMITS.category),
  description: field('description', textUpTo(CLUB_LIMITS.description), CLUB_LIMITS.description),
  id: field('id', IdSchema),
  contact: field('contact', orNull(ContactSchema), CLUB_LIMITS.url),
  links: field('links', LinksSchema),
  confirmed_on: field('confirmedOn', DaySchema),
  aliases: field('aliases', AliasesSchema),
};

/** The columns that every CSV file has. */
export const REQUIRED_FIELDS = [
  ...(['name', 'short_description', 'is_active', 'parent_name', 'logo_url', 'website', 'category'] as const),
] satisfies FieldName[];

export type FieldName = keyof typeof FIELDS;

export type ClubIssue = FieldIssue & { field: FieldName };

/** Parses the text of a field. Links report one error per line, other fields only the first error. */
export function parseField(
  name: FieldName,
  text: string,
): { value: Record<string, unknown>; issues?: undefined } | { value?: undefined; issues: FieldIssue[] } {
  const { value } = FIELDS[name];
  const parsed = v.safeParse<v.GenericSchema<string, Record<string, unknown>>>(value, text, { abortPipeEarly: true });
  return parsed.success ? { value: parsed.output } : { issues: parsed.issues.map(({ message }) => readIssue(message)) };
}

export const FIELD_NAMES = Object.keys(FIELDS) as FieldName[];

/** `short_description` for `shortDescription`. */
export const toColumn = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** `shortDescription` for `short_description`. */
export const fromColumn = (column: string): string =>
  column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

type Both<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

export type ValuesOf<Name extends FieldName> = Both<
  { [Each in Name]: v.InferOutput<(typeof FIELDS)[Each]['value']> }[Name]
>;

/** The values in the club profile of the API, there in snake_case. */
const PROFILE_NAMES = ['id', 'name', 'shortDescription', 'isActive', 'logo'] as const;
export type ProfileName = (typeof PROFILE_NAMES)[number];

/** The values of the profile and their columns. */
export const PROFILE_COLUMNS = PROFILE_NAMES.map((name) => [name, toColumn(name)] as const);

export type ProfileValues = Omit<Pick<ValuesOf<FieldName>, ProfileName>, 'id'> & { id: number };
