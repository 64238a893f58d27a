import { open } from 'node:fs/promises';
import { countContents } from '../../db/backup.ts';
import { checkBackup } from '../../db/backup-file.ts';
import type { OpenDatabase } from '../../db/open.ts';
import { restoreBackup } from '../../db/restore.ts';
import { beginEpoch } from '../clubs/version.ts';
import { prepareClubs } from '../clubs/stored-html.ts';
import { createProgram } from '../lib/command-line.ts';
import { ExpectedError } from '../lib/expected-error.ts';
import { formatCount } from '../lib/format.ts';
import { UnknownOutcomeError } from '../lib/database-errors.ts';
import { fileError, report, runCommand, withDatabase } from './command.ts';
import { reportInterrupts } from './interrupt.ts';
import { confirm } from './prompt.ts';
import { startProgress } from './progress.ts';

const UNCHANGED = 'Nothing was changed.';

const describeContents = ({ clubs, accounts }: { clubs: number; accounts: number }) =>
  `${formatCount(clubs, 'club')} and ${formatCount(accounts, 'account')}`;

async function restore(file: string, { yes = false }: { yes?: boolean }): Promise<void> {
  const failToRead = (error: unknown): never => {
    throw fileError(error, 'read', file);
  };
  const handle = await open(file).catch(failToRead);
  const stats = await handle.stat();
  // A pipe cannot be read twice.
  if (!stats.isFile()) throw new ExpectedError(`Cannot read ${file}: not a regular file.`);
  let outcome: string | null = UNCHANGED;
  reportInterrupts(() => outcome, 'It is unknown whether the backup was restored. Run the command again.');
  const progress = startProgress(process.stdout);
  const header = await checkBackup(handle, file, (bytes) => progress.show(`Checking ${file}`, bytes, stats.size))
    .catch((error: unknown) => {
      const failure = fileError(error, 'read', file);
      throw failure instanceof ExpectedError ? new ExpectedError(`${failure.message} ${UNCHANGED}`) : failure;
    })
    .finally(() => progress.end());
  let isConfirmed = yes;

  const work = async ({ sql, description }: OpenDatabase) => {
    const before = await countContents(sql);
    if (before.clubs + before.accounts > 0 && !isConfirmed) {
      const question = `This replaces everything in ${description} (${describeContents(before)}) with the backup of ${header.madeAt} (${describeContents(header)}). Continue?`;
      isConfirmed = await confirm(question);
      if (!isConfirmed) throw new ExpectedError(UNCHANGED);
    }
    await restoreBackup(sql, handle, file, header, {
      settle: beginEpoch,
      onProgress: ({ done, total }) => progress.show(`Restoring ${file}`, done, total),
      onDecision: () => (outcome = null),
    })
      .catch((error: unknown) => {
        outcome = error instanceof UnknownOutcomeError ? null : UNCHANGED;
        return failToRead(error);
      })
      .finally(() => progress.end());
    outcome = 'The backup is restored.';
    report(
      `Restored ${file} into ${description}: ${describeContents(header)}, as of ${header.madeAt}. All users have to sign in again.`,
    );
    await prepareClubs(sql, report);
  };
  try {
    await withDatabase(report, work, { isRepeatable: true });
  } finally {
    await handle.close();
  }
}

const program = createProgram(
  'db:restore',
  'Replaces the whole database with a backup from db:backup, or changes nothing if that fails. Running sites show the restored data within two seconds. All users have to sign in again.',
)
  .argument('<file>')
  .option('--yes', 'confirm that existing data is replaced')
  .action(restore);

await runCommand(program);
