import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Font } from 'fontkit';
import { PREVIEW_SIZE } from '../paths.ts';
import { loadSharp } from './read-logo.ts';

/* The images of shared links, in PNG: some clients show neither WebP nor SVG. */

const { width: WIDTH, height: HEIGHT } = PREVIEW_SIZE;
/** The poster at the left edge, and a picture on it. */
const POSTER = 480;
const SIDE = 360;
const TEXT_LEFT = 544;
const TEXT_WIDTH = 592;
const TEXT_TOP = 88;
/** Of names: the largest one with which a name fits, and no word is cut. */
const SIZES = [112, 96, 80, 68, 58, 50, 42, 34];
const NAME_HEIGHT = 360;
const NOTE_SIZE = 36;

/** `.hue-0` to `.hue-11` on light ground. */
const HUES = '#ff9c8f #f4a761 #dab752 #b3c564 #85d088 #5ad4ab #33d3d3 #4dcbf7 #8bbefe #b3b1fe #dca0ef #f898c3'.split(
  ' ',
);
const INK = '#16181d';
const MUTED = '#5a5f69';
const PAPER = '#fbf8f1';

export interface Preview {
  name: string;
  /** Below the name. */
  note: string;
  hue: number;
  /** Shown without a logo. */
  letters: string;
  /** An image file. */
  logo: Buffer | null;
  /** The mark of the site, in place of letters that the font lacks. */
  mark: Buffer | null;
}

/** Draws a preview. Texts are paths, because a small system has no fonts; characters that the font lacks are left out. */
export async function drawPreview({ name, note, hue, letters, logo, mark }: Preview): Promise<Buffer> {
  const sharp = await loadSharp();
  const fonts = await loadFonts();
  const picture = logo ?? (hasLetters(fonts, letters) ? null : mark);
  const texts = hasLetters(fonts, name) ? drawName(fonts, name) + drawNote(fonts, note) : drawName(fonts, note);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <rect width="100%" height="100%" fill="${PAPER}"/>
    <rect width="${POSTER}" height="100%" fill="${HUES[hue % HUES.length] ?? INK}"/>
    ${picture ? await drawPicture(picture, logo ? '#fff' : PAPER) : drawLetters(fonts, letters)}${texts}
  </svg>`;
  // A palette is a third of the size, and its dithering would spoil flat colours.
  return await sharp(Buffer.from(svg)).png({ palette: true, dither: 0 }).toBuffer();
}

/** A picture with transparent parts keeps its distance from the edge of its ground. */
async function drawPicture(file: Buffer, ground: string): Promise<string> {
  const sharp = await loadSharp();
  const margin = (await sharp(file).stats()).isOpaque ? 0 : 36;
  const png = await sharp(file, { density: 300 }).resize(SIDE, SIDE, { fit: 'inside' }).png().toBuffer();
  const square = (side: number) => `width="${side}" height="${side}"`;
  return `<clipPath id="frame"><rect ${square(SIDE)} rx="44"/></clipPath>
    <g transform="translate(${(POSTER - SIDE) / 2} ${(HEIGHT - SIDE) / 2})" clip-path="url(#frame)">
      <rect ${square(SIDE)} fill="${ground}"/>
      <image ${square(SIDE - 2 * margin)} x="${margin}" y="${margin}" href="data:image/png;base64,${png.toString('base64')}"/>
    </g>`;
}

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

const hasLetters = (fonts: readonly Font[], text: string) =>
  splitByFont(fonts, text).some((run) => /[\p{L}\p{N}]/u.test(run.text));

function drawName(fonts: readonly Font[], name: string): string {
  const fits = (size: number) => {
    const lines = wrap(fonts, name, size);
    return lines.length * size <= NAME_HEIGHT && !lines.some((line) => line.endsWith('…'));
  };
  const size = SIZES.find(fits) ?? SIZES.at(-1) ?? 0;
  const lines = wrap(fonts, name, size).slice(0, NAME_HEIGHT / size);
  const place = { size, left: TEXT_LEFT, fill: INK };
  return lines.map((line, at) => drawLine(fonts, line, { ...place, baseline: TEXT_TOP + size * (0.75 + at) })).join('');
}

/** At most two lines at the bottom. */
function drawNote(fonts: readonly Font[], note: string): string {
  const lines = wrap(fonts, note, NOTE_SIZE).slice(0, 2);
  const place = { size: NOTE_SIZE, left: TEXT_LEFT, fill: MUTED };
  return lines
    .map((line, at) => drawLine(fonts, line, { ...place, baseline: HEIGHT - TEXT_TOP - 44 * (lines.length - 1 - at) }))
    .join('');
}

function drawLetters(fonts: readonly Font[], letters: string): string {
  const size = Math.min(300, (0.8 * POSTER) / measure(fonts, letters, 1));
  const left = (POSTER - measure(fonts, letters, size)) / 2;
  return drawLine(fonts, letters, { size, left, baseline: HEIGHT / 2 + size * 0.34, fill: INK });
}

/** The lines of a text, without words that no font has. */
function wrap(fonts: readonly Font[], text: string, size: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter((part) => splitByFont(fonts, part).length > 0)) {
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
