import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { readHtml } from '../support/html.ts';
import { visit } from '../support/people.ts';
import { askRaw } from '../support/raw-requests.ts';
import { describeSite } from '../support/site.ts';

describeSite('Every page', (site) => {
  test('loads the same global stylesheet, prerendered or not', async () => {
    const stylesOf = async (path: string) =>
      readHtml(await (await site.get(path)).text())
        .all('link[rel="stylesheet"]')
        .map(({ attributes: { href } }) => href);
    const list = await stylesOf('/club/');
    expect(list).toHaveLength(1);
    for (const path of ['/', '/page/ae/', '/nothing/', '/login/', '/fr/club/'])
      expect(await stylesOf(path), path).toContain(list[0]);
  });

  test('has a search for active clubs', async () => {
    const form = readHtml(await (await site.get('/page/ae/')).text()).one('header search form');
    expect(form.attributes).toMatchObject({ action: '/club/', method: 'get' });
    const hidden = form.all('input[type="hidden"]').map(({ attributes: { name, value } }) => [name, value]);
    expect(hidden).toEqual([
      ['club_status', 'true'],
      ['page_size', '24'],
    ]);
    expect(form.one('input[type="search"]').attributes.name).toBe('name');
    expect(readHtml(await (await site.get('/club/')).text()).all('header search')).toHaveLength(0);
    expect(readHtml(await (await site.get('/')).text()).one('main search input[name="club_status"]')).toBeDefined();
  });

  test.each([
    ['', ['Legal notice', 'Privacy']],
    ['/fr', ['Mentions légales', 'Confidentialité']],
  ])('links to pages with places to fill in for administrators only: %s/', async (prefix, labels) => {
    const addresses = [`${prefix}/page/imprint/`, `${prefix}/page/privacy/`];
    const linksFor = async (visitor: { get: (path: string) => Promise<Response> }, path: string) =>
      readHtml(await (await visitor.get(prefix + path)).text())
        .all('footer a')
        .flatMap(({ attributes: { href } }) => (addresses.includes(href ?? '') ? [href] : []));
    for (const path of ['/', '/club/', '/nothing/']) expect(await linksFor(site, path), path).toEqual([]);
    expect(await linksFor(await visit(site, { roles: ['board'] }), '/club/')).toEqual([]);
    expect(await linksFor(await visit(site, { roles: ['administrator'] }), '/club/')).toEqual(addresses);
    for (const [index, address] of addresses.entries()) {
      const page = readHtml(await (await site.get(address)).text());
      expect(page.one('h1').text).toBe(labels[index]);
      expect(page.one('article').attributes.lang).toBe(prefix === '' ? 'en' : 'fr');
    }
  });

  test('sets no cookie for visitors', async () => {
    const [id] = await site.database.insertClubs('Chess');
    for (const path of ['/', '/club/', `/club/${id}/`, '/page/privacy/', '/login/', '/api/club/search', '/nothing/'])
      expect((await site.get(path)).headers.getSetCookie(), path).toEqual([]);
  });

  test('has a Content Security Policy that allows only its own scripts', async () => {
    const policyOf = async (path: string) => (await site.get(path)).headers.get('content-security-policy') ?? '';
    const scriptsOf = (policy: string) => /script-src ([^;]*)/.exec(policy)?.[1]?.split(' ');
    expect(scriptsOf(await policyOf('/club/'))).toEqual(["'self'"]);
    for (const path of ['/', '/page/ae/', '/nothing/']) {
      const html = await (await site.get(path)).text();
      const inline = Array.from(
        html.matchAll(/<script(?: type="module" data-[^>]*)?>(.*?)<\/script>/gs),
        ([, script = '']) => script,
      );
      expect(inline.length).toBeGreaterThan(0);
      const hashes = inline.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
      expect(scriptsOf(await policyOf(path))).toEqual(["'self'", ...new Set(hashes)]);
    }
    for (const path of ['/', '/club/']) {
      const policy = await policyOf(path);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("style-src 'self'");
      expect(policy).toContain("frame-ancestors 'self'");
      expect(policy).not.toMatch(/unsafe-(inline|eval)|https?:|\*/);
    }
  });
});

describeSite('A prerendered page', (site) => {
  test('accepts no props for its islands', async () => {
    const html = await (await site.get('/page/ae/')).text();
    const address = '/_server-islands/AccountMenu?locale=en';
    expect(html).toContain(`"${address}"`);
    expect((await site.get(address)).status).toBe(200);
    const script = encodeURIComponent('<img src=x onerror=alert(1)>');
    for (const path of [
      `${address}&s=${script}`,
      `${address}&p=${script}`,
      `/_server-islands/AccountMenu?e=${script}&p=&s=`,
      `/_server-islands/AccountMenu?locale=${script}`,
      `/_server-islands/${script}?locale=en`,
      '/_server-islands/AccountMenu',
    ]) {
      const answer = await site.get(path);
      expect(answer.status, path).toBe(404);
      expect(await answer.text()).not.toContain('onerror');
    }
  });
});

describeSite('The site', (site) => {
  test('has a 404 page', async () => {
    for (const path of [
      '/nothing',
      '/%E0%A4%A',
      '//club/',
      '/club/1/2/3',
      '/_astro/nothing.js',
      '/404.html',
      '/..%2f..%2fpackage.json',
    ]) {
      const response = await site.get(path);
      expect(response.status).toBe(404);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(readHtml(await response.text()).one('h1').text).toBe('Page not found');
    }
  });

  test('requests no error page from the Host of a request', async () => {
    let asked = 0;
    const other = createServer((_, response) => {
      asked += 1;
      response.end('Of another site');
    });
    await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
    onTestFinished(() => void other.close());
    const { port } = other.address() as AddressInfo;
    const host = `127.0.0.1:${port}`;
    const headers = { Host: host, 'X-Forwarded-Host': host, 'X-Forwarded-Proto': 'http', Connection: 'close' };
    for (const target of ['/nothing/', '/fr/nothing/', '/club/x/', '/404/', '/500/']) {
      const [answer] = await askRaw(site.url, [{ target, headers }]);
      expect(answer?.status, target).toBe(404);
      expect(answer?.body, target).not.toContain('Of another site');
    }
    expect(asked).toBe(0);
  });

  test('redirects to no other site, however the address begins', async () => {
    const targets = ['//', '///', '/\\', '/%2f', '/%2F/', '/%5c', '/.//', '/x/..//'].flatMap((start) =>
      ['evil.example', 'evil.example/%2e%2e'].map((rest) => start + rest),
    );
    for (const target of targets) {
      const [answer] = await askRaw(site.url, [{ target, headers: { Connection: 'close' } }]);
      expect(answer?.status, target).toBeGreaterThanOrEqual(400);
      expect(answer?.head, target).not.toMatch(/^(?:location|refresh):/im);
    }
  });

  test.each(['POST', 'DELETE', 'OPTIONS'])('refuses %s on pages', async (method) => {
    for (const path of ['/', '/club/', '/page/ae/', '/robots.txt']) {
      const response = await site.get(path, { method });
      expect(response.status).toBe(405);
      expect(response.headers.get('allow')).toBe('GET, HEAD');
    }
  });
});
