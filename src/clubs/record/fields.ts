import * as v from 'valibot';
import { formatCategories } from './category.ts';
import type { FieldIssue } from '../../messages/issues.ts';
import {
  AliasesSchema,
  CLUB_LIMITS,
  CategoriesSchema,
  ClubNameSchema,
  ContactBySchema,
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
import { formatLinks } from './links.ts';

const NAME = { limit: CLUB_LIMITS.name, counted: 'name' } as const;
const ADDRESS = { limit: CLUB_LIMITS.url, counted: 'trimmed' } as const;

interface Field<Name extends string, Values extends Record<Name, unknown>> extends FieldOptions {
  /** Parses its text, in a file or a form. */
  value: v.GenericSchema<string, Values>;
  /** The names of the parsed values: columns of the table `club` in camelCase, or `parentName`. */
  stored: readonly Name[];
}

export interface FieldOptions {
  /** The maximum length of its text, in characters. */
  limit?: number;
  /** How to count the characters of a text with a limit: trimmed, or trimmed and in NFC. Default: unchanged. */
  counted?: 'trimmed' | 'name';
  isBoardOnly?: boolean;
  /** The text of a stored value that is not a text, a number or a boolean. */
  format?: (value: never) => string;
}

const field = <const Name extends string, Value>(
  name: Name,
  schema: v.GenericSchema<string, Value>,
  options: FieldOptions = {},
): Field<Name, Record<Name, Value>> => ({
  value: v.pipe(
    schema,
    v.transform((value) => ({ [name]: value }) as Record<Name, Value>),
  ),
  stored: [name],
  ...options,
});

const LOGO_URL: Field<'logo' | 'foreignLogoUrl', ReturnType<typeof splitLogoUrl>> = {
  value: v.pipe(LogoUrlSchema, v.transform(splitLogoUrl)),
  stored: ['logo', 'foreignLogoUrl'],
  ...ADDRESS,
};

const orNull = (schema: v.GenericSchema<string, string>) =>
  v.pipe(
    schema,
    v.transform((text) => (text === '' ? null : text)),
  );

/** The fields of a club by CSV column, in export order. CONTRIBUTING.md lists what else a new field needs. */
export const FIELDS = {
  name: field('name', ClubNameSchema, { ...NAME, isBoardOnly: true }),
  short_description: field('shortDescription', textUpTo(CLUB_LIMITS.shortDescription), {
    limit: CLUB_LIMITS.shortDescription,
  }),
  is_active: field('isActive', IsActiveSchema, { isBoardOnly: true }),
  parent_name: field('parentName', NameSchema, { ...NAME, isBoardOnly: true }),
  logo_url: LOGO_URL,
  website: field('website', orNull(WebsiteSchema), ADDRESS),
  category: field('category', CategoriesSchema, {
    limit: CLUB_LIMITS.category,
    counted: 'trimmed',
    format: formatCategories,
  }),
  description: field('description', textUpTo(CLUB_LIMITS.description), { limit: CLUB_LIMITS.description }),
  id: field('id', IdSchema),
  contact: field('contact', orNull(ContactSchema), ADDRESS),
  links: field('links', LinksSchema, { format: formatLinks }),
  confirmed_on: field('confirmedOn', DaySchema),
  aliases: field('aliases', AliasesSchema),
  contact_by: field('contactBy', ContactBySchema),
};

/** The columns that a CSV file must have. */
export const REQUIRED_FIELDS = [
  'name',
  'short_description',
  'is_active',
  'parent_name',
  'logo_url',
  'website',
  'category',
] as const satisfies FieldName[];

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

/** The text of a field, in the format of a CSV file. */
export function toText(name: FieldName, values: Readonly<Record<string, unknown>>): string {
  const { stored, format = String }: FieldOptions & { stored: readonly string[] } = FIELDS[name];
  const value = stored.map((name) => values[name]).find((value) => value !== null && value !== undefined);
  return value === undefined ? '' : (format as (value: unknown) => string)(value);
}

type Both<Union> = (Union extends unknown ? (member: Union) => void : never) extends (member: infer All) => void
  ? All
  : never;

export type ValuesOf<Name extends FieldName> = Both<
  { [Each in Name]: v.InferOutput<(typeof FIELDS)[Each]['value']> }[Name]
>;

/** The values in the club profile of the API, there in snake_case. */
export const PROFILE_NAMES = ['id', 'name', 'shortDescription', 'isActive', 'logo'] as const;
export type ProfileName = (typeof PROFILE_NAMES)[number];

export const PROFILE_COLUMNS = PROFILE_NAMES.map((name) => [name, toColumn(name)] as const);

export type ProfileValues = Omit<Pick<ValuesOf<FieldName>, ProfileName>, 'id'> & { id: number };
