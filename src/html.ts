const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A text as it stands, as one paragraph; nothing for a blank one. */
export const plainHtml = (text: string): string => (text.trim() === '' ? '' : `<p>${escapeHtml(text)}</p>`);

const BLOCK = /<(\/?)(?:p|ul|ol|blockquote|h[1-6])(?=[\s>])/g;

/**
 * The HTML of a text whose blocks say that each has the direction of its own first letter. Of blocks within each other
 * the outermost says it: it would not look into those that say it themselves.
 */
export function withOwnDirections(html: string): string {
  let depth = 0;
  return html.replace(BLOCK, (tag, slash: string) => {
    if (slash) depth -= 1;
    else depth += 1;
    return !slash && depth === 1 ? `${tag} dir="auto"` : tag;
  });
}
