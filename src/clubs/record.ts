import * as v from 'valibot';
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
  type RuleIssue,
  WebsiteSchema,
  readRuleIssue,
  splitLogoUrl,
  textUpTo,
} from './field-rules.ts';

interface Field<
  Name extends string,
  Values extends Record<Name, unknown>,
  IsRequired extends boolean,
  InApi extends Name,
> {
  /** Whether every CSV file has its column. */
  isRequired: IsRequired;
  /** Parses its text, in a file or a form. */
  value: v.GenericSchema<string, Values>;
  /** The names of the parsed values: columns of the table `club` in camelCase, or `parentName`. */
  stored: readonly Name[];
  /** The maximum length of its text, in characters. */
  limit?: number;
  /** The values in the club profile of the API, there in snake_case. */
  inApi: readonly InApi[];
}

const field = <
  const Name extends string,
  Values extends Record<Name, unknown>,
  const IsRequired extends boolean,
  const InApi extends Name = never,
>(definition: {
  [Key in keyof Field<Name, Values, IsRequired, InApi>]: Field<Name, Values, IsRequired, InApi>[Key];
}): Field<Name, Values, IsRequired, InApi> => definition;

/**
 * The fields of a club by CSV column, in the order of an export. Import, export, form, history and API use this table.
 * CONTRIBUTING.md lists what else a new field needs.
 */
export const FIELDS = {
  name: field({
    isRequired: true,
    value: v.pipe(
      ClubNameSchema,
      v.transform((name) => ({ name })),
    ),
    stored: ['name'],
    limit: CLUB_LIMITS.name,
    inApi: ['name'],
  }),
  short_description: field({
    isRequired: true,
    value: v.pipe(
      textUpTo(CLUB_LIMITS.shortDescription),
      v.transform((shortDescription) => ({ shortDescription })),
    ),
    stored: ['shortDescription'],
    limit: CLUB_LIMITS.shortDescription,
    inApi: ['shortDescription'],
  }),
  is_active: field({
    isRequired: true,
    value: v.pipe(
      IsActiveSchema,
      v.transform((isActive) => ({ isActive })),
    ),
    stored: ['isActive'],
    inApi: ['isActive'],
  }),
  parent_name: field({
    isRequired: true,
    value: v.pipe(
      NameSchema,
      v.transform((parentName) => ({ parentName })),
    ),
    stored: ['parentName'],
    limit: CLUB_LIMITS.name,
    inApi: [],
  }),
  logo_url: field({
    isRequired: true,
    value: v.pipe(LogoUrlSchema, v.transform(splitLogoUrl)),
    stored: ['logo', 'foreignLogoUrl'],
    limit: CLUB_LIMITS.url,
    inApi: ['logo'],
  }),
  website: field({
    isRequired: true,
    value: v.pipe(
      WebsiteSchema,
      v.transform((website) => ({ website: website === '' ? null : website })),
    ),
    stored: ['website'],
    limit: CLUB_LIMITS.url,
    inApi: [],
  }),
  category: field({
    isRequired: true,
    value: v.pipe(
      CategoriesSchema,
      v.transform((category) => ({ category })),
    ),
    stored: ['category'],
    limit: CLUB_LIMITS.category,
    inApi: [],
  }),
  description: field({
    isRequired: false,
    value: v.pipe(
      textUpTo(CLUB_LIMITS.description),
      v.transform((description) => ({ description })),
    ),
    stored: ['description'],
    limit: CLUB_LIMITS.description,
    inApi: [],
  }),
  id: field({
    isRequired: false,
    value: v.pipe(
      IdSchema,
      v.transform((id) => ({ id })),
    ),
    stored: ['id'],
    inApi: ['id'],
  }),
  contact: field({
    isRequired: false,
    value: v.pipe(
      ContactSchema,
      v.transform((contact) => ({ contact: contact === '' ? null : contact })),
    ),
    stored: ['contact'],
    limit: CLUB_LIMITS.url,
    inApi: [],
  }),
  links: field({
    isRequired: false,
    value: v.pipe(
      LinksSchema,
      v.transform((links) => ({ links })),
    ),
    stored: ['links'],
    inApi: [],
  }),
  confirmed_on: field({
    isRequired: false,
    value: v.pipe(
      DaySchema,
      v.transform((confirmedOn) => ({ confirmedOn })),
    ),
    stored: ['confirmedOn'],
    inApi: [],
  }),
  aliases: field({
    isRequired: false,
    value: v.pipe(
      AliasesSchema,
      v.transform((aliases) => ({ aliases })),
    ),
    stored: ['aliases'],
    inApi: [],
  }),
};

export type FieldName = keyof typeof FIELDS;

/** Parses the text of a field. Links report one error per line, other fields only the first error. */
export function parseField(
  name: FieldName,
  text: string,
): { value: Record<string, unknown>; issues?: undefined } | { value?: undefined; issues: RuleIssue[] } {
  const { value } = FIELDS[name];
  const parsed = v.safeParse<v.GenericSchema<string, Record<string, unknown>>>(value, text, { abortPipeEarly: true });
  return parsed.success
    ? { value: parsed.output }
    : { issues: parsed.issues.map(({ message }) => readRuleIssue(message)) };
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

export type ProfileName = (typeof FIELDS)[FieldName]['inApi'][number];

/** The values of the API and their columns, which are their names in the API; the id first. */
export const PROFILE_COLUMNS: readonly (readonly [name: ProfileName, column: string])[] = [
  'id' as const,
  ...FIELD_NAMES.flatMap((name): readonly ProfileName[] => FIELDS[name].inApi).filter((name) => name !== 'id'),
].map((name) => [name, toColumn(name)]);

export type ProfileValues = Omit<Pick<ValuesOf<FieldName>, ProfileName>, 'id'> & { id: number };
