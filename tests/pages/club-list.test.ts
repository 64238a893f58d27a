import { expect, test } from 'vitest';
import { readHtml, type Element } from '../support/html.ts';
import { describeSite, type TestSite } from '../support/site.ts';

const HTMX = { 'HX-Request': 'true' };
const RESTORE = { 'HX-History-Restore-Request': 'true' };

const list = async (site: TestSite, query = '') => readHtml(await (await site.get(`/club/${query}`)).text());
const fragment = async (site: TestSite, query = '') =>
  readHtml(await (await site.get(`/club/${query}`, { headers: HTMX })).text());
const names = (page: Element) => page.all('h4').map((name) => name.text);

describeSite('The club list', (site) => {
  test('is a full page with all parts of the contract', async () => {
    await site.database.insertClub({ name: 'Ski' });
    const response = await site.get('/club/');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const html = await response.text();
    expect(html).toMatch(/^<!doctype html>/i);

    const page = readHtml(html);
    expect(page.one('title').text).toBe('Club list');
    expect(page.one('meta[name="description"]').attributes.content).toBe(
      'The list of all clubs existing at the university.',
    );
    expect(page.all('link[rel="stylesheet"]').length).toBeGreaterThan(0);
    expect(page.all('h2').map((heading) => heading.text)).toEqual(['Filters', 'Club list']);
    expect(page.one('form.club-search .search-row button').text).toBe('Search');
    expect(page.one('#paginated').all('article')).toHaveLength(1);
    expect(page.all('h1')).toHaveLength(1);
  });

  test('has a form with a name and a status', async () => {
    const form = (await list(site)).one('form.club-search');
    expect(form.attributes).toMatchObject({ action: '/club/', method: 'get' });
    const name = form.one('input[name="name"]').attributes;
    expect(name).toMatchObject({ type: 'search', autocomplete: 'off', maxlength: '255' });
    expect(form.one('legend').text).toBe('Club status');
    expect(form.all('label').map((label) => label.text)).toEqual([
      'What would you like to do?',
      'Active',
      'Inactive',
      'All clubs',
    ]);
    expect(form.all('input[type="radio"]').map((radio) => radio.attributes.value)).toEqual(['true', 'false', '']);
  });

  test('shows only active clubs while the form is unbound', async () => {
    await site.database.insertClub({ name: 'Asleep', isActive: false });
    await site.database.insertClub({ name: 'Awake' });
    for (const query of ['', '?page=1', '?page_size=24', '?utm_source=mail&x=1', '?Name=Asleep']) {
      const page = await list(site, query);
      expect(names(page)).toEqual(['Awake']);
      expect(page.one('input[checked]').attributes.value).toBe('true');
      expect(page.one('h3').text).toBe('1 active club');
    }
  });

  test('shows the search in the form', async () => {
    const form = (await list(site, '?name=%20%22%3Cb%3E%20&club_status=false&page_size=7')).one('form.club-search');
    expect(form.one('input[name="name"]').attributes.value).toBe('"<b>');
    expect(form.one('input[checked]').attributes.value).toBe('false');
    expect(form.one('input[name="page_size"]').attributes).toMatchObject({ type: 'hidden', value: '7' });
  });

  test('answers an invalid form with 200, an empty list and an error beside the field', async () => {
    await site.database.insertClubs('Chess', 'Ski');
    for (const [query, field] of [
      ['?club_status=maybe&page=9', 'club-search-status-error'],
      [`?name=${'x'.repeat(256)}`, 'club-search-name-error'],
      ['?name=a%00b', 'club-search-name-error'],
    ]) {
      const response = await site.get(`/club/${query}`);
      expect(response.status).toBe(200);
      const page = readHtml(await response.text());
      expect(page.all('article')).toHaveLength(0);
      expect(page.one(`#${field}`).text).not.toBe('');
      expect(page.one(`[aria-describedby="${field}"]`)).toBeDefined();
      expect(page.all('details.sheet[open]')).toHaveLength(query?.includes('club_status') ? 1 : 0);

      const part = await fragment(site, query);
      expect(part.all('.error')).toHaveLength(0);
      expect(part.all('article')).toHaveLength(0);
    }
  });

  test('shows one club a page, sorted by name', async () => {
    await site.database.insertClubs('Ski', 'Échecs', 'Chess', 'Zen');
    expect(names(await list(site))).toEqual(['Chess']);
    const second = await list(site, '?page=2');
    expect(names(second)).toEqual(['Échecs']);
    expect(second.one('title').text).toBe('Club list (page 2)');
    expect(names(await list(site, '?page=last'))).toEqual(['Zen']);
    expect(second.all('nav.pagination a').map((link) => link.attributes.href)).toEqual([
      '?page=1',
      '?page=1',
      '?page=2',
      '?page=3',
      '?page=4',
      '?page=3',
    ]);
    expect(second.one('.numbers [aria-current="page"]').text).toBe('2');
  });

  test.each(['0', '-1', '3', '1.5', 'abc', '', '99999999999999999999999'])(
    'returns 404 for page %j',
    async (number) => {
      await site.database.insertClubs('Chess', 'Ski');
      for (const headers of [{}, HTMX]) {
        const response = await site.get(`/club/?club_status=true&page=${number}`, { headers });
        expect(response.status).toBe(404);
        const page = readHtml(await response.text());
        expect(page.one('.club-no-page a').attributes.href).toBe('/club/?club_status=true');
        expect(page.all('article')).toHaveLength(0);
      }
    },
  );

  test('links to the page of the other view with the same club', async () => {
    await site.database.insertClubs(
      ...Array.from({ length: 60 }, (_, index) => `Club ${String(index).padStart(2, '0')}`),
    );
    const one = await list(site, '?page=26');
    expect(one.all('.list-views a').map((link) => link.attributes.href)).toEqual([
      '?page_size=1&page=26',
      '?page_size=24&page=2',
    ]);
    expect(one.one('.list-views [aria-current]').text).toBe('One by one');
    const grid = await list(site, '?page_size=24&page=3');
    expect(grid.all('article')).toHaveLength(12);
    expect(grid.one('[data-view="onebyone"]').attributes.href).toBe('?page_size=1&page=49');
    expect(grid.one('.list-views [aria-current]').text).toBe('Grid');
  });

  test('shows a card with logo, name and status', async () => {
    const id = await site.database.insertClub({ name: 'Ski & "Snow"', isActive: false, logo: '/logos/ski.svg' });
    const card = (await list(site, '?club_status=')).one('article');
    expect(card.all('a').map((link) => link.attributes.href)).toEqual([`/club/${id}/`, `/club/${id}/`]);
    expect(card.one('img').attributes).toMatchObject({ src: '/logos/ski.svg', alt: 'logo Ski & "Snow"' });
    expect(card.one('h4').text).toBe('Ski & "Snow" (inactive)');
  });

  test('shows letters instead of a logo on another site', async () => {
    await site.database.insertClub({ name: 'Ski', foreignLogoUrl: 'https://elsewhere.example/ski.png' });
    const html = await (await site.get('/club/')).text();
    expect(readHtml(html).one('article').one('a .poster').attributes['data-letters']).toBe('Sk');
    expect(html).not.toContain('elsewhere.example');
  });

  test('has a canonical address below SITE_URL for any Host', async () => {
    await site.database.insertClubs('Chess', 'Ski');
    const canonical = async (path: string) =>
      readHtml(await (await site.get(path, { headers: { Host: 'evil.example' } })).text()).one('link[rel="canonical"]')
        .attributes.href;
    expect(await canonical('/club')).toBe('https://clubs.example.org/club/');
    expect(await canonical('/club/?page=2&utm_source=x')).toBe('https://clubs.example.org/club/?page=2');
    expect(await canonical('/club?name=&page=1')).toBe('https://clubs.example.org/club/?name=');
  });

  test('shows the month of the last confirmation', async () => {
    await site.database.insertClub({ name: 'Chess', confirmedOn: '2026-03-01' });
    await site.database.insertClub({ name: 'Ski' });
    const said = async (path: string) =>
      readHtml(await (await site.get(path)).text())
        .all('article small')
        .map(({ text }) => text.replace(/\s+/g, ' ').trim());
    expect(await said('/club/')).toEqual(['Checked by the club in March 2026']);
    expect(await said('/club/?page=2')).toEqual([]);
    expect(await said('/fr/club/?page_size=24')).toEqual(['Vérifié par le club en mars 2026']);
  });
});

