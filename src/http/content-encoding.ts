import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

export type Encoding = 'br' | 'gzip' | 'identity';

/** Of equal quality, the first is taken. */
const PREFERRED = ['br', 'gzip', 'identity'] as const;
/** Where `identity` stands when nothing names it: behind all that is accepted, before what is refused. */
const UNNAMED_IDENTITY = 0.0001;

/** Browsers send few different headers, and each of them many times; others may send any number of them. */
const known = new Map<string, Encoding>();
const MAX_KNOWN = 100;
const MAX_LENGTH = 200;

/** The form of a body that suits a header `Accept-Encoding` best. */
export function chooseEncoding(header: string | undefined): Encoding {
  if (header === undefined) return 'identity';
  const chosen = known.get(header);
  if (chosen !== undefined) return chosen;
  const read = readAcceptEncoding(header);
  if (header.length > MAX_LENGTH) return read;
  if (known.size === MAX_KNOWN) known.clear();
  known.set(header, read);
  return read;
}

const QUALITY = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

/**
 * By RFC 9110, 12.5.3: the best quality, and of equal ones brotli, then gzip. A member that is malformed counts as not
 * there. Where nothing is accepted, it is answered without an encoding all the same.
 */
function readAcceptEncoding(header: string): Encoding {
  const qualities = new Map<string, number>();
  for (const member of header.toLowerCase().split(',')) {
    const [coding = '', weight = 'q=1', ...more] = member.split(';').map((part) => part.trim());
    if (more.length > 0 || !weight.startsWith('q=') || !QUALITY.test(weight.slice(2))) continue;
    qualities.set(coding === 'x-gzip' ? 'gzip' : coding, Number(weight.slice(2)));
  }
  const others = qualities.get('*');
  const qualityOf = (coding: Encoding) =>
    qualities.get(coding) ?? others ?? (coding === 'identity' ? UNNAMED_IDENTITY : 0);
  const best = Math.max(...PREFERRED.map(qualityOf));
  return best === 0 ? 'identity' : (PREFERRED.find((coding) => qualityOf(coding) === best) ?? 'identity');
}

/** How hard it is tried: what is made for one moment in no time, what never changes in some 0.1 s. */
export type Effort = 'quick' | 'best';
const LEVELS = { gzip: { quick: 6, best: 9 }, br: { quick: 5, best: 11 } } as const;

export function compress(body: Buffer, encoding: Encoding, effort: Effort = 'quick'): Buffer {
  if (encoding === 'gzip') return gzipSync(body, { level: LEVELS.gzip[effort] });
  if (encoding === 'br') {
    return brotliCompressSync(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: LEVELS.br[effort], [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    });
  }
  return body;
}
