import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, inject } from 'vitest';
import { connectToOwner } from '../../db/embedded/database.ts';
import { openClient } from '../../db/client.ts';
import { connect } from './client.ts';
import { createTestDatabase, type OpenTestDatabase, type TestDatabase } from './database.ts';
import { siteEnvironment } from './program.ts';
import { copyEmbedded, copyTemplate } from './setup-databases.ts';
import { sharedSettings, type SharedSite } from './setup-site.ts';
import { startReadySite } from './site-process.ts';

export { startReadySite, startSite, type Site } from './site-process.ts';

/** A running site with a database, which is empty for each test. */
export interface TestSite {
  readonly url: string;
  readonly database: TestDatabase;
  /** Requests a path of the site, without following redirects. */
  get(path: string, options?: RequestInit): Promise<Response>;
  /** The environment of a command on the same database. */
  readonly environment: NodeJS.ProcessEnv;
}

/** A site that only one suite uses. */
export interface OwnTestSite extends TestSite {
  readonly pid: number;
  /** The output so far. */
  output(): string;
}

interface OpenSite {
  url: string;
  pid: number;
  output(): string;
  database: OpenTestDatabase;
  place: Record<string, string>;
}

/** Runs a suite on the site of its worker. */
export function describeSite(name: string, suite: (site: TestSite) => void): void {
  describe(name, () => {
    useSite(openShared, suite);
  });
}

/** Runs a suite on a separate site, with other settings, or from another copy of the project (`makeFolder`). */
export function describeOwnSite(
  name: string,
  suite: (site: OwnTestSite) => void,
  settings: Record<string, string> = {},
  makeFolder?: () => Promise<string>,
): void {
  describe(name, () => {
    useSite(async () => await openOwn(settings, await makeFolder?.()), suite);
  });
}

async function openShared(): Promise<OpenSite> {
  const answer = await fetch(`${inject('siteBroker')}/${process.env.VITEST_POOL_ID}`, { method: 'POST' });
  if (!answer.ok) throw new Error(await answer.text());
  const { url, place } = (await answer.json()) as SharedSite;
  const database = await connectTo(place, () => Promise.resolve());
  return { url, pid: 0, output: () => '', database, place };
}

async function openOwn(settings: Record<string, string>, folder?: string): Promise<OpenSite> {
  const dataDir = await mkdtemp(join(tmpdir(), 'club-directory-site-'));
  const place: Record<string, string> = { DATA_DIR: dataDir };
  let drop = () => Promise.resolve();
  if (inject('testDatabase') === 'embedded') copyEmbedded(inject('embeddedTemplate'), dataDir);
  else ({ url: place.DATABASE_URL, drop } = await copyTemplate(inject('serverUrl')));
  const site = await startReadySite({ ...place, ...sharedSettings(inject('testDatabase')), ...settings }, { folder });
  const database = await connectTo(place, async () => {
    await site.stop();
    await drop();
    await rm(dataDir, { recursive: true, force: true });
  });
  return { ...site, database, place };
}

/** The database of a site: on its server, or through the socket of the site. */
async function connectTo(place: Record<string, string>, leave: () => Promise<void>): Promise<OpenTestDatabase> {
  const { DATABASE_URL: url, DATA_DIR: dataDir = '' } = place;
  if (url) {
    return await createTestDatabase({ url, connect: () => connect({ url }), open: () => openClient({ url }), leave });
  }
  const openStream = async () => {
    const socket = await connectToOwner(dataDir);
    if (!socket) throw new Error('The site does not listen on its socket.');
    return socket;
  };
  return await createTestDatabase({
    url: null,
    connect: () => connect({ openStream }),
    open: () => openClient({ openStream }),
    leave,
  });
}

function useSite(open: () => Promise<OpenSite>, suite: (site: OwnTestSite) => void): void {
  let site: OpenSite | undefined;
  const opened = () => {
    if (!site) throw new Error('The site is available in tests and hooks only.');
    return site;
  };
  beforeAll(async () => {
    site = await open();
    // The site may have to be built first.
  }, 180_000);
  beforeEach(() => opened().database.clear());
  afterAll(() => site?.database.close());

  suite({
    get url() {
      return opened().url;
    },
    get pid() {
      return opened().pid;
    },
    get database() {
      return opened().database;
    },
    get: (path, options = {}) => fetch(opened().url + path, { redirect: 'manual', ...options }),
    output: () => opened().output(),
    get environment() {
      return siteEnvironment(opened().place);
    },
  });
}
