import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hash as digest } from 'node:crypto';
import { IMAGE_SIZES, type ImageName } from '../paths.ts';
import type { Logo, Rendition } from './rendition.ts';

/* A folder of logos belongs to a CSV file. It has one file per size, named like the last part of its address. */

const fileOf = ({ hash, size }: ImageName): string => `${hash}-${size}.webp`;

/** Writes the files of a logo; fails if one exists. */
export async function writeLogoFiles(folder: string, { hash, renditions }: Logo): Promise<void> {
  for (const { size, bytes } of renditions) {
    await writeFile(join(folder, fileOf({ hash, size })), bytes, { flag: 'wx', flush: true });
  }
}

/** Reads a logo from a folder; null if a file is missing or damaged. */
export async function readLogoFiles(folder: string, hash: string): Promise<Logo | null> {
  const renditions: Rendition[] = [];
  for (const size of IMAGE_SIZES) {
    const bytes = await readFile(join(folder, fileOf({ hash, size }))).catch(() => null);
    if (!bytes || !isWholeWebp(bytes)) return null;
    renditions.push({ size, bytes });
  }
  const largest = renditions.at(-1)?.bytes ?? '';
  return digest('sha256', largest) === hash ? { hash, renditions } : null;
}

/** A copy of the folder may have been cut off. The header of a WebP file has its length, without the first eight bytes. */
const isWholeWebp = (bytes: Buffer): boolean =>
  /^RIFF[^]{4}WEBP/.test(bytes.toString('latin1', 0, 12)) && bytes.readUInt32LE(4) + 8 === bytes.length;
