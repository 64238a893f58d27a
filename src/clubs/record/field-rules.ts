/* Validates the text of each club field. */
import * as v from 'valibot';
import { ALIAS_LIMITS, ALIAS_SEPARATOR, readAliases } from './alias.ts';
import { formatCategories, LABEL_SEPARATOR } from './category.ts';
import { CONTACT_WAYS, isContact, normalizeContact } from './contact.ts';
import { isFuture, readDays } from './day.ts';
import { readLinks } from './links.ts';
import type { FieldIssue } from '../../messages/issues.ts';
import { NAME_LIMIT } from './limits.ts';
import { trimSearch } from './fold.ts';
import { readWeekdays } from '../../lib/weekdays.ts';
import { compose, countCharacters, hasSecondUrl, isHttpUrl, isVisible, withScheme } from './text.ts';

/** Limits of a club's fields, in characters (code points); the table has the same limits. */
export const CLUB_LIMITS = {
  name: NAME_LIMIT,
  shortDescription: 1000,
  description: 20_000,
  url: 2000,
  category: 1000,
  meeting: 200,
  fee: 80,
  howToJoin: 1000,
} as const;

/** Ids are PostgreSQL integers from 1. */
export const MAX_CLUB_ID = 2_147_483_647;

export type TextIssue = 'nul' | 'tooLong';

/** A valibot message is a string, so it contains the issue as JSON. */
const messageOf = (issue: FieldIssue): string => JSON.stringify(issue);

export const readIssue = (message: string): FieldIssue => JSON.parse(message) as FieldIssue;

export const issueOf = (text: string): TextIssue => (hasNul(text) ? 'nul' : 'tooLong');

const hasNul = (text: string) => text.includes('\0');

const NUL = messageOf({ code: 'nul' });
const LINE_BREAK = messageOf({ code: 'lineBreak' });

const isLine = (text: string) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text);

/** A text of up to `limit` characters without NUL, which PostgreSQL cannot store. */
export const textUpTo = (limit: number) =>
  v.pipe(
    v.string(),
    v.check((text) => !hasNul(text), NUL),
    v.check(
      (text) => countCharacters(text) <= limit,
      ({ input }) => messageOf({ code: 'tooLong', limit, length: countCharacters(input) }),
    ),
  );

export const normalizeName = (name: string): string => compose(name, CLUB_LIMITS.name);

export const NameSchema = v.pipe(v.string(), v.transform(normalizeName), textUpTo(CLUB_LIMITS.name));

export const NameSearchSchema = v.pipe(NameSchema, v.transform(trimSearch));

const EMPTY = messageOf({ code: 'empty' });

/** Without line breaks, because lists and messages consist of lines. */
export const ClubNameSchema = v.pipe(NameSchema, v.check(isVisible, EMPTY), v.check(isLine, LINE_BREAK));

/** An address; null for an empty text. */
const addressThat = (
  code: 'website' | 'contact' | 'logo',
  isGood: (text: string) => boolean,
  normalize = (text: string) => text,
) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.transform(normalize),
    textUpTo(CLUB_LIMITS.url),
    v.check((text) => text === '' || (isGood(text) && !hasSecondUrl(text)), messageOf({ code })),
    v.transform((text) => text || null),
  );

export const WebsiteSchema = addressThat('website', isHttpUrl, (text) => withScheme(text) ?? text);

export const ContactSchema = addressThat('contact', isContact, normalizeContact);

export const ContactBySchema = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.transform((text) => text || null),
  v.nullable(v.picklist(CONTACT_WAYS, messageOf({ code: 'contactBy' }))),
);

/** An invisible category is an error. */
export const CategoriesSchema = v.pipe(
  v.string(),
  v.transform(formatCategories),
  textUpTo(CLUB_LIMITS.category),
  v.check((text) => text === '' || text.split(LABEL_SEPARATOR).every(isVisible), EMPTY),
);

/** Links, one per line; `formatLinks` is the inverse. */
export const LinksSchema = v.pipe(
  v.string(),
  v.check((text) => !hasNul(text), NUL),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const { links, issues } = readLinks(dataset.value);
    for (const issue of issues) addIssue({ message: messageOf(issue) });
    return issues.length > 0 ? NEVER : links;
  }),
);

const ALIASES = messageOf({ code: 'aliases', ...ALIAS_LIMITS });

export const AliasesSchema = v.pipe(
  v.string(),
  v.check((text) => !hasNul(text), NUL),
  v.transform(readAliases),
  v.maxLength(ALIAS_LIMITS.count, ALIASES),
  v.everyItem((alias) => countCharacters(alias) <= ALIAS_LIMITS.length, ALIASES),
  v.everyItem(isLine, LINE_BREAK),
  v.transform((aliases) => aliases.join(ALIAS_SEPARATOR)),
);

