import type { IncomingMessage } from 'node:http';
import type { BlockList } from 'node:net';
import { isWithin, readIpAddress, shortenAddress, spellIpAddress } from '../lib/ip-address.ts';

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
    const address = peer.range() === 'unicast' ? shortenAddress(remoteAddress) : spellIpAddress(peer);
    console.warn(
      `${address} forwards requests. If this is your proxy, set TRUSTED_PROXIES (without it, all its visitors count as one client) and SITE_URL (links start with ${siteUrl}).`,
    );
  };
}
