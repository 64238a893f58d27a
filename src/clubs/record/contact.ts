import { settings } from '../../settings.ts';
import { clubContact } from '../../site-settings.ts';
import { countCharacters, firstCharacters, MAX_HOST_LENGTH, isHttpUrl, withScheme } from './text.ts';

/** The characters of RFC 5322, and the letters of every script. */
const LOCAL_PART = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const HOST =
  /^(?:[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?\.)+\p{L}[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}]$/u;

/** Whether a text is an e-mail address, in any script. Quoted local parts and IP addresses are not accepted. */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  const host = text.slice(at + 1);
  if (host.length > MAX_HOST_LENGTH || !HOST.test(host)) return false;
  return LOCAL_PART.test(text.slice(0, Math.max(at, 0))) && URL.canParse(`http://${host}`);
}

export const isContact = (text: string): boolean => isHttpUrl(text) || isEmail(text);

/** Normalizes a contact as people type it (`mailto:`, `Name <address>`, no scheme); other texts are only trimmed. */
export function normalizeContact(text: string): string {
  if (isContact(text)) return text;
  const isMailto = /^mailto:/i.test(text);
  // A mailto link may have a query such as `?subject=`.
  const written = (isMailto ? text.slice(7).replace(/\?.*$/s, '') : text).trim();
  const [, inBrackets] = /^[^<>@]*<([^<>]*)>\s*[.,;]?$/.exec(written) ?? [];
  const address = (inBrackets ?? written)
    .trim()
    .replace(/^mailto:\s*/i, '')
    .replace(/[.,;]$/, '');
  const email = address.replaceAll('’', "'");
  return (
    [address, email, withScheme(address)].find((candidate) => candidate !== null && isContact(candidate)) ?? written
  );
}

/** The link of a contact (RFC 6068 for an e-mail address) and its text. */
export function describeContact(contact: string): { href: string; text: string; isEmail: boolean } {
  if (isHttpUrl(contact)) return { href: contact, text: shorten(contact), isEmail: false };
  return { href: `mailto:${encodeURIComponent(contact).replace('%40', '@')}`, text: contact, isEmail: true };
}

/** How visitors write to a club that has an e-mail address. */
export const CONTACT_WAYS = ['address', 'form', 'both'] as const;
export type ContactWay = (typeof CONTACT_WAYS)[number];

/** How visitors reach a club: the address that they see, and whether they can use the form. */
export function publicContact({ contact, contactBy }: { contact: string | null; contactBy: ContactWay | null }) {
  if (contact === null) return { address: null, hasForm: false };
  const address = describeContact(contact);
  const way = address.isEmail && settings().mail ? (contactBy ?? clubContact()) : 'address';
  return { address: way === 'form' ? null : address, hasForm: way !== 'address' };
}

/** The maximum length of a link text, in characters. */
const READABLE = 60;

function shorten(url: string): string {
  const text = url.replace(/^https?:\/\/(?:www\.)?/i, '').replace(/\/$/, '');
  return countCharacters(text) > READABLE ? `${firstCharacters(text, READABLE - 1)}…` : text;
}
