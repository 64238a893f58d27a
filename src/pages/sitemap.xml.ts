import type { APIRoute } from 'astro';
import { formatSitemap } from '../clubs/list/sitemap.ts';
import { clubStore } from '../clubs/directory/club-store.ts';
import { isUnfilled, pageNames } from '../identity/pages.ts';
import { siteContent } from '../identity/site.ts';
import { REVALIDATE } from '../lib/responses.ts';
import { settings } from '../settings.ts';

/** All pages for search engines. */
export const GET: APIRoute = async () => {
  const { pages } = siteContent();
  const unfilled = new Set(pages.filter(isUnfilled).map(({ name }) => name));
  const shown = { siteUrl: settings().siteUrl, pageNames: pageNames().filter((name) => !unfilled.has(name)) };
  const xml = await formatSitemap(clubStore().sql, shown);
  return new Response(xml, { headers: { ...REVALIDATE, 'Content-Type': 'application/xml; charset=utf-8' } });
};
