import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

export type Encoding = 'br' | 'gzip' | 'identity';
/** `best` takes about 0.1 s and is for content that never changes. */
export type Effort = 'quick' | 'best';

const member = (coding: string) => new RegExp(`(?:^|,)\\s*${coding}\\s*(?:;\\s*q=([\\d.]+)\\s*)?(?=,|$)`, 'i');
const [BROTLI, GZIP, ANY] = [member('br'), member('(?:x-)?gzip'), member('\\*')];
const LEVELS = { gzip: { quick: 6, best: 9 }, br: { quick: 5, best: 11 } } as const;

/** Brotli or gzip if an `Accept-Encoding` header accepts it, in this order. */
export function chooseEncoding(header: string | undefined): Encoding {
  if (header === undefined) return 'identity';
  const accepts = (coding: RegExp) => {
    const match = coding.exec(header) ?? ANY.exec(header);
    return match !== null && Number(match[1] ?? 1) > 0;
  };
  if (accepts(BROTLI)) return 'br';
  return accepts(GZIP) ? 'gzip' : 'identity';
}

export function compress(body: Buffer, encoding: Encoding, effort: Effort): Buffer {
  if (encoding === 'identity') return body;
  if (encoding === 'gzip') return gzipSync(body, { level: LEVELS.gzip[effort] });
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
  const params = { [BROTLI_PARAM_QUALITY]: LEVELS.br[effort], [BROTLI_PARAM_SIZE_HINT]: body.length };
  return brotliCompressSync(body, { params });
}
