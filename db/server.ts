import postgres from 'postgres';
import { readClientAddress } from '../src/lib/database-url.ts';
import { Connection, type ConnectionOptions, type DriverOptions } from './connection.ts';
import { HostChoice, type Host } from './host-choice.ts';
import { ConnectTimeoutError, openServerStream, type ServerAddress } from './server-stream.ts';

/** How connections are opened, by what they are for. */
export type Connections = Record<'reading' | 'writing' | 'listening', ConnectionOptions>;

/** Shown to administrators of the server; `-listener` is added to the connection that listens. */
export const APPLICATION_NAME = 'club-directory';

const CONNECT_TIMEOUT_MS = 5000;

/** What the driver reads from an address; its types lack some of it. */
interface ParsedAddress {
  ssl: ServerAddress['ssl'];
  database: string;
  user: string;
  pass: string;
  connection: Record<string, string>;
  sslnegotiation: string | null;
  prepare: boolean;
}

export interface ServerOptions {
  driver: DriverOptions;
  /** The longest waits for answers, in ms. */
  timeouts: { connecting?: number; reading: number; writing: number };
  /** Called when connections go to another host than before. */
  onOtherHost: () => void;
}

/** The connections to the server at an address. */
export function connectionsToServer(url: string, { driver, timeouts, onOtherHost }: ServerOptions): Connections {
  const { driver: driverAddress, hosts, connectTimeout, applicationName } = readClientAddress(url);
  const name = applicationName ?? APPLICATION_NAME;
  const connecting = timeouts.connecting ?? connectTimeout ?? CONNECT_TIMEOUT_MS;
  const { ssl, sslnegotiation, connection, ...login } = parseWithDriver(driverAddress);
  const openTo = (host: Host) => openServerStream({ ...host, ssl, isDirect: sslnegotiation === 'direct' }, connecting);
  const driverWith = (settings: Record<string, string>): DriverOptions => ({
    ...driver,
    ...login,
    // The driver would wait for the other hosts.
    ...hosts[0],
    connect_timeout: connecting / 1000,
    connection: { ...connection, application_name: name, ...settings },
  });

  const acceptsWrites = async (host: Host): Promise<boolean> => {
    const probe = new Connection({ openStream: () => openTo(host), driver: driverWith({}) });
    const timer = setTimeout(() => probe.drop(new ConnectTimeoutError(host)), connecting);
    try {
      const [found] = await probe.run(
        async (sql) => await sql<[{ readOnly: string }]>`select current_setting('transaction_read_only') as "readOnly"`,
      );
      return found.readOnly === 'off';
    } finally {
      clearTimeout(timer);
      probe.close();
    }
  };
  const choice = new HostChoice(hosts, acceptsWrites, onOtherHost);
  // A standby refuses LISTEN.
  const toPrimary = { openStream: () => choice.connect(true, openTo), onReadOnly: () => choice.forget() };
  const readOnly = { default_transaction_read_only: 'on' };
  return {
    reading: {
      openStream: () => choice.connect(false, openTo),
      driver: driverWith(readOnly),
      timeout: timeouts.reading,
    },
    writing: { ...toPrimary, driver: driverWith({}), timeout: timeouts.writing },
    listening: {
      ...toPrimary,
      driver: driverWith({ ...readOnly, application_name: `${name}-listener` }),
      timeout: timeouts.reading,
    },
  };
}

function parseWithDriver(address: string): ParsedAddress {
  const { ssl, database, user, pass, connection, sslnegotiation, prepare } = postgres(address)
    .options as unknown as ParsedAddress;
  return { ssl, database, user, pass, connection, sslnegotiation, prepare };
}
