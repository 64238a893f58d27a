import { paths } from '../paths.ts';

/** The sizes of the icons, in pixels. */
const FAVICON = 32;
const TOUCH_ICON = 180;

/** Icons for clients that do not use the SVG: `favicon.ico` and the icon of an iOS home screen, by path. */
export async function makeIcons(mark: Buffer): Promise<Map<string, Buffer>> {
  // Only builds and development need it.
  const { default: sharp } = await import('sharp');
  const render = (size: number) =>
    sharp(mark, { density: 300 }).resize(size, size, { fit: 'contain', background: '#0000' });
  return new Map([
    [paths.favicon, toIco(await render(FAVICON).png().toBuffer())],
    // iOS shows transparent pixels in black.
    [paths.touchIcon, await render(TOUCH_ICON).flatten({ background: '#fff' }).png().toBuffer()],
  ]);
}

/** An ICO file with one PNG image. */
function toIco(png: Buffer): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2); // type: icon
  header.writeUInt16LE(1, 4); // number of images
  header.writeUInt8(FAVICON, 6); // width
  header.writeUInt8(FAVICON, 7); // height
  header.writeUInt16LE(1, 10); // colour planes
  header.writeUInt16LE(32, 12); // bits per pixel
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}
