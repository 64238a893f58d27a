import { expect, test } from 'vitest';
import { readHtml, type Element } from '../support/html.ts';
import { describeSite, type TestSite } from '../support/site.ts';

const HTMX = { 'HX-Request': 'true' };

const read = async (site: TestSite, path: string, headers: Record<string, string> = {}) =>
  readHtml(await (await site.get(path, { headers })).text());

/** The alternates of a page: `hreflang` with the address. */
const alternatesOf = (page: Element): Record<string, string | undefined> =>
  Object.fromEntries(
    page.all('link[rel="alternate"][hreflang]').map(({ attributes }) => [attributes.hreflang ?? '', attributes.href]),
  );

describeSite('A page in both languages', (site) => {
  const PATHS = ['/', '/page/ae/', '/club/', '/club/?page=2', '/club/1/'];

  test('has its language, its canonical address and links to the other language', async () => {
    await site.database.insertClubs('Chess', 'Ski');
    for (const path of PATHS) {
      for (const [locale, own] of [
        ['en', path],
        ['fr', `/fr${path}`],
      ] as const) {
        const page = await read(site, own);
        expect(page.one('html').attributes.lang, own).toBe(locale);
        expect(page.one('link[rel="canonical"]').attributes.href).toBe(`https://clubs.example.org${own}`);
        expect(page.one('meta[property="og:url"]').attributes.content).toBe(`https://clubs.example.org${own}`);
        const link = page.one('header a[hreflang]');
        expect([link.text, link.attributes.href]).toEqual(
          locale === 'en' ? ['Français', `/fr${path}`] : ['English', path],
        );
        expect(alternatesOf(page)).toEqual({
          en: `https://clubs.example.org${path}`,
          fr: `https://clubs.example.org/fr${path}`,
          'x-default': `https://clubs.example.org${path}`,
        });
      }
    }
  });

  test('links within its language', async () => {
    const id = await site.database.insertClub({ name: 'Ski' });
    for (const path of ['/fr/', '/fr/page/ae/', '/fr/club/', `/fr/club/${id}/`, '/fr/nothing/', '/fr/club/?page=9']) {
      const page = await read(site, path);
      const own = [...page.all('a'), ...page.all('form')]
        .filter(({ attributes }) => attributes.hreflang === undefined)
        .map(({ attributes }) => attributes.href ?? attributes.action ?? '')
        .filter((address) => address.startsWith('/'));
      expect(own.length, path).toBeGreaterThan(3);
      expect(
        own.filter((address) => !address.startsWith('/fr/')),
        path,
      ).toEqual([]);
    }
  });

  test('keeps known parameters of the list in the link to the other language', async () => {
    await site.database.insertClubs('Chess 1', 'Chess 2');
    const page = await read(site, '/club/?utm_source=x&page=2&club_status=TRUE&name=%20ch%C3%A9s');
    expect(page.one('header a[hreflang]').attributes.href).toBe('/fr/club/?name=ch%C3%A9s&club_status=true&page=2');
    const part = await read(site, '/club/?page=2&club_status=TRUE', HTMX);
    expect(part.one('h3').attributes['data-query']).toBe('club_status=true&page=2');
  });

  test('shows the texts of a club in its language, or marks those in the other one', async () => {
    const text = { shortDescription: 'Snow', shortDescriptionFr: 'Neige' };
    const both = await site.database.insertClub({ name: 'Ski', ...text, description: 'Slopes' });
    const surf = await site.database.insertClub({ name: 'Surf', shortDescription: 'Waves' });
    await site.database.insertClub({ name: 'Voile', shortDescriptionFr: 'Vent' });
    const texts = async (path: string, selector: string) =>
      (await read(site, path)).all(selector).map(({ text, attributes }) => [text.trim(), attributes.lang]);
    const onCards = '.club-card-description';
    expect(await texts('/fr/club/?page_size=24', onCards)).toEqual([
      ['Neige', undefined],
      ['(en anglais) Waves', 'en'],
      ['Vent', undefined],
    ]);
    expect(await texts('/club/?page_size=24', onCards)).toEqual([
      ['Snow', undefined],
      ['Waves', undefined],
      ['(in French) Vent', 'fr'],
    ]);
    expect(await texts('/fr/club/?name=waves', onCards)).toEqual([['(en anglais) Waves', 'en']]);
    expect(await texts('/club/?name=neige', onCards)).toEqual([['(in French) Neige', 'fr']]);
    expect(await texts(`/fr/club/${both}/`, '.prose')).toEqual([
      ['Neige', undefined],
      ['(en anglais) Slopes', 'en'],
    ]);
    const compared = await texts(`/fr/club/compare/?ids=${both},${surf}`, '.prose');
    expect(compared).toEqual([
      ['Neige', undefined],
      ['(en anglais) Waves', 'en'],
    ]);
  });

  test('returns 404 for other prefixes', async () => {
    await site.database.insertClub({ id: 1, name: 'Ski' });
    for (const path of ['/en/', '/en/club/', '/en/club/1/', '/en/page/ae/', '/xx/club/', '/FR/club/', '/fr/fr/club/']) {
      for (const headers of [{}, HTMX]) expect((await site.get(path, { headers })).status, path).toBe(404);
    }
    expect((await site.get('/fr/api/club/search')).status).toBe(404);
    expect((await site.get('/fr/fragments/club/', { headers: HTMX })).status).toBe(404);
  });

  test('does not depend on Accept-Language', async () => {
    await site.database.insertClub({ id: 1, name: 'Ski' });
    for (const path of ['/', '/page/ae/', '/club/', '/club/1/', '/fr/club/', '/nothing/']) {
      const answers = await Promise.all(
        ['fr-FR,fr;q=0.9', 'en', 'de'].map((language) => site.get(path, { headers: { 'Accept-Language': language } })),
      );
      expect(new Set(answers.map(({ status }) => status)).size).toBe(1);
      expect(answers[0]?.headers.get('vary') ?? '').not.toMatch(/language/i);
      expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size, path).toBe(1);
    }
  });
});

