/** Nobody's address. */
const HERE = 'http://here.invalid';

/**
 * Where somebody wanted to go before they were asked to sign in: an address of this site, or null. It is read as
 * browsers read it, for which `/\other.example` and `//other.example` are other sites.
 */
export function readNext(text: string | null): string | null {
  if (!text?.startsWith('/')) return null;
  const url = URL.parse(text, HERE);
  // Without its dots, `/.//other.example` is one of those.
  return url?.origin === HERE && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : null;
}
