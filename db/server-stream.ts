import { connect as connectPlain, isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectTls } from 'node:tls';

/** Where a server listens, and whether the way to it is encrypted; as the driver reads it from an address. */
export interface ServerAddress {
  hosts: readonly { host: string; port: number }[];
  ssl: false | 'allow' | 'prefer' | 'require' | 'verify-full';
  /** Encrypted from the first byte, without asking. */
  isDirect: boolean;
}

/** Asks the server for encryption: a length and a number that is no version. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
const YES = 0x53;
/** A server that is gone without a word is noticed by the system after so long, in ms, and ten seconds more. */
const KEEP_ALIVE = 30_000;

/** A stream to the first of the hosts that can be had. Fails with what the last one said. */
export async function openServerStream(address: ServerAddress, timeout: number): Promise<Duplex> {
  let failure: unknown;
  for (const { host, port } of address.hosts) {
    try {
      if (address.hosts.length > 1 && address.ssl === false) await assertAnswers(host, port, timeout);
      return await openTo(host, port, timeout, (socket) => encryptIfWanted(socket, host, address));
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

/** Fails when a host takes connections and says nothing, of which one without encryption is asked nothing by itself. */
async function assertAnswers(host: string, port: number, timeout: number): Promise<void> {
  const greet = async (socket: Socket) => {
    await takesEncryption(socket);
    return socket;
  };
  (await openTo(host, port, timeout, greet)).destroy();
}

/** Connects and does what has to be done before the driver's first message, all within the time. */
async function openTo(
  host: string,
  port: number,
  timeout: number,
  greet: (socket: Socket) => Promise<Duplex>,
): Promise<Duplex> {
  const socket = connectPlain({ host, port, noDelay: true });
  socket.setKeepAlive(true, KEEP_ALIVE);
  const timer = setTimeout(() => {
    socket.destroy(Object.assign(new Error(`${host}:${port} does not answer.`), { code: 'CONNECT_TIMEOUT' }));
  }, timeout);
  try {
    await happens(socket, 'connect');
    return await greet(socket);
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

async function encryptIfWanted(socket: Socket, host: string, { ssl, isDirect }: ServerAddress): Promise<Duplex> {
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
