import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeHostileFiles } from '../support/hostile-files.ts';
import { runProgram, siteEnvironment } from '../support/program.ts';
import { makeWorkbook } from '../support/workbook.ts';

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

/** Reads a workbook whose sheet is the repeated row in another process. */
async function measureWorkbook(row: (index: number) => string, rows: number) {
  const folder = await mkdtemp(join(tmpdir(), 'club-directory-workbook-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const xml = `<worksheet><sheetData>${Array.from({ length: rows }, (_, index) => row(index)).join('')}</sheetData></worksheet>`;
  const file = makeWorkbook([{ xml }]);
  await writeFile(join(folder, 'clubs.xlsx'), file);
  const args = [join(folder, 'clubs.xlsx')];
  const { code, output } = await runProgram('tests/support/programs/read-workbook.ts', args, siteEnvironment());
  expect(code, output).toBe(0);
  return { ...(JSON.parse(output) as Record<'records' | 'ms' | 'delay' | 'grown', number>), size: file.length, output };
}

test('A workbook that unpacks to 300 MB is refused before that', async () => {
  const { output, grown, size } = await measureWorkbook(
    () => '<row><c r="A1"><v>1</v></c><c r="B1"><v>2</v></c></row>',
    5_500_000,
  );
  expect(output).toContain('"code":"tooLarge"');
  expect(size).toBeGreaterThan(500_000);
  expect(grown).toBeLessThan(50_000_000);
});

test('A workbook of 20,000 clubs is read beside requests', async () => {
  const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
  const row = (index: number) => `<row>${text(`Club ${index}`)}${text('Plays. '.repeat(20)).repeat(12)}</row>`;
  const { records, ms, delay, grown } = await measureWorkbook(row, 20_000);
  expect(records).toBe(20_000);
  // In the thread of the requests, the longest delay would be nearly all of the time.
  expect(delay).toBeLessThan(ms / 2);
  expect(grown).toBeLessThan(300_000_000);
});
