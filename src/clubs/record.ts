import * as v from 'valibot';

/** Limits of a club's fields, in characters (code points); the table has the same. */
export const CLUB_LIMITS = {
  name: 255,
  shortDescription: 1000,
  description: 20_000,
  url: 2000,
  category: 1000,
} as const;

/** Ids are PostgreSQL integers from 1. */
export const CLUB_ID_MAX = 2_147_483_647;

export const countCharacters = (text: string): number => {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
};

/** A text that PostgreSQL can hold: up to `limit` characters, none of them NUL. */
export const textUpTo = (limit: number) =>
  v.pipe(
    v.string(),
    v.check((text) => !text.includes('\0'), 'must not contain a NUL character'),
    v.check((text) => countCharacters(text) <= limit, `must have at most ${limit} characters`),
  );

/** The form in which names are kept and looked for. */
export const normalizeName = (name: string): string => name.trim().normalize('NFC');

/** A club's name, or a part of one that somebody looks for: trimmed, in NFC. */
export const NameSchema = v.pipe(v.string(), v.transform(normalizeName), textUpTo(CLUB_LIMITS.name));

/** A name that a club may have. Lists and messages are made of lines: a name has none. */
export const ClubNameSchema = v.pipe(
  NameSchema,
  v.check((name) => name !== '', 'must not be empty'),
  v.check((name) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(name), 'must not contain a line break, a tab or a control character'),
);

const isHttpUrl = (text: string) => /^https?:\/\//i.test(text) && URL.canParse(text);

/** An address, without the spaces around it. */
const addressThat = (isGood: (text: string) => boolean, message: string) =>
  v.pipe(
    v.string(),
    v.trim(),
    textUpTo(CLUB_LIMITS.url),
    v.check((text) => isGood(text) || !/^http.*\s/is.test(text), 'has a space inside, and an address has none'),
    v.check(isGood, message),
  );

export const WebsiteSchema = addressThat(
  (text) => text === '' || isHttpUrl(text),
  'must be empty or an address that begins with http:// or https://',
);

/** An address on this site: `/…`, but not `//…`, which browsers read as another site's. */
const isSitePath = (text: string) => /^\/[^/\\\p{Cc}][^\\\p{Cc}]*$/u.test(text);

export const LogoUrlSchema = addressThat(
  (text) => text === '' || isSitePath(text) || isHttpUrl(text),
  'must be empty, an address on this site that begins with /, or one that begins with http:// or https://',
);

/** What a logo_url means: a picture on this site is shown, another site's is kept and never linked to. */
export function splitLogoUrl(logoUrl: string): { logo: string | null; foreignLogoUrl: string | null } {
  if (logoUrl === '') return { logo: null, foreignLogoUrl: null };
  return isSitePath(logoUrl) ? { logo: logoUrl, foreignLogoUrl: null } : { logo: null, foreignLogoUrl: logoUrl };
}
