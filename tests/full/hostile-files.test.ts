import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeHostileFiles } from '../support/hostile-files.ts';
import { runProgram, siteEnvironment } from '../support/program.ts';

test('Hostile files get the right status and take less than 100 MB of memory', async () => {
  const files = await makeHostileFiles();
  const folder = await mkdtemp(join(tmpdir(), 'club-directory-logos-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await Promise.all(files.map(({ bytes }, index) => writeFile(join(folder, String(index)), bytes)));

  const { code, output } = await runProgram('tests/support/programs/read-logos.ts', [folder], siteEnvironment());
  expect(code, output).toBe(0);
  const { statuses, grown } = JSON.parse(output) as { statuses: (number | null)[]; grown: number };
  expect(files.map(({ name }, index) => [name, statuses[index]])).toEqual(
    files.map(({ name, status }) => [name, status]),
  );
  expect(grown).toBeLessThan(100_000_000);
});
