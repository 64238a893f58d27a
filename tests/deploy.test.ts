import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { describe, expect, onTestFinished, test } from 'vitest';
import { SETTINGS } from '../src/settings.ts';
import { END_TIMEOUT } from '../src/server/stop.ts';

/*
 * What operators start the site with, beside npm: a container and services. What they say of the project is held to it.
 * That the service starts the site, and ends it, is in tests/server/main.test.ts.
 */

const read = (file: string) => readFileSync(file, 'utf8');
const { scripts, optionalDependencies } = v.parse(
  v.object({
    scripts: v.record(v.string(), v.string()),
    optionalDependencies: v.record(v.string(), v.string()),
  }),
  JSON.parse(read('package.json')),
);
const operating = read('docs/operating.md');

describe('The Dockerfile', () => {
  const dockerfile = read('Dockerfile');
  /** What stands after each instruction of a kind. */
  const instructions = (kind: string) =>
    Array.from(dockerfile.matchAll(new RegExp(`^${kind} (.*)$`, 'gm')), ([, rest = '']) => rest);
  const inExecForm = (line: string) => v.parse(v.array(v.string()), JSON.parse(line));

  test('has the Node.js that npm brings along elsewhere, and leaves that one out', () => {
    const versions = new Set(Object.values(optionalDependencies));
    expect(versions.size).toBe(1);
    for (const from of instructions('FROM')) expect(from).toMatch(new RegExp(`^node:${[...versions].join()}-`));
    for (const name of Object.keys(optionalDependencies).filter((one) => one.includes('linux')))
      expect(name).toMatch(/^node-linux-/);
    expect(dockerfile).toContain('rm -rf node_modules/node-linux-* node_modules/.bin/node');
  });

  test('starts the site as npm start does, without a shell that keeps signals to itself', () => {
    expect(inExecForm(instructions('CMD').join()).join(' ')).toBe(scripts.start);
    expect(dockerfile).not.toMatch(/^(?:ENTRYPOINT|SHELL|STOPSIGNAL)/m);
  });

  test('runs as nobody in particular, with its data in a volume of theirs', () => {
    const [volume = ''] = instructions('VOLUME');
    expect(instructions('USER')).toEqual(['node']);
    expect(dockerfile).toContain(`RUN mkdir ${volume} && chown node:node ${volume}\nUSER node`);
    expect(dockerfile).toContain(`DATA_DIR=${volume}`);
    expect(operating).toContain(`-v clubs:${volume}`);
  });

  test('sets what is a setting, on the port that it opens and asks for health', () => {
    const set = instructions('ENV').flatMap((line) => line.split(' '));
    const names = set.map((pair) => pair.split('=')[0]);
    expect(names).toEqual(['NODE_ENV', ...names.slice(1)]);
    const known = SETTINGS.map(({ name }) => name);
    expect(known).toEqual(expect.arrayContaining(names.slice(1)));
    expect(known).toEqual(expect.arrayContaining(instructions('ARG').map((line) => line.split('=')[0])));
    const [port = ''] = instructions('EXPOSE');
    expect(set).toContain(`PORT=${port}`);
    expect(port).toBe(SETTINGS.find(({ name }) => name === 'PORT')?.unset);
    expect(instructions('HEALTHCHECK').join()).toContain('${process.env.PORT}/healthz');
  });

  test('builds and runs with the same settings of a build', () => {
    const [build = '', run = ''] = dockerfile.split(/^(?=FROM )/m).slice(1);
    const settings = (stage: string) => [...stage.matchAll(/^ARG .*$/gm)].map(([line]) => line);
    expect(settings(build)).toEqual(['ARG DEFAULT_LOCALE=en', 'ARG SITE_DIR=./src/content']);
    expect(settings(run)).toEqual(settings(build));
  });

  test('has a check of health that ends with 0 only when the site answers', () => {
    const [program = '', ...rest] = inExecForm(
      instructions('HEALTHCHECK')
        .join()
        .replace(/^.*? CMD /, ''),
    );
    expect(program).toBe('node');
    const check = () => execFileSync(process.execPath, rest, { env: { PORT: '1' }, stdio: 'pipe' });
    expect(check).toThrow(expect.objectContaining({ status: 1 }));
  });

  test('leaves out of the image what holds secrets, data or tests', () => {
    const ignored = read('.dockerignore').split('\n');
    expect(ignored).toEqual(expect.arrayContaining(['.env', '.env.*', '.git', '.npm', 'data', 'dist', 'node_modules']));
    expect(ignored).toEqual(
      expect.arrayContaining([...DUMPS.map((pattern) => `**/${pattern}`), '!db/**/*.sql', 'tests']),
    );
    // What a build is made of has to be there.
    for (const input of ['astro.config.mjs', 'db', 'package-lock.json', 'public', 'src', 'tsconfig.json'])
      expect(ignored).not.toContain(input);
  });
});

