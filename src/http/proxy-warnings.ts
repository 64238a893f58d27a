import type { IncomingMessage } from 'node:http';
import type { BlockList } from 'node:net';
import { isWithin, readIpAddress, shortenAddress, spellIpAddress } from '../lib/ip-address.ts';

const LOCAL_HOST = /^(?:localhost|127\.[\d.]+|\[::1\])(?::\d+)?$/i;

interface ProxySettings {
  trustedProxies: BlockList;
  siteUrl: string;
  siteUrlIsSet: boolean;
}

/** Returns a listener for requests that warns about settings that a proxy needs, once each. */
export function createProxyWarnings({ trustedProxies, siteUrl, siteUrlIsSet }: ProxySettings) {
  const missing = new Set(siteUrlIsSet ? ['TRUSTED_PROXIES'] : ['TRUSTED_PROXIES', 'SITE_URL']);
  return ({ headers, socket: { remoteAddress = '' } }: Pick<IncomingMessage, 'headers' | 'socket'>): void => {
    const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
    const peer = isForwarded ? readIpAddress(remoteAddress) : null;
    if (peer && !isWithin(peer, trustedProxies) && missing.delete('TRUSTED_PROXIES')) {
      // Addresses of visitors are shortened in the log.
      const address = peer.range() === 'unicast' ? shortenAddress(remoteAddress) : spellIpAddress(peer);
      console.warn(
        `Ignored the forwarded address in a request from ${address}, which is not in TRUSTED_PROXIES. If this is your proxy, add it: all its visitors count as one client.`,
      );
    }
    if (!missing.has('SITE_URL') || (!isForwarded && LOCAL_HOST.test(headers.host ?? 'localhost'))) return;
    missing.delete('SITE_URL');
    console.warn(
      `A proxy forwards requests, but SITE_URL is not set. Links start with ${siteUrl}, and cookies are not Secure.`,
    );
  };
}
