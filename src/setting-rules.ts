import * as v from 'valibot';
import { findAddressIssue } from './database-address.ts';
import { readNetworks } from './ip-address.ts';
import { LOCALES } from './messages/locales.ts';

/* How the values of settings are read. A message continues the name of the setting. */

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

export const onOrOff = v.pipe(
  v.string(),
  v.picklist(['on', 'off'], 'must be on or off'),
  v.transform((value) => value === 'on'),
);

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
    if (url?.search !== '' || url.hash !== '') return false;
    return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
  }, 'must be an https URL, such as https://login.example.org/realms/students'),
  v.check(
    (text) => !/\/\.well-known(\/|$)/.test(text),
    'must be the issuer URL without /.well-known/openid-configuration',
  ),
  // Identities are stored with the issuer: one spelling.
  v.transform((text) => text.replace(/\/$/, '')),
);

export const isLoopback = (host: string) => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host);

export const domainList = v.pipe(
  v.string(),
  v.transform((text) =>
    text
      .toLowerCase()
      .split(/[\s,;]+/)
      .filter((domain) => domain !== ''),
  ),
  v.array(
    v.pipe(
      v.string(),
      v.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'must be a list of domains, such as example.org student.example.org'),
    ),
  ),
);

export const serverAddress = v.pipe(
  v.string(),
  v.rawCheck(({ dataset, addIssue }) => {
    const issue = dataset.typed ? findAddressIssue(dataset.value) : null;
    if (issue) addIssue({ message: issue });
  }),
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
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    if ('networks' in dataset.value) return dataset.value.networks;
    addIssue({
      message: `must be IP addresses or CIDR ranges, such as loopback 192.0.2.1 2001:db8::/32; ${JSON.stringify(dataset.value.wrong)} is neither`,
    });
    return NEVER;
  }),
);

const offOr = <T>(read: v.GenericSchema<string, T>, message: string) =>
  v.union(
    [
      v.pipe(
        v.literal('off'),
        v.transform(() => null),
      ),
      read,
    ],
    message,
  );

export const rateLimit = offOr(
  wholeNumber(1, 10_000),
  'must be a whole number of requests per second, from 1 to 10000, or off',
);

export const loggedRequests = offOr(
  v.pipe(
    v.string(),
    v.picklist(['on', 'all']),
    v.transform((text) => (text === 'all' ? 'all' : 'made')),
  ),
  'must be on, all or off',
);

export const locale = v.pipe(v.string(), v.picklist(LOCALES, `must be ${LOCALES.join(' or ')}`));

export const claimName = v.pipe(v.string(), v.regex(/^[\w.:/-]+$/, 'must be a claim name, such as email'));