describeSite('The fragment of the club list', (site) => {
  test.each(['?page=2', '?name=k&club_status=', '?club_status=x', '?page=99', '?page_size=24'])(
    'begins with the content of #paginated, and updates what depends on the list, for %j',
    async (query) => {
      await site.database.insertClubs('Chess', 'Ski', 'Skate');
      await site.database.insertClub({ name: 'Kites', isActive: false });
      const [whole, part] = await Promise.all([
        site.get(`/club/${query}`),
        site.get(`/club/${query}`, { headers: HTMX }),
      ]);
      expect(part.status).toBe(whole.status);
      const text = await part.text();
      const [list = '', ...updates] = text.split('<hx-partial');
      expect(list.startsWith('<h3')).toBe(true);
      const page = await whole.text();
      const start = page.indexOf('>', page.indexOf('id="paginated"')) + 1;
      expect(page.slice(start, start + list.length) === list).toBe(true);
      expect(page.slice(start + list.length)).toMatch(/^\s*<\/div>/);
      for (const id of ['filter-chips', 'category-links', 'filter-count', 'to-result', 'kept-filters']) {
        expect(readHtml(page).all(`#${id}`), id).toHaveLength(1);
        expect(updates.filter((update) => update.includes(`id="${id}"`))).toHaveLength(1);
      }
      expect(readHtml(text).all('title, link, style, script, nav.list-views, form, .messages')).toHaveLength(0);
    },
  );

  test('is sent for any value of the header', async () => {
    for (const value of ['true', 'false', '', '0']) {
      const response = await site.get('/club/', { headers: { 'HX-Request': value } });
      expect(await response.text()).not.toMatch(/<!doctype|<html/i);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    }
  });

  test('is not sent when htmx restores its history', async () => {
    for (const headers of [RESTORE, { ...HTMX, ...RESTORE }]) {
      expect(await (await site.get('/club/?page=1', { headers })).text()).toMatch(/^<!doctype html>/i);
    }
  });

  test('and the full page have a Vary header', async () => {
    for (const headers of [{}, HTMX, RESTORE]) {
      const response = await site.get('/club/', { headers });
      expect(response.headers.get('vary')).toMatch(/^HX-Request, HX-History-Restore-Request(, Accept-Encoding)?$/);
      expect(response.headers.get('cache-control')).toBe('private, no-cache');
    }
  });

  test('returns 404 for its internal path', async () => {
    for (const path of ['/fragments/club/', '/fragments/club', '/%66ragments/club/', '/fragments/']) {
      expect((await site.get(path, { headers: HTMX })).status).toBe(404);
    }
  });
});
