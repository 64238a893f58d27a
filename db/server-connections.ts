import { connect, isIP } from 'node:net';
import { readClientAddress } from '../src/lib/database-url.ts';
import { Connection } from './connection.ts';
import { createHostChoice, type Host } from './host-choice.ts';
import { DRIVER } from './statement.ts';

export interface Connections {
  reading: () => Connection;
  writing: () => Connection;
  listening: (onNotify: NotificationHandler) => Connection;
}

export type NotificationHandler = (channel: string, payload: string) => void;

/** Shown to administrators of the server; `-listener` is added to the connection that listens. */
export const APPLICATION_NAME = 'club-directory';

const CONNECT_TIMEOUT_MS = 5000;
/** The TCP keep-alive, in seconds. The system notices a dead host about ten seconds later. */
const KEEP_ALIVE = 30;

/** The connections to the server at an address. The timeouts are in ms. */
export function connectionsToServer(
  url: string,
  timeouts: { connecting?: number; reading: number; writing: number },
): Connections {
  const { driver: driverUrl, hosts, sslMode, connectTimeout, applicationName } = readClientAddress(url);
  const name = applicationName ?? APPLICATION_NAME;
  const connecting = timeouts.connecting ?? connectTimeout ?? CONNECT_TIMEOUT_MS;
  const isVerified = sslMode === 'verify-full';
  const isOptional = sslMode === 'prefer' || sslMode === 'allow';

  const open = (
    choose: () => Host | Promise<Host>,
    timeout: number,
    settings: Record<string, string> = {},
    onnotify?: NotificationHandler,
  ) => {
    // The driver takes this object before a host is chosen.
    const tls = { rejectUnauthorized: isVerified, host: '', servername: '' };
    const openStream = async () => {
      const { host, port } = await choose();
      // The name that the certificate must have. An IP address is not sent to the server.
      Object.assign(tls, { host, servername: isIP(host) ? '' : host });
      return connect({ host, port, noDelay: true });
    };
    return new Connection({
      openStream,
      timeout,
      url: driverUrl,
      driver: {
        ...DRIVER,
        // Only one: the driver would retry the others by itself.
        ...hosts[0],
        ssl: isVerified || sslMode === 'require' ? tls : isOptional && 'prefer',
        connect_timeout: connecting / 1000,
        keep_alive: KEEP_ALIVE,
        connection: { application_name: name, ...settings },
        onnotify,
      },
    });
  };

  const acceptsWrites = async (host: Host): Promise<boolean> => {
    const probe = open(() => host, connecting);
    try {
      const [found] = await probe.run(
        (sql) => sql<[{ readOnly: string }]>`select current_setting('transaction_read_only') as "readOnly"`,
      );
      return found.readOnly === 'off';
    } finally {
      probe.close();
    }
  };
  const [only = { host: '', port: 0 }, ...others] = hosts;
  const choose = others.length > 0 ? createHostChoice(hosts, acceptsWrites) : () => only;
  // A standby refuses LISTEN.
  const primary = () => choose(true);
  const readOnly = { default_transaction_read_only: 'on' };
  return {
    reading: () => open(() => choose(false), timeouts.reading, readOnly),
    writing: () => open(primary, timeouts.writing),
    listening: (onNotify) =>
      open(primary, timeouts.reading, { ...readOnly, application_name: `${name}-listener` }, onNotify),
  };
}
