import type { IncomingMessage } from 'node:http';
import parseForwarded from 'forwarded-parse';
import {
  isLoopbackAddress,
  isWithin,
  readIpAddress,
  spellIpAddress,
  type IpAddress,
  type Network,
} from '../ip-address.ts';

/**
 * Reads who asks: the address of the connection, or what the proxies say that it comes from. Each of them adds the one
 * before it at the end of a header, so that the entries are read from there, and only as far as a proxy of `trusted` has
 * written them: anybody may have sent the rest. What is no address ends the way, at the last one that is. Empty for a
 * connection that is gone.
 */
export function createClientAddress(trusted: readonly Network[]): (request: IncomingMessage) => string {
  return (request) => {
    const peer = request.socket.remoteAddress ?? '';
    const connected = readIpAddress(peer);
    if (!connected) return peer;
    let client: IpAddress = connected;
    const entries = isWithin(client, trusted) ? readForwarded(request) : [];
    while (isWithin(client, trusted)) {
      const before = readEntry(entries.pop() ?? '');
      if (!before) break;
      client = before;
    }
    return spellIpAddress(client);
  };
}

/**
 * Who was forwarded for whom, the nearest last. Most proxies write `X-Forwarded-For` alone, and pass a `Forwarded` on
 * that a visitor has sent: it counts only where there is none of the other.
 */
function readForwarded({ headers }: IncomingMessage): string[] {
  const plain = headers['x-forwarded-for'];
  if (plain !== undefined) return [plain].flat().join(',').split(',');
  // One by one: what a visitor has sent may be anything, and is no reason to overlook what a proxy has put behind it.
  return (headers.forwarded ?? '').split(',').flatMap((entry) => {
    if (entry.trim() === '') return [];
    try {
      return parseForwarded(entry.trim()).map((one) => one.for ?? '');
    } catch {
      return [''];
    }
  });
}

/** The address of an entry, which may have a port; null for what is none, as `unknown` and names of hosts. */
function readEntry(entry: string): IpAddress | null {
  const text = entry.trim();
  const [, bracketed] = /^\[([^\]]*)\](?::\d+)?$/.exec(text) ?? [];
  const [, withPort] = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text) ?? [];
  return readIpAddress(bracketed ?? withPort ?? text);
}

/**
 * The same, and tells whoever runs the site, once, of a proxy on this machine that no setting names: all who come by it
 * are one client, and reach its limits together.
 */
export function tellUnnamedProxy(
  { trustedProxies }: { trustedProxies: readonly Network[] },
  readClient: (request: IncomingMessage) => string,
  tell: (message: string) => void,
): (request: IncomingMessage) => string {
  let isTold = trustedProxies.length > 0;
  return (request) => {
    const address = readClient(request);
    const { headers } = request;
    if (!isTold && isLoopbackAddress(address) && (headers['x-forwarded-for'] ?? headers.forwarded) !== undefined) {
      isTold = true;
      tell(
        'Requests come by a proxy on this machine, and all of its visitors count as one: set TRUSTED_PROXIES=loopback to tell them apart.',
      );
    }
    return address;
  };
}
