import type { APIRoute } from 'astro';
import { formatSitemap } from '../clubs/list/sitemap.ts';
import { isUnfilled, pageNames } from '../identity/pages.ts';
import { siteContent } from '../identity/site.ts';
import { REVALIDATE } from '../lib/responses.ts';
import { settings } from '../settings.ts';

/** All pages for search engines. */
export const GET: APIRoute = async ({ url, locals: { sql } }) => {
  const text = url.searchParams.get('page');
  const number = text === null ? null : /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 0;
  const { pages } = siteContent();
  const unfilled = new Set(pages.filter(isUnfilled).map(({ name }) => name));
  const shown = { siteUrl: settings().siteUrl, pageNames: pageNames().filter((name) => !unfilled.has(name)) };
  const xml = number === 0 ? null : await formatSitemap(sql, number, shown);
  if (xml === null) return new Response(null, { status: 404 });
  return new Response(xml, { headers: { ...REVALIDATE, 'Content-Type': 'application/xml; charset=utf-8' } });
};
