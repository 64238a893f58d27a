import { lookup } from 'node:dns';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { codeOf, reasonOf } from '../lib/system-errors.ts';
import { isPublicAddress } from './public-address.ts';

/** A file, or why it could not be downloaded, as the predicate of a sentence about the address. */
type FetchedFile = { bytes: Buffer; problem?: undefined } | { bytes?: undefined; problem: string };

export interface FetchFileOptions {
  /** The URL of this site, for the User-Agent header. */
  from: string;
  /** In bytes. */
  limit: number;
  /** Timeout, redirects included. */
  seconds?: number;
  /** Whether to connect to an IP address; called for each connection. */
  mayConnect?: (address: string) => boolean;
}

const FETCH_SECONDS = 20;
export const MAX_REDIRECTS = 3;

class FetchError extends Error {
  override name = 'FetchError';
}

const FORBIDDEN = 'points to this machine or a private network';

/** Downloads a file from another site. Its content is unchecked. */
export async function fetchFile(
  address: string,
  { from, limit, seconds = FETCH_SECONDS, mayConnect = isPublicAddress }: FetchFileOptions,
): Promise<FetchedFile> {
  const signal = AbortSignal.timeout(seconds * 1000);
  try {
    const response = await follow(readAddress(address), { from, signal, mayConnect });
    return { bytes: await readBody(response, limit) };
  } catch (error) {
    if (signal.aborted) return { problem: `could not be downloaded within ${seconds} seconds` };
    if (error instanceof FetchError) return { problem: error.message };
    if (codeOf(error) === '') throw error;
    return { problem: `could not be downloaded (${reasonOf(error)})` };
  }
}

function readAddress(text: string, base?: URL): URL {
  const url = URL.parse(text, base?.href);
  const redirect = base ? 'redirects to an address that ' : '';
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new FetchError(`${redirect}does not start with http:// or https://`);
  }
  if (url.username !== '' || url.password !== '') throw new FetchError(`${redirect}contains a user name or password`);
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
      throw new FetchError(`returned status ${statusCode}`);
    }
    url = readAddress(headers.location, url);
  }
  throw new FetchError(`redirects more than ${MAX_REDIRECTS} times`);
}

/** Sends a request on a new connection to an allowed address. */
function send(url: URL, { from, signal, mayConnect }: RequestOptions): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // `lookup` is not called for IP addresses.
  if (isIP(host) !== 0 && !mayConnect(host)) throw new FetchError(FORBIDDEN);
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
      if (!first) answer(new FetchError(FORBIDDEN), '');
      else if (options.all === true) answer(null, allowed);
      else answer(null, first.address, first.family);
    });
  };

/** Reads at most `limit` bytes, whatever the Content-Length. */
async function readBody(response: IncomingMessage, limit: number): Promise<Buffer> {
  const tooLarge = () => new FetchError(`is larger than ${limit / 2 ** 20} MB`);
  if (Number(response.headers['content-length'] ?? 0) > limit) {
    response.destroy();
    throw tooLarge();
  }
  const chunks: Buffer[] = [];
  let length = 0;
  // Leaving the loop closes the connection.
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > limit) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
