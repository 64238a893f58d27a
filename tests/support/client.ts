import postgres from 'postgres';
import type { Client, DatabaseTarget, Sql } from '../../db/client.ts';

/** A plain client of the driver, without the code of the project. */
export function connect(target: DatabaseTarget): postgres.Sql {
  const options = {
    transform: { ...postgres.camel, undefined: null },
    connection: { application_name: 'club-directory-test' },
    connect_timeout: 30,
    // With the default, which grows, queries wait up to 30 s after the server is back.
    backoff: () => 0.05,
    onnotice: () => {},
  };
  if ('url' in target) return postgres(target.url, options);
  // `socket` is the driver's own door for other streams; its types do not name it.
  const embedded = {
    ...options,
    max: 4,
    max_lifetime: null,
    socket: target.openStream,
    ssl: false,
  };
  return postgres(embedded as postgres.Options<Record<string, never>>) as postgres.Sql;
}

/** A client that fails at statements with this text. */
export const failAt = (client: Client, text: string): Sql =>
  new Proxy(client, {
    apply(target, self, parameters: Parameters<Client>) {
      if (parameters.flat().join('').includes(text)) throw new Error('The statement failed.');
      return Reflect.apply(target, self, parameters) as unknown;
    },
  });
