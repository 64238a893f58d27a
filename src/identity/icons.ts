import { paths } from '../paths.ts';
import type { SiteFile } from './site.ts';

/** Icons for clients that do not use the SVG: `favicon.ico` and the icon of an iOS home screen. */
export async function makeIcons(mark: Buffer): Promise<SiteFile[]> {
  // Loaded late, because it takes time and memory.
  const { default: sharp } = await import('sharp');
  const render = (size: number) =>
    sharp(mark, { density: 300 }).resize(size, size, { fit: 'contain', background: '#0000' }).png();
  return [
    // A PNG: browsers find out the format by the content.
    { path: paths.favicon, bytes: await render(32).toBuffer() },
    // iOS shows transparent pixels in black.
    { path: paths.touchIcon, bytes: await render(180).flatten({ background: '#fff' }).toBuffer() },
  ];
}
