import { connect } from 'node:net';
import fc from 'fast-check';
import PQueue from 'p-queue';

export interface RequestsResult {
  /** Counts by status; `closed` if the connection closed without one. */
  answers: Record<string, number>;
  /** The requests that got a 5xx, or no response at all. */
  wrong: string[];
}

const TIMEOUT_MS = 10_000;
const AT_ONCE = 20;

const raw = (text: string) => Buffer.from(text, 'latin1');
const target = fc.constantFrom('/club/', '/club/?page=1', '/api/club/search', '/login/', '/desk/import/', '/', '*');

const usually = <T>(usual: fc.Arbitrary<T>, otherwise: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 5, arbitrary: usual }, { weight: 1, arbitrary: otherwise });

/** Odd and invalid header lines. */
const oddLine = usually(
  fc.constantFrom(
    ...['Content-Length: -1', 'Content-Length: 1, 2', 'Content-Length: 99999999999999999999', 'Content-Length: x'],
    ...['Transfer-Encoding: chunked', 'Transfer-Encoding: chunked, identity', 'Transfer-Encoding: \x0bchunked'],
    ...['Host: a\r\nHost: b', 'Host', ': no name', ' folded: line', 'X-A: 1\r\n folded', 'X\0Y: 1', 'X: a\0b'],
    ...['Expect: 200-maybe', 'Expect: 100-continue', 'Upgrade: websocket\r\nConnection: Upgrade', 'Connection: close'],
    ...['Range: bytes=9-1', 'If-None-Match: "', 'Cookie: ====;;;__Host-session=%', 'Accept-Encoding: ;;q=,'],
    ...['Content-Type: multipart/form-data', 'Content-Type: multipart/form-data; boundary="', 'HX-Request: \xff'],
    ...['Origin: https://clubs.example.org', 'Origin: null', `X-Long: ${'x'.repeat(20_000)}`],
    ...['Forwarded: for="[', 'X-Forwarded-For: ,,,\t', 'Trailer: Content-Length', 'HTTP2-Settings: %'],
  ),
  fc.string({ unit: 'binary-ascii', maxLength: 40 }),
);

const firstLine = fc
  .tuple(
    usually(
      fc.constantFrom('GET', 'GET', 'POST', 'HEAD', 'OPTIONS', 'PUT'),
      fc.constantFrom('get', 'G\0T', 'CONNECT', 'TRACE', 'BREW', '', 'PRI'),
    ),
    usually(fc.constant(' '), fc.constantFrom('  ', '\t', '')),
    usually(target, fc.oneof(fc.string({ unit: 'binary-ascii', maxLength: 60 }), fc.constant(`/${'x'.repeat(9000)}`))),
    usually(
      fc.constantFrom(' HTTP/1.1', ' HTTP/1.1', ' HTTP/1.0'),
      fc.constantFrom(' HTTP/0.9', ' HTTP/9.9', ' HTTP/1.1 x', '', ' HTTP', ' ICE/1.1'),
    ),
  )
  .map((parts) => parts.join(''));

const lineEnd = usually(fc.constant('\r\n'), fc.constantFrom('\n', '\r', '\r\r\n', ''));
const body = usually(
  fc.constant(''),
  fc.oneof(
    fc.constantFrom('5\r\nhello\r\n0\r\n\r\n', 'zz\r\nhello', '-1\r\n', '0\r\nX: y\r\n\r\n', '--x\r\n--x--', 'a=%'),
    fc.string({ unit: 'binary-ascii', maxLength: 200 }),
  ),
);

/** Requests that start like HTTP and contain errors. */
const brokenHttp = fc
  .tuple(
    firstLine,
    lineEnd,
    fc.array(oddLine, { maxLength: 2 }),
    lineEnd,
    body,
    usually(fc.constant(true), fc.constant(false)),
  )
  .map(([first, end, lines, last, rest, hasHost]) =>
    raw([first, ...(hasHost ? ['Host: localhost'] : []), ...lines].join(end || '\r\n') + end + last + rest),
  );

/** Data of other protocols. */
const otherProtocols = fc.constantFrom(
  raw('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0'),
  raw('\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03'),
  raw('EHLO example.org\r\n'),
  raw('\0\0\0\x08\x04\xd2\x16\x2f'),
  raw('SSH-2.0-OpenSSH_9.9\r\n'),
  raw(''),
  raw('\r\n\r\n\r\n'),
);

/** Broken requests: invalid, truncated or concatenated HTTP, and random bytes. */
export const brokenRequests: fc.Arbitrary<Buffer> = fc.oneof(
  { weight: 8, arbitrary: brokenHttp },
  { weight: 2, arbitrary: fc.tuple(brokenHttp, fc.nat(200)).map(([bytes, length]) => bytes.subarray(0, length)) },
  { weight: 2, arbitrary: fc.tuple(brokenHttp, brokenHttp).map((both) => Buffer.concat(both)) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)) },
  { weight: 1, arbitrary: otherProtocols },
);

/** Sends each request on a separate connection, then half-closes it. */
export async function sendBroken(url: string, requests: readonly Buffer[]): Promise<RequestsResult> {
  const result: RequestsResult = { answers: {}, wrong: [] };
  const sendNext = async (bytes: Buffer) => {
    const received = await send(url, bytes);
    const statuses = [...(received ?? '').matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status = '']) => status);
    for (const status of statuses.length > 0 ? statuses : ['closed']) {
      result.answers[status] = (result.answers[status] ?? 0) + 1;
    }
    if (received === null || statuses.some((status) => Number(status) >= 500)) {
      const what = received === null ? 'neither answered nor closed' : statuses.join(', ');
      result.wrong.push(`${JSON.stringify(bytes.toString('latin1').slice(0, 500))}: ${what}`);
    }
  };
  await new PQueue({ concurrency: AT_ONCE }).addAll(requests.map((bytes) => () => sendNext(bytes)));
  return result;
}

/** Returns everything received until the connection closes; null after the timeout. */
function send(url: string, bytes: Buffer): Promise<string | null> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let received = '';
    const socket = connect(Number(port), hostname);
    const timeout = setTimeout(() => {
      resolve(null);
      socket.destroy();
    }, TIMEOUT_MS);
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => (received += chunk));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(timeout);
      resolve(received);
    });
    socket.end(bytes);
  });
}
