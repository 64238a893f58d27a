import { hash } from 'node:crypto';
import PQueue from 'p-queue';
import type { default as Sharp, Sharp as Pipeline } from 'sharp';
import { IMAGE_SIZES, type ImageSize } from '../paths.ts';
import { MAX_LOGO_BYTES, MAX_LOGO_SIDE, type LogoIssue } from './issues.ts';
import type { Logo, Rendition } from './rendition.ts';

/** `isFaint`: much of it is hard to see on white, the ground of posters. */
export type ReadLogo = { logo: Logo; isFaint: boolean; issue?: undefined } | { logo?: undefined; issue: LogoIssue };

/**
 * Converts a file to a logo: its first image, upright, fitted into a square without cropping, and without metadata.
 * Ignores its name and type. Decodes one file at a time, because an image within the limits may need 200 MB. Refuses if
 * more than `mostWaiting` files are in the queue.
 */
export async function readLogo(bytes: Uint8Array, mostWaiting = Infinity): Promise<ReadLogo> {
  const issue = findIssue(bytes);
  if (issue) return { issue };
  const underWay = queue.size + queue.pending;
  return underWay > mostWaiting ? { issue: BUSY } : await queue.add(() => decode(bytes));
}

/** The longest queue for uploads: each file is in memory, and its user is waiting. */
export const MAX_WAITING = 8;

const BUSY: LogoIssue = { status: 503, code: 'failed' };

function findIssue(bytes: Uint8Array): LogoIssue | null {
  if (bytes.length > MAX_LOGO_BYTES) return { status: 413, code: 'tooManyBytes', limit: MAX_LOGO_BYTES };
  if (bytes.length === 0) return { status: 415, code: 'damaged' };
  return isRaster(bytes) ? null : { status: 415, code: 'format' };
}

/** How PNG, JPEG and WebP files begin, in Latin-1. Others do not reach the decoder. */
const SIGNATURE = /^(?:\x89PNG\r\n\x1a\n|\xff\xd8\xff|RIFF[^]{4}WEBP)/;
export const isRaster = (bytes: Uint8Array): boolean =>
  SIGNATURE.test(Buffer.from(bytes.subarray(0, 16)).toString('latin1'));

const queue = new PQueue({ concurrency: 1 });

let loaded: Promise<typeof Sharp> | undefined;

/** Loads sharp with its native code, which most processes never need. */
export const loadSharp = () =>
  (loaded ??= import('sharp').then(({ default: sharp }) => {
    sharp.concurrency(1);
    sharp.cache(false);
    return sharp;
  }));

const UNREADABLE: LogoIssue = { status: 422, code: 'damaged' };

/** The largest valid image takes two seconds. */
const TIMEOUT_SECONDS = 15;

const LARGEST: ImageSize = 400;

async function decode(bytes: Uint8Array): Promise<ReadLogo> {
  const sharp = await loadSharp();
  // Reads only the header, so that a huge image is not decoded.
  const metadata = await orNull(sharp(bytes, { limitInputPixels: false }).metadata());
  if (!metadata) return { issue: UNREADABLE };
  const { width, height } = metadata;
  if (Math.max(width, height) > MAX_LOGO_SIDE) {
    return { issue: { status: 422, code: 'tooManyPixels', width, height, limit: MAX_LOGO_SIDE } };
  }
  // Errors of the decoder are errors of the file.
  const pixels = await orNull(
    sharp(bytes, { limitInputPixels: MAX_LOGO_SIDE ** 2, failOn: 'error' })
      .timeout({ seconds: TIMEOUT_SECONDS })
      .autoOrient()
      .resize(LARGEST, LARGEST, { fit: 'inside' })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true }),
  );
  if (!pixels) return { issue: UNREADABLE };
  const raw = { width: pixels.info.width, height: pixels.info.height, channels: 4 } as const;
  const renditions: Rendition[] = [];
  const { ground, isFaint } = measure(pixels.data);
  for (const size of IMAGE_SIZES)
    renditions.push({ size, bytes: await encode(sharp(pixels.data, { raw }), size, ground) });
  const largest = renditions.find(({ size }) => size === LARGEST);
  if (!largest) throw new Error(`No rendition of ${LARGEST} pixels.`);
  return { logo: { hash: hash('sha256', largest.bytes), renditions }, isFaint };
}

const WHITE = { r: 255, g: 255, b: 255, alpha: 1 };
const BLACK = { r: 0, g: 0, b: 0, alpha: 1 };
const NO_GROUND = { r: 0, g: 0, b: 0, alpha: 0 };

/** The share of a logo that may be faint. */
const FAINT = 1 / 3;

/**
 * The background for a dark or light logo with transparent parts, invisible on a page of that colour; and whether much of
 * a logo without one is almost white, as the ground of posters.
 */
function measure(pixels: Buffer): { ground: typeof WHITE; isFaint: boolean } {
  let [visible, dark, light] = [0, 0, 0];
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4);
    if (alpha < 128) continue;
    visible += 1;
    if (Math.max(red, green, blue) < 96 || luminance(red, green, blue) < 0.07) dark += 1;
    if (Math.min(red, green, blue) > 192) light += 1;
  }
  // With few transparent pixels, the image has its own background, with round corners.
  if (visible > (pixels.length / 4) * 0.9) return { ground: NO_GROUND, isFaint: false };
  if (dark > visible * 0.95) return { ground: WHITE, isFaint: false };
  if (light > visible * 0.95) return { ground: BLACK, isFaint: false };
  return { ground: NO_GROUND, isFaint: light > visible * FAINT };
}

/** The relative luminance, from 0 to 1, about as in WCAG: dark blue is as dark as black for the eye. */
const luminance = (red: number, green: number, blue: number): number =>
  0.2126 * (red / 255) ** 2.2 + 0.7152 * (green / 255) ** 2.2 + 0.0722 * (blue / 255) ** 2.2;

async function encode(picture: Pipeline, size: ImageSize, ground: typeof WHITE): Promise<Buffer> {
  const grounded = ground.alpha > 0 ? picture.flatten({ background: ground }) : picture;
  return await grounded
    .resize(size, size, { fit: 'contain', background: ground })
    .webp({ quality: 90, smartSubsample: true })
    .toBuffer();
}

const orNull = <T>(promise: Promise<T>): Promise<T | null> => promise.catch(() => null);
