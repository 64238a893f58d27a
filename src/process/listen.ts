import { once } from 'node:events';
import type { Server } from 'node:http';
import { isIP, type AddressInfo } from 'node:net';
import { ExpectedError } from '../lib/expected-error.ts';

export interface Listening {
  /** A URL that works on this machine. */
  origin: string;
  /** Whether other machines may reach it. */
  isPublic: boolean;
  /** The actual port; PORT=0 lets the system choose. */
  port: number;
}

/** Listens on `host`, an address or a name of this machine. `setting` names the setting of the port in errors. */
export async function listen(
  server: Server,
  { host, port }: { host: string; port: number },
  setting = 'PORT',
): Promise<Listening> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(code)) {
      const advice = 'Set HOST to 127.0.0.1, to another address of this machine, or to 0.0.0.0 for all addresses.';
      throw new ExpectedError(`HOST ${host} is not an address or host name of this machine. ${advice}`, {
        cause: error,
      });
    }
    if (code === 'EADDRINUSE' && setting !== 'PORT')
      throw new ExpectedError(`${setting} ${port} is already in use. Set ${setting} to another port.`, {
        cause: error,
      });
    throw error;
  }
  return describeListening(server.address() as AddressInfo, host);
}

/** `bound` is the address that the system made of `host`. */
export function describeListening({ address, port }: Pick<AddressInfo, 'address' | 'port'>, host: string): Listening {
  const isEverywhere = /^(?:0\.0\.0\.0|::|::ffff:0\.0\.0\.0)$/.test(address);
  const name = isEverywhere || address === '127.0.0.1' ? 'localhost' : isIP(host) === 0 ? host : address;
  return {
    origin: `http://${name.includes(':') ? `[${name}]` : name}:${port}`,
    isPublic: !/^(?:127\.|::1$|::ffff:127\.)/.test(address),
    port,
  };
}
