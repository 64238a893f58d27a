import { expect, test } from 'vitest';
import { SITE_URL } from '../support/program.ts';
import { describeSite } from '../support/site.ts';

describeSite('The sitemap', (site) => {
  const read = async (path: string) => {
    const response = await site.get(path);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8']);
    const xml = await response.text();
    return { xml, locations: Array.from(xml.matchAll(/<loc>([^<]*)<\/loc>/g), ([, location = '']) => location) };
  };

  test('has the pages and active clubs in both languages, with the day of the last change', async () => {
    const [chess = 0, ski = 0] = await site.database.insertClubs('Chess', 'Ski');
    await site.database.sql`update club set is_active = false where id = ${ski}`;
    const { xml, locations } = await read('/sitemap.xml');
    const paths = [
      '/',
      '/fr/',
      '/club/',
      '/fr/club/',
      '/page/ae/',
      '/fr/page/ae/',
      `/club/${chess}/`,
      `/fr/club/${chess}/`,
    ];
    expect(locations).toEqual(paths.map((path) => SITE_URL + path));
    expect(xml).toMatch(new RegExp(`/fr/club/${chess}/</loc><lastmod>\\d{4}-\\d\\d-\\d\\d</lastmod>`));
    expect(xml).toContain(`<xhtml:link rel="alternate" hreflang="fr" href="${SITE_URL}/fr/club/${chess}/"/>`);
    expect(await (await site.get('/robots.txt')).text()).toContain(`Sitemap: ${SITE_URL}/sitemap.xml`);
  });

  test('is an index of files for many clubs', async () => {
    await site.database.sql`insert into club (name) select 'Club ' || n from generate_series(1, 10001) n`;
    const { xml, locations } = await read('/sitemap.xml');
    expect(xml).toContain('<sitemapindex');
    expect(locations).toEqual([1, 2].map((page) => `${SITE_URL}/sitemap.xml?page=${page}`));
    expect((await read('/sitemap.xml?page=1')).locations).toHaveLength(20_006);
    expect((await read('/sitemap.xml?page=2')).locations).toHaveLength(2);
    for (const page of ['3', '0', 'x']) expect((await site.get(`/sitemap.xml?page=${page}`)).status).toBe(404);
  });
});
