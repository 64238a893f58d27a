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

/** What the warnings about proxies depend on. */
interface ProxySettings {
  trustedProxies: readonly Network[];
  siteUrl: string;
  siteUrlIsSet: boolean;
}

/** The same reader. It also warns, once per process, of a proxy that TRUSTED_PROXIES or SITE_URL does not fit. */
export function warnOfProxies(
  { trustedProxies, siteUrl, siteUrlIsSet }: ProxySettings,
  readClient: (request: IncomingMessage) => string,
  warn: (message: string) => void,
): (request: IncomingMessage) => string {
  const { host } = new URL(siteUrl);
  /** Whether a trusted proxy forwards this request, and not for the address that the site takes for its own. */
  const isForElsewhere = ({ headers, socket }: IncomingMessage) => {
    const peer = readIpAddress(socket.remoteAddress ?? '');
    if (!peer || !isWithin(peer, trustedProxies)) return false;
    const forwarded = headers['x-forwarded-host'];
    if (forwarded === undefined) return (headers['x-forwarded-for'] ?? headers.forwarded) !== undefined;
    return forwarded !== host || headers['x-forwarded-proto'] === 'https';
  };
  let isDone = trustedProxies.length > 0 && siteUrlIsSet;
  return (request) => {
    const address = readClient(request);
    if (isDone) return address;
    const { headers } = request;
    if (trustedProxies.length > 0) {
      isDone = isForElsewhere(request);
      if (isDone)
        warn(
          `Requests come through a proxy, but SITE_URL is not set: links start with ${siteUrl}, and cookies are not Secure. Set SITE_URL to the public URL.`,
        );
    } else if (isLoopbackAddress(address) && (headers['x-forwarded-for'] ?? headers.forwarded) !== undefined) {
      isDone = true;
      warn(
        'Requests come through a proxy on this machine, but TRUSTED_PROXIES is not set: all visitors count as one client. Set TRUSTED_PROXIES=loopback.',
      );
    }
    return address;
  };
}
