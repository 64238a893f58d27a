import { hash } from 'node:crypto';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createStaticFiles, readBuild } from '../../src/process/static-files.ts';
import { ANY_SITE_URL } from '../../src/process/build.ts';

const SITE = 'https://clubs.example.org';

/** The response for a path among the files of a build, with its headers. */
function serve(files: Record<string, string | Buffer>, siteUrl = SITE) {
  const built = Object.entries(files).map(([name, content]) => ({ path: `/${name}`, bytes: Buffer.from(content) }));
  const staticFiles = createStaticFiles(built, siteUrl);
  const find = (path: string) => {
    const response = staticFiles.byPath.get(path);
    if (!response) throw new Error(`There is no ${path}.`);
    const pairs = response.headers.flatMap((name, index) =>
      index % 2 === 0 ? [[name, response.headers[index + 1] ?? '']] : [],
    );
    return { ...response, text: response.body.toString(), header: new Headers(pairs as [string, string][]) };
  };
  return { ...staticFiles, find };
}

test('The hashed files of the previous build are served beside those of a build', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'club-directory-files-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [build, builtAt] of [
    ['a', '2026-01-01'],
    ['b', '2026-01-02'],
    ['c', '2026-01-03'],
  ] as const) {
    for (const file of ['index.html', '_astro/style.css', `_astro/${build}.css`]) {
      const path = join(folder, build, 'client', file);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, build);
    }
    await utimes(join(folder, build), new Date(builtAt), new Date(builtAt));
  }
  const files = new Map((await readBuild(join(folder, 'c'))).map(({ path, bytes }) => [path, bytes.toString()]));
  expect(Object.fromEntries(files)).toEqual({
    '/_astro/b.css': 'b',
    '/_astro/c.css': 'c',
    '/_astro/style.css': 'c',
    '/index.html': 'c',
  });
});

test('Server islands have the same addresses in every build', () => {
  const shared = '/_server-islands/AccountMenu?locale=fr';
  for (const key of ['A1', 'B2']) {
    const address = `/_server-islands/AccountMenu?e=${key}%2B1&p=${key}%3D&s=`;
    const page = `<link href="${address.replaceAll('&', '&amp;')}"><script>let response = await fetch("${address}");</script>`;
    const { find, errors, islands } = serve({ 'index.html': page, 'fr/index.html': page, '404.html': page });
    const french = `<link href="${shared}"><script>let response = await fetch("${shared}");</script>`;
    expect(find('/fr/').text).toBe(french);
    expect(errors('notFound', '/').body.toString()).toBe(french.replaceAll('=fr', '=en'));
    expect(Object.fromEntries(islands)).toEqual({ [shared]: address, [shared.replace('fr', 'en')]: address });
  }
});

describe('Files of a build', () => {
  let files: Record<string, string | Buffer>;
  beforeEach(() => {
    files = {
      'index.html': `<!doctype html><link rel="canonical" href="${ANY_SITE_URL}/"><script>see("${ANY_SITE_URL}")</script>`,
      '404.html': `<a href="${ANY_SITE_URL}/">Home</a>`,
      '503/index.html': 'Unavailable',
      'fr/404/index.html': 'Il n’y a rien',
      'fr/index.html': 'Accueil',
      'robots.txt': `Sitemap: ${ANY_SITE_URL}/sitemap.xml`,
      'photo.webp': Buffer.concat([Buffer.from([0xff, 0xfe, 0x00]), Buffer.from(ANY_SITE_URL)]),
      '_astro/page.4f2a.js': 'run()',
    };
  });

  test('contain the address of the site, in their text and in their policy', () => {
    for (const siteUrl of [SITE, 'http://localhost:4321']) {
      const { find, errors } = serve(files, siteUrl);
      expect(find('/').text).toContain(`<link rel="canonical" href="${siteUrl}/">`);
      expect(find('/robots.txt').text).toBe(`Sitemap: ${siteUrl}/sitemap.xml`);
      expect(errors('notFound', '/x').body.toString()).toContain(`href="${siteUrl}/"`);
      expect(find('/photo.webp').body.equals(files['photo.webp'] as Buffer)).toBe(true);
      const digest = hash('sha256', `see("${siteUrl}")`, 'base64');
      expect(find('/').header.get('Content-Security-Policy')).toContain(`script-src 'self' 'sha256-${digest}'`);
    }
    expect(serve(files, 'https://one.example').find('/').etag).not.toBe(serve(files).find('/').etag);
  });

  test('are immutable with a hash in their name, and revalidated otherwise', () => {
    const { find } = serve(files);
    for (const path of ['/', '/fr', '/fr/', '/robots.txt'])
      expect(find(path).header.get('Cache-Control')).toBe('public, max-age=0, must-revalidate');
    expect(find('/_astro/page.4f2a.js').header.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
  });

  test('of errors are served in the language of the target, with their status and not stored', () => {
    const { byPath, errors } = serve(files);
    const unavailable = errors('unavailable', '/club/');
    expect([unavailable.status, unavailable.body.toString(), unavailable.etag]).toEqual([503, 'Unavailable', null]);
    expect(unavailable.headers).toEqual(expect.arrayContaining(['no-store', 'retry-after', '2']));
    expect(errors('notFound', 'https://clubs.example.org/fr/x').body.toString()).toBe('Il n’y a rien');
    for (const path of ['/404.html', '/503/', '/fr/404/', '/fr/404']) expect(byPath.has(path)).toBe(false);
  });

  const SANDBOX = /^default-src 'none';(?!.*script-src).*; sandbox$/;
  const NO_STYLES = /^default-src 'none'; (?!.*unsafe)/;
  const script = `<!doctype html><script>run("${ANY_SITE_URL}")</script>`;
  test.each([
    ['mark.svg', SANDBOX],
    ['page.xhtml', SANDBOX],
    ['robots.txt', NO_STYLES],
    ['_astro/page.js', NO_STYLES],
    ['photo.webp', NO_STYLES],
    ['files/logo.svg', SANDBOX],
    ['files/en/index.html', SANDBOX],
    ['files/data', SANDBOX],
    // Chromium would not show it in a sandbox.
    [
      'files/rules.pdf',
      /^default-src 'none'; base-uri 'none'; frame-ancestors 'self'; object-src 'self'; img-src 'self' data:; media-src 'self'$/,
    ],
  ])('run no script when a browser shows them as a document: %s', (name, policy) => {
    const { header } = serve({ [name]: script }).find(`/${name}`);
    expect(header.get('Content-Security-Policy')).toMatch(policy);
    expect(header.get('X-Content-Type-Options')).toBe('nosniff');
  });

  test('of the association are unchanged and keep their name', () => {
    const { find, byPath } = serve({ 'files/en/index.html': script });
    const { text, header } = find('/files/en/index.html');
    expect([text, header.get('Cache-Control')]).toEqual([script, 'public, max-age=0, must-revalidate']);
    for (const path of ['/files/en', '/files/en/']) expect(byPath.has(path)).toBe(false);
  });
});
