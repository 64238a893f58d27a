/** The parsed target of a request. Cache keys and the URL that Astro renders are both built from it. */
export interface RequestTarget {
  /** Decoded. No inner segment is empty, `.` or `..`, and no character is `%`, `\` or NUL. */
  path: string;
  params: URLSearchParams;
}

/** The longest target, in characters. */
export const MAX_TARGET_LENGTH = 8192;

const VISIBLE_ASCII = /^[\x21-\x7e]+$/;
const ABSOLUTE = /^(https?):\/\/([^/?]*)(.*)$/is;
const DEFAULT_PORTS: Partial<Record<string, string>> = { http: ':80', https: ':443' };
/** Segments and characters that another URL parser removes or reads differently. */
const AMBIGUOUS = /\/\/|\/\.\.?(?:\/|$)|[%\\\0]/;

/**
 * Parses the target of a request. Returns null if two parsers could disagree about it (a raw `#`, encoded slashes, dot
 * segments, double encoding) or if it names another host than `siteHost`, the host of SITE_URL.
 */
export function parseRequestTarget(target: string, siteHost: string): RequestTarget | null {
  if (!VISIBLE_ASCII.test(target) || target.includes('#')) return null;
  const local = target.startsWith('/') ? target : removeOrigin(target, siteHost);
  if (local === null) return null;
  const queryStart = local.indexOf('?');
  const path = decodePath(queryStart === -1 ? local : local.slice(0, queryStart));
  // The slice starts with `?`, because URLSearchParams removes one.
  return path === null ? null : { path, params: new URLSearchParams(queryStart === -1 ? '' : local.slice(queryStart)) };
}

/** The canonical URL of a target, which no URL parser changes. */
export function canonicalUrl({ path, params }: RequestTarget): string {
  const query = params.toString();
  const encoded = path.split('/').map(encodeURIComponent).join('/');
  return query ? `${encoded}?${query}` : encoded;
}

/** The target without its origin; null if that is not this site. */
function removeOrigin(target: string, siteHost: string): string | null {
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
