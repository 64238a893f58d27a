import { connect, isIP } from 'node:net';
import { readClientAddress } from '../src/lib/database-url.ts';
import { Connection } from './connection.ts';
import { COMPARE_HOSTS_EVERY, createHostChoice, type Host, type Primary } from './host-choice.ts';
import { DRIVER } from './statement.ts';

export interface Connections {
  reading: () => Connection;
  writing: () => Connection;
  listening: (onNotify: NotificationHandler) => Connection;
  /** Why an administrator must act on the hosts; null if all is well. */
  issue: () => string | null;
  /** Stops the comparison of hosts. */
  close: () => void;
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
  const isRequired = isVerified || sslMode === 'require';
  const isOptional = sslMode === 'prefer' || sslMode === 'allow';

  const opened = new Map<Connection, Host>();
  const open = (
    choose: () => Host | Promise<Host>,
    timeout: number,
    settings: Record<string, string> = {},
    onnotify?: NotificationHandler,
  ) => {
    // The driver takes this object before a host is chosen.
    const tls = { rejectUnauthorized: isVerified, host: '', servername: '' };
    const openStream = async () => {
      const chosen = await choose();
      const { host, port } = chosen;
      opened.set(connection, chosen);
      // The name that the certificate must have. An IP address is not sent to the server.
      Object.assign(tls, { host, servername: isIP(host) ? '' : host });
      return connect({ host, port, noDelay: true });
    };
    const connection = new Connection({
      openStream,
      timeout,
      url: driverUrl,
      driver: {
        ...DRIVER,
        // Only one: the driver would retry the others by itself.
        ...hosts[0],
        ssl: isRequired ? tls : isOptional && 'prefer',
        connect_timeout: connecting / 1000,
        keep_alive: KEEP_ALIVE,
        connection: { application_name: name, ...settings },
        onnotify,
      },
    });
    void connection.ended.then(() => opened.delete(connection));
    return connection;
  };

  const findPrimary = async (host: Host): Promise<Primary | null> => {
    const probe = open(() => host, connecting);
    try {
      const [primary] = await probe.run(
        // The first eight digits of the name of a WAL file are its timeline.
        (sql) => sql<Primary[]>`
          select ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int as timeline,
            pg_postmaster_start_time()::text as server
          where current_setting('transaction_read_only') = 'off'`,
      );
      return primary ?? null;
    } finally {
      probe.close();
    }
  };
  const [first = { host: '', port: 0 }] = hosts;
  const leave = (chosen: Host) => {
    for (const [connection, host] of opened)
      if (host !== chosen) connection.drop(new Error('another host is the primary'));
  };
  const choice = hosts.length > 1 ? createHostChoice(hosts, findPrimary, leave) : null;
  const choose = choice?.choose ?? (() => first);
  const timer = choice && setInterval(() => void choice.compare(), COMPARE_HOSTS_EVERY).unref();
  // A standby refuses LISTEN.
  const primary = () => choose(true);
  const readOnly = { default_transaction_read_only: 'on' };
  return {
    reading: () => open(() => choose(false), timeouts.reading, readOnly),
    writing: () => open(primary, timeouts.writing),
    issue: () => choice?.issue() ?? null,
    close: () => clearInterval(timer ?? undefined),
    listening: (onNotify) =>
      open(primary, timeouts.reading, { ...readOnly, application_name: `${name}-listener` }, onNotify),
  };
}
