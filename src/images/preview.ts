import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Font } from 'fontkit';
import { PREVIEW_SIZE } from '../paths.ts';
import { loadSharp } from './read-logo.ts';

/* The images of shared links, in PNG: some clients show neither WebP nor SVG. */

const { width: WIDTH, height: HEIGHT } = PREVIEW_SIZE;
const SIDE = 390;
const LEFT = 80;
const TOP = (HEIGHT - SIDE) / 2;
const TEXT_LEFT = 530;
const TEXT_WIDTH = 600;
/** Of names: the largest one with which a name fits, and no word is cut. */
const SIZES = [92, 76, 64, 54, 46, 38];
const NAME_HEIGHT = 290;
const NOTE_SIZE = 34;

/** `.hue-0` to `.hue-11` on light ground. */
const HUES = '#ff9c8f #f4a761 #dab752 #b3c564 #85d088 #5ad4ab #33d3d3 #4dcbf7 #8bbefe #b3b1fe #dca0ef #f898c3'.split(
  ' ',
);
const INK = '#16181d';
const MUTED = '#5a5f69';
export const PAPER = '#fbf8f1';

export interface Preview {
  name: string;
  /** Below the name. */
  note: string;
  hue: number;
  /** Shown without a logo. */
  letters: string;
  /** An image file, and what is behind it. */
  logo: Buffer | null;
  ground?: string;
}

/** Draws a preview. Texts are paths, because a small system has no fonts; characters that the font lacks are left out. */
export async function drawPreview({ name, note, hue, letters, logo, ground = '#fff' }: Preview): Promise<Buffer> {
  const sharp = await loadSharp();
  const fonts = await loadFonts();
  const face =
    logo &&
    (await sharp(logo, { density: 300 })
      .resize(SIDE, SIDE, { fit: 'contain', background: ground })
      .flatten({ background: ground })
      .composite([{ input: Buffer.from(`<svg>${FRAME}</svg>`), blend: 'dest-in' }])
      .png()
      .toBuffer());
  const colour = HUES[hue % HUES.length] ?? PAPER;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <rect width="100%" height="100%" fill="${PAPER}"/><rect y="606" width="100%" height="24" fill="${colour}"/>
    ${face ? '' : `<g transform="translate(${LEFT} ${TOP})" fill="${colour}">${FRAME}</g>${drawLetters(fonts, letters)}`}
    ${drawName(fonts, hasLetters(fonts, name) ? name : note)}${drawNote(fonts, note)}
  </svg>`;
  const overlays = face ? [{ input: face, left: LEFT, top: TOP }] : [];
  // A palette is a third of the size, and its dithering would spoil flat colours.
  return await sharp(Buffer.from(svg)).composite(overlays).png({ palette: true, dither: 0 }).toBuffer();
}

const FRAME = `<rect width="${SIDE}" height="${SIDE}" rx="44"/>`;

let loaded: Promise<Font[]> | undefined;

/** The first font that has a character draws it. */
const loadFonts = (): Promise<Font[]> =>
  (loaded ??= import('fontkit').then(({ create }) => {
    const { resolve } = createRequire(import.meta.url);
    return ['latin', 'latin-ext', 'vietnamese'].map((subset) => {
      const file = resolve(`@fontsource/bricolage-grotesque/files/bricolage-grotesque-${subset}-800-normal.woff`);
      return create(readFileSync(file)) as Font;
    });
  }));

interface Line {
  size: number;
  left: number;
  baseline: number;
  fill: string;
}

const hasLetters = (fonts: readonly Font[], text: string) => splitByFont(fonts, text).some((run) => run.text.trim());

function drawName(fonts: readonly Font[], name: string): string {
  const fits = (size: number) => {
    const lines = wrap(fonts, name, size);
    return lines.length * size <= NAME_HEIGHT && !lines.some((line) => line.endsWith('…'));
  };
  const size = SIZES.find(fits) ?? SIZES.at(-1) ?? 0;
  const lines = wrap(fonts, name, size).slice(0, NAME_HEIGHT / size);
  return lines
    .map((line, at) => drawLine(fonts, line, { size, left: TEXT_LEFT, baseline: TOP + size * (0.8 + at), fill: INK }))
    .join('');
}

/** At most two lines at the bottom. */
function drawNote(fonts: readonly Font[], note: string): string {
  const lines = wrap(fonts, note, NOTE_SIZE).slice(0, 2);
  const place = { size: NOTE_SIZE, left: TEXT_LEFT, fill: MUTED };
  return lines
    .map((line, at) => drawLine(fonts, line, { ...place, baseline: TOP + SIDE - 8 - 42 * (lines.length - 1 - at) }))
    .join('');
}

function drawLetters(fonts: readonly Font[], letters: string): string {
  const size = Math.min(210, (210 * 0.8 * SIDE) / measure(fonts, letters, 210));
  const left = LEFT + (SIDE - measure(fonts, letters, size)) / 2;
  return drawLine(fonts, letters, { size, left, baseline: TOP + SIDE / 2 + size * 0.34, fill: INK });
}

/** The lines of a text, without words that no font has. */
function wrap(fonts: readonly Font[], text: string, size: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter((part) => hasLetters(fonts, part))) {
    const last = lines.at(-1);
    if (last !== undefined && measure(fonts, `${last} ${word}`, size) <= TEXT_WIDTH)
      lines.splice(-1, 1, `${last} ${word}`);
    else lines.push(truncate(fonts, word, size));
  }
  return lines;
}

function truncate(fonts: readonly Font[], text: string, size: number): string {
  if (measure(fonts, text, size) <= TEXT_WIDTH) return text;
  let end = text.length;
  while (end > 1 && measure(fonts, `${text.slice(0, end)}…`, size) > TEXT_WIDTH) end -= 1;
  return `${text.slice(0, end)}…`;
}

interface Run {
  font: Font;
  text: string;
}

/** Splits a text into parts of one font. */
function splitByFont(fonts: readonly Font[], text: string): Run[] {
  const runs: Run[] = [];
  for (const character of text.normalize('NFC')) {
    const font = fonts.find((one) => one.hasGlyphForCodePoint(character.codePointAt(0) ?? 0));
    const last = runs.at(-1);
    if (font && last?.font === font) last.text += character;
    else if (font) runs.push({ font, text: character });
  }
  return runs;
}

function measure(fonts: readonly Font[], text: string, size: number): number {
  let width = 0;
  for (const run of splitByFont(fonts, text)) width += run.font.layout(run.text).advanceWidth / run.font.unitsPerEm;
  return width * size;
}

function drawLine(fonts: readonly Font[], text: string, { size, left, baseline, fill }: Line): string {
  let x = left;
  let drawn = '';
  for (const { font, text: part } of splitByFont(fonts, text)) {
    const scale = size / font.unitsPerEm;
    const { glyphs, positions } = font.layout(part);
    for (const [at, glyph] of glyphs.entries()) {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[at] ?? {};
      const place = `translate(${x + xOffset * scale} ${baseline - yOffset * scale}) scale(${scale} ${-scale})`;
      drawn += `<path transform="${place}" d="${glyph.path.toSVG()}"/>`;
      x += xAdvance * scale;
    }
  }
  return `<g fill="${fill}">${drawn}</g>`;
}
