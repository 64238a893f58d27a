import { hostOf } from '../../lib/display-url.ts';
import type { FieldIssue } from '../../messages/issues.ts';
import { countCharacters, firstCharacters, hasSecondUrl, isHttpUrl, OVERRIDES, withScheme } from './text.ts';

export interface ClubLink {
  /** A single line, never empty. */
  label: string;
  /** An http or https URL. */
  url: string;
}

/** The table `club` has the same limits. */
export const LINK_LIMITS = { count: 20, label: 100, url: 2000 } as const;

const MAX_ISSUES = 5;

/** Longer than any valid line. */
const LINE_LENGTH = 5000;

/**
 * Parses links from a file or form: one per line, a URL after an optional label. Of duplicate URLs the first counts. The
 * links are complete only without issues.
 */
export function readLinks(text: string): { links: ClubLink[]; issues: FieldIssue[] } {
  const lines = text
    .replace(OVERRIDES, '')
    .split(/\r\n?|\n/)
    .map((line, index) => ({ line: line.trim(), number: index + 1 }))
    .filter(({ line }) => line !== '');
  const links = new Map<string, ClubLink>();
  const issues: FieldIssue[] = [];
  for (const { line, number } of lines) {
    const link = readLink(line);
    if ('code' in link) issues.push({ ...link, inLine: number });
    else if (!links.has(link.url)) links.set(link.url, link);
    if (links.size > LINK_LIMITS.count) issues.push({ code: 'tooManyLinks', limit: LINK_LIMITS.count });
    if (links.size > LINK_LIMITS.count || issues.length === MAX_ISSUES) break;
  }
  return { links: [...links.values()], issues };
}

const NO_LINK: FieldIssue = { code: 'link' };
const LONG_LINK: FieldIssue = { code: 'longLink', label: LINK_LIMITS.label, url: LINK_LIMITS.url };

function readLink(line: string): ClubLink | FieldIssue {
  if (line.length > LINE_LENGTH) return LONG_LINK;
  const { before, address } = splitLine(line);
  const url = cutEnd(address, isPunctuation);
  if (/\s/.test(url) || !isHttpUrl(url) || hasSecondUrl(url)) return NO_LINK;
  // A host may end with a separator, or consist of them.
  const label = cutEnd(before, isSeparator) || cutEnd(nameOf(url), isSeparator);
  if (label === '' || /[\p{Cc}\p{Zl}\p{Zp}]/u.test(label + url)) return NO_LINK;
  const isLong = countCharacters(label) > LINK_LIMITS.label || countCharacters(url) > LINK_LIMITS.url;
  return isLong ? LONG_LINK : { label, url };
}

/** Without a scheme, only the last word of a line can be its URL. */
function splitLine(line: string): { before: string; address: string } {
  const at = line.search(/https?:\/\//i);
  if (at >= 0) return { before: line.slice(0, at), address: line.slice(at) };
  const [last = ''] = /\S*$/.exec(line) ?? [];
  const bare = cutEnd(last.replace(/^[<([]+/, ''), isPunctuation);
  return { before: line.slice(0, line.length - last.length), address: withScheme(bare) ?? '' };
}

/** Whether a text ends with a bullet, or with a separator between a label and a URL. */
const isSeparator = (text: string) => /[\s:–—\-|=→,<([•·*]/.test(text.slice(-1));

/** Whether a text ends with punctuation that is not part of its URL. Balanced parentheses are part of it. */
const isPunctuation = (text: string) =>
  /[\s.,;>]/.test(text.slice(-1)) || (text.endsWith(')') && text.split(')').length > text.split('(').length);

function cutEnd(text: string, isCut: (text: string) => boolean): string {
  let kept = text;
  while (kept !== '' && isCut(kept)) kept = kept.slice(0, -1);
  return kept.trim();
}

export const formatLinks = (links: readonly ClubLink[]): string =>
  links.map(({ label, url }) => `${label} ${url}`).join('\n');

/** The default label of a link: its service or its host. */
function nameOf(url: string): string {
  const service = serviceOf(url);
  return service ? nameOfService(service) : firstCharacters(hostOf(url), LINK_LIMITS.label);
}

/** Known services by host; subdomains included. */
const SERVICES = {
  bluesky: { name: 'Bluesky', hosts: ['bsky.app'] },
  discord: { name: 'Discord', hosts: ['discord.gg', 'discord.com', 'discordapp.com'] },
  facebook: { name: 'Facebook', hosts: ['facebook.com', 'fb.com', 'fb.me'] },
  github: { name: 'GitHub', hosts: ['github.com'] },
  instagram: { name: 'Instagram', hosts: ['instagram.com', 'instagr.am'] },
  linkedin: { name: 'LinkedIn', hosts: ['linkedin.com', 'lnkd.in'] },
  linktree: { name: 'Linktree', hosts: ['linktr.ee'] },
  // Also each host that begins with `mastodon.` or `mstdn.`.
  mastodon: { name: 'Mastodon', hosts: ['joinmastodon.org', 'piaille.fr', 'mamot.fr', 'framapiaf.org'] },
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

export const nameOfService = (service: Service): string => SERVICES[service].name;

export function serviceOf(url: string): Service | null {
  if (!URL.canParse(url)) return null;
  const { hostname } = new URL(url);
  if (/^(?:mastodon|mstdn)\./.test(hostname)) return 'mastodon';
  const labels = hostname.split('.');
  const hosts = labels.map((_, index) => labels.slice(index).join('.'));
  return hosts.map((host) => SERVICE_OF_HOST.get(host)).find((service) => service !== undefined) ?? null;
}
