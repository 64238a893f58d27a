import { hash } from 'node:crypto';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Answer } from '../../src/http/buffered-response.ts';
import { ANY_SITE_URL } from '../../src/process/build.ts';
import { readBuiltFiles, readPreviousHashedFiles, staticFiles } from '../../src/http/static-files.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'club-directory-files-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function readFiles(files: Record<string, string | Buffer>, siteUrl = 'https://clubs.example.org') {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  const { byPath, errorPages } = staticFiles(await readBuiltFiles(folder), siteUrl, 'en');
  const find = (path: string) => {
    const answer = byPath.get(path);
    if (!answer) throw new Error(`There is no ${path}.`);
    return answer;
  };
  return { find, errorPages, ...errorPages.en };
}

function headersOf({ headers }: Answer): Headers {
  const found = new Headers();
  for (let index = 0; index < headers.length; index += 2) found.append(headers[index] ?? '', headers[index + 1] ?? '');
  return found;
}

test('Server islands have the same addresses in every build', () => {
  const serve = (key: string) => {
    const address = `/_server-islands/HomeClubs?e=${key}%2B1&p=${key}%3D&s=`;
    const page = `<link href="${address.replaceAll('&', '&amp;')}"><script>let response = await fetch("${address}");</script>`;
    const built = ['/index.html', '/fr/index.html', '/404.html'].map((path) => ({ path, bytes: Buffer.from(page) }));
    return { address, ...staticFiles(built, 'https://clubs.example.org', 'en') };
  };
  const one = serve('A1');
  const other = serve('B2');
  const shared = '/_server-islands/HomeClubs?locale=fr';
  const french = `<link href="${shared}"><script>let response = await fetch("${shared}");</script>`;
  for (const { byPath, errorPages, islands, address } of [one, other]) {
    expect(byPath.get('/fr/')?.body.toString()).toBe(french);
    expect(errorPages.en.notFound.body.toString()).toBe(french.replaceAll('=fr', '=en'));
    expect(Object.fromEntries(islands)).toEqual({ [shared]: address, [shared.replace('fr', 'en')]: address });
  }
});

test('The hashed files of the previous build are served beside those of a build', async () => {
  const write = async (path: string, builtAt?: string) => {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, path);
    if (builtAt !== undefined) await utimes(file, new Date(builtAt), new Date(builtAt));
  };
  for (const [build, builtAt] of [
    ['a-1', '2026-01-01'],
    ['b-1', '2026-01-02'],
    ['c-1', '2026-01-03'],
    ['c-2', '2026-01-04'],
  ]) {
    await write(`${build}/complete`, builtAt);
    for (const file of ['index.html', '_astro/style.css', `_astro/${build}.css`])
      await write(`${build}/client/${file}`);
  }
  const files = await readPreviousHashedFiles(join(folder, 'c-2'));
  expect(files.map(({ path, bytes }) => [path, bytes.toString()]).sort()).toEqual([
    ['/_astro/b-1.css', 'b-1/client/_astro/b-1.css'],
    ['/_astro/style.css', 'b-1/client/_astro/style.css'],
  ]);
});

