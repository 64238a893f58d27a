import * as v from 'valibot';
import { ALIAS_LIMITS, formatAliases, readAliases, type AliasFault } from './alias.ts';
import { LABEL_SEPARATOR } from './category.ts';
import { findOddSign, isContact, isPhone, isSeveralContacts, understandContact } from './contact.ts';
import { isFuture, readDays } from './day.ts';
import { LINK_LIMITS, readLinks, type LinkFault } from './links.ts';
import { NAME_LIMIT } from '../name-limit.ts';
import { trimSearch } from './list/fold.ts';
import { compose, countCharacters, hasSecondScheme, isHttpUrl, isVisible, withScheme } from './text.ts';

/** Limits of a club's fields, in characters (code points); the table has the same. */
export const CLUB_LIMITS = {
  name: NAME_LIMIT,
  shortDescription: 1000,
  description: 20_000,
  url: 2000,
  category: 1000,
} as const;

/** Ids are PostgreSQL integers from 1. */
export const CLUB_ID_MAX = 2_147_483_647;

/** What is found wrong, by code: a table of codes with what is known besides makes all that can be said. */
export type FaultOf<Table, Code extends keyof Table = keyof Table> = {
  [Each in Code]: { code: Each } & Table[Each];
}[Code];

/** What a rule may find wrong with the text of a field, and how much it allows. `inLine` counts the lines of the text, from 1. */
export interface RuleFaults {
  nul: unknown;
  tooLong: { limit: number };
  empty: unknown;
  lineBreak: unknown;
  space: unknown;
  website: unknown;
  secondScheme: unknown;
  contact: unknown;
  contacts: unknown;
  contactPhone: unknown;
  contactSign: unknown;
  contactSpace: unknown;
  tooManyLinks: { limit: number };
  link: { inLine: number | null };
  linkHandle: { inLine: number | null };
  linkLabel: { limit: number; inLine: number | null };
  linkUrl: { limit: number; inLine: number | null };
  tooManyAliases: { limit: number };
  longAlias: { limit: number };
  logoUrl: unknown;
  status: unknown;
  statusEmpty: unknown;
  id: unknown;
  idFormat: unknown;
  day: unknown;
  dayOfTwo: unknown;
  dayYear: unknown;
  dayNumber: unknown;
  dayAhead: unknown;
}

export type RuleFault = FaultOf<RuleFaults>;

/** What may be wrong with a text, for those who say it in words of their own. */
export type TextFault = 'nul' | 'tooLong';

/** A rule has a text alone for its message: its fault as JSON. */
const saying = (fault: RuleFault): string => JSON.stringify(fault);

/** What the message of a rule of this module is about. */
const readRuleFault = (message: string): RuleFault => JSON.parse(message) as RuleFault;

/** Which of the two it is, of a text that was refused. */
export const faultOf = (text: string): TextFault => (hasNul(text) ? 'nul' : 'tooLong');

const hasNul = (text: string) => text.includes('\0');

const NUL = saying({ code: 'nul' });

/** A text that PostgreSQL can hold: up to `limit` characters, none of them NUL. */
export const textUpTo = (limit: number) =>
  v.pipe(
    v.string(),
    v.check((text) => !hasNul(text), NUL),
    v.check((text) => countCharacters(text) <= limit, saying({ code: 'tooLong', limit })),
  );

/** The form in which names are kept and looked for. */
export const normalizeName = (name: string): string => compose(name.trim(), CLUB_LIMITS.name);

/** A club's name: trimmed, in NFC. */
export const NameSchema = v.pipe(v.string(), v.transform(normalizeName), textUpTo(CLUB_LIMITS.name));

/** A part of a name to search for. */
export const NameSearchSchema = v.pipe(NameSchema, v.transform(trimSearch));

const EMPTY = saying({ code: 'empty' });

/** A name that a club may have: something of it is seen. Lists and messages are made of lines: a name has none. */
export const ClubNameSchema = v.pipe(
  NameSchema,
  v.check(isVisible, EMPTY),
  v.check((name) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(name), saying({ code: 'lineBreak' })),
);

const SPACE = saying({ code: 'space' });

/** Whether a text would be an address without https://, were it not for the spaces in it. */
const isWithSpaces = (text: string) => /\s/.test(text) && withScheme(text.replace(/\s+/g, '')) !== null;

/** An address, without the spaces around it. */
const addressThat = (isGood: (text: string) => boolean, fault: RuleFault) =>
  v.pipe(
    v.string(),
    v.trim(),
    textUpTo(CLUB_LIMITS.url),
    v.check((text) => (isGood(text) && !/\shttps?:/i.test(text)) || !/^http.*\s/is.test(text), SPACE),
    v.check((text) => !hasSecondScheme(text), saying({ code: 'secondScheme' })),
    v.check(isGood, saying(fault)),
  );

