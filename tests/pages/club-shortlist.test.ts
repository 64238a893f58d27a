import { describe, expect, test } from 'vitest';
import { readHtml, type Element } from '../support/html.ts';
import { describeSite } from '../support/site.ts';

const MANY = Array.from({ length: 60 }, (_, index) => index + 1000).join();

describeSite('The page of a shortlist', (site) => {
  const open = async (path: string) => {
    const answer = await site.get(path);
    expect(answer.status, path).toBe(200);
    return readHtml(await answer.text());
  };
  const names = (page: Element) => page.all('main h4').map((name) => name.text);

  test('shows the clubs of its address in that order, each once', async () => {
    const [astronomy = 0, badminton = 0, chess = 0] = await site.database.insertClubs(
      'Astronomy',
      'Badminton',
      'Chess',
    );
    const page = await open(`/club/shortlist/?ids=${chess},${astronomy},x,${chess},-1,,%20${badminton},1e1`);
    expect(names(page)).toEqual(['Chess', 'Astronomy', 'Badminton']);
    expect(page.one('main h2').text).toBe('Shortlist');
    expect(page.one('main h3').text).toBe('3 clubs');
    expect(page.one('meta[name="robots"]').attributes.content).toBe('noindex');
    expect(page.one('link[rel="canonical"]').attributes.href).toBe(
      `https://clubs.example.org/club/shortlist/?ids=${chess},${astronomy},${badminton}`,
    );
    const stars = page.all('[data-star]').map(({ attributes }) => attributes['aria-label']);
    expect(stars).toEqual(['Chess', 'Astronomy', 'Badminton'].map((name) => `Save ${name}`));
  });

  test('names deleted clubs', async () => {
    const [first = 0, last = 0] = await site.database.insertClubs('Astronomy', 'Badminton');
    const page = await open(`/club/shortlist/?ids=${first},9999,${last}`);
    expect(page.one('main h3').text).toBe('2 clubs');
    expect(page.one('main h3 + p').text).toContain('1 club');
    expect(page.one('.shortlist-page').attributes).toMatchObject({
      'data-ids': `${first},9999,${last}`,
      'data-gone': '9999',
    });
    const empty = await open('/fr/club/shortlist/?ids=9998,9999');
    expect(empty.one('main a.button').attributes.href).toBe('/fr/club/?page_size=24');
  });

  test('links to the list when it is empty', async () => {
    for (const query of ['', '?ids=', '?ids=chess', '?ids=0,-3,99999999999999999999']) {
      const page = await open(`/club/shortlist/${query}`);
      expect(page.all('main a.button')).toHaveLength(1);
      expect(page.all('main form')).toEqual([]);
    }
  });

  test('shows at most fifty clubs', async () => {
    const ids = await site.database.insertClubs(...Array.from({ length: 51 }, (_, index) => `Zoo ${index}`));
    const page = await open(`/club/shortlist/?ids=${ids.join()},${MANY}`);
    expect(names(page)).toHaveLength(50);
  });

  test('has a plain form to compare clubs', async () => {
    const ids = await site.database.insertClubs('Astronomy', 'Badminton', 'Chess');
    const page = await open(`/fr/club/shortlist/?ids=${ids.join()}`);
    expect(page.one('main form').attributes).toMatchObject({ action: '/fr/club/compare/', method: 'get' });
    const inputs = page.all('main form input').map(({ attributes }) => [attributes.name, attributes.value]);
    expect(inputs).toEqual([['of', ids.join()], ...ids.map((id) => ['ids', String(id)])]);
    // Two clubs need no selection.
    const two = await open(`/club/shortlist/?ids=${ids.slice(1).join()}`);
    expect(two.all('main form input').map(({ attributes }) => attributes.name)).toEqual(['of']);
    // One club alone cannot be compared.
    const alone = await open(`/club/shortlist/?ids=${ids[0] ?? 0}`);
    expect(alone.all('main form button:not([data-star]), main form input')).toEqual([]);
  });

  describe('has a comparison', () => {
    const rows = (page: Element) => page.all('main tr').map((row) => row.all('th, td').map(({ text }) => text));

    test('with a column for each club', async () => {
      const ski = await site.database.insertClub({
        name: 'Ski',
        shortDescription: 'Every Sunday.',
        category: 'Sports; Outdoors',
        confirmedOn: '2026-08-01',
      });
      const go = await site.database.insertClub({
        name: 'Go',
        isActive: false,
        confirmedOn: '2026-08-01',
        contact: 'go@example.org',
      });
      const page = await open(`/club/compare/?ids=${ski},${go}`);
      expect(rows(page)).toEqual([
        ['Name', 'Ski', 'Go'],
        ['Join', '–', 'Write to the club'],
        ['Status', 'Active', 'Inactive'],
        ['Short description', 'Every Sunday.', '–'],
        ['Categories', 'SportsOutdoors', '–'],
        ['Last checked', '1 August 2026', '1 August 2026'],
      ]);
      expect(page.one('main td a').attributes.href).toBe('mailto:go@example.org');
      // Equal values do not help to choose.
      expect(page.all('main tr.equal').map((row) => row.one('th').text)).toEqual(['Last checked']);
      // A row that is empty for all clubs is left out.
      const active = await site.database.insertClub({ name: 'Chess' });
      expect(rows(await open(`/club/compare/?ids=${active}`))).toEqual([['Name', 'Chess']]);
      expect(page.all('main th[scope="row"]')).toHaveLength(6);
      expect(page.all('main th[scope="col"] a').map(({ attributes }) => attributes.href)).toEqual([
        `/club/${ski}/`,
        `/club/${go}/`,
      ]);
      expect(page.one('a[data-back]').attributes.href).toBe(`/club/shortlist/?ids=${ski},${go}`);
    });

    test('of at most four clubs', async () => {
      const ids = await site.database.insertClubs('A', 'B', 'C', 'D', 'E', 'F');
      for (const query of [`ids=${ids.join()}`, ids.map((id) => `ids=${id}`).join('&'), `of=${ids.join()}`]) {
        const page = await open(`/club/compare/?${query}`);
        expect(rows(page)[0]).toEqual(['Name', 'A', 'B', 'C', 'D']);
        expect(page.one('h1 + p').text).toMatch(/^Up to four clubs can be compared\. Not shown: E, F$/);
      }
      const gone = await open(`/club/compare/?ids=${ids[0] ?? 0},9999`);
      expect(gone.one('h1 + p').text).toContain('1 club');
    });
  });
});
