import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { SETTINGS } from '../../src/settings.ts';

/** A program of the project in a process of its own. */
export interface RunningProgram {
  child: ChildProcess;
  /** Everything that it has printed so far. */
  output(): string;
  /** How it ended: its exit code, or null when a signal ended it. */
  ended: Promise<number | null>;
}

/** Starts `node src/run.mjs FILE …`, as the scripts of package.json do, with exactly this environment. */
export function startProgram(file: string, args: string[], env: NodeJS.ProcessEnv): RunningProgram {
  return startNode([resolve('src/run.mjs'), file, ...args], env);
}

/** Starts the production server as `npm start` does, with exactly this environment; in another copy of the project if one is named. */
export function startServer(env: NodeJS.ProcessEnv, folder?: string): RunningProgram {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } };
  const [node, ...args] = scripts.start.split(' ');
  if (node !== 'node') throw new Error(`npm start does not begin with node: ${scripts.start}`);
  return startNode(args, env, folder);
}

function startNode(args: string[], env: NodeJS.ProcessEnv, cwd?: string): RunningProgram {
  const child = spawn(process.execPath, args, {
    env,
    ...(cwd === undefined ? {} : { cwd }),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = new Promise<number | null>((done, fail) => {
    child.once('error', fail);
    child.once('close', done);
  }).finally(() => process.off('exit', kill));
  return { child, output: () => output, ended };
}

/** Runs a program to its end. */
export async function runProgram(
  file: string,
  args: string[],
  env: NodeJS.ProcessEnv,
): Promise<{ code: number | null; output: string }> {
  const { ended, output } = startProgram(file, args, env);
  return { code: await ended, output: output() };
}

/** Where a site of the tests is said to be. */
export const SITE_URL = 'https://clubs.example.org';

/** Code that was compiled once: the tests start the same programs hundreds of times. */
const COMPILED = resolve('node_modules/.cache/club-directory/compiled');

/** The settings of a site under test. None comes from the environment or the `.env` file of whoever runs the tests. */
export function siteEnvironment(settings: Record<string, string> = {}): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, TZ } = process.env;
  return {
    PATH,
    HOME,
    TMPDIR,
    TZ,
    NODE_COMPILE_CACHE: COMPILED,
    // Empty variables count as unset, and keep Node.js from reading them from a .env file.
    ...Object.fromEntries(SETTINGS.map(({ name }) => [name, ''])),
    PORT: '0',
    SITE_URL,
    SAMPLE_DATA: 'off',
    // Tests send more requests than people do.
    RATE_LIMIT: 'off',
    MAX_CONCURRENT: '10000',
    ACCESS_LOG: 'off',
    ...settings,
  };
}
