import { isUtf8 } from 'node:buffer';

type LogoKind = 'PNG' | 'JPEG' | 'WebP';

/** Other formats, which error messages name. */
export type OtherKind = 'SVG' | 'AVIF' | 'HEIC' | 'GIF' | 'TIFF' | 'BMP' | 'PDF' | 'HTML' | 'text';

/** Signatures of binary formats, for the first bytes decoded as Latin-1. */
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

/** The first element after white space, comments and declarations. Must not backtrack, because a file may be hostile. */
const MARKUP_KINDS: readonly [kind: OtherKind, begins: RegExp][] = [
  ['SVG', /^(?:\s|<\?[^>]*>|<!--(?:(?!-->)[^])*-->|<!doctype svg[^>]*>)*<(?:\w+:)?svg[\s>]/i],
  ['HTML', /^(?:\s|<!--(?:(?!-->)[^])*-->)*<(?:!doctype html|html|head|body|script)[\s>]/i],
];

/** The number of bytes that are examined. */
const LOOKED_AT = 4096;

/** Detects the format of a file by its content, not its name; null for an unknown format. */
export function findKind(bytes: Uint8Array): LogoKind | OtherKind | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, LOOKED_AT));
  const start = head.toString('latin1');
  const signature = SIGNATURES.find(([, begins]) => begins.test(start));
  if (signature) return signature[0];
  const markup = MARKUP_KINDS.find(([, begins]) => begins.test(start.replace(/^\xef\xbb\xbf/, '')));
  if (markup) return markup[0];
  return isText(head) ? 'text' : null;
}

function isText(head: Buffer): boolean {
  const hasControls = head.some((byte) => byte < 9 || (byte > 13 && byte < 32));
  // The last UTF-8 character may be cut.
  const cuts = head.length < LOOKED_AT ? [0] : [0, 1, 2, 3];
  return head.length > 0 && !hasControls && cuts.some((cut) => isUtf8(head.subarray(0, head.length - cut)));
}

export const isLogoKind = (kind: LogoKind | OtherKind | null): kind is LogoKind =>
  kind === 'PNG' || kind === 'JPEG' || kind === 'WebP';
