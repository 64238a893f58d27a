import { createReadStream, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { CommandForm } from '../command-line.ts';
import { npmCall } from '../settings.ts';
import { formatCount } from '../format.ts';
import { exportClubs } from '../clubs/csv/export.ts';
import type { OpenDatabase } from '../../db/open.ts';
import { fileFailure, isGone, runCommand, withDatabase } from './command.ts';
import { tellInterrupts } from './interrupt.ts';
import { startProgress } from './progress.ts';

interface ExportTarget {
  file: string;
  /** What a person calls it. */
  name: string;
  allowEmpty: boolean;
  /** Where the course of the work is told. */
  output: NodeJS.WriteStream;
}

/** Exports to a file, and answers what is to be told when the file has come to where it belongs. */
async function exportTo({ file, name, allowEmpty, output }: ExportTarget): Promise<string> {
  const report = (line: string) => output.write(`${line}\n`);
  const work = async ({ sql, description }: OpenDatabase) => {
    const progress = startProgress(output);
    const count = await exportClubs(sql, file, {
      allowEmpty,
      onProgress: ({ done, total }) => progress.show('Exporting', done, total),
    })
      .catch((error: unknown) => {
        throw fileFailure(error, 'write', name);
      })
      .finally(() => progress.end());
    return `Exported ${formatCount(count, 'club')} from ${description}`;
  };
  return await withDatabase(report, work, { readOnly: true });
}

/** Exports to the standard output, by way of a file: who reads slowly there keeps nobody from the database. */
async function print(allowEmpty: boolean): Promise<void> {
  const { script, isSilent } = npmCall([]);
  if (!process.stdout.isTTY && script === SCRIPT && !isSilent) {
    console.error(
      `npm has printed its own lines before the clubs: "npm run -s ${SCRIPT} -- -" leaves them out, and so does a file name for the "-".`,
    );
  }
  const folder = await mkdtemp(join(tmpdir(), 'clubs-export-'));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', removeFolder);
  let outcome = 'Nothing was printed.';
  const stopTelling = tellInterrupts(() => outcome);
  try {
    const file = join(folder, 'clubs.csv');
    const done = await exportTo({ file, name: `a file in ${tmpdir()}`, allowEmpty, output: process.stderr });
    outcome = 'What was printed may lack clubs.';
    try {
      await pipeline(createReadStream(file), process.stdout, { end: false });
      await flush(process.stdout);
      outcome = 'All clubs were printed.';
    } catch (error) {
      if (isGone(error)) return;
      throw fileFailure(error, 'write', 'the standard output');
    }
    console.error(`${done} to the standard output.`);
  } finally {
    stopTelling();
    removeFolder();
    process.off('exit', removeFolder);
  }
}

const flush = (output: NodeJS.WriteStream) =>
  new Promise<void>((done, fail) => output.write('', (error) => (error ? fail(error) : done())));

async function save(file: string, allowEmpty: boolean): Promise<void> {
  const stopTelling = tellInterrupts(() => `${file} is as it was or holds all clubs.`);
  const done = await exportTo({ file, name: file, allowEmpty, output: process.stdout });
  stopTelling();
  console.log(`${done} to ${file}.`);
}

const SCRIPT = 'clubs:export';

const form: CommandForm = {
  script: SCRIPT,
  words: ['FILE.csv'],
  meaning:
    'Writes all clubs of the directory to a file, and changes nothing. With "-" for FILE.csv it prints them (npm run -s leaves out what npm prints before them).',
  options: { 'allow-empty': { meaning: 'replaces a file also when there is no club to write' } },
};

await runCommand(form, ({ words: [file = ''], switches }) =>
  file === '-' ? print(switches.has('allow-empty')) : save(file, switches.has('allow-empty')),
);
