import { once } from 'node:events';
import type { Server } from 'node:http';
import { isIP, type AddressInfo } from 'node:net';
import { Failure } from '../failure.ts';

const LISTEN_ELSEWHERE = 'Set HOST to 127.0.0.1, to another address of this machine, or to 0.0.0.0 for all addresses.';

/** Where a server listens. */
export interface Listening {
  /** An address that answers on this machine, as a person types it. */
  origin: string;
  /** Whether other machines may reach it. */
  isPublic: boolean;
  /** The one that the system chose, when it was asked to. */
  port: number;
}

/** Listens at `host`, which is an address of this machine or a name of one. Fails in words for a person. */
export async function listen(server: Server, { host, port }: { host: string; port: number }): Promise<Listening> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw describeHostFailure(error, host) ?? error;
  }
  return describeListening(server.address() as AddressInfo, host);
}

/** `bound` is what the system has made of `host`. */
export function describeListening(bound: Pick<AddressInfo, 'address' | 'port'>, host: string): Listening {
  const { address, port } = bound;
  const isEverywhere = /^(?:0\.0\.0\.0|::|::ffff:0\.0\.0\.0)$/.test(address);
  const name = isEverywhere || address === '127.0.0.1' ? 'localhost' : isIP(host) === 0 ? host : address;
  return {
    origin: `http://${name.includes(':') ? `[${name}]` : name}:${port}`,
    isPublic: !/^(?:127\.|::1$|::ffff:127\.)/.test(address),
    port,
  };
}

function describeHostFailure(error: unknown, host: string): Failure | null {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new Failure(`HOST ${host} cannot be resolved. ${LISTEN_ELSEWHERE}`);
  }
  if (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT') {
    return new Failure(`HOST ${host} is not an address of this machine. ${LISTEN_ELSEWHERE}`);
  }
  return null;
}
