/* The rules for the text of each field of a club: what it means, and what may be wrong with it, by code. */
import * as v from 'valibot';
import { ALIAS_LIMITS, formatAliases, readAliases, type AliasFault } from './alias.ts';
import { LABEL_SEPARATOR } from './category.ts';
import { findOddSign, isContact, isPhone, isSeveralContacts, understandContact } from './contact.ts';
import { isFuture, readDays } from './day.ts';
import { LINK_LIMITS, readLinks, type LinkFault } from './links.ts';
import { NAME_LIMIT } from '../lib/limits.ts';
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

/** The faults that any text can have. */
export type TextFault = 'nul' | 'tooLong';

/** A rule has a text alone for its message: its fault as JSON. */
const saying = (fault: RuleFault): string => JSON.stringify(fault);

/** What the message of a rule of this module is about. */
export const readRuleFault = (message: string): RuleFault => JSON.parse(message) as RuleFault;

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

/** Reports a likely cause for a text that is not a contact; texts that are too long or contain NUL have their own fault. */
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
export const CategoriesSchema = v.pipe(
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
export const AliasesSchema = v.pipe(
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

export const DaySchema = v.pipe(
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

export const IsActiveSchema = v.pipe(
  v.string(),
  v.trim(),
  v.check((text) => text !== '', saying({ code: 'statusEmpty' })),
  v.transform(readBoolean),
  v.boolean(saying({ code: 'status' })),
);

/** Numbers as spreadsheets show them; "1.000" may be a thousand. */
const FORMATTED_NUMBER = /^\+?\d[\d\s.,'’]*(e\+?\d+)?$/i;

export const IdSchema = v.pipe(
  v.string(),
  v.trim(),
  v.transform((text) => text.replace(/^(\d+)[.,]0{1,2}$/, '$1')),
  v.check(
    (text) => text === '' || (/^[1-9][0-9]{0,9}$/.test(text) && Number(text) <= CLUB_ID_MAX),
    ({ input }) => saying({ code: FORMATTED_NUMBER.test(input) && !/^(0|[1-9]\d*)$/.test(input) ? 'idFormat' : 'id' }),
  ),
  v.transform((text) => (text === '' ? null : Number(text))),
);
