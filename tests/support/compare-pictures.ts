import sharp from 'sharp';

/** Scale of stored pictures: text edges differ between machines. */
export const SCALE = 4;
/** Side of a block, in pixels of the stored picture. */
const BLOCK = 8;

/** Difference of two pictures per channel, from 0 to 255. */
export interface Difference {
  /** Mean of the whole picture. */
  mean: number;
  /** Mean of the block that differs most. */
  worst: number;
}

/** Scales a screenshot down for storage, as a PNG. */
export async function shrink(png: Buffer): Promise<Buffer> {
  const { width } = await sharp(png).metadata();
  return await sharp(png)
    .resize(Math.round(width / SCALE))
    .removeAlpha()
    .png({ compressionLevel: 9, palette: false })
    .toBuffer();
}

/** Compares two stored pictures; null if their sizes differ. */
export async function compare(one: Buffer, other: Buffer): Promise<Difference | null> {
  const [a, b] = await Promise.all([one, other].map((png) => sharp(png).raw().toBuffer({ resolveWithObject: true })));
  if (a?.info.width !== b?.info.width || a?.info.height !== b?.info.height || !a || !b) return null;
  const { width, channels } = a.info;
  const sums = new Map<number, { sum: number; count: number }>();
  let sum = 0;
  for (let index = 0; index < a.data.length; index += 1) {
    const difference = Math.abs((a.data[index] ?? 0) - (b.data[index] ?? 0));
    const pixel = Math.floor(index / channels);
    const block = Math.floor(Math.floor(pixel / width) / BLOCK) * 10_000 + Math.floor((pixel % width) / BLOCK);
    const known = sums.get(block) ?? { sum: 0, count: 0 };
    sums.set(block, { sum: known.sum + difference, count: known.count + 1 });
    sum += difference;
  }
  const worst = Math.max(...Array.from(sums.values(), (one) => one.sum / one.count));
  return { mean: sum / a.data.length, worst };
}
