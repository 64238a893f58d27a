import { connect, isIP } from 'node:net';
import { readClientAddress } from '../src/lib/database-url.ts';
import { Connection } from './connection.ts';
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
  const { driver: driverUrl, host, port, sslMode, connectTimeout, applicationName } = readClientAddress(url);
  const name = applicationName ?? APPLICATION_NAME;
  const isVerified = sslMode === 'verify-full';
  const isRequired = isVerified || sslMode === 'require';
  const isOptional = sslMode === 'prefer' || sslMode === 'allow';
  // The name that the certificate must have. An IP address is not sent to the server.
  const tls = { rejectUnauthorized: isVerified, host, servername: isIP(host) ? '' : host };

  const open = (timeout: number, settings: Record<string, string> = {}, onnotify?: NotificationHandler) =>
    new Connection({
      openStream: () => connect({ host, port, noDelay: true }),
      timeout,
      url: driverUrl,
      driver: {
        ...DRIVER,
        ssl: isRequired ? tls : isOptional && 'prefer',
        connect_timeout: (timeouts.connecting ?? connectTimeout ?? CONNECT_TIMEOUT_MS) / 1000,
        keep_alive: KEEP_ALIVE,
        connection: { application_name: name, ...settings },
        onnotify,
      },
    });

  const readOnly = { default_transaction_read_only: 'on' };
  return {
    reading: () => open(timeouts.reading, readOnly),
    writing: () => open(timeouts.writing),
    listening: (onNotify) => open(timeouts.reading, { ...readOnly, application_name: `${name}-listener` }, onNotify),
  };
}
