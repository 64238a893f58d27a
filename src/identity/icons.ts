import { paths } from '../paths.ts';

/** Icons for clients that do not use the SVG: `favicon.ico` and the icon of an iOS home screen, by path. */
export async function makeIcons(mark: Buffer): Promise<Map<string, Buffer>> {
  // Only builds need it.
  const { default: sharp } = await import('sharp');
  const render = (size: number) =>
    sharp(mark, { density: 300 }).resize(size, size, { fit: 'contain', background: '#0000' }).png();
  return new Map([
    // A PNG: browsers find out the format by the content.
    [paths.favicon, await render(32).toBuffer()],
    // iOS shows transparent pixels in black.
    [paths.touchIcon, await render(180).flatten({ background: '#fff' }).toBuffer()],
  ]);
}
