import type { ImageSize } from '../paths.ts';

/** An image in one size. */
export interface Rendition {
  size: ImageSize;
  /** Of media. */
  type: string;
  width: number;
  height: number;
  bytes: Buffer;
}

/** What a logo is made of: the same picture in each size. */
export interface Logo {
  /** SHA-256 of the bytes of the largest one, which the addresses of all name. */
  hash: string;
  /** The smallest first. */
  renditions: Rendition[];
}

/**
 * On every image, beside its type: whoever has it need not ask again, every site may show it, and a browser that is led
 * to it runs nothing.
 */
export const IMAGE_HEADERS = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'self'; object-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Content-Type-Options': 'nosniff',
} as const;
