const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A text as it stands, as one paragraph; nothing for a blank one. */
export const plainHtml = (text: string): string => (text.trim() === '' ? '' : `<p>${escapeHtml(text)}</p>`);
