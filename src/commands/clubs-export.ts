import { createReadStream, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { CommandForm } from '../command-line.ts';
import { npmCall } from '../settings.ts';
import { formatCount } from '../format.ts';
import { exportClubs, LogoFolderError } from '../clubs/csv/export.ts';
import type { OpenDatabase } from '../../db/open.ts';
import { fileFailure, isGone, runCommand, withDatabase } from './command.ts';
import { tellInterrupts } from './interrupt.ts';
import { startProgress } from './progress.ts';

/** What was asked for beside the file. */
interface Options {
  allowEmpty: boolean;
  logoFolder: string | undefined;
}

interface ExportTarget {
  file: string;
  /** What a person calls it. */
  name: string;
  options: Options;
  /** Where the course of the work is told. */
  output: NodeJS.WriteStream;
}

/** Exports to a file, and answers what is to be told when the file has come to where it belongs. */
async function exportTo({ file, name, options, output }: ExportTarget): Promise<string> {
  const report = (line: string) => output.write(`${line}\n`);
  const work = async ({ sql, description }: OpenDatabase) => {
    const { allowEmpty, logoFolder } = options;
    let progress = startProgress(output);
    let isAtLogos = false;
    const { clubs, logos, missingLogos } = await exportClubs(sql, file, {
      allowEmpty,
      ...(logoFolder !== undefined && { logoFolder }),
      onProgress({ stage, done, total }) {
        if (stage === 'logos' && !isAtLogos) {
          // A bar is as long as its first total.
          progress.end();
          progress = startProgress(output);
          isAtLogos = true;
        }
        progress.show(stage === 'clubs' ? 'Exporting' : 'Writing logos', done, total);
      },
    })
      .catch((error: unknown) => {
        if (error instanceof LogoFolderError) throw fileFailure(error.cause, 'write', `logos to ${logoFolder}`);
        throw fileFailure(error, 'write', name);
      })
      .finally(() => progress.end());
    if (missingLogos > 0) {
      report(
        `${formatCount(missingLogos, 'logo')} could not be written: the site does not have ${missingLogos === 1 ? 'it' : 'them'} either.`,
      );
    }
    const withLogos = logoFolder === undefined ? '' : `, and ${formatCount(logos, 'logo')} to ${logoFolder},`;
    return `Exported ${formatCount(clubs, 'club')}${withLogos} from ${description}`;
  };
  return await withDatabase(report, work, { asItIs: true });
}

/** Exports to the standard output, by way of a file: who reads slowly there keeps nobody from the database. */
async function print(options: Options): Promise<void> {
  const { script, isSilent } = npmCall([]);
  if (!process.stdout.isTTY && script === SCRIPT && !isSilent) {
    console.error(
      `npm has printed its own lines before the clubs: "npm run -s ${SCRIPT} -- -" leaves them out, and so does a file name for the "-".`,
    );
  }
  const folder = await mkdtemp(join(tmpdir(), 'clubs-export-')).catch((error: unknown) => {
    throw fileFailure(
      error,
      'write',
      `a file in ${tmpdir()}, where clubs stand before they are printed (TMPDIR names the folder)`,
    );
  });
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', removeFolder);
  let outcome = 'Nothing was printed.';
  const stopTelling = tellInterrupts(() => outcome);
  try {
    const file = join(folder, 'clubs.csv');
    const done = await exportTo({ file, name: `a file in ${tmpdir()}`, options, output: process.stderr });
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

async function save(file: string, options: Options): Promise<void> {
  const folder = options.logoFolder === undefined ? '' : ` ${options.logoFolder} is as it was or holds all logos.`;
  const stopTelling = tellInterrupts(() => `${file} is as it was or holds all clubs.${folder}`);
  const done = await exportTo({ file, name: file, options, output: process.stdout });
  stopTelling();
  console.log(`${done} to ${file}.`);
}

const SCRIPT = 'clubs:export';

const form: CommandForm = {
  script: SCRIPT,
  words: ['FILE.csv'],
  meaning:
    'Writes all clubs of the directory to a file, and changes nothing. With "-" for FILE.csv it prints them (npm run -s leaves out what npm prints before them).',
  options: {
    'allow-empty': { meaning: 'replaces a file also when there is no club to write' },
    'with-logos': { value: 'DIR', meaning: 'writes the uploaded logos to a new folder, which clubs:import reads' },
  },
};

await runCommand(form, async ({ words: [file = ''], switches, values }) => {
  const options = { allowEmpty: switches.has('allow-empty'), logoFolder: values.get('with-logos') };
  await (file === '-' ? print(options) : save(file, options));
});
