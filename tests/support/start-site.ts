import { siteEnvironment, startServer } from './program.ts';

/** The production server in a process of its own. */
export interface Site {
  /** Without a slash at the end. It is where the site listens: the addresses that it prints begin with SITE_URL. */
  url: string;
  /** Its process. */
  pid: number;
  /** Everything that it has printed so far. */
  output(): string;
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