export const DaySchema = v.pipe(
  v.string(),
  v.trim(),
  v.check((text) => readDays(text).length < 2, messageOf({ code: 'dayOfTwo' })),
  v.check((text) => text === '' || readDays(text).length > 0, messageOf({ code: 'day' })),
  v.transform((text) => readDays(text)[0] ?? null),
);

export const PastDaySchema = v.pipe(
  DaySchema,
  v.check((day) => day === null || !isFuture(day), messageOf({ code: 'dayAhead' })),
);

/** A line of text, without spaces at its ends. */
export const lineUpTo = (limit: number) => v.pipe(v.string(), v.trim(), textUpTo(limit), v.check(isLine, LINE_BREAK));

/** Weekdays as stored: `mon; wed`. Reads names of days in English and French. */
export const WeekdaysSchema = v.pipe(
  textUpTo(CLUB_LIMITS.meeting),
  v.check((text) => text.trim() === '' || readWeekdays(text).length > 0, messageOf({ code: 'weekdays' })),
  v.transform((text) => readWeekdays(text).join(LABEL_SEPARATOR)),
);

/** A path on this site: `/…`, but not `//…`, which browsers resolve to another host. */
const isSitePath = (text: string) => /^\/[^/\\\p{Cc}][^\\\p{Cc}]*$/u.test(text);

/** The path of a URL of this site, with either scheme; null for a URL of another site. */
export function readOwnAddress(text: string, siteUrl: string): string | null {
  const url = isHttpUrl(text.trim()) ? URL.parse(text.trim()) : null;
  if (url?.host !== new URL(siteUrl).host || url.username !== '' || url.password !== '') return null;
  const path = url.pathname + url.search + url.hash;
  return isSitePath(path) ? path : null;
}

export const LogoUrlSchema = addressThat('logo', (text) => isSitePath(text) || isHttpUrl(text));

/** Splits a logo_url: a path on this site is shown; a URL of another site is stored, but never linked to. */
export const splitLogoUrl = (url: string | null): { logo: string | null; foreignLogoUrl: string | null } =>
  url !== null && isSitePath(url) ? { logo: url, foreignLogoUrl: null } : { logo: null, foreignLogoUrl: url };

/** What words mean, which are separated by spaces. */
export const meanings = (yes: string, no: string): ReadonlyMap<string, boolean> =>
  new Map([yes, no].flatMap((words) => words.split(' ').map((word) => [word, words === yes])));

const BOOLEANS = meanings(
  'true 1 yes oui vrai wahr ja verdadero sí si vero verdadeiro prawda tak waar sim sì ' +
    'active actif aktiv activo activa attivo attiva ativo ativa aktywny aktywna actief',
  'false 0 no non faux falsch nein falso fałsz nie nee não onwaar ' +
    'inactive inactif inaktiv inactivo inactiva inattivo inattiva inativo inativa nieaktywny nieaktywna inactief',
);

/** Gender-neutral French, with any punctuation: `actif·ve`, `inactif(ve)`, `actif / active`. */
const ACTIF_VE = /^((?:in)?actif)[^\p{L}\p{N}]+(?:i?ve|(?:in)?active)[^\p{L}\p{N}]*$/u;

const WORD_LENGTH = 30;

function readBoolean(text: string): boolean | undefined {
  const word = compose(text, WORD_LENGTH).toLowerCase();
  return word.length > WORD_LENGTH ? undefined : BOOLEANS.get(word.replace(ACTIF_VE, '$1'));
}

export const IsActiveSchema = v.pipe(
  v.string(),
  v.trim(),
  v.transform(readBoolean),
  v.boolean(messageOf({ code: 'status' })),
);

/** Null for an empty text. */
export const YesNoSchema = v.pipe(
  v.string(),
  v.trim(),
  v.transform((text) => (text === '' ? null : readBoolean(text))),
  v.nullable(v.boolean(messageOf({ code: 'status' }))),
);

export const IdSchema = v.pipe(
  v.string(),
  v.trim(),
  v.transform((text) => text.replace(/^(\d+)[.,]0{1,2}$/, '$1')),
  v.check(
    (text) => text === '' || (/^[1-9][0-9]{0,9}$/.test(text) && Number(text) <= MAX_CLUB_ID),
    messageOf({ code: 'id' }),
  ),
  v.transform((text) => (text === '' ? null : Number(text))),
);
