import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import type postgres from 'postgres';
import { expect, inject, onTestFinished } from 'vitest';
import { openClient, type Client } from '../../db/client.ts';
import { connectToOwner, openEmbedded, type EmbeddedOptions } from '../../db/embedded/database.ts';
import { encode, letterOf, splitAnswer, STARTUP } from '../../db/embedded/protocol.ts';
import { connect } from './client.ts';
import { siteEnvironment, startProgram } from './program.ts';
import { copyEmbedded } from './setup-databases.ts';

/** A folder with a migrated database, removed after the test. */
export async function makeDataDir(...below: string[]): Promise<string> {
  const top = await mkdtemp(join(tmpdir(), 'club-directory-data-'));
  onTestFinished(() => rm(top, { recursive: true }));
  const dataDir = join(top, ...below);
  copyEmbedded(inject('embeddedTemplate'), dataDir);
  return dataDir;
}

/** What a process that is killed now would leave behind. */
export async function copyDataDir(dataDir: string): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'club-directory-data-'));
  onTestFinished(() => rm(copy, { recursive: true }));
  await cp(join(dataDir, 'database/files'), join(copy, 'database/files'), { recursive: true });
  return copy;
}

export interface OpenedEmbedded {
  dataDir: string;
  /** The site's client. */
  client: Client;
  /** The driver. */
  sql: postgres.Sql;
  close: () => Promise<void>;
}

/** Opens a database until the end of the test, or until it is closed. */
export async function openIn(dataDir: string, options: Partial<EmbeddedOptions> = {}): Promise<OpenedEmbedded> {
  const embedded = await openEmbedded(dataDir, options);
  if (!embedded) throw new Error(`Another process uses the database in ${dataDir}.`);
  const client = openClient(embedded);
  const sql = connect(embedded);
  let closed: Promise<void> | undefined;
  const close = () =>
    (closed ??= (async () => {
      await Promise.all([client.close(0), sql.end({ timeout: 1 })]);
      await embedded.close();
    })());
  onTestFinished(close);
  return { dataDir, client, sql, close };
}

/** Opens the socket of the process that has the database. */
export async function openSocket(dataDir: string): Promise<Duplex> {
  const socket = await connectToOwner(dataDir);
  if (!socket) throw new Error('No process has the database.');
  return socket;
}

/** The client of another process. */
export function openCommand(dataDir: string): Client {
  const client = openClient({ openStream: () => openSocket(dataDir) });
  onTestFinished(() => client.close(0));
  return client;
}

/** A connection at the level of messages. */
export async function openRaw(dataDir: string) {
  const stream = await openSocket(dataDir);
  onTestFinished(() => void stream.destroy());
  let received = Buffer.alloc(0);
  stream.on('data', (chunk: Buffer) => (received = Buffer.concat([received, chunk])));
  const messages = () => [...splitAnswer(received)];
  const countReady = () => messages().filter((message) => letterOf(message) === 'Z').length;
  stream.write(STARTUP);
  await expect.poll(countReady, { interval: 5 }).toBe(1);
  return {
    stream,
    /** The types of all messages so far. */
    letters: () => messages().map(letterOf).join(''),
    /** The codes of all errors so far. */
    errors: () =>
      messages()
        .filter((message) => letterOf(message) === 'E')
        .map((message) => /\0C(\w{5})\0/.exec(message.toString())?.[1]),
    /** Sends messages, and returns the types of the answer. */
    async ask(...sent: (Buffer | string)[]) {
      received = Buffer.alloc(0);
      stream.write(Buffer.concat(sent.map((one) => (typeof one === 'string' ? encode('Q', one) : one))));
      await expect.poll(countReady, { interval: 5 }).toBe(1);
      return messages().map(letterOf).join('');
    },
  };
}

/** Starts a process of `tests/support/programs`, and waits for its first line. */
export async function startOn(dataDir: string, program: string) {
  const { child, output, ended } = startProgram(`tests/support/programs/${program}.ts`, [dataDir], siteEnvironment());
  const stop = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    return await ended;
  };
  onTestFinished(async () => void (await stop('SIGKILL')));
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', () => {
      if (output().endsWith('\n')) resolve(output().trim());
    });
    void ended.then(() => reject(new Error(output())));
  });
  return { line, stop, child };
}

/** The sockets in the folder of a database. */
export const listSockets = async (dataDir: string) =>
  (await readdir(join(dataDir, 'database'))).filter((name) => name.startsWith('socket.'));
