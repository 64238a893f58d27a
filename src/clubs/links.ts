import { domainToUnicode } from 'node:url';
import { countCharacters, firstCharacters, isHttpUrl, OVERRIDES } from './text.ts';

/** A place of a club elsewhere. */
export interface ClubLink {
  /** In one line, never empty. */
  label: string;
  /** Begins with http:// or https://, and has no spaces. */
  url: string;
}

/** The table `club` has the same. */
export const LINK_LIMITS = { count: 20, label: 100, url: 2000 } as const;

export type LinkFault = 'tooManyLinks' | 'link' | 'linkLabel' | 'linkUrl';

/** The links of a text, or what is wrong with it, in which of its lines from 1 if it is one. */
export type ReadLinks = { links: ClubLink[] } | { fault: LinkFault; line: number | null };

/** Reads links as a file and a form have them: one in a line, its label before its address, or its address alone. */
export function readLinks(text: string): ReadLinks {
  const lines = text
    .replace(OVERRIDES, '')
    .split(/\r\n?|\n/)
    .map((line, index) => ({ line: line.trim(), number: index + 1 }))
    .filter(({ line }) => line !== '');
  if (lines.length > LINK_LIMITS.count) return { fault: 'tooManyLinks', line: null };
  const links: ClubLink[] = [];
  for (const { line, number } of lines) {
    const at = line.search(/https?:\/\//i);
    const [before, url] = at < 0 ? [line, ''] : [line.slice(0, at), line.slice(at)];
    if (!isHttpUrl(url) || /\s/.test(url) || /[\p{Cc}\p{Zl}\p{Zp}]/u.test(before.trim())) {
      return { fault: 'link', line: number };
    }
    if (countCharacters(url) > LINK_LIMITS.url) return { fault: 'linkUrl', line: number };
    // "Discord : https://…" is how people write it.
    const label = before.replace(/(?<![\s:])[\s:]+$/, '') || nameOf(url);
    if (countCharacters(label) > LINK_LIMITS.label) return { fault: 'linkLabel', line: number };
    links.push({ label, url });
  }
  return { links };
}

export const formatLinks = (links: readonly ClubLink[]): string =>
  links.map(({ label, url }) => `${label} ${url}`).join('\n');

/** What a link is called that has no label: by its service or its host. */
function nameOf(url: string): string {
  const service = serviceOf(url);
  return service ? SERVICES[service].name : firstCharacters(hostOf(url), LINK_LIMITS.label);
}

/** As people write it: without `www.`, in their own script. */
function hostOf(url: string): string {
  const { hostname } = new URL(url);
  return (domainToUnicode(hostname) || hostname).replace(/^www\./, '');
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
