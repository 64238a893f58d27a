import sharp from 'sharp';
import { expect, test } from 'vitest';
import { saveLogo } from '../../src/images/queries.ts';
import { readLogo } from '../../src/images/read-logo.ts';
import type { Logo, Rendition } from '../../src/images/rendition.ts';
import { paths, type ImageSize } from '../../src/paths.ts';
import { type TestDatabase } from '../support/database.ts';
import { readHtml } from '../support/html.ts';
import { noise, plain } from '../support/pictures.ts';
import { describeSite } from '../support/site.ts';

/** Saves a logo. */
async function save(database: TestDatabase, picture = plain(30, 20, '#d22')): Promise<Logo> {
  const { logo } = await readLogo(await picture.png().toBuffer());
  if (!logo) throw new Error('The picture is no logo.');
  await database.client.begin((tx) => saveLogo(tx, logo));
  return logo;
}

const find = ({ renditions }: Logo, size: ImageSize): Rendition => {
  const found = renditions.find((one) => one.size === size);
  if (!found) throw new Error(`There is no rendition of ${size} pixels.`);
  return found;
};

const HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'self'; object-src 'none'; sandbox",
  'content-type': 'image/webp',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
};

const headersOf = ({ headers }: Response) =>
  Object.fromEntries(Object.keys(HEADERS).map((name) => [name, headers.get(name)]));

describeSite('An image of a site', (site) => {
  test.each<[what: string, size: ImageSize, make: () => ReturnType<typeof plain>]>([
    ['small', 200, () => plain(30, 20, '#d22')],
    ['large', 400, () => noise(400, 400)],
  ])('has the same bytes for everyone, is immutable and runs no script (%s, %i)', async (_what, size, make) => {
    const logo = await save(site.database, make());
    const address = paths.image({ hash: logo.hash, size });
    const { bytes } = find(logo, size);
    const visitors: Record<string, string>[] = [
      {},
      { Cookie: 'session=secret' },
      { 'HX-Request': 'true', 'Accept-Encoding': 'br' },
    ];
    for (const headers of visitors) {
      const response = await site.get(address, { headers });
      expect(response.status).toBe(200);
      expect(headersOf(response)).toEqual(HEADERS);
      expect(response.headers.get('content-encoding')).toBeNull();
      expect(response.headers.get('set-cookie')).toBeNull();
      expect(response.headers.get('vary')).toBeNull();
      expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
    }

    const etag = (await site.get(address, { method: 'HEAD' })).headers.get('etag') ?? '';
    const again = await site.get(address, { headers: { 'If-None-Match': etag } });
    expect([again.status, again.headers.get('cache-control')]).toEqual([304, HEADERS['cache-control']]);
  });

  test('has one address, and a 404 is never cached', async () => {
    const { hash } = await save(site.database);
    const wrong = [
      `/image/${hash}-300.webp`,
      `/image/${hash}-400.png`,
      `/image/${hash.toUpperCase()}-400.webp`,
      `/image/${'0'.repeat(64)}-400.webp`,
      `/fr/image/${hash}-400.webp`,
    ];
    for (const path of wrong) {
      const response = await site.get(path);
      expect([path, response.status, response.headers.get('content-type')]).toEqual([
        path,
        404,
        'text/html; charset=utf-8',
      ]);
      expect(response.headers.get('cache-control'), path).toBe('no-store');
    }
  });

  test('is on the card of its club in both sizes, and in the API', async () => {
    const { hash } = await save(site.database);
    const [small, large] = [paths.image({ hash, size: 200 }), paths.image({ hash, size: 400 })];
    const id = await site.database.insertClub({ name: 'Ski', logo: large });
    const list = readHtml(await (await site.get('/club/')).text());
    expect(list.one('.club-card img').attributes).toMatchObject({
      src: small,
      srcset: `${small} 1x, ${large} 2x`,
      alt: 'logo Ski',
      width: '240',
      height: '240',
    });
    const view = readHtml(await (await site.get(`/club/${id}/`)).text());
    expect(view.one('main img').attributes.src).toBe(small);
    const club = (await (await site.get(`/api/club/${id}`)).json()) as { logo: string };
    expect(club.logo).toBe(`https://clubs.example.org${large}`);
  });
});

describeSite('The preview of a club', (site) => {
  /** The address of the image of shared links, on this site. */
  const findPreview = async (path: string) => {
    const page = readHtml(await (await site.get(path)).text());
    return new URL(page.one('meta[property="og:image"]').attributes.content ?? '').pathname;
  };
  const statusOf = async (path: string) => (await site.get(path)).status;

  test('is drawn after the club is saved, and again after its name or logo changed', async () => {
    const { hash } = await save(site.database);
    const id = await site.database.insertClub({ name: 'Ski' });
    const path = `/club/${id}/`;
    const first = await findPreview(path);
    await expect.poll(() => statusOf(first)).toBe(200);
    const response = await site.get(first);
    expect(headersOf(response)).toEqual({ ...HEADERS, 'content-type': 'image/png' });
    const picture = Buffer.from(await response.arrayBuffer());
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });

    await site.database
      .sql`update club set name = 'Skiing', logo = ${paths.image({ hash, size: 400 })} where id = ${id}`;
    await expect.poll(() => findPreview(path)).not.toBe(first);
    const second = await findPreview(path);
    await expect.poll(() => statusOf(second)).toBe(200);
  });

  test('is that of the site for inactive clubs and other pages', async () => {
    const id = await site.database.insertClub({ name: 'Ski', isActive: false });
    expect([await findPreview(`/club/${id}/`), await findPreview('/')]).toEqual(['/preview.png', '/preview.png']);
    await expect.poll(() => statusOf('/preview.png')).toBe(200);
    expect(await statusOf(`/image/preview-${id}-0123456789abcdef.png`)).toBe(404);
  });
});
