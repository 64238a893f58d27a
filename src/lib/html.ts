export const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A text as one paragraph of HTML; empty for a blank one. */
export const plainHtml = (text: string): string => (text.trim() === '' ? '' : `<p>${escapeHtml(text)}</p>`);

/** The named character references that XML has and that the renderer of Markdown writes. */
const NAMED: Partial<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

/** Decodes references to characters. */
export const decodeEntities = (text: string): string =>
  text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (all, hex?: string, decimal?: string, name?: string) =>
    name === undefined ? String.fromCodePoint(parseInt(hex ?? decimal ?? '', hex ? 16 : 10)) : (NAMED[name] ?? all),
  );

/** The text of HTML in one line of at most `limit` characters, cut between words. */
export function plainText(html: string, limit: number): string {
  const words = html
    // Separates the words of adjacent blocks.
    .replace(/<\/?(?:p|br|ul|ol|li|blockquote|pre|hr|h[1-6])(?=[\s/>])[^>]*>/g, ' ')
    .replace(/<[^>]*>/g, '');
  const text = decodeEntities(words).replace(/\s+/g, ' ').trim();
  if (text.length <= limit) return text;
  const start = text.slice(0, limit);
  const lastSpace = start.lastIndexOf(' ');
  // A text without spaces is cut anywhere except within a surrogate pair.
  const cut = lastSpace > limit / 2 ? start.slice(0, lastSpace) : start.slice(0, -1).replace(/[\ud800-\udbff]$/, '');
  return `${cut.replace(/[\s,;:.–—-]+$/, '')}…`;
}

const BLOCK = /<(\/?)(?:p|ul|ol|blockquote|h[1-6])(?=[\s>])/g;

/** HTML in which each outermost block has `dir="auto"`: the direction of its first letter. */
export function withOwnDirections(html: string): string {
  let depth = 0;
  return html.replace(BLOCK, (tag, slash: string) => {
    if (slash) depth -= 1;
    else depth += 1;
    return !slash && depth === 1 ? `${tag} dir="auto"` : tag;
  });
}
