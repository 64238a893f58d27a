import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { describeLogoIssue, MAX_LOGO_BYTES } from '../../src/images/issues.ts';
import { readLogo } from '../../src/images/read-logo.ts';
import type { Logo } from '../../src/images/rendition.ts';
import { makePng, noise, plain, PNG_SIGNATURE, readPixels, type Pixel } from '../support/pictures.ts';

async function makeLogo(bytes: Uint8Array): Promise<Logo> {
  const { logo, issue } = await readLogo(bytes);
  if (issue) throw new Error(describeLogoIssue(issue, 'en'));
  return logo;
}

/** The pixels of the larger size. */
async function pixelsOf(bytes: Uint8Array) {
  const rendition = (await makeLogo(bytes)).renditions.find((one) => one.size === 400);
  return await readPixels(rendition?.bytes ?? Buffer.alloc(0));
}

/** Expects about this colour. */
function expectPixel(found: Pixel, expected: Pixel, tolerance = 6): void {
  const distances = expected.map((value, index) => Math.abs(value - (found[index] ?? NaN)));
  expect(Math.max(...distances), `${found.join(' ')} instead of ${expected.join(' ')}`).toBeLessThanOrEqual(tolerance);
}

const RED: Pixel = [220, 30, 40, 255];
const NOTHING: Pixel = [0, 0, 0, 0];
const red = (width: number, height: number) => plain(width, height, { r: 220, g: 30, b: 40 });

