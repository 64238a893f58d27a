import { setTimeout as sleep } from 'node:timers/promises';
import { startServer, siteEnvironment, type RunningProgram } from './program.ts';

/** The output of a site whose database is ready. */
const READY = /\bListening on http:\/\/\S+?:(\d+)/;
/** The output of a site that listens, also while its database is unavailable. */
const LISTENING = /\b(?:Listening on|Until then,) http:\/\/\S+?:(\d+)/;
const START_TIMEOUT = 120_000;
const STOP_TIMEOUT = 20_000;

/** The URL in the output of a site, without a trailing slash; null before. The site itself uses SITE_URL. */
function readUrl(output: string, pattern: RegExp): string | null {
  const port = pattern.exec(output)?.[1];
  return port === undefined ? null : `http://127.0.0.1:${port}`;
}

/** A production server in a child process. */
export interface Site extends RunningProgram {
  /** Without a trailing slash. */
  url: string;
  pid: number;
  /** Stops it, and returns its exit code. */
  stop(): Promise<number | null>;
}

/**
 * Starts a site on a free port and waits until it responds. `more` are environment variables that are not settings, and
 * `folder` is another copy of the project.
 */
export async function startSite(
  settings: Record<string, string>,
  { more = {}, folder }: { more?: NodeJS.ProcessEnv; folder?: string } = {},
): Promise<Site> {
  const program = startServer({ ...siteEnvironment(settings), ...more }, folder);
  const { child, output, ended } = program;
  const url = await new Promise<string>((resolve, reject) => {
    const fail = (reason: string) => {
      clearTimeout(timeout);
      child.kill('SIGKILL');
      reject(new Error(`The site ${reason}.\n${output()}`));
    };
    const timeout = setTimeout(() => fail('does not listen'), START_TIMEOUT);
    ended.then((code) => fail(`ended with ${code ?? 'a signal'}`), reject);
    const look = () => {
      const listening = readUrl(output(), LISTENING);
      if (listening === null) return;
      clearTimeout(timeout);
      resolve(listening);
    };
    child.stdout?.on('data', look);
    child.stderr?.on('data', look);
  });
  await fetch(url);
  const stop = async () => {
    child.kill('SIGTERM');
    let isLate = false as boolean;
    const timeout = setTimeout(() => (isLate = child.kill('SIGKILL')), STOP_TIMEOUT);
    const code = await ended;
    clearTimeout(timeout);
    if (isLate) throw new Error(`The site did not stop.\n${output()}`);
    return code;
  };
  return { ...program, url, pid: child.pid ?? 0, stop };
}

/** The same, and waits until its database responds: a busy machine may miss the time limit of the first connection. */
export async function startReadySite(...settings: Parameters<typeof startSite>): Promise<Site> {
  const site = await startSite(...settings);
  while (!(await fetch(`${site.url}/readyz`)).ok) await sleep(50);
  return site;
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
      site.url ??= readUrl(output(), READY);
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
