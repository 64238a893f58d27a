import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import type postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, inject, onTestFinished } from 'vitest';
import { connectToOwner, openEmbedded, type EmbeddedDatabase } from '../../db/embedded.ts';
import { connect } from './client.ts';
import { copyEmbedded } from './setup-databases.ts';

/*
 * Connections to an embedded database: with the driver, and at the level of protocol messages.
 */

let dataDir: string;
let embedded: EmbeddedDatabase;
/** A client of the embedded database, set by the hooks of `serveEmbedded`. */
export let sql: postgres.Sql;

/** Opens an embedded database for the tests of a file. Each test gets an empty table `entry`. */
export function serveEmbedded(): void {
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'club-directory-bridge-'));
    copyEmbedded(inject('embeddedTemplate'), dataDir);
    const opened = await openEmbedded(dataDir);
    if (!opened) throw new Error('Another process has the database of this test.');
    embedded = opened;
    sql = connect(embedded);
  });

  beforeEach(async () => {
    await sql`drop table if exists entry`;
    await sql`create table entry (id int primary key, text text not null default '')`;
  });

  afterAll(async () => {
    await sql.end();
    await embedded.close();
    await rm(dataDir, { recursive: true });
  });
}

/** The socket that other processes use. */
export async function openSocket(): Promise<Duplex> {
  const socket = await connectToOwner(dataDir);
  if (!socket) throw new Error('No process listens on the socket.');
  return socket;
}

/** Both kinds of connections. */
export const WAYS = [
  { way: 'streams of this process', openStream: () => embedded.openStream() },
  { way: 'the socket', openStream: openSocket },
];

/** Opens another client, which is closed after the test. */
export function openClient(openStream: () => Duplex | Promise<Duplex> = () => embedded.openStream()): postgres.Sql {
  const client = connect({ openStream });
  onTestFinished(() => client.end({ timeout: 1 }));
  return client;
}

export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** Waits until a condition is true. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** Waits until a number is the same twice in a row. */
export async function untilSettled(read: () => number | Promise<number>): Promise<void> {
  let last = NaN;
  await until(async () => {
    const now = await read();
    const isSame = now === last;
    last = now;
    return isSame;
  });
}

/** A client message; numbers are encoded as two bytes. */
export const message = (type: string, ...parts: (string | number)[]): Buffer => {
  const body = Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(`${part}\0`) : Buffer.from([part >> 8, part & 255]))),
  );
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
};
export const START = Buffer.concat([Buffer.from([0, 0, 0, 23, 0, 3, 0, 0]), Buffer.from('user\0postgres\0\0')]);
export const SYNC = message('S');
export const parse = (name: string, text: string) => message('P', name, text, 0);
export const bind = (name: string) => message('B', '', name, 0, 0, 0);
export const EXECUTE = message('E', '', 0, 0);

/** The first column of each row of a response, or the code of its error. */
export function readAnswer(messages: Message[]): string[] | string {
  const error = messages.find(({ type }) => type === 'E');
  if (error) return /(?:^|\0)C(\w{5})\0/.exec(error.body)?.[1] ?? error.body;
  return messages
    .filter(({ type }) => type === 'D')
    .map(({ body }) => body.slice(6, 6 + Buffer.from(body, 'latin1').readInt32BE(2)));
}

export interface Message {
  type: string;
  body: string;
}

/** The complete messages of a response, decoded as Latin-1. */
export function split(received: string): Message[] {
  const bytes = Buffer.from(received, 'latin1');
  const messages: Message[] = [];
  for (let at = 0; bytes.length - at >= 5;) {
    const end = at + 1 + bytes.readInt32BE(at + 1);
    if (end > bytes.length) break;
    messages.push({ type: received.charAt(at), body: received.slice(at + 5, end) });
    at = end;
  }
  return messages;
}

/** Opens a stream and completes the start-up of the protocol. */
export async function openRaw(openStream: () => Duplex | Promise<Duplex> = openSocket) {
  const stream = await openStream();
  onTestFinished(() => void stream.destroy());
  let received = '';
  stream.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
  stream.write(START);
  await until(() => received.includes('Z\0\0\0\x05I'));
  received = '';
  /** Sends messages, and reads until the server is ready again after each query or sync. */
  const ask = async (...messages: Buffer[]) => {
    received = '';
    stream.write(Buffer.concat(messages));
    const syncs = messages.filter((one) => 'QSF'.includes(String.fromCharCode(one[0] ?? 0))).length;
    await until(() => split(received).filter(({ type }) => type === 'Z').length === syncs);
    return split(received);
  };
  /** Runs a simple query. Returns its rows of one column, or the code of its error. */
  const query = async (text: string) => readAnswer(await ask(message('Q', text)));
  return { stream, received: () => received, ask, query };
}
