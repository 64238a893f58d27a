import { pipeline } from 'node:stream/promises';
import { createProgram } from '../lib/command-line.ts';
import { codeOf, ExpectedError } from '../lib/errors.ts';
import { formatCount } from '../lib/format.ts';
import { exportClubs, formatClubs } from '../clubs/csv/export.ts';
import type { OpenDatabase } from '../../db/open.ts';
import { fileError, loadSite, report, runCommand, withDatabase } from './command.ts';

interface Options {
  allowEmpty?: boolean;
  withLogos?: string;
}

async function save(file: string, { allowEmpty = false, withLogos: logoFolder }: Options): Promise<void> {
  const work = async ({ sql, description }: OpenDatabase) => {
    await loadSite(sql);
    const options = { allowEmpty, ...(logoFolder !== undefined && { logoFolder }) };
    const { clubs, logos, missingLogos } = await exportClubs(sql, file, options).catch((error: unknown) => {
      throw fileError(error, 'write', logoFolder === undefined ? file : `${file} or logos to ${logoFolder}`);
    });
    if (missingLogos > 0) report(`Skipped ${formatCount(missingLogos, 'logo')} that the site does not have.`);
    const logoReport = logoFolder === undefined ? '' : ` Exported ${formatCount(logos, 'logo')} to ${logoFolder}.`;
    report(`Exported ${formatCount(clubs, 'club')} from ${description} to ${file}.${logoReport}`);
  };
  await withDatabase(report, work, 'refuse');
}

/** Exports to standard output. All clubs are read first, so that a slow reader does not block the database. */
async function print({ withLogos }: Options): Promise<void> {
  if (withLogos !== undefined) throw new ExpectedError('--with-logos needs a file for the clubs instead of "-".');
  const texts: string[] = [];
  let clubs = 0;
  const work = async ({ sql, description }: OpenDatabase) => {
    await loadSite(sql);
    for await (const part of formatClubs(sql)) {
      texts.push(part.text);
      clubs += part.clubs;
    }
    return description;
  };
  const description = await withDatabase(console.error, work, 'refuse');
  try {
    await pipeline(texts, process.stdout, { end: false });
  } catch (error) {
    // The reader has read enough.
    if (codeOf(error) === 'EPIPE') return;
    throw fileError(error, 'write', 'to standard output');
  }
  console.error(`Exported ${formatCount(clubs, 'club')} from ${description} to standard output.`);
}

const program = createProgram(
  'clubs:export',
  'Exports all clubs to a CSV file. Use "-" to print them to standard output (with npm run -s, which hides the output of npm itself).',
)
  .argument('<file.csv>')
  .option('--allow-empty', 'overwrite an existing file even with an empty list')
  .option('--with-logos <dir>', 'export the uploaded logos to a new folder, which clubs:import can read')
  .action((file: string, options: Options) => (file === '-' ? print(options) : save(file, options)));

await runCommand(program);
