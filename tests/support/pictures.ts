import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Color } from 'sharp';

/** The header of a PNG and its rows, which may not match. */
export interface PngParts {
  width: number;
  height: number;
  /** 2 is RGB, 6 has an alpha channel, 0 is grey. */
  colour?: 0 | 2 | 6;
  depth?: 8 | 16;
  isInterlaced?: boolean;
  /** The uncompressed rows; by default black. */
  rows?: Buffer;
}

export const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

const CHANNELS = { 0: 1, 2: 3, 6: 4 };

/** Builds a PNG by hand, so that it can be very large or invalid. */
export function makePng({ width, height, colour = 2, depth = 8, isInterlaced = false, rows }: PngParts): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = depth;
  head[9] = colour;
  head[12] = isInterlaced ? 1 : 0;
  const black = () =>
    Buffer.alloc(height * (1 + (width * CHANNELS[colour] * depth) / 8) + (isInterlaced ? 8 * height : 0));
  return Buffer.concat([
    PNG_SIGNATURE,
    pngChunk('IHDR', head),
    pngChunk('IDAT', deflateSync(rows ?? black())),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A chunk of a PNG with its length and checksum. */
export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** An image that does not compress, so that truncating its file loses pixels. */
export const noise = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 40 }, background: '#000' },
  });

/** An image of one colour. */
export const plain = (width: number, height: number, background: Color) =>
  sharp({ create: { width, height, channels: 4, background } });

/** A colour with its opacity, 0 to 255 each. */
export type Pixel = [red: number, green: number, blue: number, alpha: number];

/** Reads the pixels of an image: `at` takes a column and a row. */
export async function readPixels(bytes: Uint8Array) {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 4).subarray(0, 4)] as Pixel;
  return { width: info.width, height: info.height, at };
}
