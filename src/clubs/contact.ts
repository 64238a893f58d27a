import { countCharacters, firstCharacters, HOST_MOST, isHttpUrl, withScheme } from './text.ts';

/** What a name at a host may be made of: RFC 5322's signs, and the letters of every script. */
const LOCAL_PART = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const HOST =
  /^(?:[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?\.)+\p{L}[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}]$/u;

/** Whether a text is an e-mail address as people have them, apostrophes, plus signs and hosts of every script included. */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  const host = text.slice(at + 1);
  if (host.length > HOST_MOST || !HOST.test(host)) return false;
  return LOCAL_PART.test(text.slice(0, Math.max(at, 0))) && URL.canParse(`http://${host}`);
}

export const isContact = (text: string): boolean => isHttpUrl(text) || isEmail(text);

/** The contact that a text means as people type it; the text itself where that is none. */
export function understandContact(text: string): string {
  if (isContact(text)) return text;
  const isMailto = /^mailto:/i.test(text);
  // A link may say what the letter begins with: that is no part of the address.
  const written = (isMailto ? text.slice(7).replace(/\?.*$/s, '') : text).trim();
  const [, inBrackets] = /^[^<>@]*<([^<>]*)>\s*[.,;]?$/.exec(written) ?? [];
  const address = (inBrackets ?? written)
    .trim()
    .replace(/^mailto:\s*/i, '')
    .replace(/[.,;]$/, '');
  const email = address.replaceAll('’', "'");
  return [address, email, withScheme(address)].find((one) => one !== null && isContact(one)) ?? written;
}

/** Whether there is more than one contact in a text. */
export const isSeveralContacts = (text: string): boolean =>
  text.split(/[\s,;/<>()]+/).filter((part) => isEmail(part)).length > 1 ||
  text.split(/[\s,;]+/).filter((part) => isHttpUrl(part)).length > 1;

/** Whether a text is a telephone number, perhaps with what it is called. */
export const isPhone = (text: string): boolean =>
  /^[\p{L}. :]{0,20}[+(]?\d[\d\s().-]{6,}$/u.test(text) && text.replace(/\D/g, '').length >= 8;

/** The first sign of what is to be an e-mail address that no such address has; null where none is odd. */
export function findOddSign(text: string): string | null {
  if (!/^[^@\s]+@[^@\s]+$/.test(text) || /^https?:/i.test(text)) return null;
  return /[^\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~.@-]/u.exec(text)?.[0] ?? null;
}

/** Where a contact leads (RFC 6068 for an e-mail address), and how it is shown. */
export function describeContact(contact: string): { href: string; text: string; isEmail: boolean } {
  if (isHttpUrl(contact)) return { href: contact, text: shorten(contact), isEmail: false };
  return { href: `mailto:${encodeURIComponent(contact).replace('%40', '@')}`, text: contact, isEmail: true };
}

/** More than this of an address is not read, but compared. */
const READABLE = 60;

/** An address without what everybody takes for granted; of a long one, its beginning. */
function shorten(url: string): string {
  const text = url.replace(/^https?:\/\/(?:www\.)?/i, '').replace(/\/$/, '');
  return countCharacters(text) > READABLE ? `${firstCharacters(text, READABLE - 1)}…` : text;
}
