import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { formatCount } from '../../src/format.ts';
import { exportClubs } from '../import/export.ts';
import { fileFailure, runCommand, withDatabase } from './command.ts';
import { startProgress } from './progress.ts';

/** Exports to a file. `name` is what a person calls it; the course of the work is told on `output`. */
async function exportTo(file: string, name: string, output: NodeJS.WriteStream): Promise<void> {
  const report = (line: string) => output.write(`${line}\n`);
  await withDatabase(report, async ({ sql, description }) => {
    const progress = startProgress(output);
    const count = await exportClubs(sql, file, ({ done, total }) => progress.show('Exporting', done, total))
      .catch((error: unknown) => {
        throw fileFailure(error, 'write', name);
      })
      .finally(() => progress.end());
    report(`Exported ${formatCount(count, 'club')} from ${description} to ${name}.`);
  });
}

/** Exports to the standard output, by way of a file: who reads slowly there keeps nobody from the database. */
async function print(): Promise<void> {
  const name = 'the standard output';
  const folder = await mkdtemp(join(tmpdir(), 'clubs-export-'));
  try {
    const file = join(folder, 'clubs.csv');
    await exportTo(file, name, process.stderr);
    await pipeline(createReadStream(file), process.stdout, { end: false });
  } catch (error) {
    // Who has read enough goes away.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPIPE')) throw fileFailure(error, 'write', name);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const form = { usage: 'clubs:export -- FILE.csv (or - for the standard output)', words: 1 };

await runCommand(form, ({ words: [file = ''] }) => (file === '-' ? print() : exportTo(file, file, process.stdout)));
