import { lookup } from 'node:dns';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Messages } from '../messages/en.ts';
import type { Locale } from '../messages/locales.ts';
import { messages } from '../messages/messages.ts';
import { codeOf, reasonOf } from '../lib/errors.ts';
import { MAX_LOGO_BYTES } from './issues.ts';

/** Why a file could not be downloaded, as the predicate of a sentence about its address. */
export type FetchProblem = (locale: Locale) => string;

type FetchedFile = { bytes: Buffer; problem?: undefined } | { bytes?: undefined; problem: FetchProblem };

export interface FetchFileOptions {
  /** The URL of this site, for the User-Agent header. */
  from: string;
  /** In bytes. Default: that of a logo. */
  limit?: number;
  /** Timeout, redirects included. */
  seconds?: number;
  /** Whether to connect to an IP address; called for each connection. */
  mayConnect?: (address: string) => boolean;
}

const FETCH_SECONDS = 20;
export const MAX_REDIRECTS = 3;

type Texts = Messages['logoDownload']['problems'];

class FetchError extends Error {
  override name = 'FetchError';
  readonly problem: FetchProblem;

  constructor(text: (t: Texts) => string) {
    super();
    this.problem = inLocale(text);
  }
}

const inLocale =
  (text: (t: Texts) => string): FetchProblem =>
  (locale) =>
    text(messages(locale).logoDownload.problems);

const forbidden = () => new FetchError((t) => t.forbidden);

/** Downloads a file from another site. Its content is unchecked. */
export async function fetchFile(
  address: string,
  { from, limit = MAX_LOGO_BYTES, seconds = FETCH_SECONDS, mayConnect = isPublicAddress }: FetchFileOptions,
): Promise<FetchedFile> {
  const signal = AbortSignal.timeout(seconds * 1000);
  try {
    const response = await follow(readAddress(address), { from, signal, mayConnect });
    return { bytes: await readBody(response, limit) };
  } catch (error) {
    if (signal.aborted) return { problem: inLocale((t) => t.failed('timeout')) };
    if (error instanceof FetchError) return { problem: error.problem };
    if (codeOf(error) === '') throw error;
    return { problem: inLocale((t) => t.failed(reasonOf(error))) };
  }
}

function readAddress(text: string, base?: URL): URL {
  const url = URL.parse(text, base?.href);
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username + url.password !== '') throw forbidden();
  return url;
}

interface RequestOptions extends Required<Pick<FetchFileOptions, 'from' | 'mayConnect'>> {
  signal: AbortSignal;
}

async function follow(first: URL, options: RequestOptions): Promise<IncomingMessage> {
  let url = first;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const response = await send(url, options);
    const { statusCode = 0, headers } = response;
    if (statusCode === 200) return response;
    response.destroy();
    if (![301, 302, 303, 307, 308].includes(statusCode) || headers.location === undefined) {
      throw new FetchError((t) => t.status(statusCode));
    }
    url = readAddress(headers.location, url);
  }
  throw new FetchError((t) => t.failed('redirects'));
}

/** Sends a request on a new connection to an allowed address. */
function send(url: URL, { from, signal, mayConnect }: RequestOptions): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // `lookup` is not called for IP addresses.
  if (isIP(host) !== 0 && !mayConnect(host)) throw forbidden();
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      {
        agent: false,
        signal,
        lookup: lookupAllowed(mayConnect),
        headers: {
          Accept: 'image/png, image/jpeg, image/webp',
          'Accept-Encoding': 'identity',
          'User-Agent': `club-directory (+${from})`,
        },
      },
      resolve,
    );
    outgoing.on('error', reject);
    outgoing.end();
  });
}

/** Resolves a name to allowed addresses. The connection uses one of these and does not resolve the name again. */
const lookupAllowed =
  (mayConnect: (address: string) => boolean): LookupFunction =>
  (name, options, answer) => {
    lookup(name, { ...options, all: true }, (error, addresses) => {
      if (error) {
        answer(error, '');
        return;
      }
      const allowed = addresses.filter(({ address }) => mayConnect(address));
      const [first] = allowed;
      if (!first) answer(forbidden(), '');
      else if (options.all === true) answer(null, allowed);
      else answer(null, first.address, first.family);
    });
  };

/** Reads at most `limit` bytes, whatever the Content-Length. */
async function readBody(response: IncomingMessage, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  // Leaving the loop closes the connection.
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > limit) throw new FetchError((t) => t.tooLarge);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The public Internet; some networks in it are special. */
const PUBLIC_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether an IP address is public, not of this machine or a private network. */
export function isPublicAddress(text: string): boolean {
  // Addresses with a zone are link-local.
  if (isIP(text) === 0 || text.includes('%')) return false;
  const address = ipaddr.parse(text);
  return address.range() === 'unicast' && (address instanceof ipaddr.IPv4 || address.match(PUBLIC_IPV6));
}
