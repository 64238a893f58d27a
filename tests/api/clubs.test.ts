import { expect, test } from 'vitest';
import { describeSite, type TestSite } from '../support/site.ts';

const SITE = 'https://clubs.example.org';
const json = async (site: TestSite, path: string) => (await site.get(path)).json() as Promise<Record<string, unknown>>;
const namesOf = async (site: TestSite, query: string) =>
  ((await json(site, `/api/club/search${query}`)).results as { name: string }[]).map(({ name }) => name);

describeSite('The search of the API', (site) => {
  test('answers an envelope of clubs in the simple schema, by name, without a filter', async () => {
    const ski = await site.database.insertClub({ name: 'Ski', isActive: false });
    const echecs = await site.database.insertClub({ name: 'Échecs' });
    const response = await site.get('/api/club/search');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toEqual({
      count: 2,
      next: null,
      previous: null,
      results: [
        { id: echecs, name: 'Échecs' },
        { id: ski, name: 'Ski' },
      ],
    });
  });

  test('filters by name, status, parent and excluded ids', async () => {
    const parent = await site.database.insertClub({ name: 'Sports' });
    const ski = await site.database.insertClub({ name: 'Ski', parentId: parent });
    const skate = await site.database.insertClub({ name: 'Skate', parentId: parent, isActive: false });
    expect(await namesOf(site, '?search=%20SK%20')).toEqual(['Skate', 'Ski']);
    expect(await namesOf(site, '?search=')).toEqual(['Skate', 'Ski', 'Sports']);
    expect(await namesOf(site, '?is_active=False')).toEqual(['Skate']);
    expect(await namesOf(site, `?parent_id=${parent}&is_active=true`)).toEqual(['Ski']);
    expect(await namesOf(site, `?exclude_ids=${ski}&exclude_ids=${skate}`)).toEqual(['Sports']);
    expect(await namesOf(site, '?parent_id=99999999999999&search=ski')).toEqual([]);
    expect(await namesOf(site, '?exclude_ids=-99999999999999&search=ski')).toEqual(['Ski']);
  });

  test('has 50 clubs on a page, and absolute links between them that keep the search', async () => {
    await site.database.insertClubs(
      ...Array.from({ length: 120 }, (_, index) => `Club ${String(index).padStart(3, '0')}`),
    );
    const first = await json(site, '/api/club/search?search=club&exclude_ids=999&utm_source=x');
    expect(first).toMatchObject({ count: 120, previous: null });
    expect(first.results).toHaveLength(50);
    expect(first.next).toBe(`${SITE}/api/club/search?search=club&exclude_ids=999&page=2`);
    const last = await json(site, '/api/club/search?page=3');
    expect(last).toMatchObject({ next: null, previous: `${SITE}/api/club/search?page=2` });
    expect(last.results).toHaveLength(20);
    expect((await json(site, '/api/club/search?page_size=200')).results).toHaveLength(120);
  });

  test.each([
    ['is_active=maybe', ['is_active']],
    ['is_active=', ['is_active']],
    ['parent_id=x', ['parent_id']],
    ['exclude_ids=1&exclude_ids=x', ['exclude_ids']],
    ['page=0', ['page']],
    ['page=last', ['page']],
    ['page_size=201', ['page_size']],
    ['page_size=0&page=x&parent_id=', ['parent_id', 'page', 'page_size']],
    [`search=${'x'.repeat(256)}`, ['search']],
    ['search=%00', ['search']],
  ])('refuses %s and names each parameter', async (query, parameters) => {
    for (const path of ['/api/club/search', '/api/club/search-profile']) {
      const response = await site.get(`${path}?${query}`);
      expect(response.status).toBe(422);
      expect(response.headers.get('content-type')).toBe('application/problem+json');
      const problem = (await response.json()) as { status: number; errors: { parameter: string; detail: string }[] };
      expect(problem.status).toBe(422);
      expect(problem.errors.map(({ parameter }) => parameter)).toEqual(parameters);
      expect(problem.errors.every(({ detail }) => detail.startsWith('must '))).toBe(true);
    }
  });

  test('answers a page past the last with 404, and page 1 of nothing with 200', async () => {
    const response = await site.get('/api/club/search?page=2');
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(await response.json()).toMatchObject({ status: 404, title: 'Not Found', detail: 'The last page is 1.' });
    expect((await site.get('/api/club/search?page=99999999999999999999')).status).toBe(404);
    expect(await json(site, '/api/club/search?page=1')).toEqual({ count: 0, next: null, previous: null, results: [] });
  });

  test('answers the same search in the profile schema', async () => {
    const id = await site.database.insertClub({ name: 'Ski', shortDescription: '*snow*', logo: '/logos/ski.svg' });
    await site.database.insertClub({ name: 'Skate', isActive: false, foreignLogoUrl: 'https://x.example/l.png' });
    const { results, next } = await json(site, '/api/club/search-profile?page_size=1&page=2');
    expect(next).toBeNull();
    expect(results).toEqual([
      {
        id,
        name: 'Ski',
        logo: `${SITE}/logos/ski.svg`,
        is_active: true,
        short_description: '*snow*',
        url: `${SITE}/club/${id}/`,
      },
    ]);
    expect((await json(site, '/api/club/search-profile')).results).toMatchObject([
      { name: 'Skate', logo: null, is_active: false },
      { name: 'Ski' },
    ]);
  });
  test('is not changed by a filtered list with the same words', async () => {
    for (const [index, name] of ['Alpha', 'Beta', 'Gamma', 'Delta'].entries())
      await site.database.insertClub({
        name,
        shortDescription: 'We meet in the evening.',
        meetingDays: index === 0 ? 'sun' : 'mon',
        category: index === 0 ? 'Music' : 'Sports',
      });
    const count = async () => {
      const { count } = (await (await site.get('/api/club/search?about=evening&is_active=true')).json()) as {
        count: number;
      };
      return count;
    };
    for (const query of ['day=sun', 'category=music', 'day=tue'])
      expect((await site.get(`/club/?name=evening&club_status=true&${query}`)).status).toBe(200);
    await expect.poll(count).toBe(4);
  });
});

