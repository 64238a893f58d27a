import { countRows, writeBackup } from '../../db/backup.ts';
import { createProgram } from '../lib/command-line.ts';
import { ExpectedError } from '../lib/errors.ts';
import { formatCount, formatNumber } from '../lib/format.ts';
import { fileError, report, runCommand, withDatabase } from './command.ts';

const program = createProgram(
  'db:backup',
  'Backs up the whole database to a file: clubs, logos, accounts and history. Also works while the site runs. Restore it with db:restore, into the embedded database or a PostgreSQL server.',
)
  .argument('<file>')
  .option('--replace', 'overwrite an existing file')
  .action(async (file: string, { replace = false }: { replace?: boolean }) => {
    if (file === '-')
      throw new ExpectedError('Backups cannot be written to standard output. Use a file name instead of "-".');
    await withDatabase(
      report,
      async ({ sql, description }) => {
        const { header, size } = await writeBackup(sql, file, { replace }).catch((error: unknown) => {
          throw fileError(error, 'write', file);
        });
        const [clubs, accounts] = [countRows(header, 'club'), countRows(header, 'site_user')];
        report(
          `Backed up ${description} to ${file}: ${formatCount(clubs, 'club')}, ${formatCount(accounts, 'account')} and the history (${formatNumber(Math.ceil(size / 1000))} kB). It contains personal data and password hashes: keep it private.`,
        );
      },
      'ignore',
    );
  });

await runCommand(program);
