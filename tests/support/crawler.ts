import { readHtml } from './html.ts';

/** Whether robots may read an address, by the longest matching rule for all robots. A rule may contain `*` and end in `$`. */
export function readRobotsRules(text: string): (address: string) => boolean {
  const rules = [...text.matchAll(/^(Allow|Disallow): (\S+)$/gm)].map(([, kind, pattern = '']) => ({
    isAllowed: kind === 'Allow',
    length: pattern.length,
    expression: new RegExp(`^${pattern.replace(/[.+?^{}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}`),
  }));
  return (address) => {
    const [rule] = rules
      .filter(({ expression }) => expression.test(address))
      .sort((a, b) => b.length - a.length || Number(b.isAllowed) - Number(a.isAllowed));
    return rule?.isAllowed ?? true;
  };
}

/** Follows links as a polite robot does, and returns all addresses that it has read, up to a limit. */
export async function crawl(siteUrl: string, start: string, limit: number): Promise<Set<string>> {
  const isAllowed = readRobotsRules(await (await fetch(`${siteUrl}/robots.txt`)).text());
  const seen = new Set([start]);
  const waiting = [start];
  const visit = async (address: string) => {
    const answer = await fetch(siteUrl + address);
    if (!(answer.headers.get('Content-Type') ?? '').startsWith('text/html')) return;
    const page = readHtml(await answer.text());
    const robots = `${page.all('meta[name=robots]')[0]?.attributes.content ?? ''},${answer.headers.get('X-Robots-Tag') ?? ''}`;
    if (robots.includes('nofollow')) return;
    for (const { attributes } of page.all('a[href]')) {
      const { origin, pathname, search } = new URL(attributes.href ?? '', siteUrl + address);
      const next = pathname + search;
      const isFollowed = origin === siteUrl && !(attributes.rel ?? '').split(' ').includes('nofollow');
      if (!isFollowed || seen.has(next) || !isAllowed(next)) continue;
      seen.add(next);
      waiting.push(next);
    }
  };
  while (waiting.length > 0 && seen.size <= limit) await Promise.all(waiting.splice(0, 8).map(visit));
  return seen;
}
