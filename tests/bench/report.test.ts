import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

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
