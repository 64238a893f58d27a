import type { ImageSize } from '../paths.ts';

export interface ImageFile {
  type: string;
  bytes: Buffer;
}

/** A square WebP. */
export interface Rendition {
  size: ImageSize;
  bytes: Buffer;
}

export interface Logo {
  /** SHA-256 of the bytes of the largest rendition. Part of the address of every rendition. */
  hash: string;
  /** In ascending order of size. */
  renditions: Rendition[];
}

/** The headers of every image: it never changes, other sites may embed it, and it runs no scripts. */
export const IMAGE_HEADERS = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'self'; object-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Content-Type-Options': 'nosniff',
} as const;
