import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeHostileFiles } from '../support/hostile-files.ts';
import { runProgram, siteEnvironment } from '../support/program.ts';

const MEGABYTE = 1_000_000;

test('More than 150 hostile files are refused as what they are, and take less than 100 MB of memory', async () => {
  const files = await makeHostileFiles();
  expect(files.length).toBeGreaterThan(150);
  const folder = await mkdtemp(join(tmpdir(), 'club-directory-logos-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await Promise.all(files.map(({ bytes }, index) => writeFile(join(folder, String(index)), bytes)));

  const { code, output } = await runProgram('tests/support/programs/read-logos.ts', [folder], siteEnvironment());
  expect(code, output).toBe(0);
  const { oneByOne, atOnce, grown, peak } = JSON.parse(output) as {
    oneByOne: (number | null)[];
    atOnce: (number | null)[];
    grown: number;
    peak: number;
  };
  const told = (statuses: (number | null)[]) => files.map(({ name }, index) => [name, statuses[index]]);
  const expected = files.map(({ name, status }) => [name, status]);
  expect(told(oneByOne)).toEqual(expected);
  expect(told(atOnce)).toEqual(expected);
  expect(grown).toBeLessThan(100 * MEGABYTE);
  expect(peak).toBeLessThan(100 * MEGABYTE);
});
