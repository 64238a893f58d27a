/** The words of a text, and others. */
export const wordSet = (text: string, others: Iterable<string> = []): ReadonlySet<string> =>
  new Set([...others, ...text.split(/\s+/)]);

/** Counts code points, as PostgreSQL does. */
export const countCharacters = (text: string): number => {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
};

/** One character in NFC may come from four characters of two code units each. */
const UNITS_BEFORE_NFC = 8;

/** Bidirectional control characters, which reorder the text around them. */
export const OVERRIDES = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Trims a name, and removes `OVERRIDES`. NFC only up to a length: many combining marks take quadratic time. */
export function compose(text: string, limit: number): string {
  const plain = text.replace(OVERRIDES, '').trim();
  return plain.length > limit * UNITS_BEFORE_NFC ? plain : plain.normalize('NFC');
}

/** The maximum length of a host name in DNS. Parsing one of thousands of letters takes 100 ms. */
export const MAX_HOST_LENGTH = 253;

const HTTP_HOST = new RegExp(
  `^https?://[/\\\\]*[^/\\\\?#]{0,${MAX_HOST_LENGTH + ':65535'.length}}(?:[/\\\\?#]|$)`,
  'i',
);

/** Rejects user names, because `https://www.facebook.com@evil.example/` hides its host. */
export const isHttpUrl = (text: string): boolean => {
  const url = HTTP_HOST.test(text) ? URL.parse(text) : null;
  return url !== null && url.username === '' && url.password === '';
};

/** Whether a URL has two schemes, such as `http://https://example.org`: then its host is a scheme. */
const hasSecondScheme = (text: string): boolean =>
  /^https?:[/\\]*(?:https?|xn--https?-[a-z\d]+)(?:[:/\\?#]|$)/i.test(text);

/** Whether another URL follows a URL: after a space, or a separator without one. */
export const hasSecondUrl = (text: string): boolean => hasSecondScheme(text) || /[\s;,|]https?:\/\//i.test(text);

/** Whether a text has visible characters, not only spaces, joiners (U+200C, U+200D) and other invisible ones. */
export const isVisible = (text: string): boolean =>
  /[^\s\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/u.test(text);

export const firstCharacters = (text: string, count: number): string =>
  text.length <= count ? text : Array.from(text).slice(0, count).join('');

/** A host with an optional port and path, without a user. */
const BARE_ADDRESS =
  /^((?:[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?\.)+)(\p{L}{2,24}|xn--[a-z0-9-]+)(?::\d{1,5})?(?:[/?#]\S*)?$/iu;

/** Generic top-level domains. Country codes come from Intl. */
const TOP_LEVELS = wordSet(
  `com org net edu gov int info biz name museum aero coop cat eus gal bzh paris alsace corsica app art bio blog cafe
  camp care center chat cloud club community design dev digital earth education eu events fan fit fitness fm fun
  games global green group guide host house ink international life link live lol love media moe music network news
  ngo one ong online page party photo photos place press pro radio rocks run school science shop show site social
  software space sport store studio swiss team tech theatre tips today tools top town training university video
  watch website wiki works world xyz yoga zone example`,
);
const COUNTRIES = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

const isTopLevel = (text: string) =>
  TOP_LEVELS.has(text) ||
  /^xn--|\P{ASCII}/u.test(text) ||
  (/^[a-z]{2}$/.test(text) && COUNTRIES.of(text.toUpperCase()) !== undefined);

/** Adds https:// to a URL without scheme; null if the text is not clearly a URL. */
export function withScheme(text: string): string | null {
  const [, below = '', top = ''] = BARE_ADDRESS.exec(text) ?? [];
  const isAddress = top !== '' && (/^www\./i.test(below) || isTopLevel(top.toLowerCase()));
  return isAddress && isHttpUrl(`https://${text}`) ? `https://${text}` : null;
}
