import { hostOf } from '../lib/display-url.ts';
import { countCharacters, firstCharacters, hasSecondScheme, isHttpUrl, OVERRIDES, withScheme } from './text.ts';

/** A place of a club elsewhere. */
export interface ClubLink {
  /** In one line, never empty. */
  label: string;
  /** Begins with http:// or https://, and has no spaces. */
  url: string;
}

/** The table `club` has the same. */
export const LINK_LIMITS = { count: 20, label: 100, url: 2000 } as const;

export type LinkFault = 'tooManyLinks' | 'link' | 'linkHandle' | 'linkLabel' | 'linkUrl';

/** The links of a text, or what is wrong with it, each in which of its lines from 1 if it is one. */
export type ReadLinks = { links: ClubLink[] } | { faults: { fault: LinkFault; line: number | null }[] };

/** Of more faults the first are enough to see what is wrong with all. */
const MOST_FAULTS = 5;

/** Longer than a link can be, with all that is taken away of it. */
const LINE_LENGTH = 5000;

/**
 * Reads links as a file and a form have them: one in a line, its label before or behind its address, or its address
 * alone. What people type around them is taken away; of an address that is there twice the first counts.
 */
export function readLinks(text: string): ReadLinks {
  const lines = text
    .replace(OVERRIDES, '')
    .split(/\r\n?|\n/)
    .map((line, index) => ({ line: line.trim(), number: index + 1 }))
    .filter(({ line }) => line !== '');
  const links = new Map<string, ClubLink>();
  const faults: { fault: LinkFault; line: number | null }[] = [];
  for (const { line, number } of lines) {
    const link = readLink(line);
    if (typeof link === 'string') faults.push({ fault: link, line: number });
    else if (!links.has(link.url)) links.set(link.url, link);
    if (links.size > LINK_LIMITS.count) faults.push({ fault: 'tooManyLinks', line: null });
    if (links.size > LINK_LIMITS.count || faults.length === MOST_FAULTS) break;
  }
  return faults.length > 0 ? { faults } : { links: [...links.values()] };
}