describe('Files of a build', () => {
  const files = {
    'index.html': `<!doctype html><link rel="canonical" href="${ANY_SITE_URL}/"><script>see("${ANY_SITE_URL}")</script>`,
    '404.html': `<!doctype html><a href="${ANY_SITE_URL}/">Home</a>`,
    'sitemap.xml': `<urlset><url><loc>${ANY_SITE_URL}/page/ae/</loc></url></urlset>`,
    'robots.txt': `Sitemap: ${ANY_SITE_URL}/sitemap.xml`,
  };

  test('contain the address of the site', async () => {
    for (const siteUrl of ['https://clubs.example.org', 'http://localhost:4321']) {
      const { find, notFound } = await readFiles(files, siteUrl);
      expect(find('/').body.toString()).toContain(`<link rel="canonical" href="${siteUrl}/">`);
      expect(find('/sitemap.xml').body.toString()).toContain(`<loc>${siteUrl}/page/ae/</loc>`);
      expect(find('/robots.txt').body.toString()).toBe(`Sitemap: ${siteUrl}/sitemap.xml`);
      expect(notFound.body.toString()).toContain(`href="${siteUrl}/"`);
    }
  });

  test('have an entity tag and a policy of their content', async () => {
    const one = (await readFiles(files, 'https://one.example.org')).find('/');
    const other = (await readFiles(files, 'https://other.example.org')).find('/');
    expect(one.etag).not.toBe(other.etag);
    const digest = hash('sha256', 'see("https://one.example.org")', 'base64');
    expect(headersOf(one).get('Content-Security-Policy')).toContain(`script-src 'self' 'sha256-${digest}'`);
  });

  test('are immutable with a hash in their name; other files are revalidated and error pages not stored', async () => {
    const { find, notFound } = await readFiles({ ...files, '_astro/page.4f2a.js': '' });
    const policyOf = (answer: Answer) => headersOf(answer).get('Cache-Control');
    expect(policyOf(find('/'))).toBe('public, max-age=0, must-revalidate');
    expect(policyOf(find('/_astro/page.4f2a.js'))).toBe('public, max-age=31536000, immutable');
    expect([policyOf(notFound), notFound.etag]).toEqual(['no-store', null]);
  });

  test('of errors exist in each language and have no address', async () => {
    const { find, errorPages } = await readFiles({
      '404.html': 'There is nothing',
      '500.html': 'It went wrong',
      'fr/404/index.html': 'Il n’y a rien',
      'fr/500/index.html': 'Erreur',
      'fr/index.html': 'Accueil',
    });
    const textOf = ({ notFound, serverError }: typeof errorPages.en) => [
      String(notFound.body),
      String(serverError.body),
    ];
    expect(textOf(errorPages.en)).toEqual(['There is nothing', 'It went wrong']);
    expect(textOf(errorPages.fr)).toEqual(['Il n’y a rien', 'Erreur']);
    expect([errorPages.fr.notFound.status, errorPages.fr.serverError.status]).toEqual([404, 500]);
    for (const path of ['/404.html', '/fr/404/', '/fr/404', '/fr/500/']) expect(() => find(path)).toThrow();
    expect(find('/fr').body.toString()).toBe('Accueil');
  });

  test('that are not text are not changed', async () => {
    const bytes = Buffer.concat([Buffer.from([0xff, 0xfe, 0x00]), Buffer.from(ANY_SITE_URL)]);
    const { find } = await readFiles({ 'photo.webp': bytes });
    expect(find('/photo.webp').body.equals(bytes)).toBe(true);
  });

  test.each(['mark.svg', 'page.xhtml'])('that a browser shows as a document run no script: %s', async (name) => {
    const { find } = await readFiles({
      [name]: '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    });
    expect(headersOf(find(`/${name}`)).get('Content-Security-Policy')).toBe(
      "default-src 'none'; base-uri 'none'; frame-ancestors 'self'; object-src 'none'; sandbox",
    );
  });

  test.each(['logo.svg', 'en/index.html', 'notes.txt', 'data'])(
    'of the association run no script and keep their name: %s',
    async (name) => {
      const { find } = await readFiles({ [`files/${name}`]: `<!doctype html><script>run("${ANY_SITE_URL}")</script>` });
      const answer = find(`/files/${name}`);
      expect(answer.body.toString()).toContain(ANY_SITE_URL);
      const headers = headersOf(answer);
      expect(headers.get('Content-Security-Policy')).toMatch(/^default-src 'none';(?!.*script-src).*; sandbox$/);
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(headers.get('Cache-Control')).toBe('public, max-age=0, must-revalidate');
      for (const path of ['/files/en', '/files/en/']) expect(() => find(path)).toThrow();
    },
  );

  test('of the association that are a PDF have no sandbox, because Chromium would not show them', async () => {
    const { find } = await readFiles({ 'files/rules.pdf': '%PDF-1.4' });
    const headers = headersOf(find('/files/rules.pdf'));
    expect(headers.get('Content-Type')).toBe('application/pdf');
    expect(headers.get('Content-Security-Policy')).toBe(
      "default-src 'none'; base-uri 'none'; frame-ancestors 'self'; object-src 'self'; img-src 'self' data:; media-src 'self'",
    );
  });

  test('that are not documents have the strictest policy', async () => {
    const { find } = await readFiles({ 'robots.txt': '', '_astro/page.js': 'run()', 'photo.webp': '' });
    for (const path of ['/robots.txt', '/_astro/page.js', '/photo.webp']) {
      expect(headersOf(find(path)).get('Content-Security-Policy')).toMatch(/^default-src 'none'; (?!.*unsafe)/);
    }
  });
});
