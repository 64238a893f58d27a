/** Code points, which is what PostgreSQL counts. */
export const countCharacters = (text: string): number => {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
};

/** A character in NFC may have been four, of two code units each. */
const UNITS_BEFORE_NFC = 8;

/**
 * A text of up to `limit` characters in NFC, and a longer one as it is: to put marks without end in their order takes time
 * that grows with their square, a minute for half a megabyte.
 */
export const compose = (text: string, limit: number): string =>
  text.length > limit * UNITS_BEFORE_NFC ? text : text.normalize('NFC');

/** The longest host that DNS has. One of thousands of letters takes a tenth of a second to be read, and leads nowhere. */
export const HOST_MOST = 253;

/** What an address begins with, up to the end of its host and a port. */
const HTTP_HOST = new RegExp(`^https?://[/\\\\]*[^/\\\\?#]{0,${HOST_MOST + ':65535'.length}}(?:[/\\\\?#]|$)`, 'i');

/** Without a name before the host: `https://www.facebook.com@evil.example/` leads where nobody reads it. */
export const isHttpUrl = (text: string): boolean => {
  const url = HTTP_HOST.test(text) ? URL.parse(text) : null;
  return url !== null && url.username === '' && url.password === '';
};

/** Whether an address has two schemes, as `http://https://example.org`: its host is then a scheme, perhaps with a stray letter. */
export const hasSecondScheme = (text: string): boolean =>
  /^https?:[/\\]*(?:https?|xn--https?-[a-z\d]+)(?:[:/\\?#]|$)/i.test(text);

/**
 * Whether anything of a text is seen. What joins letters and signs (U+200C, U+200D) is part of words and of pictures; a
 * text of nothing else, or of other characters without a shape, looks like none.
 */
export const isVisible = (text: string): boolean =>
  /[^\s\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/u.test(text);

/** What turns the letters that follow it around, and is not seen itself. */
export const OVERRIDES = /[\u202a-\u202e\u2066-\u2069]/g;

/** The beginning of a text, of so many of those. */
export const firstCharacters = (text: string, count: number): string =>
  text.length <= count ? text : Array.from(text).slice(0, count).join('');

/** A host, a port and what follows, without spaces and users. */
const BARE_ADDRESS =
  /^((?:[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?\.)+)(\p{L}{2,24}|xn--[a-z0-9-]+)(?::\d{1,5})?(?:[/?#]\S*)?$/iu;

/** Endings of hosts with more than two letters that clubs have; those of countries are known to every browser. */
const TOP_LEVELS = new Set(
  (
    'com org net edu gov int info biz name museum aero coop cat eus gal bzh paris alsace corsica app art bio blog cafe ' +
    'camp care center chat cloud club community design dev digital earth education eu events fan fit fitness fm fun ' +
    'games global green group guide host house ink international life link live lol love media moe music network news ' +
    'ngo one ong online page party photo photos place press pro radio rocks run school science shop show site social ' +
    'software space sport store studio swiss team tech theatre tips today tools top town training university video ' +
    'watch website wiki works world xyz yoga zone example'
  ).split(' '),
);
const COUNTRIES = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

const isTopLevel = (text: string) =>
  TOP_LEVELS.has(text) ||
  /^xn--|\P{ASCII}/u.test(text) ||
  (/^[a-z]{2}$/.test(text) && COUNTRIES.of(text.toUpperCase()) !== undefined);

/** An address that somebody typed without https://, with it; null for a text that is not obviously one. */
export function withScheme(text: string): string | null {
  const [, below = '', top = ''] = BARE_ADDRESS.exec(text) ?? [];
  const isOne = top !== '' && (/^www\./i.test(below) || isTopLevel(top.toLowerCase()));
  return isOne && isHttpUrl(`https://${text}`) ? `https://${text}` : null;
}