function readLink(line: string): ClubLink | LinkFault {
  if (line.length > LINE_LENGTH) return /https?:\/\//i.test(line.slice(0, LINE_LENGTH)) ? 'linkUrl' : 'link';
  const parts = splitLine(unwrapMarkdown(line.replace(BULLETS, '')));
  if (parts === null) return /(?:^|\s)@/.test(line) ? 'linkHandle' : 'link';
  const { before, url, behind } = parts;
  if (before !== '' && behind !== '') return 'link';
  // Markup that was not understood; kept, it would be read as another link the next time.
  if (url.includes('](')) return 'link';
  if (!isHttpUrl(url) || hasSecondScheme(url) || /[\p{Cc}\p{Zl}\p{Zp}]/u.test(before + url + behind)) return 'link';
  if (behind.split(/\s+/).some((word) => /https?:\/\//i.test(word) || withScheme(word) !== null)) return 'link';
  if (countCharacters(url) > LINK_LIMITS.url) return 'linkUrl';
  const label = toLabel(before) || toLabel(behind) || toLabel(nameOf(url));
  // A host of such signs alone as stand between a name and its address, as that of https://-/, is no name.
  if (label === '') return 'link';
  return countCharacters(label) > LINK_LIMITS.label ? 'linkLabel' : { label, url };
}

/** What a list begins a line with. */
const BULLETS = /^(?:(?:[•·‣◦▪]|[-*–—](?=\s|https?:|$)|\d{1,2}\.(?=\s|$))\s*)+/i;

/** A label that is read again as it is. */
const toLabel = (text: string) => cutEnd(text.replace(BULLETS, ''), isSeparator);

/** `[label](address)` as `label address`. */
function unwrapMarkdown(line: string): string {
  const [, label = '', url] = /^\[([^[\]]*)\]\(([^\s]+)\)[.,;]?$/.exec(line) ?? [];
  if (url === undefined) return line;
  // Of an address that is its own label, one is enough.
  return /https?:\/\//i.test(label) || withScheme(label) !== null ? url : `${label} ${url}`;
}

/** The address of a line and what stands around it, without the signs between them. */
function splitLine(line: string): { before: string; url: string; behind: string } | null {
  const at = line.search(/https?:\/\//i);
  if (at >= 0) {
    const [typed = ''] = line.slice(at).split(/\s/, 1);
    return {
      before: cutEnd(line.slice(0, at), isSeparator),
      url: cutEnd(typed, isPunctuation),
      behind: cutStart(line.slice(at + typed.length)),
    };
  }
  const words = line.split(/\s+/);
  const last = readBare(words.at(-1) ?? '');
  if (last !== null) return { before: cutEnd(words.slice(0, -1).join(' '), isSeparator), url: last, behind: '' };
  const first = readBare(words[0] ?? '');
  return first === null ? null : { before: '', url: first, behind: cutStart(words.slice(1).join(' ')) };
}

/** An address without https://, with what is around it in a line. */
const readBare = (word: string) => withScheme(cutEnd(word.replace(/^[<([]+/, ''), isPunctuation));

/** Between a label and an address, or around the address. */
const isSeparator = (text: string) => /[\s:–—\-|=→,<([]/.test(text.slice(-1));

/** Behind an address; parentheses that are opened in it are its own, as in those of Wikipedia. */
const isPunctuation = (text: string) =>
  /[.,;>]/.test(text.slice(-1)) || (text.endsWith(')') && text.split(')').length > text.split('(').length);

function cutEnd(text: string, isCut: (text: string) => boolean): string {
  let kept = text;
  while (kept !== '' && isCut(kept)) kept = kept.slice(0, -1);
  return kept.trim();
}

const cutStart = (text: string) => cutEnd(text.replace(/^[\s:–—\-|=→,]+/, '').replace(/^\((.*)\)$/, '$1'), isSeparator);

export const formatLinks = (links: readonly ClubLink[]): string =>
  links.map(({ label, url }) => `${label} ${url}`).join('\n');

/** What a link is called that has no label: by its service or its host. */
function nameOf(url: string): string {
  const service = serviceOf(url);
  return service ? SERVICES[service].name : firstCharacters(hostOf(url), LINK_LIMITS.label);
}

/** The services that are told by their hosts, those below them included. */
const SERVICES = {
  bluesky: { name: 'Bluesky', hosts: ['bsky.app'] },
  discord: { name: 'Discord', hosts: ['discord.gg', 'discord.com', 'discordapp.com'] },
  facebook: { name: 'Facebook', hosts: ['facebook.com', 'fb.com', 'fb.me'] },
  github: { name: 'GitHub', hosts: ['github.com'] },
  instagram: { name: 'Instagram', hosts: ['instagram.com', 'instagr.am'] },
  linkedin: { name: 'LinkedIn', hosts: ['linkedin.com', 'lnkd.in'] },
  linktree: { name: 'Linktree', hosts: ['linktr.ee'] },
  // Of its many servers those that are called so, and large ones that are not.
  mastodon: {
    name: 'Mastodon',
    hosts: ['joinmastodon.org', 'mastodon.social', 'mstdn.social', 'piaille.fr', 'mamot.fr', 'framapiaf.org'],
  },
  signal: { name: 'Signal', hosts: ['signal.group', 'signal.me', 'signal.org'] },
  telegram: { name: 'Telegram', hosts: ['t.me', 'telegram.me', 'telegram.org'] },
  tiktok: { name: 'TikTok', hosts: ['tiktok.com'] },
  twitch: { name: 'Twitch', hosts: ['twitch.tv'] },
  whatsapp: { name: 'WhatsApp', hosts: ['wa.me', 'whatsapp.com'] },
  x: { name: 'X', hosts: ['x.com', 'twitter.com'] },
  youtube: { name: 'YouTube', hosts: ['youtube.com', 'youtu.be'] },
} as const;

export type Service = keyof typeof SERVICES;

const SERVICE_OF_HOST: ReadonlyMap<string, Service> = new Map(
  (Object.keys(SERVICES) as Service[]).flatMap((service) => SERVICES[service].hosts.map((host) => [host, service])),
);

/** The service that an address is of; null for any other. */
export function serviceOf(url: string): Service | null {
  if (!URL.canParse(url)) return null;
  const { hostname } = new URL(url);
  if (/^(?:mastodon|mstdn)\./.test(hostname)) return 'mastodon';
  const labels = hostname.split('.');
  const hosts = labels.map((_, index) => labels.slice(index).join('.'));
  return hosts.map((host) => SERVICE_OF_HOST.get(host)).find((service) => service !== undefined) ?? null;
}
