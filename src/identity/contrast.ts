/** A colour of the screen by its parts, each from 0 to 255. */
type Rgb = readonly [red: number, green: number, blue: number];

/** A colour as `#rgb` or `#rrggbb`. */
export const HEX_COLOUR = /^#(?:[\da-f]{3}|[\da-f]{6})$/i;

function toRgb(hex: string): Rgb {
  const digits = hex.slice(1);
  const parts = digits.length === 3 ? Array.from(digits, (digit) => digit + digit) : (digits.match(/../g) ?? []);
  const [red = 0, green = 0, blue = 0] = parts.map((part) => Number.parseInt(part, 16));
  return [red, green, blue];
}

/** How bright it is to the eye, from 0 to 1: https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(rgb: Rgb): number {
  const [red = 0, green = 0, blue = 0] = rgb
    .map((part) => part / 255)
    .map((part) => (part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** How far two colours are apart, from 1 to 21: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(toRgb(one)), luminance(toRgb(other))].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** The contrast of text that everybody can read: https://www.w3.org/TR/WCAG22/#contrast-minimum */
export const READABLE = 4.5;
