import { once } from 'node:events';
import type { Server } from 'node:http';
import { isIP, type AddressInfo } from 'node:net';
import { codeOf, ExpectedError, reasonOf } from '../lib/errors.ts';

export type Listening = ReturnType<typeof describeListening>;

/** Listens on `host`, an address or a name of this machine. `setting` names the setting of the port in errors. */
export async function listen(server: Server, { host, port }: { host: string; port: number }, setting = 'PORT') {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const issue =
      codeOf(error) === 'EADDRINUSE'
        ? `Port ${port} is already in use. Stop the other process, or set ${setting} to another port.`
        : `Cannot listen on ${host}, port ${port}: ${reasonOf(error)}. Check ${setting === 'PORT' ? 'HOST and PORT' : setting}.`;
    throw new ExpectedError(issue, { cause: error });
  }
  return describeListening(server.address() as AddressInfo, host);
}

/** `bound` is the address that the system made of `host`. */
export function describeListening({ address, port }: Pick<AddressInfo, 'address' | 'port'>, host: string) {
  const isEverywhere = /^(?:0\.0\.0\.0|::|::ffff:0\.0\.0\.0)$/.test(address);
  const name = isEverywhere || address === '127.0.0.1' ? 'localhost' : isIP(host) === 0 ? host : address;
  return {
    // A URL that works on this machine.
    origin: `http://${name.includes(':') ? `[${name}]` : name}:${port}`,
    // Whether other machines may reach it.
    isPublic: !/^(?:127\.|::1$|::ffff:127\.)/.test(address),
    // Chosen by the system for PORT=0.
    port,
  };
}