describeSite('The API', (site) => {
  test('answers one club in the profile schema', async () => {
    const id = await site.database.insertClub({ name: 'Ski' });
    expect(await json(site, `/api/club/${id}`)).toEqual({
      id,
      name: 'Ski',
      logo: null,
      is_active: true,
      short_description: '',
      url: `${SITE}/club/${id}/`,
    });
  });

  test.each(['/api/club/7', '/api/club/x', '/api/club/0', '/api/club/99999999999', '/api/nothing', '/api/club'])(
    'answers %s with a problem of status 404',
    async (path) => {
      const response = await site.get(path);
      expect([response.status, response.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
      expect(await response.json()).toMatchObject({ type: 'about:blank', status: 404, title: 'Not Found' });
    },
  );

  test('lists the changes of clubs from a position on', async () => {
    const [ski = 0, chess = 0] = await site.database.insertClubs('Ski', 'Chess');
    const read = async (address: string) => {
      const response = await site.get(address.replace(SITE, ''));
      expect(response.status, address).toBe(200);
      return (await response.json()) as { items: object[]; next: string };
    };
    const { items, next } = await read('/api/club/changes');
    expect(items.at(-1)).toMatchObject({ state: 'updated', kind: 'club', id: chess, data: { name: 'Chess' } });
    expect(await read(next)).toEqual({ items: [], next });
    await site.database.sql`delete from club where id = ${ski}`;
    await expect
      .poll(async () => (await read(next)).items)
      .toMatchObject([{ state: 'deleted', kind: 'club', id: ski }]);
    const wrong = await site.get('/api/club/changes?after=yesterday');
    expect([wrong.status, await wrong.json()]).toMatchObject([422, { errors: [{ parameter: 'after' }] }]);
  });

  test('is readable from any origin, errors included', async () => {
    for (const path of ['/api/club/search', '/api/club/search?page=x', '/api/club/7', '/api/nothing']) {
      const { headers } = await site.get(path, { headers: { Origin: 'https://other.example' } });
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.get('access-control-allow-credentials')).toBeNull();
    }
  });

  test('is revalidated by browsers, with 304 while nothing changed', async () => {
    for (const path of ['/api/club/search', '/api/club/search-profile', '/api/club/search?page=x', '/api/club/7']) {
      expect((await site.get(path)).headers.get('cache-control'), path).toBe('private, no-cache');
    }
    const first = await site.get('/api/club/search');
    const headers = { 'If-None-Match': first.headers.get('etag') ?? '' };
    expect((await site.get('/api/club/search', { headers })).status).toBe(304);
    await site.database.insertClub({ name: 'Ski' });
    await expect.poll(async () => (await site.get('/api/club/search', { headers })).status).toBe(200);
  });

  test('answers the preflight of browsers', async () => {
    const response = await site.get('/api/club/search', {
      method: 'OPTIONS',
      headers: { Origin: 'https://other.example', 'Access-Control-Request-Method': 'GET' },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-methods')).toContain('GET');
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('refuses %s and lists the allowed methods', async (method) => {
    const variants: Record<string, string>[] = [{}, { Origin: 'https://evil.example', 'Content-Type': 'text/plain' }];
    for (const headers of variants) {
      const response = await site.get('/api/club/search', { method, headers });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
      expect(response.headers.get('content-type')).toBe('application/problem+json');
    }
  });

  test('ignores the Host header', async () => {
    await site.database.insertClubs('Chess', 'Ski');
    const response = await site.get('/api/club/search?page_size=1', { headers: { Host: 'evil.example' } });
    expect(await response.json()).toMatchObject({ next: `${SITE}/api/club/search?page_size=1&page=2` });
  });
});