describe('A logo', () => {
  test('is a WebP in each size, named by the hash of the largest one', async () => {
    const { hash, renditions } = await makeLogo(await red(900, 300).png().toBuffer());
    expect(renditions.map(({ size }) => size)).toEqual([200, 400]);
    for (const { bytes, size } of renditions) {
      const { format, width, height } = await sharp(bytes).metadata();
      expect([format, width, height]).toEqual(['webp', size, size]);
    }
    expect(hash).toBe(
      createHash('sha256')
        .update(renditions[1]?.bytes ?? '')
        .digest('hex'),
    );
  });

  test('is fitted without cropping, on transparent ground', async () => {
    const size = 400;
    const wide = await pixelsOf(await red(900, 300).png().toBuffer());
    const middle = size / 2;
    expectPixel(wide.at(middle, middle), RED);
    expectPixel(wide.at(2, middle), RED);
    expectPixel(wide.at(size - 3, middle), RED);
    expectPixel(wide.at(middle, Math.round(size / 3) + 4), RED);
    expect(wide.at(middle, Math.round(size / 3) - 4)[3]).toBe(0);
    expect(wide.at(middle, 0)).toEqual(NOTHING);
    const high = await pixelsOf(await red(300, 900).jpeg().toBuffer());
    expectPixel(high.at(middle, 2), RED);
    expect(high.at(0, middle)).toEqual(NOTHING);
  });

  const onTransparent = (colour: string, more = '') =>
    sharp(
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><rect x="60" y="60" width="80" height="80" fill="${colour}"/>${more}</svg>`,
      ),
    )
      .png()
      .toBuffer();

  test.each<[string, Pixel, Pixel]>([
    ['#000', [0, 0, 0, 255], [255, 255, 255, 255]],
    ['#000080', [0, 0, 128, 255], [255, 255, 255, 255]],
    ['#fff', [255, 255, 255, 255], [0, 0, 0, 255]],
  ])('in plain %s on transparent ground gets a contrasting background', async (colour, shape, ground) => {
    const pixels = await pixelsOf(await onTransparent(colour));
    expectPixel(pixels.at(133, 200), shape);
    for (const [x, y] of [
      [2, 2],
      [2, 200],
      [397, 397],
    ] as const)
      expectPixel(pixels.at(x, y), ground);
  });

  test('in other colours, or in black and white, keeps its transparent ground', async () => {
    expect((await pixelsOf(await onTransparent('#c00'))).at(2, 200)).toEqual(NOTHING);
    const both = await onTransparent('#000', '<rect x="160" y="60" width="80" height="80" fill="#fff"/>');
    expect((await pixelsOf(both)).at(2, 200)).toEqual(NOTHING);
  });

  const black = '<rect x="160" y="60" width="80" height="80"/>';
  test.each([
    ['#c00', '', false],
    ['#000', '', false],
    ['#000080', '', false],
    ['#c00', black, false],
    ['#fff', black, true],
    ['#fff', '<circle cx="210" cy="100" r="60" fill="#080"/>', true],
    ['#c00', '<rect x="160" y="60" width="20" height="80"/>', false],
    ['#fff', '<rect width="300" height="195"/>', false],
  ])('of %s and %s may be faint', async (colour, more, isFaint) => {
    expect(await readLogo(await onTransparent(colour, more))).toMatchObject({ isFaint });
  });

  test('keeps partial transparency', async () => {
    const file = await plain(100, 100, { r: 200, g: 100, b: 40, alpha: 0.5 }).png().toBuffer();
    expectPixel((await pixelsOf(file)).at(200, 200), [200, 100, 40, 128]);
  });

  test.each<[what: string, make: () => Promise<Buffer>, pixel: Pixel]>([
    ['a palette', () => red(90, 30).png({ palette: true }).toBuffer(), RED],
    ['16 bits', () => red(90, 30).toColourspace('rgb16').png().toBuffer(), RED],
    ['shades of grey', () => plain(90, 30, '#808080').toColourspace('b-w').jpeg().toBuffer(), [128, 128, 128, 255]],
    ['inks', () => red(90, 30).toColourspace('cmyk').jpeg().toBuffer(), [220, 20, 3, 255]],
    ['no loss', () => red(90, 30).webp({ lossless: true }).toBuffer(), RED],
    ['a wide gamut', () => red(90, 30).withIccProfile('p3').png().toBuffer(), RED],
  ])('has the colours of a picture with %s', async (_what, make, pixel) => {
    expectPixel((await pixelsOf(await make())).at(200, 200), pixel, 30);
  });

  test('is the first picture of several', async () => {
    const frames = await Promise.all(['#dc1e28', '#0000ff'].map((colour) => plain(60, 60, colour).png().toBuffer()));
    const file = await sharp(frames, { join: { animated: true } })
      .webp({ lossless: true })
      .toBuffer();
    expect((await sharp(file).metadata()).pages).toBe(2);
    expectPixel((await pixelsOf(file)).at(200, 200), RED);
  });

  test.each([3, 6])('is rotated as orientation %i says', async (orientation) => {
    const corner = (colour: string, left: number, top: number) => ({
      input: { create: { width: 60, height: 30, channels: 3 as const, background: colour } },
      left,
      top,
    });
    const file = await plain(120, 60, '#ffffff')
      .composite([corner('#ff0000', 0, 0), corner('#00ff00', 60, 0), corner('#0000ff', 0, 30)])
      .removeAlpha()
      .withMetadata({ orientation })
      .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
      .toBuffer();
    const upright = await readPixels(
      await sharp(file).autoOrient().resize(400, 400, { fit: 'contain', background: '#00000000' }).png().toBuffer(),
    );
    const { at } = await pixelsOf(file);
    for (const [x, y] of [
      [130, 180],
      [270, 180],
      [130, 220],
      [270, 220],
      [200, 60],
      [60, 200],
    ] as const) {
      expectPixel(at(x, y), upright.at(x, y), 20);
    }
  });

  test('contains no metadata of its file', async () => {
    const file = await red(80, 80)
      .withExif({
        IFD0: { Copyright: 'Ada', Artist: 'Ada' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '50/1 51/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '4/1 21/1 0/1' },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">Ada</x:xmpmeta>')
      .withIccProfile('p3')
      .jpeg()
      .toBuffer();
    const before = await sharp(file).metadata();
    expect([before.exif, before.xmp, before.icc].every(Boolean)).toBe(true);
    for (const { bytes } of (await makeLogo(file)).renditions) {
      const { exif, xmp, icc, iptc, orientation } = await sharp(bytes).metadata();
      expect({ exif, xmp, icc, iptc, orientation }).toEqual({});
      expect(bytes.toString('latin1')).not.toMatch(/Ada|EXIF|XMP |ICCP/);
    }
  });

  test('may come from a file of 2 MiB', async () => {
    const file = await red(10, 10).png().toBuffer();
    expect((await readLogo(Buffer.concat([file, Buffer.alloc(MAX_LOGO_BYTES - file.length)]))).issue).toBeUndefined();
  });
});

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"/>';
const media = (brand: string) => Buffer.from(`\0\0\0\x1cftyp${brand}\0\0\0\0mif1miaf`, 'latin1');
const whole = () => noise(300, 200).png().toBuffer();

describe('A file that is not a logo', () => {
  test.each<[name: string, file: () => Uint8Array | Promise<Uint8Array>, status: number, code: string]>([
    ['too long', () => Buffer.concat([PNG_SIGNATURE, Buffer.alloc(MAX_LOGO_BYTES)]), 413, 'tooManyBytes'],
    ['empty', () => new Uint8Array(), 415, 'damaged'],
    ['an SVG', () => Buffer.from(SVG), 415, 'format'],
    ['an AVIF', () => media('avif'), 415, 'format'],
    ['a GIF', () => red(5, 5).gif().toBuffer(), 415, 'format'],
    ['a video', () => media('isom'), 415, 'format'],
    ['cut off', async () => (await whole()).subarray(0, 20_000), 422, 'damaged'],
    ['too large', () => makePng({ width: 20_000, height: 300, rows: Buffer.alloc(9) }), 422, 'tooManyPixels'],
  ])('is rejected if it is %s', async (_, file, status, code) => {
    expect(await readLogo(await file())).toEqual({ issue: expect.objectContaining({ status, code }) as object });
  });

  test('is rejected while too many wait', async () => {
    const file = await red(9, 9).png().toBuffer();
    const statuses = async (bytes: Buffer[]) =>
      (await Promise.all(bytes.map((one) => readLogo(one, 2)))).map(({ issue }) => issue?.status ?? null);
    // A file that is not an image does not wait.
    expect(await statuses([file, file, file, file, Buffer.from('text')])).toEqual([null, null, null, 503, 415]);
    expect(await statuses([file, (await whole()).subarray(0, 20_000), file])).toEqual([null, 422, null]);
  });
});
