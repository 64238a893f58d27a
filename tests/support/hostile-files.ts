import { randomBytes } from 'node:crypto';
import { makePng, noise, plain, PNG_SIGNATURE, pngChunk } from './pictures.ts';

/** A hostile file and the expected status of its upload; null if it is a valid logo. */
export interface HostileFile {
  name: string;
  bytes: Buffer;
  status: 413 | 415 | 422 | null;
}

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>';
const HTML = '<!doctype html><html><body><script>alert(1)</script></body></html>';

/** An ISO media file of a brand. */
const media = (brand: string) =>
  Buffer.concat([Buffer.from([0, 0, 0, 28]), Buffer.from(`ftyp${brand}\0\0\0\0mif1miaf`), randomBytes(2000)]);

/** A RIFF container with one chunk. */
const riff = (type: string, data: Buffer) => {
  const size = (value: number) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(value);
    return bytes;
  };
  const chunk = Buffer.concat([Buffer.from(type), size(data.length), data]);
  return Buffer.concat([Buffer.from('RIFF'), size(chunk.length + 4), Buffer.from('WEBP'), chunk]);
};

/** Changes the size in the frame header of a JPEG. */
function enlarge(jpeg: Buffer, width: number, height: number): Buffer {
  const copy = Buffer.from(jpeg);
  const frame = copy.indexOf(Buffer.from([0xff, 0xc0]));
  copy.writeUInt16BE(height, frame + 5);
  copy.writeUInt16BE(width, frame + 7);
  return copy;
}

/** One file or more for each kind of attack. */
export async function makeHostileFiles(): Promise<HostileFile[]> {
  const files: HostileFile[] = [];
  const add = (status: HostileFile['status'], name: string, bytes: Buffer | string) => {
    files.push({ name, status, bytes: Buffer.from(bytes) });
  };

  for (const brand of ['avif', 'heic', 'mif1', 'isom']) add(415, `${brand}.png`, media(brand));
  add(415, 'empty.png', '');
  add(415, '../../../etc/passwd.png', 'root:x:0:0:root:/root:/bin/sh\n');
  for (const before of ['\ufeff', '<?xml version="1.0"?>', '<!-- a --><!-- b -->']) {
    add(415, `drawing ${before.length}.png`, before + SVG);
  }
  add(415, 'page.html', HTML);
  add(415, 'comments.svg', `<!-- - -- > -->${'<!---->'.repeat(100_000)}`);
  add(415, 'zip.webp', Buffer.concat([Buffer.from('PK\x03\x04'), randomBytes(1000)]));
  add(415, 'bits.jpg', Buffer.concat([Buffer.from([0, 1, 2, 3]), randomBytes(1000)]));
  for (const [name, begin] of [
    ['gif', 'GIF89a'],
    ['tiff', 'II*\0'],
    ['pdf', '%PDF-1.7'],
    ['bmp', 'BM\x10\x10\0\0\0\0\0\0'],
  ] as const) {
    add(415, `${name}.png`, Buffer.concat([Buffer.from(begin, 'latin1'), randomBytes(1000)]));
  }
  add(413, 'long.png', Buffer.concat([PNG_SIGNATURE, Buffer.alloc(2 * 1024 * 1024)]));

  const heads = {
    png: PNG_SIGNATURE,
    jpg: Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
    webp: Buffer.from('RIFF\x10\x10\0\0WEBPVP8 ', 'latin1'),
  };
  for (const [kind, head] of Object.entries(heads)) {
    add(422, `head alone.${kind}`, head);
    add(422, `page behind a head.${kind}`, Buffer.concat([head, Buffer.from(HTML)]));
    add(422, `drawing behind a head.${kind}`, Buffer.concat([head, Buffer.from(SVG)]));
    for (const times of [0, 6]) {
      add(422, `bits behind a head ${times}.${kind}`, Buffer.concat([head, randomBytes(10 + times * 5000)]));
    }
  }

  for (const [width, height] of [
    [20_000, 20_000],
    [4097, 1],
    [1, 4097],
    [2_000_000_000, 2_000_000_000],
    [0, 100],
  ] as const) {
    const rows = Buffer.alloc(1000);
    add(422, `${width} × ${height}.png`, makePng({ width, height, rows }));
    add(422, `${width} × ${height}, interlaced.png`, makePng({ width, height, rows, isInterlaced: true }));
  }
  // A decompression bomb: 900 million pixels in 900 kB.
  add(422, 'bomb.png', makePng({ width: 30_000, height: 30_000, colour: 0 }));
  add(null, 'largest.png', makePng({ width: 4096, height: 4096 }));
  add(422, 'rows missing.png', makePng({ width: 4096, height: 4096, rows: Buffer.alloc(100_000) }));
  const text = pngChunk('zTXt', Buffer.alloc(500_000));
  add(422, 'texts alone.png', Buffer.concat([PNG_SIGNATURE, text, text, text]));

  const picture = noise(300, 200);
  const whole = {
    png: await picture.clone().png().toBuffer(),
    jpg: await picture.clone().jpeg().toBuffer(),
    'progressive.jpg': await picture.clone().jpeg({ progressive: true }).toBuffer(),
    webp: await picture.clone().webp().toBuffer(),
    'lossless.webp': await picture.clone().webp({ lossless: true }).toBuffer(),
  };
  for (const [kind, bytes] of Object.entries(whole)) {
    for (const part of [0.1, 0.5, 0.95]) {
      add(422, `${part} of a picture.${kind}`, bytes.subarray(0, bytes.length * part));
    }
    add(null, `more than a picture.${kind}`, Buffer.concat([bytes, Buffer.from(HTML)]));
  }
  for (const [width, height] of [
    [20_000, 20_000],
    [4097, 200],
  ] as const) {
    add(422, `${width} × ${height}.jpg`, enlarge(whole.jpg, width, height));
  }
  // The header declares 16384 × 16384 pixels.
  add(422, 'large.webp', riff('VP8X', Buffer.from([0, 0, 0, 0, 0xff, 0x3f, 0, 0xff, 0x3f, 0])));
  add(422, 'large lossless.webp', riff('VP8L', Buffer.from([0x2f, 0xff, 0xff, 0xff, 0x0f, 0, 0, 0])));

  for (const name of ['../logo.png', 'logo.png\0.html']) {
    add(null, name, await plain(20, 10, '#f00').png().toBuffer());
  }
  return files;
}