export const WebsiteSchema = v.pipe(
  v.string(),
  v.trim(),
  v.check((text) => !isWithSpaces(text), SPACE),
  v.transform((text) => withScheme(text) ?? text),
  addressThat((text) => text === '' || isHttpUrl(text), { code: 'website' }),
);

/** A contact that is refused for one thing has no more said of it than that. */
const contactCheck = (isBad: (text: string) => boolean, fault: RuleFault) =>
  v.check(
    (text: string) => isContact(text) || hasNul(text) || countCharacters(text) > CLUB_LIMITS.url || !isBad(text),
    saying(fault),
  );

export const ContactSchema = v.pipe(
  v.string(),
  v.trim(),
  v.transform(understandContact),
  contactCheck(isSeveralContacts, { code: 'contacts' }),
  contactCheck(isPhone, { code: 'contactPhone' }),
  contactCheck((text) => findOddSign(text) !== null, { code: 'contactSign' }),
  contactCheck((text) => /\s/.test(text) && text.includes('@'), { code: 'contactSpace' }),
  addressThat((text) => text === '' || isContact(text), { code: 'contact' }),
);

function toLinkFault(code: LinkFault, inLine: number | null): RuleFault {
  if (code === 'tooManyLinks') return { code, limit: LINK_LIMITS.count };
  if (code === 'linkLabel') return { code, limit: LINK_LIMITS.label, inLine };
  if (code === 'linkUrl') return { code, limit: LINK_LIMITS.url, inLine };
  return { code, inLine };
}

/** The categories of a club as one text. Between separators there may be nothing, but no category that nobody sees. */
const CategoriesSchema = v.pipe(
  textUpTo(CLUB_LIMITS.category),
  v.check((text) => text.split(LABEL_SEPARATOR).every((label) => label.trim() === '' || isVisible(label)), EMPTY),
);

/** Links, one in a line; `formatLinks` is the other way. */
export const LinksSchema = v.pipe(
  v.string(),
  v.check((text) => !hasNul(text), NUL),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const read = readLinks(dataset.value);
    if ('links' in read) return read.links;
    for (const { fault, line } of read.faults) addIssue({ message: saying(toLinkFault(fault, line)) });
    return NEVER;
  }),
);

/** Other names, as they are stored: in one text. */
const AliasesSchema = v.pipe(
  v.string(),
  v.check((text) => !hasNul(text), NUL),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const { aliases, fault } = readAliases(dataset.value);
    if (aliases) return formatAliases(aliases);
    addIssue({ message: saying(toAliasFault(fault)) });
    return NEVER;
  }),
);

function toAliasFault(code: AliasFault): RuleFault {
  if (code === 'tooManyAliases') return { code, limit: ALIAS_LIMITS.count };
  if (code === 'longAlias') return { code, limit: ALIAS_LIMITS.length };
  return { code };
}

const DaySchema = v.pipe(
  v.string(),
  v.trim(),
  v.check((text) => readDays(text).length < 2, saying({ code: 'dayOfTwo' })),
  v.check((text) => !/^\d{1,2}([-/.])\d{1,2}\1\d{2}$/.test(text), saying({ code: 'dayYear' })),
  v.check((text) => !/^\d{5}(?:[.,]0+)?$/.test(text), saying({ code: 'dayNumber' })),
  v.check((text) => text === '' || readDays(text).length > 0, saying({ code: 'day' })),
  v.transform((text) => readDays(text)[0] ?? null),
  v.check((day) => day === null || !isFuture(day), saying({ code: 'dayAhead' })),
);

/** An address on this site: `/…`, but not `//…`, which browsers read as another site's. */
const isSitePath = (text: string) => /^\/[^/\\\p{Cc}][^\\\p{Cc}]*$/u.test(text);

/**
 * The address on this site that an absolute one means; null for one of another site. It is this site by either protocol:
 * a file may be older than the site's certificate.
 */
export function readOwnAddress(text: string, siteUrl: string): string | null {
  const url = isHttpUrl(text.trim()) ? URL.parse(text.trim()) : null;
  if (url?.host !== new URL(siteUrl).host || url.username !== '' || url.password !== '') return null;
  const path = url.pathname + url.search + url.hash;
  return isSitePath(path) ? path : null;
}

export const LogoUrlSchema = addressThat((text) => text === '' || isSitePath(text) || isHttpUrl(text), {
  code: 'logoUrl',
});

/** What a logo_url means: a picture on this site is shown, another site's is kept and never linked to. */
export function splitLogoUrl(logoUrl: string): { logo: string | null; foreignLogoUrl: string | null } {
  if (logoUrl === '') return { logo: null, foreignLogoUrl: null };
  return isSitePath(logoUrl) ? { logo: logoUrl, foreignLogoUrl: null } : { logo: null, foreignLogoUrl: logoUrl };
}

