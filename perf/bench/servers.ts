import { fork } from 'node:child_process';
import { startSite as startSiteProcess, type Site } from '../../tests/support/site-process.ts';
import type { SentAnswer } from './bare-server.ts';
import type { Sample, Server, SiteServer } from './types.ts';

/** The site in production mode. */
export async function startSite(
  name: SiteServer,
  settings: Record<string, string>,
): Promise<Server & Pick<Site, 'output'>> {
  const site = await startSiteProcess(settings);
  return { ...site, name };
}

/** The bare server. `send` replaces its answers. */
export async function startBare(): Promise<Server & { send: (answers: Sample[]) => Promise<void> }> {
  const { child, ...server } = await startChild('./bare-server.ts', {});
  const send = async (answers: Sample[]) => {
    const ready = new Promise((done) => child.once('message', done));
    child.send(answers.map(({ headers, body }): SentAnswer => ({ headers, body: body.toString('base64') })));
    await ready;
  };
  return { name: 'bare', ...server, send };
}

export async function startPeer(databaseUrl: string): Promise<Server> {
  return { name: 'peer', ...(await startChild('./peer.ts', { DATABASE_URL: databaseUrl })) };
}

/** Starts a module that sends its port. */
async function startChild(file: string, env: NodeJS.ProcessEnv) {
  const child = fork(new URL(file, import.meta.url), {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env },
  });
  const ended = new Promise((done) => child.once('exit', done));
  const port = await new Promise((done, fail) => {
    child.once('message', done);
    child.once('error', fail);
    void ended.then(() => fail(new Error(`${file} does not start.`)));
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  return { child, url: `http://127.0.0.1:${String(port)}`, pid: child.pid ?? 0, stop };
}
