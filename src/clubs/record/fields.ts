import * as v from 'valibot';
import { formatCategories } from './category.ts';
import type { FieldIssue } from '../../messages/issues.ts';
import * as rules from './field-rules.ts';
import { formatLinks } from './links.ts';
import { LOCALES, type Locale } from '../../messages/locales.ts';
import { siteLanguages } from '../../site-settings.ts';

const NAME = { limit: rules.CLUB_LIMITS.name, counted: 'name' } as const;
const ADDRESS = { limit: rules.CLUB_LIMITS.url, counted: 'trimmed' } as const;

interface Field<Name extends string, Values extends Record<Name, unknown>> extends FieldOptions {
  /** Parses its text, in a file or a form. */
  value: v.GenericSchema<string, Values>;
  /** The names of the parsed values: columns of the table `club` in camelCase, or `parentName`. */
  stored: readonly Name[];
}

export interface FieldOptions {
  /** The maximum length of its text, in characters. */
  limit?: number;
  /** How to count the characters of a text with a limit: trimmed, and in NFC or one label per line. Default: unchanged. */
  counted?: 'trimmed' | 'name' | 'labels';
  isBoardOnly?: boolean;
  /** Where its Markdown is shown; a column has its HTML (`description_html`). */
  markdown?: 'card' | 'page';
  /** Whether a club has a text in each language: this one in the default language, others such as `description_fr`. */
  localized?: boolean;
  /** The language of a text that another field has in the default language. */
  locale?: Locale;
  /** The text of a stored value that is not a text, a number or a boolean. */
  format?: (value: never) => string;
}

const field = <const Name extends string, Value, const Options extends FieldOptions>(
  name: Name,
  schema: v.GenericSchema<string, Value>,
  options: Options = {} as Options,
): Field<Name, Record<Name, Value>> & Options => ({
  value: v.pipe(
    schema,
    v.transform((value) => ({ [name]: value }) as Record<Name, Value>),
  ),
  stored: [name],
  ...options,
});

const LOGO_URL: Field<'logo' | 'foreignLogoUrl', ReturnType<typeof rules.splitLogoUrl>> = {
  value: v.pipe(rules.LogoUrlSchema, v.transform(rules.splitLogoUrl)),
  stored: ['logo', 'foreignLogoUrl'],
  ...ADDRESS,
};

const line = <const Name extends string, const Options extends FieldOptions>(
  name: Name,
  limit: number,
  options: Options = {} as Options,
) => field(name, rules.lineUpTo(limit), { limit, counted: 'trimmed', ...options });

/** A text in Markdown and in each language. */
const markdown = <const Name extends string>(name: Name, limit: number, where: 'card' | 'page') =>
  field(name, rules.textUpTo(limit), { limit, markdown: where, localized: true });

/** The fields by CSV column, in export order. CONTRIBUTING.md lists what else a new field needs. */
const DECLARED = {
  name: field('name', rules.ClubNameSchema, { ...NAME, isBoardOnly: true }),
  short_description: markdown('shortDescription', rules.CLUB_LIMITS.shortDescription, 'card'),
  is_active: field('isActive', rules.IsActiveSchema, { isBoardOnly: true }),
  parent_name: field('parentName', rules.NameSchema, { ...NAME, isBoardOnly: true }),
  logo_url: LOGO_URL,
  website: field('website', rules.WebsiteSchema, ADDRESS),
  category: field('category', rules.CategoriesSchema, {
    limit: rules.CLUB_LIMITS.category,
    counted: 'labels',
    format: formatCategories,
  }),
  description: markdown('description', rules.CLUB_LIMITS.description, 'page'),
  id: field('id', rules.IdSchema),
  contact: field('contact', rules.ContactSchema, ADDRESS),
  links: field('links', rules.LinksSchema, { format: formatLinks }),
  confirmed_on: field('confirmedOn', rules.PastDaySchema),
  aliases: field('aliases', rules.AliasesSchema),
  contact_by: field('contactBy', rules.ContactBySchema),
  meeting_times: line('meetingTimes', rules.CLUB_LIMITS.meeting, { localized: true }),
  meeting_days: field('meetingDays', rules.WeekdaysSchema),
  meeting_place: line('meetingPlace', rules.CLUB_LIMITS.meeting),
  fee: line('fee', rules.CLUB_LIMITS.fee, { localized: true }),
  how_to_join: markdown('howToJoin', rules.CLUB_LIMITS.howToJoin, 'card'),
  joining_url: field('joiningUrl', rules.WebsiteSchema, ADDRESS),
  joining_from: field('joiningFrom', rules.DaySchema),
  joining_until: field('joiningUntil', rules.DaySchema),
  beginners_welcome: field('beginnersWelcome', rules.YesNoSchema),
};

type Declared = typeof DECLARED;
export type LocalizedField = {
  [Name in keyof Declared]: Declared[Name] extends { localized: true } ? Name : never;
}[keyof Declared];

export type TranslationField = `${LocalizedField}_${Locale}`;
type TranslatedName = `${Declared[LocalizedField]['stored'][number]}${Capitalize<Locale>}`;
type Translations = Record<TranslationField, Field<TranslatedName, Record<TranslatedName, string>>>;

/** `descriptionFr` for `description`. */
export const translatedName = (name: string, locale: Locale): string =>
  name + locale.charAt(0).toUpperCase() + locale.slice(1);

type AnyField = FieldOptions & { value: v.GenericSchema<string, Record<string, unknown>>; stored: readonly string[] };

const translate = (column: string, { value, stored: [name = ''], localized, ...options }: AnyField) => {
  const text = v.pipe(
    value,
    v.transform((values) => values[name]),
  );
  const inLanguage = (locale: Locale) => field(translatedName(name, locale), text, { ...options, locale });
  return localized ? LOCALES.map((locale) => [`${column}_${locale}`, inLanguage(locale)] as const) : [];
};
const translations = Object.entries<AnyField>(DECLARED).flatMap(([column, plain]) => translate(column, plain));

/** All fields, with a text in each language. */
export const FIELDS = { ...DECLARED, ...(Object.fromEntries(translations) as Translations) };

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
  return parsed.success
    ? { value: parsed.output }
    : { issues: parsed.issues.map(({ message }) => rules.readIssue(message)) };
}

export const optionsOf = (name: FieldName): FieldOptions => FIELDS[name];

export const FIELD_NAMES = Object.keys(FIELDS) as FieldName[];

/** The field of this site for a field: the plain one for the default language, null in a language that it does not have. */
export function toSiteField(name: FieldName): FieldName | null {
  const { locale } = optionsOf(name);
  const [main, ...others] = siteLanguages();
  if (locale === undefined || others.includes(locale)) return name;
  return locale === main ? (name.slice(0, -`_${locale}`.length) as FieldName) : null;
}

/** The fields in the languages of this site. */
export const siteFields = (): FieldName[] => FIELD_NAMES.filter((name) => toSiteField(name) === name);

type MarkdownName = {
  [Name in keyof Declared]: Declared[Name] extends { markdown: string } ? Declared[Name]['stored'][number] : never;
}[keyof Declared];
export type HtmlName = `${MarkdownName}${'' | Capitalize<Locale>}Html`;

/** All values with HTML, also those that this site does not use. */
export const MARKDOWN = Object.values<AnyField>(FIELDS).flatMap(({ stored: [name = ''], markdown }) =>
  markdown ? [{ name, html: `${name}Html` as HtmlName, where: markdown }] : [],
);

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

export type ProfileValues = Omit<Pick<ValuesOf<FieldName>, (typeof PROFILE_NAMES)[number]>, 'id'> & { id: number };