/** Files that hold the data of the site. */
const DUMPS = ['*.backup', '*.dump', '*.sql', '*.sql.gz'];

test('git ignores settings, dumps and backups, but no file of the project', () => {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);
  const secrets = ['.env', '.env.production', '.npm/x', ...DUMPS.map((pattern) => pattern.replace('*', 'docs/clubs'))];
  expect(git('check-ignore', ...secrets)).toEqual(secrets);
  expect(git('ls-files', '--cached', '--ignored', '--exclude-standard')).toEqual([]);
  expect(git('ls-files', '.env.example')).toEqual(['.env.example']);
});

describe('The services for systemd', () => {
  const linesOf = (file: string) => read(file).split('\n');
  /** The value of a line of a unit. */
  const valueOf = (file: string, name: string) =>
    linesOf(file)
      .find((line) => line.startsWith(`${name}=`))
      ?.slice(name.length + 1) ?? '';

  test('wait longer for its end than it takes', () => {
    expect(Number(valueOf('docs/deploy/clubs.service', 'TimeoutStopSec')) * 1000).toBeGreaterThan(END_TIMEOUT);
  });

  test('read the file of settings that docs/operating.md hands to commands', () => {
    const [, file = ''] = /set -a; \. (\S+);/.exec(operating) ?? [];
    expect(file).toMatch(/^\/etc\//);
    for (const unit of globSync('docs/deploy/*.service')) expect(valueOf(unit, 'EnvironmentFile')).toBe(`-${file}`);
  });

  test('keep memory executable, which V8 needs', () => {
    for (const file of globSync('docs/deploy/*.service'))
      expect(linesOf(file).filter((line) => line.startsWith('MemoryDenyWriteExecute'))).toEqual([]);
  });

  test('make backups by a command that there is', () => {
    const [, program = ''] = /src\/run\.mjs (\S+)/.exec(valueOf('docs/deploy/clubs-backup.service', 'ExecStart')) ?? [];
    expect(Object.values(scripts).filter((line) => line.endsWith(` ${program}`))).toHaveLength(1);
  });

  test('are named by docs/operating.md, each', () => {
    for (const file of globSync('docs/deploy/*'))
      expect(operating).toContain(`](${file.replaceAll('\\', '/').replace('docs/', '')})`);
  });

  test.skipIf(!hasSystemd())('are what systemd takes them for', () => {
    const folder = mkdtempSync(join(tmpdir(), 'club-units-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    cpSync('docs/deploy', folder, { recursive: true });
    // The program has to be there; here it is that of these tests.
    const bin = join(folder, 'clubs/node_modules/.bin');
    mkdirSync(bin, { recursive: true });
    writeFileSync(join(bin, 'node'), '', { mode: 0o755 });
    const service = join(folder, 'clubs.service');
    writeFileSync(service, read(service).replaceAll('/srv/clubs', join(folder, 'clubs')));
    const units = globSync('*.{service,timer}', { cwd: folder }).map((name) => join(folder, name));
    expect(units).toHaveLength(3);
    // Its faults are on the standard error, and some of them leave its exit code at 0.
    expect(execFileSync('sh', ['-c', 'systemd-analyze verify "$@" 2>&1', 'sh', ...units]).toString()).toBe('');
  });
});

function hasSystemd(): boolean {
  try {
    execFileSync('systemd-analyze', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
