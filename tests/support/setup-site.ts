import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startReadySite } from './site-process.ts';
import { runProgram, siteEnvironment } from './program.ts';
import { copyEmbedded, copyTemplate } from './setup-databases.ts';

/** A site that a worker uses for all of its test files. */
export interface SharedSite {
  url: string;
  /** The settings of its database. */
  place: Record<string, string>;
}

declare module 'vitest' {
  interface ProvidedContext {
    siteIsBuilt: boolean;
    /** A URL: `POST /WORKER` returns the `SharedSite` of a worker. */
    siteBroker: string;
  }
}

/**
 * Builds the site once, and starts one process per worker on request. TEST_SITE_URL of the project's `env` becomes their
 * setting SITE_URL.
 */
export default async function setUpSite(project: TestProject): Promise<() => Promise<void>> {
  const { vitest } = project;
  if (!('siteIsBuilt' in vitest.getProvidedContext())) {
    const { code, output } = await runProgram('src/process/build-command.ts', [], siteEnvironment());
    if (code !== 0) throw new Error(`The site cannot be built, and the tests need it.\n${output}`);
    vitest.provide('siteIsBuilt', true);
  }
  const { TEST_SITE_URL } = project.config.env;
  const settings: Record<string, string> = TEST_SITE_URL === undefined ? {} : { SITE_URL: TEST_SITE_URL };
  const { testDatabase, serverUrl, embeddedTemplate } = project.getProvidedContext();
  const ends: (() => Promise<unknown>)[] = [];

  async function open(): Promise<SharedSite> {
    const dataDir = await mkdtemp(join(tmpdir(), 'club-directory-site-'));
    const place: Record<string, string> = { DATA_DIR: dataDir };
    let drop = () => Promise.resolve();
    if (testDatabase === 'embedded') copyEmbedded(embeddedTemplate, dataDir);
    else ({ url: place.DATABASE_URL, drop } = await copyTemplate(serverUrl));
    const site = await startReadySite({ ...place, ...sharedSettings(testDatabase), ...settings });
    ends.push(async () => {
      await site.stop();
      // The server of this run may have stopped by now.
      await drop().catch(() => undefined);
      await rm(dataDir, { recursive: true, force: true });
    });
    return { url: site.url, place };
  }

  const sites = new Map<string, Promise<SharedSite>>();
  const broker = createServer((request, response) => {
    const worker = request.url ?? '';
    const site = sites.get(worker) ?? open();
    sites.set(worker, site);
    site.then(
      (found) => response.end(JSON.stringify(found)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((done) => broker.listen(0, '127.0.0.1', done));
  project.provide('siteBroker', `http://127.0.0.1:${(broker.address() as AddressInfo).port}`);
  return async () => {
    broker.closeAllConnections();
    broker.close();
    await Promise.all(ends.map((end) => end()));
  };
}

/** Without a page cache on a server, where changes are announced with a delay: tests read what they have just written. */
export const sharedSettings = (testDatabase: 'embedded' | 'server'): Record<string, string> =>
  testDatabase === 'server' ? { PAGE_CACHE: 'off' } : {};
