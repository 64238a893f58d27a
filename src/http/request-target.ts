/** What a request asks for: the one value that the cache's keys and what Astro is given are made from. */
export interface Target {
  /** Decoded. None of its segments is empty (but at its ends), `.` or `..`, and it holds no `%`, `\` or NUL. */
  path: string;
  /** However badly it was escaped: no query of ASCII is refused. */
  params: URLSearchParams;
}

/**
 * What a target may consist of. Node's parser refuses some of the rest with 400 before it comes here, and fewer in a
 * later version perhaps: bytes beyond ASCII are among it, as a shell sends a name that nobody has escaped.
 */
const VISIBLE_ASCII = /^[\x21-\x7e]+$/;
const ABSOLUTE = /^(https?):\/\/([^/?]*)(.*)$/is;
const DEFAULT_PORTS: Partial<Record<string, string>> = { http: ':80', https: ':443' };
/** Segments that another reader would take away, and signs that it would take for something else. */
const AMBIGUOUS = /\/\/|\/\.\.?(?:\/|$)|[%\\\0]/;

/**
 * Reads the target of a request, once; null for what names nothing on this site. Whatever two readers could take for
 * different addresses is refused here: a raw `#`, encoded slashes, dot segments, what was encoded twice. `siteHost` is
 * the host of SITE_URL: a target that names it with its path is that path, and one that names another is none.
 */
export function readTarget(target: string, siteHost: string): Target | null {
  if (!VISIBLE_ASCII.test(target) || target.includes('#')) return null;
  const local = target.startsWith('/') ? target : takeLocal(target, siteHost);
  if (local === null) return null;

  const question = local.indexOf('?');
  const path = decodePath(question === -1 ? local : local.slice(0, question));
  // With its question mark: without one, a second would be taken for the first.
  return path === null ? null : { path, params: new URLSearchParams(question === -1 ? '' : local.slice(question)) };
}

/** A target in its normal spelling, which a URL parser changes no more. */
export function spellTarget({ path, params }: Target): string {
  const query = params.toString();
  const spelled = path.split('/').map(encodeURIComponent).join('/');
  return query ? `${spelled}?${query}` : spelled;
}

/** The target without the host in front of it; null when that is another one. */
function takeLocal(target: string, siteHost: string): string | null {
  const [, scheme = '', authority = '', rest = ''] = ABSOLUTE.exec(target) ?? [];
  const port = DEFAULT_PORTS[scheme.toLowerCase()] ?? '';
  const host = port && authority.endsWith(port) ? authority.slice(0, -port.length) : authority;
  if (host.toLowerCase() !== siteHost) return null;
  return rest.startsWith('/') ? rest : `/${rest}`;
}

function decodePath(encoded: string): string | null {
  if (/%(?:2f|5c|00)/i.test(encoded)) return null;
  try {
    const path = decodeURIComponent(encoded);
    return AMBIGUOUS.test(path) ? null : path;
  } catch {
    return null;
  }
}
