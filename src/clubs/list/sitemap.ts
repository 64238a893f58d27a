import type { Sql } from '../../../db/client.ts';
import { absolute, mainPaths, pathsIn, type PagePaths } from '../../paths.ts';
import { siteLanguages } from '../../site-settings.ts';
import type { Day } from '../record/day.ts';

/* The sitemap of the active clubs (sitemaps.org). */

/** A file may have 50,000 addresses, and a club has one in each language. */
const MAX_CLUBS = 16_000;

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

export async function formatSitemap(
  sql: Sql,
  { siteUrl, pageNames }: { siteUrl: string; pageNames: readonly string[] },
): Promise<string> {
  const clubs = await sql<{ id: number; day: Day }[]>`
    select id, to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD') as day from club where is_active
    order by id limit ${MAX_CLUBS}`;
  const others: ((paths: PagePaths) => string)[] = [
    ({ home }) => home,
    ({ clubList }) => clubList,
    ...pageNames.map(
      (name) =>
        ({ page }: PagePaths) =>
          page(name),
    ),
  ];
  const pages = [
    ...others.map((address) => formatPage(siteUrl, address)),
    ...clubs.map(({ id, day }) => formatPage(siteUrl, ({ clubView }) => clubView(id), day)),
  ];
  return `${HEAD}<urlset xmlns="${NAMESPACE}" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${pages.join('')}</urlset>\n`;
}
