import { once } from 'node:events';
import { connect as connectPlain, isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import type { Host } from './host-choice.ts';

/** Where a server listens, and the encryption of the connection, as the driver reads them from an address. */
export interface ServerAddress extends Host {
  ssl: false | 'allow' | 'prefer' | 'require' | 'verify-full';
  /** TLS begins with the first byte. */
  isDirect: boolean;
}

/** The length of the message and the code of a request for TLS. */
const TLS_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
const YES = 'S'.charCodeAt(0);
/** The system notices a host that is off after this time, in ms, and ten seconds more. */
const KEEP_ALIVE_MS = 30_000;

/** A host did not answer in time. */
export class ConnectTimeoutError extends Error {
  override name = 'ConnectTimeoutError';
  readonly code = 'CONNECT_TIMEOUT';

  constructor({ host, port }: Host) {
    super(`${host}:${port} does not answer.`);
  }
}

/** Connects within the timeout, in ms, and starts TLS if the address asks for it. */
export async function openServerStream(address: ServerAddress, timeout: number): Promise<Duplex> {
  const { host, port, ssl, isDirect } = address;
  const socket = connectPlain({ host, port, noDelay: true });
  socket.setKeepAlive(true, KEEP_ALIVE_MS);
  const timer = setTimeout(() => socket.destroy(new ConnectTimeoutError(address)), timeout);
  try {
    await happens(socket, 'connect');
    if (ssl === false) return socket;
    if (!isDirect && !(await acceptsTls(socket))) {
      if (ssl === 'prefer' || ssl === 'allow') return socket;
      throw new Error('The server does not accept encrypted connections.');
    }
    return await startTls(socket, address);
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

async function acceptsTls(socket: Socket): Promise<boolean> {
  socket.write(TLS_REQUEST);
  const answer = (await happens(socket, 'data')) as Buffer;
  // More bytes may come from an attacker: https://www.postgresql.org/support/security/CVE-2021-23222/
  if (answer.length !== 1) throw new Error('The server sent more than an answer before it was encrypted.');
  return answer[0] === YES;
}

async function startTls(socket: Socket, { host, ssl, isDirect }: ServerAddress): Promise<Duplex> {
  const secure = connectTls({
    socket,
    // The name that the certificate must have. An IP address is not sent to the server.
    host,
    ...(isIP(host) ? {} : { servername: host }),
    ...(isDirect ? { ALPNProtocols: ['postgresql'] } : {}),
    rejectUnauthorized: ssl === 'verify-full',
  });
  await happens(secure, 'secureConnect');
  return secure;
}

/** Waits for an event of a socket, or fails with the error that ends it. */
async function happens(socket: Socket, event: string): Promise<unknown> {
  const stop = new AbortController();
  const onClose = () => stop.abort(new Error('The server closed the connection.'));
  socket.once('close', onClose);
  try {
    const [value] = (await once(socket, event, { signal: stop.signal })) as unknown[];
    return value;
  } catch (error) {
    throw stop.signal.aborted ? stop.signal.reason : error;
  } finally {
    socket.off('close', onClose);
  }
}
