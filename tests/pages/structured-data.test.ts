import Validator from '@adobe/structured-data-validator';
import WebAutoExtractor from '@marbec/web-auto-extractor';
import { expect, test } from 'vitest';
import { readHtml } from '../support/html.ts';
import { SITE_URL } from '../support/program.ts';
import { describeSite } from '../support/site.ts';

interface Thing {
  '@type': string;
  [key: string]: unknown;
}

describeSite('The data for search engines', (site) => {
  const read = async (path: string) => {
    const html = await (await site.get(path)).text();
    // The rules of a search engine for rich results.
    const found = new WebAutoExtractor({ addLocation: true }).parse(html);
    expect(Object.keys(found.jsonld)).toContainEqual(expect.stringContaining('List'));
    expect(await new Validator().validate(found)).toEqual([]);
    const page = readHtml(html);
    const { '@graph': graph } = JSON.parse(page.one('script[type="application/ld+json"]').text) as {
      '@graph': Thing[];
    };
    return (type: string) => graph.find((thing) => thing['@type'] === type);
  };

  test('describe a club with its meetings and the way to its page', async () => {
    const id = await site.database.insertClub({
      name: 'Chess </script> & Go',
      aliases: 'Go|Baduk',
      contact: 'chess@example.org',
      contactBy: 'form',
      website: 'https://chess.example.org/',
      meetingDays: 'mon; thu',
      meetingPlace: 'Foyer',
      links: [{ label: 'News', url: 'https://social.example/@chess' }],
    });
    const find = await read(`/club/${id}/`);
    const url = `${SITE_URL}/club/${id}/`;
    expect(find('Organization')).toMatchObject({
      name: 'Chess </script> & Go',
      url,
      alternateName: ['Go', 'Baduk'],
      sameAs: ['https://chess.example.org/', 'https://social.example/@chess'],
      parentOrganization: { name: 'AE' },
    });
    expect(find('Event')).toMatchObject({
      location: { name: 'Foyer' },
      eventSchedule: { byDay: ['https://schema.org/Monday', 'https://schema.org/Thursday'] },
    });
    const itemListElement = find('BreadcrumbList')?.itemListElement;
    expect(itemListElement).toMatchObject([{ item: `${SITE_URL}/` }, { item: `${SITE_URL}/club/` }, { item: url }]);
  });

  test('list the clubs of a page with their positions', async () => {
    const ids = await site.database.insertClubs('A', 'B', 'C');
    await expect.poll(async () => (await site.get('/fr/club/?page_size=2&page=2')).status).toBe(200);
    const itemListElement = (await read('/fr/club/?page_size=2&page=2'))('ItemList')?.itemListElement;
    expect(itemListElement).toEqual([
      { '@type': 'ListItem', position: 3, name: 'C', url: `${SITE_URL}/fr/club/${ids[2]}/` },
    ]);
  });
});
