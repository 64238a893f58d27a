import { countCharacters, firstCharacters, isHttpUrl } from './text.ts';

/** What a name at a host may be made of: RFC 5322's signs, and the letters of every script. */
const LOCAL_PART = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const HOST =
  /^(?:[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?\.)+\p{L}[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}]$/u;

/** Whether a text is an e-mail address as people have them, apostrophes, plus signs and hosts of every script included. */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  const host = text.slice(at + 1);
  return LOCAL_PART.test(text.slice(0, Math.max(at, 0))) && HOST.test(host) && URL.canParse(`http://${host}`);
}

/** What somebody has put before an e-mail address, who took it for a link. */
export const withoutMailto = (text: string): string => text.replace(/^mailto:\s*/i, '');

export const isContact = (text: string): boolean => isHttpUrl(text) || isEmail(text);

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
