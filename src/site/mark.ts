import { makeIcons } from '../identity/icons.ts';
import { isRaster } from '../images/read-logo.ts';
import { isMark, MARK_LIMIT } from '../identity/site-folder.ts';

export type MarkIssue = 'format' | 'tooLarge' | 'unsafe' | 'damaged';

const MAX_BYTES = 2 * 2 ** 20;
/** Of a raster image in an SVG, in pixels. */
const SIDE = 192;
/** What runs code or loads other files. Browsers ignore both in a logo, but people may open its address. */
const UNSAFE =
  /<(?:script|foreignobject|iframe|embed|object)\b|<!entity|\son[a-z]+\s*=|javascript:|@import|\b(?:href|src)\s*=\s*["']?\s*(?!["']?(?:#|data:image\/))[^"'\s>]|url\(\s*["']?(?!#|data:)/i;

/** Reads an upload as an SVG. A raster image becomes one that contains it. */
export async function readMark(
  bytes: Buffer,
): Promise<{ svg: string; issue?: undefined } | { svg?: undefined; issue: MarkIssue }> {
  if (bytes.length > MAX_BYTES) return { issue: 'tooLarge' };
  try {
    const svg = isRaster(bytes) ? await wrap(bytes) : clean(bytes);
    if (svg === null) return { issue: 'format' };
    if (UNSAFE.test(svg)) return { issue: 'unsafe' };
    if (Buffer.byteLength(svg) > MARK_LIMIT) return { issue: 'tooLarge' };
    await makeIcons(Buffer.from(svg));
    return { svg };
  } catch {
    return { issue: 'damaged' };
  }
}

/** Removes what programs write before the image; null if it is not an SVG. */
function clean(bytes: Buffer): string | null {
  const text = bytes.toString().replace(/^\uFEFF/, '');
  const svg = text
    .replace(/<!--.*?-->/gs, '')
    .replace(/^\s*(?:<\?xml[^>]*\?>|<!doctype[^>[]*>|\s)*/i, '')
    .trim();
  return isMark(svg) && !text.includes('\uFFFD') ? svg : null;
}

async function wrap(bytes: Buffer): Promise<string> {
  const { default: sharp } = await import('sharp');
  const png = await sharp(bytes).rotate().resize(SIDE, SIDE, { fit: 'inside' }).png({ palette: true }).toBuffer();
  const { width, height } = await sharp(png).metadata();
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><image width="${width}" height="${height}" href="data:image/png;base64,${png.toString('base64')}"/></svg>`;
}
