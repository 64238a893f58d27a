import { setTimeout as sleep } from 'node:timers/promises';
import { startServer, siteEnvironment, type RunningProgram } from './program.ts';

/** The output of a site that listens. */
const PORT = /\bListening on http:\/\/\S+?:(\d+)/;
const STOP_TIMEOUT = 20_000;

/** A running process of a site. */
export interface SiteProcess extends RunningProgram {
  /** Without a trailing slash. */
  url: string;
  pid: number;
  /** Sends SIGTERM and waits for the end. */
  stop(): Promise<void>;
}

/** Starts a site and waits until its database is ready. `more` are environment variables that are not settings. */
export async function startSiteProcess(
  settings: Record<string, string>,
  more: NodeJS.ProcessEnv = {},
): Promise<SiteProcess> {
  const program = startServer({ ...siteEnvironment(settings), ...more });
  const { child, output, ended } = program;
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', () => {
      const port = PORT.exec(output())?.[1];
      if (port) resolve(`http://127.0.0.1:${port}`);
    });
    ended.then(() => reject(new Error(`The site does not start.\n${output()}`)), reject);
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  return { ...program, url, pid: child.pid ?? 0, stop };
}

/** A site whose process is restarted when it ends unexpectedly. */
export interface SupervisedSite {
  readonly name: string;
  /** Without a trailing slash; null while it does not listen. Changes with every process. */
  url: string | null;
  /** The last output of processes that ended unexpectedly. */
  deaths: string[];
  /** Stops it, and returns whether the shutdown was graceful. */
  stop(): Promise<boolean>;
}

/** Starts a site and waits until it listens. Retries if the start fails, for example without a database. */
export async function startSupervisedSite(name: string, settings: Record<string, string>): Promise<SupervisedSite> {
  let isStopping = false as boolean;
  let running: RunningProgram;
  const site: SupervisedSite = {
    name,
    url: null,
    deaths: [],
    async stop() {
      isStopping = true;
      running.child.kill('SIGTERM');
      const timeout = setTimeout(() => running.child.kill('SIGKILL'), STOP_TIMEOUT);
      const code = await running.ended;
      clearTimeout(timeout);
      return code === 0;
    },
  };

  const start = () => {
    running = startServer(siteEnvironment(settings));
    const { child, output, ended } = running;
    child.stdout?.on('data', () => {
      const port = PORT.exec(output())?.[1];
      if (port) site.url = `http://127.0.0.1:${port}`;
    });
    void ended.then(async (code) => {
      const hasServed = site.url !== null;
      site.url = null;
      if (isStopping) return;
      const last = output().trim().split('\n').slice(-15).join('\n');
      if (hasServed) site.deaths.push(`${name} ended with ${code ?? 'a signal'}:\n${last}`);
      await sleep(500);
      start();
    });
  };
  start();
  while (site.url === null) await sleep(50);
  return site;
}
