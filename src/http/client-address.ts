import type { IncomingMessage } from 'node:http';
import type { BlockList } from 'node:net';
import { isWithin, readIpAddress, shortenAddress, type IpAddress } from '../lib/ip-address.ts';

export type ReadClientAddress = (request: IncomingMessage) => string;

/**
 * Reads the client's address: that of the connection or, behind trusted proxies, the last forwarded address that is not
 * one of theirs. Each proxy appends the address that it sees; a client may have sent the rest. Empty for a closed
 * connection.
 */
export function createClientAddress(trusted: BlockList): ReadClientAddress {
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
    return client.toString();
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
  trustedProxies: BlockList;
  siteUrl: string;
  siteUrlIsSet: boolean;
}

/** Returns a listener for requests that warns once if a proxy forwards them and one of its settings is missing. */
export function createProxyWarnings({ trustedProxies, siteUrl, siteUrlIsSet }: ProxySettings) {
  let hasWarned = false;
  return ({ headers, socket: { remoteAddress = '' } }: Pick<IncomingMessage, 'headers' | 'socket'>): void => {
    const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
    const peer = isForwarded && !hasWarned ? readIpAddress(remoteAddress) : null;
    if (!peer || (siteUrlIsSet && isWithin(peer, trustedProxies))) return;
    hasWarned = true;
    // Addresses of visitors are shortened in the log.
    const address = peer.range() === 'unicast' ? shortenAddress(remoteAddress) : peer.toString();
    console.warn(
      `${address} forwards requests. If this is your proxy, set TRUSTED_PROXIES (without it, all its visitors count as one client) and SITE_URL (links start with ${siteUrl}).`,
    );
  };
}
