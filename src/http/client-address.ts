import type { IncomingMessage } from 'node:http';
import type { BlockList } from 'node:net';
import { isWithin, readIpAddress, spellIpAddress, type IpAddress } from '../lib/ip-address.ts';

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
