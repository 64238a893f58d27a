import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { IMAGE_SIZES, type ImageName, type ImageSize } from '../paths.ts';
import { loadSharp } from './read-logo.ts';
import type { Logo, Rendition } from './rendition.ts';

/* A folder of logos belongs to a CSV file. It has one file per size, named like the last part of its address. */

const fileOf = ({ hash, size }: ImageName): string => `${hash}-${size}.webp`;

/** Writes the files of a logo; fails if one exists. */
export async function writeLogoFiles(folder: string, { hash, renditions }: Logo): Promise<void> {
  for (const { size, bytes } of renditions) {
    await writeFile(join(folder, fileOf({ hash, size })), bytes, { flag: 'wx', flush: true });
  }
}

/** Reads a logo from a folder; null if a file is missing or not as it was written. */
export async function readLogoFiles(folder: string, hash: string): Promise<Logo | null> {
  const renditions: Rendition[] = [];
  for (const size of IMAGE_SIZES) {
    const bytes = await readSmallFile(join(folder, fileOf({ hash, size })));
    if (!bytes || !(await isRendition(bytes, size))) return null;
    renditions.push({ size, type: 'image/webp', width: size, height: size, bytes });
  }
  const largest = renditions.at(-1)?.bytes ?? '';
  return createHash('sha256').update(largest).digest('hex') === hash ? { hash, renditions } : null;
}

/** The limit of the table `image`. */
const MAX_BYTES = 1024 * 1024;

async function readSmallFile(path: string): Promise<Buffer | null> {
  const stats = await stat(path).catch(() => null);
  return stats?.isFile() && stats.size <= MAX_BYTES ? await readFile(path).catch(() => null) : null;
}

/** Whether a file is one of our renditions: the folder may contain any file. */
async function isRendition(bytes: Buffer, side: ImageSize): Promise<boolean> {
  const sharp = await loadSharp();
  const limits = { limitInputPixels: side ** 2, failOn: 'error' } as const;
  try {
    const { format, width, height, pages = 1, exif, icc, xmp, iptc } = await sharp(bytes, limits).metadata();
    const isPlain = pages === 1 && !exif && !icc && !xmp && !iptc;
    if (format !== 'webp' || width !== side || height !== side || !isPlain) return false;
    await sharp(bytes, limits).raw().toBuffer();
    return true;
  } catch {
    return false;
  }
}
