import { isUtf8 } from 'node:buffer';

/** The kinds of files that a logo is made of. */
export type LogoKind = 'PNG' | 'JPEG' | 'WebP';

/** Other kinds that people may take for one of them, told by name. */
export type OtherKind = 'SVG' | 'AVIF' | 'HEIC' | 'GIF' | 'TIFF' | 'BMP' | 'PDF' | 'HTML' | 'text';

/** What the first bytes say in Latin-1; those of ISO media name a brand, and XML its first element. */
const SIGNATURES: readonly [kind: LogoKind | OtherKind, begins: RegExp][] = [
  ['PNG', /^\x89PNG\r\n\x1a\n/],
  ['JPEG', /^\xff\xd8\xff/],
  ['WebP', /^RIFF[^]{4}WEBP/],
  ['GIF', /^GIF8[79]a/],
  ['AVIF', /^[^]{4}ftypavi[fs]/],
  ['HEIC', /^[^]{4}ftyp(?:hei[cmsx]|hev[cmsx]|mi[af]1|msf1)/],
  ['TIFF', /^(?:II\*\0|MM\0\*)/],
  ['BMP', /^BM[^]{4}\0\0\0\0/],
  ['PDF', /^%PDF-/],
];

/** After blanks, comments and declarations. Each of those ends in one place only, or a hostile file would take for ever. */
const MARKUP_KINDS: readonly [kind: OtherKind, begins: RegExp][] = [
  ['SVG', /^(?:\s|<\?[^>]*>|<!--(?:(?!-->)[^])*-->|<!doctype svg[^>]*>)*<(?:\w+:)?svg[\s>]/i],
  ['HTML', /^(?:\s|<!--(?:(?!-->)[^])*-->)*<(?:!doctype html|html|head|body|script)[\s>]/i],
];

/** So much of a file says what it is. */
const LOOKED_AT = 4096;

/** What a file is by its content, whatever it is called; null for what nobody here knows. */
export function findKind(bytes: Uint8Array): LogoKind | OtherKind | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, LOOKED_AT));
  const signs = head.toString('latin1');
  const signature = SIGNATURES.find(([, begins]) => begins.test(signs));
  if (signature) return signature[0];
  const markup = MARKUP_KINDS.find(([, begins]) => begins.test(signs.replace(/^\xef\xbb\xbf/, '')));
  if (markup) return markup[0];
  return isText(head) ? 'text' : null;
}

function isText(head: Buffer): boolean {
  const hasControls = head.some((byte) => byte < 9 || (byte > 13 && byte < 32));
  // The last sign may be cut off.
  const cuts = head.length < LOOKED_AT ? [0] : [0, 1, 2, 3];
  return head.length > 0 && !hasControls && cuts.some((cut) => isUtf8(head.subarray(0, head.length - cut)));
}

export const isLogoKind = (kind: LogoKind | OtherKind | null): kind is LogoKind =>
  kind === 'PNG' || kind === 'JPEG' || kind === 'WebP';
