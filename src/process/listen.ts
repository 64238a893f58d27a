import { once } from 'node:events';
import type { Server } from 'node:http';
import { isIP, type AddressInfo } from 'node:net';
import { codeOf, ExpectedError } from '../lib/errors.ts';

export type Listening = ReturnType<typeof describeListening>;

/** Error codes of a host that does not belong to this machine. */
const NO_ADDRESS = ['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL', 'EAFNOSUPPORT'];

/** Listens on `host`, an address or a name of this machine. `setting` names the setting of the port in errors. */
export async function listen(server: Server, { host, port }: { host: string; port: number }, setting = 'PORT') {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const noAddress = `${host} is not an address or host name of this machine. Set ${setting === 'PORT' ? 'HOST' : setting} to 127.0.0.1, to another address of this machine, or to 0.0.0.0 for all addresses.`;
    const issues: Partial<Record<string, string>> = {
      EADDRINUSE: `Port ${port} is already in use. Stop the other process, or set ${setting} to another port.`,
      EACCES: `Permission denied for port ${port}. Set ${setting} to another port.`,
      ...Object.fromEntries(NO_ADDRESS.map((code) => [code, noAddress])),
    };
    const issue = issues[codeOf(error)];
    throw issue === undefined ? error : new ExpectedError(issue, { cause: error });
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
