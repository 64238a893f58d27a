import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, inject } from 'vitest';
import { ASK_FIGURES, type SiteFigures } from '../../src/server/figures.ts';
import { connectToOwner } from '../../db/embedded.ts';
import { openClient } from '../../db/client.ts';
import { connect } from './client.ts';
import { createTestDatabase, serverKinds, type OpenTestDatabase, type TestDatabase } from './database.ts';
import { siteEnvironment, startServer } from './program.ts';
import { copyEmbedded } from './setup-databases.ts';

/** The production server in a process of its own. */
export interface Site {
  /** Without a slash at the end. It is where the site listens: the addresses that it prints begin with SITE_URL. */
  url: string;
  /** Its process. */
  pid: number;
  /** Everything that it has printed so far. */
  output(): string;
  /** What it says of itself. */
  figures(): Promise<SiteFigures>;
  /** Asks it to stop, and answers its exit code. */
  stop(): Promise<number | null>;
}

const START_TIMEOUT = 120_000;
const STOP_TIMEOUT = 20_000;

/** Starts the site with these settings, on a free port, and waits until it answers. `folder` is another copy of the project. */
export async function startSite(settings: Record<string, string>, folder?: string): Promise<Site> {
  const { child, output, ended } = startServer(siteEnvironment(settings), folder);
  const url = await new Promise<string>((resolve, reject) => {
    const fail = (reason: string) => {
      clearTimeout(timeout);
      child.kill('SIGKILL');
      reject(new Error(`The site ${reason}.\n${output()}`));
    };
    const timeout = setTimeout(() => fail('does not say where it is'), START_TIMEOUT);
    ended.then((code) => fail(`ended with ${code ?? 'a signal'}`), reject);
    const look = () => {
      const [, host, port] = /http:\/\/(\S+?):(\d+)/.exec(output()) ?? [];
      if (!host || !port) return;
      clearTimeout(timeout);
      resolve(`http://${host === 'localhost' ? '127.0.0.1' : host}:${port}`);
    };
    child.stdout?.on('data', look);
    child.stderr?.on('data', look);
  });
  await fetch(url);
  return {
    url,
    pid: child.pid ?? 0,
    output,
    figures: () =>
      new Promise((resolve, reject) => {
        child.once('message', (message) => resolve(message as SiteFigures));
        child.send(ASK_FIGURES, (error) => {
          if (error) reject(error);
        });
      }),
    async stop() {
      child.kill('SIGTERM');
      let isLate = false as boolean;
      const timeout = setTimeout(() => (isLate = child.kill('SIGKILL')), STOP_TIMEOUT);
      const code = await ended;
      clearTimeout(timeout);
      if (isLate) throw new Error(`The site did not stop.\n${output()}`);
      return code;
    },
  };
}

/** A running site with a database that the tests may write to. Every test starts without a club. */
export interface TestSite {
  readonly url: string;
  /** The process of the server. */
  readonly pid: number;
  readonly database: TestDatabase;
  /** A request to a path of the site; a redirect is not followed. */
  get(path: string, options?: RequestInit): Promise<Response>;
  output(): string;
  /** For a command that works on the same database. */
  readonly environment: NodeJS.ProcessEnv;
}

interface OpenSite {
  site: Site;
  database: OpenTestDatabase;
  /** The settings that say which database it is. */
  place: Record<string, string>;
}

interface SiteKind {
  name: string;
  open(settings: Record<string, string>, folder?: string): Promise<OpenSite>;
}

/** A new site: its database is its own, and the tests come in by the socket, as the commands do. */
const embeddedKind: SiteKind = {
  name: 'embedded',
  async open(settings, folder) {
    const dataDir = await mkdtemp(join(tmpdir(), 'club-directory-site-'));
    copyEmbedded(inject('embeddedTemplate'), dataDir);
    const site = await startSite({ DATA_DIR: dataDir, ...settings }, folder);
    const openStream = async () => {
      const socket = await connectToOwner(dataDir);
      if (!socket) throw new Error('The site does not listen on its socket.');
      return socket;
    };
    const database = await createTestDatabase({
      url: null,
      connect: () => connect({ openStream }),
      open: () => openClient({ openStream }),
      async leave() {
        await site.stop();
        await rm(dataDir, { recursive: true, force: true });
      },
    });
    return { site, database, place: { DATA_DIR: dataDir } };
  },
};

const onServers = (): SiteKind[] =>
  serverKinds().map((kind) => ({
    name: kind.name,
    async open(settings) {
      const database = await kind.open();
      const dataDir = await mkdtemp(join(tmpdir(), 'club-directory-site-'));
      const place = { DATABASE_URL: database.url ?? '', DATA_DIR: dataDir };
      const site = await startSite({
        ...place,
        // An announcement takes its time over the wire; what is asked here is whether an answer is right.
        PAGE_CACHE: 'off',
        ...settings,
      });
      const close = async () => {
        await site.stop();
        await database.close();
        await rm(dataDir, { recursive: true, force: true });
      };
      return { site, database: { ...database, close }, place };
    },
  }));

/** Runs a suite against a site with the embedded database; `makeFolder` makes another copy of the project for it. */
export function describeSite(
  name: string,
  suite: (site: TestSite) => void,
  settings: Record<string, string> = {},
  makeFolder?: () => Promise<string>,
): void {
  describeKinds(name, [embeddedKind], suite, settings, makeFolder);
}

/** Runs a suite against a site with the embedded database, and against one with the newest PostgreSQL server. */
export function describeEachSite(
  name: string,
  suite: (site: TestSite) => void,
  settings: Record<string, string> = {},
): void {
  describeKinds(name, [embeddedKind, ...onServers().slice(-1)], suite, settings);
}

function describeKinds(
  name: string,
  kinds: SiteKind[],
  suite: (site: TestSite) => void,
  settings: Record<string, string>,
  makeFolder?: () => Promise<string>,
): void {
  describe.each(kinds)(`${name} ($name)`, (kind) => {
    let open: OpenSite | undefined;
    const opened = () => {
      if (!open) throw new Error('The site is there for tests and hooks, not while they are described.');
      return open;
    };
    beforeAll(async () => {
      open = await kind.open(settings, await makeFolder?.());
      // One that is built first takes its time.
    }, 180_000);
    beforeEach(() => opened().database.clear());
    afterAll(() => open?.database.close());

    suite({
      get url() {
        return opened().site.url;
      },
      get pid() {
        return opened().site.pid;
      },
      get database() {
        return opened().database;
      },
      get: (path, options = {}) => fetch(opened().site.url + path, { redirect: 'manual', ...options }),
      output: () => opened().site.output(),
      get environment() {
        return siteEnvironment(opened().place);
      },
    });
  });
}
