import { setTimeout as sleep } from 'node:timers/promises';
import { startServer, siteEnvironment, type RunningProgram } from '../support/program.ts';

/** A site that is started again when it dies. */
export interface SoakedSite {
  readonly name: string;
  /** Without a slash at the end; null while no process of it serves, another one with each process. */
  url: string | null;
  /** What its processes said that ended by themselves. */
  deaths: string[];
  /** Asks it to stop, and answers whether it did so in order. */
  stop(): Promise<boolean>;
}

/** A process of a site, which stays as it is when it ends. */
export interface StartedSite extends RunningProgram {
  /** Without a slash at the end. */
  url: string;
}

/** Starts a site, and answers when it has its database. `more` is of its environment, and no setting. */
export async function startOnce(settings: Record<string, string>, more: NodeJS.ProcessEnv = {}): Promise<StartedSite> {
  const program = startServer({ ...siteEnvironment(settings), ...more });
  const { child, output, ended } = program;
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', () => {
      const port = PORT.exec(output())?.[1];
      if (port) resolve(`http://127.0.0.1:${port}`);
    });
    ended.then(() => reject(new Error(`The site does not start.\n${output()}`)), reject);
  });
  return { ...program, url };
}

/** What a site says when it serves, and where. */
const PORT = /\bat http:\/\/\S+?:(\d+)/;
const STOP_TIMEOUT = 20_000;

/** Starts a site, and answers when it serves. One that cannot start, as without its database, tries again. */
export async function startSoakedSite(name: string, settings: Record<string, string>): Promise<SoakedSite> {
  let isStopping = false as boolean;
  let running: RunningProgram;
  const site: SoakedSite = {
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
    const look = () => {
      const port = PORT.exec(output())?.[1];
      if (port) site.url = `http://127.0.0.1:${port}`;
    };
    child.stdout?.on('data', look);
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