describeSite('The French site', (site) => {
  test('has the list in French, page and fragment', async () => {
    await site.database.insertClubs('Ski', 'Zen');
    const page = await read(site, '/fr/club/?page=2');
    expect(page.one('title').text).toBe('Liste des clubs (page 2)');
    expect(page.one('h1').text).toBe('Clubs de l’AE');
    expect(page.all('h2').map(({ text }) => text)).toEqual(['Filtres', 'Liste des clubs']);
    expect(page.one('h3').text).toBe('2 clubs actifs');
    expect(page.one('legend').text).toBe('Statut du club');
    expect(page.all('nav details a').map(({ text }) => text)).toEqual(['AE', 'Les clubs de l’AE']);
    const part = await read(site, '/fr/club/?page=2', HTMX);
    expect(part.one('h3').attributes).toMatchObject({
      'data-title': 'Liste des clubs (page 2)',
      'data-announcement': 'Zen, 2 sur 2',
    });
    expect(part.one('#page-previous').text.trim()).toBe('Précédent');
  });

  test('does not mix the cached cards of both languages', async () => {
    const id = await site.database.insertClub({ name: 'Ski', isActive: false });
    for (const [path, text] of [
      ['/club/?club_status=', 'Ski (inactive)'],
      ['/fr/club/?club_status=', 'Ski (inactif)'],
      [`/fr/club/${id}/`, 'Ski (inactif)'],
    ] as const) {
      for (let times = 0; times < 2; times += 1) {
        expect((await read(site, path)).all('h4, main h1').map((heading) => heading.text)).toContain(text);
      }
    }
  });

  test('has an error page in French', async () => {
    for (const path of ['/fr/nothing', '/fr/club/9/', '/fr/club/x', '/fr/page/nothing/', '/fr/404/', '/fr/%E0%A4%A']) {
      const response = await site.get(path);
      expect(response.status, path).toBe(404);
      const page = readHtml(await response.text());
      expect([page.one('html').attributes.lang, page.one('h1').text], path).toEqual(['fr', 'Page introuvable']);
    }
    const page = await read(site, '/fr/club/?page=9');
    expect(page.one('h3').text).toBe('Page introuvable');
    expect(page.one('.club-no-page a').attributes.href).toBe('/fr/club/');
  });

  test('has the page of a database error in French', async () => {
    await site.database.insertClub({ name: 'Ski' });
    await site.database.sql.unsafe('alter table club rename to club_gone');
    try {
      // An address that is not in the cache.
      const response = await site.get('/fr/club/?name=ski&page_size=7');
      expect(response.status).toBe(500);
      const page = readHtml(await response.text());
      expect([page.one('html').attributes.lang, page.one('h1').text]).toEqual(['fr', 'Une erreur est survenue']);
      expect((await read(site, '/club/?name=ski&page_size=7')).one('h1').text).toBe('Something went wrong');
    } finally {
      await site.database.sql.unsafe('alter table club_gone rename to club');
    }
  });
});
