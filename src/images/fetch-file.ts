import { lookup } from 'node:dns';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { codeOf, reasonOf } from '../system-reasons.ts';
import { isPublicAddress } from './public-address.ts';

/** What comes of an address: a file, or why it could not be had, in words of a sentence whose subject is the address. */
export type FetchedFile = { bytes: Buffer; problem?: undefined } | { bytes?: undefined; problem: string };

export interface FetchFileOptions {
  /** Where those who run the other site find out who asks: the address of this one. */
  from: string;
  /** The most bytes of the file. */
  limit: number;
  /** For all of it, redirects included. */
  seconds?: number;
  /** Whether to connect to an IP address: asked of each connection. */
  mayConnect?: (address: string) => boolean;
}

/** How long a file may take, in seconds. */
export const FETCH_SECONDS = 20;
/** How often an address may lead on to another one. */
export const MAX_REDIRECTS = 3;

/** What is wrong with an address, or with where it leads. */
class FetchError extends Error {
  override name = 'FetchError';
}

const FORBIDDEN = 'leads to this machine or into a private network, where nothing is fetched';

/** Fetches a file from another site. What it is nobody has looked at. */
export async function fetchFile(
  address: string,
  { from, limit, seconds = FETCH_SECONDS, mayConnect = isPublicAddress }: FetchFileOptions,
): Promise<FetchedFile> {
  const signal = AbortSignal.timeout(seconds * 1000);
  try {
    const response = await follow(readAddress(address), { from, signal, mayConnect });
    return { bytes: await readBody(response, limit) };
  } catch (error) {
    if (signal.aborted) return { problem: `has not sent the whole file within ${seconds} seconds` };
    if (error instanceof FetchError) return { problem: error.message };
    const code = codeOf(error);
    if (code === '') throw error;
    return { problem: describeCode(code) ?? `could not be asked (${reasonOf(error)})` };
  }
}

function readAddress(text: string, base?: URL): URL {
  const url = URL.parse(text, base?.href);
  const led = base ? 'leads on to an address that ' : '';
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new FetchError(`${led}does not begin with http:// or https://`);
  }
  if (url.username !== '' || url.password !== '') throw new FetchError(`${led}has a name or a password in it`);
  return url;
}

interface Asking extends Required<Pick<FetchFileOptions, 'from' | 'mayConnect'>> {
  signal: AbortSignal;
}

/** The answer with a file, whatever other addresses lead to it. */
async function follow(first: URL, asking: Asking): Promise<IncomingMessage> {
  let url = first;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const response = await ask(url, asking);
    const { statusCode = 0, headers } = response;
    if (statusCode === 200) return response;
    response.destroy();
    if (![301, 302, 303, 307, 308].includes(statusCode) || headers.location === undefined) {
      throw new FetchError(`answers ${statusCode}`);
    }
    url = readAddress(headers.location, url);
  }
  throw new FetchError(`leads on more than ${MAX_REDIRECTS} times`);
}

/** Asks on a connection of its own, made to an address that was looked at. */
function ask(url: URL, { from, signal, mayConnect }: Asking): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // Nobody looks the name up of what is an address already.
  if (isIP(host) !== 0 && !mayConnect(host)) throw new FetchError(FORBIDDEN);
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const asked = request(
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
    asked.on('error', reject);
    asked.end();
  });
}

/** Finds the addresses of a name for a connection, which is made to one of these and is never looked up again. */
const lookupAllowed =
  (mayConnect: (address: string) => boolean): LookupFunction =>
  (name, options, answer) => {
    lookup(name, { ...options, all: true }, (error, found) => {
      if (error) {
        answer(error, '');
        return;
      }
      const allowed = found.filter(({ address }) => mayConnect(address));
      const [first] = allowed;
      if (!first) answer(new FetchError(FORBIDDEN), '');
      else if (options.all === true) answer(null, allowed);
      else answer(null, first.address, first.family);
    });
  };

/** Reads no further than the limit, whatever the head says. */
async function readBody(response: IncomingMessage, limit: number): Promise<Buffer> {
  const tooLarge = () => new FetchError(`is a file of more than ${limit / 2 ** 20} MB`);
  if (Number(response.headers['content-length'] ?? 0) > limit) {
    response.destroy();
    throw tooLarge();
  }
  const chunks: Buffer[] = [];
  let length = 0;
  // Whoever leaves the loop ends the connection.
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > limit) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const NO_SITE = 'is of a site that does not exist';
const NOT_LOOKED_UP = 'is of a site whose name could not be looked up';

/** Whether a file could not be had since nobody knew the name of its site: of all files, it may be this machine. */
export const isNameProblem = (problem: string): boolean => [NO_SITE, NOT_LOOKED_UP].includes(problem);

function describeCode(code: string): string | null {
  if (['ENOTFOUND', 'EAI_NODATA', 'EAI_NONAME'].includes(code)) return NO_SITE;
  if (code === 'EAI_AGAIN') return NOT_LOOKED_UP;
  if (code === 'ECONNREFUSED') return 'is of a site that takes no connection';
  if (['ECONNRESET', 'EPIPE'].includes(code)) return 'is of a site that has ended the connection';
  if (['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'].includes(code)) return 'is of a site that cannot be reached';
  if (code.startsWith('HPE_')) return 'is of a site whose answer is not understood';
  if (/CERT|SIGNATURE|^ERR_TLS|^ERR_SSL|^EPROTO/.test(code)) return 'is of a site that has no valid certificate';
  return null;
}
