import { connect as connectPlain, isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import type { Host } from './host-choice.ts';

/** Where a server listens, and whether the way to it is encrypted; as the driver reads it from an address. */
export interface ServerAddress extends Host {
  ssl: false | 'allow' | 'prefer' | 'require' | 'verify-full';
  /** Encrypted from the first byte, without asking. */
  isDirect: boolean;
}

/** Asks the server for encryption: a length and a number that is no version. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
const YES = 0x53;
/** A server that is gone without a word is noticed by the system after so long, in ms, and ten seconds more. */
const KEEP_ALIVE = 30_000;

/** Connects, and encrypts the connection if that is wanted, all within the time. */
export async function openServerStream(address: ServerAddress, timeout: number): Promise<Duplex> {
  const { host, port } = address;
  const socket = connectPlain({ host, port, noDelay: true });
  socket.setKeepAlive(true, KEEP_ALIVE);
  const timer = setTimeout(() => socket.destroy(new ConnectTimeoutError(address)), timeout);
  try {
    await happens(socket, 'connect');
    return await encryptIfWanted(socket, address);
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** A host did not answer in time. */
export class ConnectTimeoutError extends Error {
  override name = 'ConnectTimeoutError';
  readonly code = 'CONNECT_TIMEOUT';

  constructor({ host, port }: Host) {
    super(`${host}:${port} does not answer.`);
  }
}

async function encryptIfWanted(socket: Socket, { host, ssl, isDirect }: ServerAddress): Promise<Duplex> {
  if (ssl === false) return socket;
  if (!isDirect && !(await takesEncryption(socket))) {
    if (ssl === 'prefer' || ssl === 'allow') return socket;
    throw new Error('The server does not take encrypted connections.');
  }
  return await encrypt(socket, host, ssl, isDirect);
}

/** Waits for an event of a socket, or fails with what ended it. */
function happens(socket: Socket, event: string): Promise<unknown> {
  return new Promise((done, fail) => {
    const onClose = () => fail(new Error('The server closed the connection.'));
    const leave = () => {
      socket.off(event, onEvent).off('error', onError).off('close', onClose);
    };
    const onEvent = (value: unknown) => {
      leave();
      done(value);
    };
    const onError = (error: Error) => {
      leave();
      fail(error);
    };
    socket.once(event, onEvent).once('error', onError).once('close', onClose);
  });
}

async function takesEncryption(socket: Socket): Promise<boolean> {
  socket.write(SSL_REQUEST);
  const answer = (await happens(socket, 'data')) as Buffer;
  // What comes before the encryption is not the server's: https://www.postgresql.org/support/security/CVE-2021-23222/
  if (answer.length !== 1) throw new Error('The server sent more than an answer before it was encrypted.');
  return answer[0] === YES;
}

async function encrypt(socket: Socket, host: string, ssl: ServerAddress['ssl'], isDirect: boolean): Promise<Duplex> {
  const secure = connectTls({
    socket,
    // Whom the certificate has to name; an address is not said to the server.
    host,
    ...(isIP(host) ? {} : { servername: host }),
    ...(isDirect ? { ALPNProtocols: ['postgresql'] } : {}),
    rejectUnauthorized: ssl === 'verify-full',
  });
  await happens(secure, 'secureConnect');
  return secure;
}
