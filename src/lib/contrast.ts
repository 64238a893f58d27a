/** A colour as `#rrggbb`. */
export const HEX_COLOUR = /^#[\da-f]{6}$/i;

/** The relative luminance, from 0 to 1: https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast ratio of two colours, from 1 to 21: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((low, high) => high - low);
  return (light + 0.05) / (dark + 0.05);
}

/** The least contrast of readable text: https://www.w3.org/TR/WCAG22/#contrast-minimum */
export const READABLE = 4.5;

/** The lowest contrast of a colour. Rounded down: 4.49 is not 4.5. */
export const contrastWith = (accent: string, grounds: readonly string[]): number =>
  Math.floor(Math.min(...grounds.map((ground) => contrast(accent, ground))) * 100) / 100;
