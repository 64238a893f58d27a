import { siteEnvironment, startServer } from './program.ts';

/** A production server in a child process. */
export interface Site {
  /** The address that the site listens on, without a trailing slash. The site itself uses SITE_URL. */
  url: string;
  pid: number;
  /** The output so far. */
  output(): string;
  /** Stops it, and returns its exit code. */
  stop(): Promise<number | null>;
}

const START_TIMEOUT = 120_000;
const STOP_TIMEOUT = 20_000;

/** Starts a site on a free port and waits until it responds. `folder` is another copy of the project. */
export async function startSite(settings: Record<string, string>, folder?: string): Promise<Site> {
  const { child, output, ended } = startServer(siteEnvironment(settings), folder);
  const url = await new Promise<string>((resolve, reject) => {
    const fail = (reason: string) => {
      clearTimeout(timeout);
      child.kill('SIGKILL');
      reject(new Error(`The site ${reason}.\n${output()}`));
    };
    const timeout = setTimeout(() => fail('does not listen'), START_TIMEOUT);
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
