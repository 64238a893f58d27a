import { fork, type ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { siteEnvironment, startServer } from '../support/program.ts';
import type { SentAnswer } from './bare-server.ts';
import type { Sample, Server } from './types.ts';

const START_TIMEOUT = 120_000;

/** The bare server, with what it is to send. */
export interface BareServer extends Server {
  send: (answers: Sample[]) => Promise<void>;
}

export async function startBare(): Promise<BareServer> {
  const { child, url, pid } = await startChild('./bare-server.ts', {});
  const send = async (answers: Sample[]) => {
    const ready = new Promise((done) => child.once('message', done));
    const sent: SentAnswer[] = answers.map(({ headers, body }) => ({ headers, body: body.toString('base64') }));
    child.send(sent);
    await ready;
  };
  return { name: 'bare', url, pid, stop: () => stopChild(child), send };
}

export async function startPeer(databaseUrl: string): Promise<Server> {
  const { child, url, pid } = await startChild('./peer.ts', { DATABASE_URL: databaseUrl });
  return { name: 'peer', url, pid, stop: () => stopChild(child) };
}

/** A server of the benchmark's own: a module that tells its port. */
async function startChild(
  file: string,
  env: NodeJS.ProcessEnv,
): Promise<{ child: ChildProcess; url: string; pid: number }> {
  const child = fork(new URL(file, import.meta.url), {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env },
  });
  const port = await new Promise((done, fail) => {
    child.once('message', done);
    child.once('error', fail);
    child.once('exit', () => fail(new Error(`${file} does not run.`)));
  });
  return { child, url: `http://127.0.0.1:${String(port)}`, pid: child.pid ?? 0 };
}

async function stopChild(child: ChildProcess): Promise<void> {
  const ended = new Promise((done) => child.once('exit', done));
  child.kill('SIGTERM');
  await ended;
}

/** The site as it is shipped, in its own process. `output` is what it has printed so far. */
export async function startSite(
  name: 'warm' | 'off',
  settings: Record<string, string>,
): Promise<Server & { output: () => string }> {
  const { child, output, ended } = startServer(siteEnvironment(settings));
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  let hasEnded = false as boolean;
  const markEnded = () => (hasEnded = true);
  ended.then(markEnded, markEnded);
  for (const start = performance.now(); performance.now() - start < START_TIMEOUT && !hasEnded;) {
    const port = /\bat http:\/\/\S+?:(\d+)/.exec(output())?.[1];
    const url = `http://127.0.0.1:${port ?? ''}`;
    if (port && (await fetch(`${url}/club/`)).ok) return { name, url, pid: child.pid ?? 0, stop, output };
    await sleep(50);
  }
  child.kill('SIGKILL');
  throw new Error(`The site does not start.\n${output()}`);
}
