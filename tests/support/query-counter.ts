import { connect as connectSocket, createServer, type AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A proxy in front of a PostgreSQL server that records the executed statements. */
export interface QueryCounter {
  /** The URL of the database through the proxy. */
  url: string;
  /** The statements executed so far, in order. */
  executed: string[];
}

/** Opens a proxy, which is closed after the test. */
export async function countQueries(databaseUrl: string): Promise<QueryCounter> {
  const executed: string[] = [];
  const target = new URL(databaseUrl);
  const server = createServer((client) => {
    const database = connectSocket(Number(target.port), target.hostname);
    const read = createReader((text) => executed.push(text));
    client.on('data', (chunk: Buffer) => read(chunk));
    client.pipe(database).pipe(client);
    for (const end of [client, database]) end.on('error', () => [client, database].forEach((each) => each.destroy()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  url.hostname = '127.0.0.1';
  return { url: url.href, executed };
}

/** Reads the messages of one client: Parse names a statement, Bind uses it, Query is both. */
function createReader(onExecute: (text: string) => void): (chunk: Buffer) => void {
  const statements = new Map<string, string>();
  let pending = Buffer.alloc(0);
  // The first message has no type.
  let hasStarted = false;
  const textAt = (message: Buffer, start: number): [text: string, end: number] => {
    const end = message.indexOf(0, start);
    return [message.toString('utf8', start, end), end + 1];
  };
  return (chunk) => {
    pending = Buffer.concat([pending, chunk]);
    for (;;) {
      const head = hasStarted ? 1 : 0;
      if (pending.length < head + 4) return;
      const length = head + pending.readInt32BE(head);
      if (pending.length < length) return;
      const message = pending.subarray(0, length);
      pending = pending.subarray(length);
      const type = hasStarted ? String.fromCharCode(message[0] ?? 0) : '';
      hasStarted = true;
      const [first, next] = textAt(message, 5);
      if (type === 'Q') onExecute(first);
      if (type === 'P') statements.set(first, textAt(message, next)[0]);
      if (type === 'B') onExecute(statements.get(textAt(message, next)[0]) ?? '');
    }
  };
}
