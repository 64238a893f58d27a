import type { IncomingMessage } from 'node:http';
import {
  isLoopbackAddress,
  isWithin,
  readIpAddress,
  spellIpAddress,
  type IpAddress,
  type Network,
} from '../lib/ip-address.ts';

export type ReadClientAddress = (request: IncomingMessage) => string;

/**
 * Reads the client's address: that of the connection or, behind trusted proxies, the last forwarded address that is not
 * one of theirs. Each proxy appends the address that it sees, so the list is read from its end; a client may have sent
 * the rest. Empty for a closed connection.
 */
export function createClientAddress(trusted: readonly Network[]): ReadClientAddress {
  return (request) => {
    const peer = request.socket.remoteAddress ?? '';
    let client = readIpAddress(peer);
    if (!client) return peer;
    const forwarded = isWithin(client, trusted) ? readForwarded(request) : [];
    while (isWithin(client, trusted)) {
      const previous = readEntry(forwarded.pop() ?? '');
      if (!previous) break;
      client = previous;
    }
    return spellIpAddress(client);
  };
}

/** The forwarded addresses, the nearest last. `X-Forwarded-For` wins, because most proxies pass on a client's `Forwarded`. */
function readForwarded({ headers }: IncomingMessage): string[] {
  const plain = headers['x-forwarded-for'];
  if (plain !== undefined) return [plain].flat().join(',').split(',');
  return (headers.forwarded ?? '').split(',').map((entry) => {
    const [, quoted, token = ''] = /(?:^|;)\s*for\s*=\s*(?:"([^"]*)"|([^\s;"]+))\s*(?:;|$)/i.exec(entry) ?? [];
    return quoted ?? token;
  });
}

/** The address of an entry, which may have a port; null for `unknown` and host names. */
function readEntry(entry: string): IpAddress | null {
  const text = entry.trim();
  const [, bracketed, v4] = /^(?:\[([^\]]*)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/.exec(text) ?? [];
  return readIpAddress(bracketed ?? v4 ?? text);
}

interface ProxySettings {
  trustedProxies: readonly Network[];
  siteUrl: string;
  siteUrlIsSet: boolean;
}

/** The same reader; it warns once if a proxy does not fit TRUSTED_PROXIES or SITE_URL. */
export function warnAboutProxies(
  settings: ProxySettings,
  readAddress: ReadClientAddress,
  warn: (message: string) => void,
): ReadClientAddress {
  let hasWarned = false;
  return (request) => {
    const address = readAddress(request);
    const warning = hasWarned ? null : findProxyIssue(settings, request);
    if (warning !== null) {
      hasWarned = true;
      warn(warning);
    }
    return address;
  };
}

function findProxyIssue({ trustedProxies, siteUrl, siteUrlIsSet }: ProxySettings, request: IncomingMessage) {
  if (trustedProxies.length > 0 && siteUrlIsSet) return null;
  const { headers, socket } = request;
  const host = headers['x-forwarded-host'];
  const isForwarded = (headers['x-forwarded-for'] ?? headers.forwarded) !== undefined;
  const peer = readIpAddress(socket.remoteAddress ?? '');
  if (!peer || (!isForwarded && host === undefined)) return null;
  if (trustedProxies.length === 0) {
    if (!isForwarded || !isLoopbackAddress(spellIpAddress(peer))) return null;
    return 'Requests come through a proxy on this machine, but TRUSTED_PROXIES is not set: all visitors count as one client. Set TRUSTED_PROXIES=loopback.';
  }
  const isSameAddress = host === new URL(siteUrl).host && headers['x-forwarded-proto'] !== 'https';
  if (isSameAddress || !isWithin(peer, trustedProxies)) return null;
  return `Requests come through a proxy, but SITE_URL is not set: links start with ${siteUrl}, and cookies are not Secure. Set SITE_URL to the public URL.`;
}
