import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

export type Encoding = 'br' | 'gzip' | 'identity';
/** `best` takes about 0.1 s and is for content that never changes. */
export type Effort = 'quick' | 'best';

/** Matches an `Accept-Encoding` header that names a coding, without a quality or with one above 0. */
const naming = (coding: string) =>
  new RegExp(`(?:^|,)\\s*${coding}\\s*(?:;\\s*q=(?:1|0?\\.\\d*[1-9])[\\d.]*\\s*)?(?:,|$)`, 'i');
const [BROTLI, GZIP] = [naming('br'), naming('gzip')];
const LEVELS = { gzip: { quick: 6, best: 9 }, br: { quick: 5, best: 11 } } as const;

/** Brotli or gzip if an `Accept-Encoding` header names it, in this order. */
export function chooseEncoding(header = ''): Encoding {
  if (BROTLI.test(header)) return 'br';
  return GZIP.test(header) ? 'gzip' : 'identity';
}

export function compress(body: Buffer, encoding: Encoding, effort: Effort): Buffer {
  if (encoding === 'identity') return body;
  if (encoding === 'gzip') return gzipSync(body, { level: LEVELS.gzip[effort] });
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
  const params = { [BROTLI_PARAM_QUALITY]: LEVELS.br[effort], [BROTLI_PARAM_SIZE_HINT]: body.length };
  return brotliCompressSync(body, { params });
}