/** The words for yes and no that spreadsheets and people write, in several languages. */
const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ...'true 1 yes oui vrai wahr ja verdadero sí si vero verdadeiro prawda tak waar sim sì active actif'
    .split(' ')
    .map((word) => [word, true] as const),
  ...'false 0 no non faux falsch nein falso fałsz nie nee não onwaar inactive inactif'
    .split(' ')
    .map((word) => [word, false] as const),
]);

/** Gender-neutral French, with any punctuation: `actif·ve`, `inactif(ve)`, `actif / active`. */
const ACTIF_VE = /^((?:in)?actif)[^\p{L}\p{N}]+(?:i?ve|(?:in)?active)[^\p{L}\p{N}]*$/u;

/** No word for yes or no is longer. */
const WORD_LENGTH = 30;

function readBoolean(text: string): boolean | undefined {
  const word = compose(text, WORD_LENGTH).toLowerCase();
  return word.length > WORD_LENGTH ? undefined : BOOLEANS.get(word.replace(ACTIF_VE, '$1'));
}

const IsActiveSchema = v.pipe(
  v.string(),
  v.trim(),
  v.check((text) => text !== '', saying({ code: 'statusEmpty' })),
  v.transform(readBoolean),
  v.boolean(saying({ code: 'status' })),
);

/** Numbers as spreadsheets show them; "1.000" may be a thousand. */
const FORMATTED_NUMBER = /^\+?\d[\d\s.,'’]*(e\+?\d+)?$/i;

const IdSchema = v.pipe(
  v.string(),
  v.trim(),
  v.transform((text) => text.replace(/^(\d+)[.,]0{1,2}$/, '$1')),
  v.check(
    (text) => text === '' || (/^[1-9][0-9]{0,9}$/.test(text) && Number(text) <= CLUB_ID_MAX),
    ({ input }) => saying({ code: FORMATTED_NUMBER.test(input) && !/^(0|[1-9]\d*)$/.test(input) ? 'idFormat' : 'id' }),
  ),
  v.transform((text) => (text === '' ? null : Number(text))),
);

/** What is declared of a field. */
interface Field<
  Name extends string,
  Values extends Record<Name, unknown>,
  IsRequired extends boolean,
  InApi extends Name,
> {
  /** Whether every file has its column. */
  isRequired: IsRequired;
  /** What its text, in a file or a form, says of a club. */
  value: v.GenericSchema<string, Values>;
  /** The names of that: columns of the table `club` in camelCase, or `parentName`, which a club is looked up by. */
  stored: readonly Name[];
  /** The most characters of its text. */
  limit?: number;
  /** Those that the API's club profile has, there in snake_case. */
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
 * A club's fields, each declared once, by the column that a file has for it, in the order of an export. All that reads,
 * compares, writes and exports clubs, and the API's answers, are made from this table: a field that is added here, and
 * to the table `club`, is nowhere forgotten.
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

/** The name of a field, which is that of its column in a file. */
export type FieldName = keyof typeof FIELDS;

/** What the text of a field says of a club, or what is wrong with it: one thing, but of a text of lines each that is. */
export function parseField(
  name: FieldName,
  text: string,
): { value: Record<string, unknown>; faults?: undefined } | { value?: undefined; faults: RuleFault[] } {
  const { value } = FIELDS[name];
  const parsed = v.safeParse<v.GenericSchema<string, Record<string, unknown>>>(value, text, { abortPipeEarly: true });
  return parsed.success
    ? { value: parsed.output }
    : { faults: parsed.issues.map(({ message }) => readRuleFault(message)) };
}

export const FIELD_NAMES = Object.keys(FIELDS) as FieldName[];

/** The name of a column of the table `club` for what it is called here: `short_description` for `shortDescription`. */
export const toColumn = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The other way. */
export const fromColumn = (column: string): string =>
  column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** What is stored of a club, and the name of a parent. */
export type StoredName = (typeof FIELDS)[FieldName]['stored'][number];

type Both<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** The values of these fields, by the names that they are stored under. */
export type ValuesOf<Name extends FieldName> = Both<
  { [Each in Name]: v.InferOutput<(typeof FIELDS)[Each]['value']> }[Name]
>;

/** What the API says of a club, by the names that it is stored under. */
export type ProfileName = (typeof FIELDS)[FieldName]['inApi'][number];

/** Each with its name in the API, which is that of its column; the id first. */
export const PROFILE_COLUMNS: readonly (readonly [name: ProfileName, column: string])[] = [
  'id' as const,
  ...FIELD_NAMES.flatMap((name): readonly ProfileName[] => FIELDS[name].inApi).filter((name) => name !== 'id'),
].map((name) => [name, toColumn(name)]);

/** A club as it is stored, as far as the API describes it. */
export type ProfileValues = Omit<Pick<ValuesOf<FieldName>, ProfileName>, 'id'> & { id: number };
