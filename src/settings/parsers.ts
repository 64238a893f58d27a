import type { BlockList } from 'node:net';
import * as v from 'valibot';
import { findAddressIssue } from '../lib/database-url.ts';
import { readNetworks } from '../lib/ip-address.ts';
import { LOCALES } from '../messages/locales.ts';

/* The schemas of settings. A message continues the name of the setting. */

export const wholeNumber = (minimum: number, maximum: number) => {
  const message = `must be a whole number from ${minimum} to ${maximum}`;
  return v.pipe(
    v.string(),
    v.digits(message),
    v.transform(Number),
    v.minValue(minimum, message),
    v.maxValue(maximum, message),
  );
};

/** `port` or `address:port`, with brackets around an IPv6 address; `host` is null without an address. */
export const portOrAddress = v.pipe(
  v.string(),
  v.regex(/^(?:[^:]+:|\[[\da-f:.]+\]:)?\d+$/i, 'must be a port or an address with a port, such as 127.0.0.1:9464'),
  v.transform((text) => {
    const [, host = null, port = ''] = /^(?:\[?([^[\]]+?)\]?:)?(\d+)$/.exec(text) ?? [];
    return { host, port: Number(port) };
  }),
  v.check(({ port }) => port <= 65_535, 'must have a port from 0 to 65535'),
);

export const onOrOff = v.pipe(
  v.string(),
  v.picklist(['on', 'off'], 'must be on or off'),
  v.transform((value) => value === 'on'),
);

export const contactWay = v.picklist(['address', 'form', 'both'], 'must be address, form or both');

export const httpOrigin = v.pipe(
  v.string(),
  v.check((text) => {
    const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null;
    return url !== null && url.href === `${url.origin}/`;
  }, 'must be a URL without a path, such as https://clubs.example.org'),
  v.transform((text) => new URL(text).origin),
);

/** The base URL of the identity provider's metadata. */
export const issuerAddress = v.pipe(
  v.string(),
  v.check((text) => {
    const url = URL.parse(text);
    if (url?.search !== '' || url.hash !== '' || /\/\.well-known(\/|$)/.test(url.pathname)) return false;
    return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
  }, 'must be an https URL without /.well-known/…, such as https://login.example.org/realms/students'),
  // Identities are stored with the issuer, so it needs one spelling.
  v.transform((text) => text.replace(/\/$/, '')),
);

export const isLoopback = (host: string) => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host);

export const domainList = v.pipe(
  v.string(),
  v.toLowerCase(),
  v.transform((text) => text.split(/[\s,;]+/).filter((domain) => domain !== '')),
  v.everyItem(
    (domain) => /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain),
    'must be a list of domains, such as example.org student.example.org',
  ),
);

export const serverAddress = v.pipe(
  v.string(),
  v.check(
    (text) => findAddressIssue(text) === null,
    ({ input }) => findAddressIssue(input) ?? '',
  ),
);

export const mailServerAddress = v.pipe(
  v.string(),
  v.check((text) => {
    const url = URL.parse(text);
    if (!url || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '') return false;
    return ['', '/'].includes(url.pathname) && url.search === '' && url.hash === '';
  }, 'must be an SMTP URL, such as smtps://user:password@mail.example.org:465; in the password, write # as %23 and @ as %40'),
);

export const sender = v.pipe(
  v.string(),
  v.check((text) => {
    const [, address = text] = /^[^<>"\p{Cc}]*<([^<>]*)>$/u.exec(text) ?? [];
    return v.is(v.pipe(v.string(), v.email()), address);
  }, 'must be an e-mail address, such as clubs@example.org or Clubs <clubs@example.org>'),
);

export const networkList = v.pipe(
  v.string(),
  v.transform(readNetworks),
  v.custom<BlockList>(
    (networks) => networks !== null,
    'must be IP addresses or CIDR ranges, such as loopback 192.0.2.1 2001:db8::/32',
  ),
);

export const rateLimit = v.union(
  [
    v.pipe(
      v.literal('off'),
      v.transform(() => null),
    ),
    wholeNumber(1, 10_000),
  ],
  'must be a whole number of requests per second, from 1 to 10000, or off',
);

const LOGGED = { on: 'rendered', all: 'all', off: null } as const;

export const loggedRequests = v.pipe(
  v.string(),
  v.picklist(['on', 'all', 'off'], 'must be on, all or off'),
  v.transform((text) => LOGGED[text]),
);

export const locale = v.pipe(v.string(), v.picklist(LOCALES, `must be ${LOCALES.join(' or ')}`));

export const claimName = v.pipe(v.string(), v.regex(/^[\w.:/-]+$/, 'must be a claim name, such as email'));
