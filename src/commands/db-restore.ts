import { stat } from 'node:fs/promises';
import { countRows, readHeader, type BackupHeader } from '../../db/backup.ts';
import type { Transaction } from '../../db/client.ts';
import type { OpenDatabase } from '../../db/open.ts';
import { readBackup, restoreBackup } from '../../db/restore.ts';
import { beginEpoch } from '../clubs/record/version-queries.ts';
import { prepareClubs } from '../clubs/record/stored-html.ts';
import { createProgram } from '../lib/command-line.ts';
import { ExpectedError } from '../lib/errors.ts';
import { formatCount } from '../lib/format.ts';
import { fileError, report, runCommand, withDatabase } from './command.ts';
import { confirm } from './prompt.ts';

const UNCHANGED = 'Nothing was changed.';

const describeContents = (header: BackupHeader) =>
  `${formatCount(countRows(header, 'club'), 'club')} and ${formatCount(countRows(header, 'site_user'), 'account')}`;

async function restore(file: string, { yes = false }: { yes?: boolean }): Promise<void> {
  const failToRead = (error: unknown): never => {
    const failure = fileError(error, 'read', file);
    // An error of PostgreSQL: another table may reference one of the directory.
    const isExpected = failure instanceof ExpectedError || (failure instanceof Error && 'severity' in failure);
    throw isExpected ? new ExpectedError(`${failure.message.replace(/\.?$/, '.')} ${UNCHANGED}`) : failure;
  };
  // A pipe cannot be read twice.
  if (!(await stat(file).catch(failToRead)).isFile())
    throw new ExpectedError(`Cannot read ${file}: not a regular file.`);
  const header = await readBackup(file).catch(failToRead);
  const work = async ({ sql, description }: OpenDatabase) => {
    const before = await sql.begin(readHeader);
    if (countRows(before, 'club') + countRows(before, 'site_user') > 0 && !yes) {
      const question = `This replaces everything in ${description} (${describeContents(before)}) with the backup of ${header.madeAt} (${describeContents(header)}). Continue?`;
      if (!(await confirm(question))) throw new ExpectedError(UNCHANGED);
    }
    const replace = async (tx: Transaction) => {
      await restoreBackup(tx, file);
      await beginEpoch(tx);
    };
    await sql.begin(replace).catch(failToRead);
    report(
      `Restored ${file} into ${description}: ${describeContents(header)}, as of ${header.madeAt}. All users have to sign in again.`,
    );
    await prepareClubs(sql, report);
  };
  await withDatabase(report, work);
}

const program = createProgram(
  'db:restore',
  'Replaces the whole database with a backup from db:backup, or changes nothing if that fails. Running sites show the restored data within two seconds. All users have to sign in again.',
)
  .argument('<file>')
  .option('--yes', 'confirm that existing data is replaced')
  .action(restore);

await runCommand(program);
