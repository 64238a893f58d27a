import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { judge } from './goals.ts';
import { toMarkdown } from './report.ts';
import type { CellLabel, Figures, Run } from './types.ts';

const figures = (p50: number): Figures => ({
  perSecond: 1000 / p50,
  p50,
  p99: p50,
  serverCpu: p50,
  databaseCpu: 0,
  loaderCores: 0,
  rss: 100,
});
const resultOf = (cell: CellLabel, p50: number, peer: Figures[]): Run['results'][number] => ({
  cell,
  bytes: 100,
  rounds: { bare: [figures(1)], warm: [figures(1)], off: [figures(p50)], peer },
});
const runOf = (clubs: number, p50: number): Run => ({
  clubs,
  rounds: 1,
  seconds: 1,
  database: 'PostgreSQL',
  results: [
    resultOf({ id: 'page1', title: 'First' }, 1, [figures(2)]),
    resultOf({ id: 'typo', title: 'Typo', connections: 1 }, p50, []),
  ],
  changes: null,
  memory: null,
});

test.each([
  [10_000, 20, true],
  [10_000, 21, false],
  [1_000_000, 60, true],
  [1_000_000, 61, false],
])('At %d clubs a median of %d ms for somebody who types is enough: %s', (clubs, p50, isEnough) => {
  const goals = judge(runOf(clubs, p50), null).filter(({ goal }) => goal.startsWith('Typo'));
  expect(goals.map(({ isMet }) => isMet)).toEqual([isEnough]);
});

describe('A report', () => {
  const rows = toMarkdown(runOf(10_000, 5), null).split('\n');

  test('has no figure of a server that does not answer the same, in no table', () => {
    const ofTypo = rows.filter((row) => row.startsWith('| Typo |'));
    const ofFirst = rows.filter((row) => row.startsWith('| First |'));
    expect(ofTypo).toHaveLength(ofFirst.length);
    expect(ofTypo.map((row) => row.endsWith(' – |'))).toEqual(ofTypo.map(() => true));
    expect(ofFirst.filter((row) => row.endsWith(' – |'))).toEqual([]);
    expect(rows).toContain('| Fastify peer | 100 |');
  });

  test('says which cells are of one person', () => {
    expect(rows.find((row) => row.includes('32 connections'))).toContain('(one for “Typo”: a single person)');
  });
});

/** What a copy of the benches says of where it runs, in a folder of its own. */
function makeCopy() {
  const folder = mkdtempSync(join(tmpdir(), 'club-report-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync('tests/bench', join(folder, 'tests/bench'), { recursive: true });
  cpSync('package.json', join(folder, 'package.json'));
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  symlinkSync(resolve('src'), join(folder, 'src'));
  symlinkSync(resolve('tests/support'), join(folder, 'tests/support'));
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.org', ...args], {
      cwd: folder,
      encoding: 'utf8',
    }).trim();
  const say = () =>
    execFileSync(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `import('./tests/bench/report.ts').then((m) => console.log(m.describeMachine('x')))`,
      ],
      // A folder around it that has git says nothing of this one.
      { cwd: folder, encoding: 'utf8', env: { ...process.env, GIT_CEILING_DIRECTORIES: tmpdir() } },
    ).trim();
  return { folder, git, say };
}

test('A report says of which day and commit it is, whether that was changed, and nothing where there is no git', () => {
  const { folder, git, say } = makeCopy();
  expect(say()).toMatch(/, x, \d{4}-\d\d-\d\d$/);
  git('init', '-q');
  git('add', 'package.json', 'tests');
  git('commit', '-qm', 'One');
  const commit = git('rev-parse', '--short', 'HEAD');
  expect(say()).toMatch(/, changed$/);
  git('add', '-A');
  git('commit', '-qm', 'All');
  const all = git('rev-parse', '--short', 'HEAD');
  expect(all).not.toBe(commit);
  expect(say()).toMatch(new RegExp(`, x, \\d{4}-\\d\\d-\\d\\d, commit ${all}$`));
  // A report of the same run.
  cpSync('package.json', join(folder, 'docs/bench/new.md'));
  expect(say()).toMatch(new RegExp(`, commit ${all}$`));
});
