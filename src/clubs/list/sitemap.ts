import type { Sql } from '../../../db/client.ts';
import { countRows } from '../../lib/sql.ts';
import { absolute, mainPaths, pathsIn, paths, type PagePaths } from '../../paths.ts';
import { siteLanguages } from '../../site-settings.ts';
import type { Day } from '../record/day.ts';

/* The sitemap of the active clubs: one file, or an index of several (sitemaps.org). */

/** A file may have 50,000 addresses, and a club has one in each language. */
const CLUBS_IN_FILE = 10_000;

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** The addresses of a page in each language, which name each other. */
function formatPage(siteUrl: string, addressIn: (paths: PagePaths) => string, lastChange?: Day): string {
  const addresses = siteLanguages().map((language) => ({
    language,
    href: absolute(siteUrl, encodeURI(addressIn(pathsIn(language)))),
  }));
  const links = [...addresses, { language: 'x-default', href: absolute(siteUrl, encodeURI(addressIn(mainPaths()))) }]
    .map(({ language, href }) => `<xhtml:link rel="alternate" hreflang="${language}" href="${href}"/>`)
    .join('');
  const change = lastChange === undefined ? '' : `<lastmod>${lastChange}</lastmod>`;
  return addresses.map(({ href }) => `<url><loc>${href}</loc>${change}${links}</url>\n`).join('');
}

/** The file of this number, from 1, or the first one or the index without; null if it does not exist. */
export async function formatSitemap(
  sql: Sql,
  number: number | null,
  { siteUrl, pageNames }: { siteUrl: string; pageNames: readonly string[] },
): Promise<string | null> {
  const count = await countRows(sql, sql`club where is_active`);
  const files = Math.max(1, Math.ceil(count / CLUBS_IN_FILE));
  if (number === null && files > 1) {
    const url = absolute(siteUrl, paths.sitemap);
    const items = Array.from({ length: files }, (_, at) => `<sitemap><loc>${url}?page=${at + 1}</loc></sitemap>\n`);
    return `${HEAD}<sitemapindex xmlns="${NAMESPACE}">\n${items.join('')}</sitemapindex>\n`;
  }
  const file = number ?? 1;
  if (file > files) return null;
  const clubs = await sql<{ id: number; day: Day }[]>`
    select id, to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD') as day from club where is_active
    order by id limit ${CLUBS_IN_FILE} offset ${(file - 1) * CLUBS_IN_FILE}`;
  const others = [
    ...(['home', 'clubList'] as const).map((name) => formatPage(siteUrl, (paths) => paths[name])),
    ...pageNames.map((name) => formatPage(siteUrl, ({ page }) => page(name))),
  ];
  const clubPages = clubs.map(({ id, day }) => formatPage(siteUrl, ({ clubView }) => clubView(id), day));
  const pages = file === 1 ? [...others, ...clubPages] : clubPages;
  return `${HEAD}<urlset xmlns="${NAMESPACE}" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${pages.join('')}</urlset>\n`;
}
