import { createReadStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { withUnfinished } from '../lib/atomic-write.ts';
import { createProgram } from '../lib/command-line.ts';
import { formatCount } from '../lib/format.ts';
import { exportClubs } from '../clubs/csv/export.ts';
import type { OpenDatabase } from '../../db/open.ts';
import { fileError, isGone, loadSite, runCommand, withDatabase } from './command.ts';

interface Options {
  allowEmpty?: boolean;
  withLogos?: string;
}

/** Exports to a file. `name` is for messages. Returns how to report it. */
async function exportTo(file: string, name: string, options: Options, report: (line: string) => void) {
  const work = async ({ sql, description }: OpenDatabase) => {
    await loadSite(sql);
    const { allowEmpty = false, withLogos: logoFolder } = options;
    const { clubs, logos, missingLogos } = await exportClubs(sql, file, {
      allowEmpty,
      ...(logoFolder !== undefined && { logoFolder }),
    }).catch((error: unknown) => {
      throw fileError(error, 'write', logoFolder === undefined ? name : `${name} or logos to ${logoFolder}`);
    });
    if (missingLogos > 0) {
      report(`Skipped ${formatCount(missingLogos, 'logo')} that the site does not have.`);
    }
    const logoReport = logoFolder === undefined ? '' : ` Exported ${formatCount(logos, 'logo')} to ${logoFolder}.`;
    return (place: string) => `Exported ${formatCount(clubs, 'club')} from ${description} to ${place}.${logoReport}`;
  };
  return await withDatabase(report, work, 'refuse');
}

/** Exports to standard output by way of a file, so that a slow reader does not block the database. */
async function print(options: Options): Promise<void> {
  await withUnfinished([join(tmpdir(), 'clubs')], 'clubs-export-', async (folder) => {
    await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
      throw fileError(error, 'write', `a temporary file to ${tmpdir()} (TMPDIR)`);
    });
    const file = join(folder, 'clubs.csv');
    const describe = await exportTo(file, `a temporary file to ${tmpdir()}`, options, console.error);
    try {
      await pipeline(createReadStream(file), process.stdout, { end: false });
    } catch (error) {
      if (isGone(error)) return;
      throw fileError(error, 'write', 'to standard output');
    }
    console.error(describe('standard output'));
  });
}

async function save(file: string, options: Options): Promise<void> {
  const describe = await exportTo(file, file, options, console.log);
  console.log(describe(file));
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
