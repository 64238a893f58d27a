import { open } from 'node:fs/promises';
import { countContents } from '../../db/backup.ts';
import { checkBackup } from '../../db/backup-file.ts';
import { describeFolder } from '../../db/embedded.ts';
import { NewerDatabaseError } from '../../db/migrate.ts';
import type { OpenDatabase } from '../../db/open.ts';
import { restoreBackup } from '../../db/restore.ts';
import { adoptIdentities } from '../accounts/identities.ts';
import { beginEpoch } from '../clubs/version.ts';
import { prepareClubs } from '../clubs/render.ts';
import type { CommandForm } from '../command-line.ts';
import { Failure } from '../failure.ts';
import { formatCount } from '../format.ts';
import { UnknownOutcomeError } from '../lost-connection.ts';
import { settings } from '../settings.ts';
import { fileFailure, runCommand, withDatabase } from './command.ts';
import { confirm } from './confirm.ts';
import { reportInterrupts } from './interrupt.ts';
import { startProgress } from './progress.ts';

const report = (line: string) => console.log(line);

const form: CommandForm = {
  script: 'db:restore',
  words: ['FILE'],
  meaning:
    'Replaces the whole database with a backup from db:backup, or changes nothing if that fails. Running sites show the restored data within two seconds. All users have to sign in again.',
  options: { yes: { meaning: 'confirms that existing data is replaced' } },
};

const RESTORED = 'The backup is restored.';

const describeContents = ({ clubs, accounts }: { clubs: number; accounts: number }) =>
  `${formatCount(clubs, 'club')} and ${formatCount(accounts, 'account')}`;

/** A backup of an older version cannot be restored into a database that was migrated further. */
function describeWayBack(): string {
  const { databaseUrl, dataDir } = settings();
  const place = databaseUrl
    ? 'set DATABASE_URL to a new, empty database'
    : `stop the site and move the folder ${describeFolder(dataDir)} away`;
  return `To restore a backup of an older version, ${place}, and run the command again. Nothing was changed.`;
}

await runCommand(form, async ({ words: [file = ''], switches }) => {
  const failToRead = (error: unknown): never => {
    throw fileFailure(error, 'read', file);
  };
  const handle = await open(file).catch(failToRead);
  const stats = await handle.stat();
  if (stats.isDirectory()) await handle.read(Buffer.alloc(1), 0, 1, 0).catch(failToRead);
  // A pipe cannot be read twice.
  if (!stats.isFile()) throw new Failure(`Cannot read ${file}: not a regular file.`);
  let decision: 'open' | 'pending' | 'restored' = 'open';
  const stopReporting = reportInterrupts(
    () => ({ open: 'Nothing was changed.', pending: null, restored: RESTORED })[decision],
    'It is unknown whether the backup was restored. Run the command again.',
  );
  let progress = startProgress(process.stdout);
  const checked = await checkBackup(handle, file, (bytes) => progress.show(`Checking ${file}`, bytes, stats.size))
    .catch((error: unknown) => {
      const failure = fileFailure(error, 'read', file);
      throw failure instanceof Failure ? new Failure(`${failure.message} Nothing was changed.`) : failure;
    })
    .finally(() => progress.end());
  const { header } = checked;
  let isAgreed = switches.has('yes');

  const work = async ({ sql, description }: OpenDatabase) => {
    const before = await countContents(sql);
    if (before.clubs + before.accounts > 0 && !isAgreed) {
      const question = `This replaces everything in ${description} (${describeContents(before)}) with the backup of ${header.madeAt} (${describeContents(header)}). Continue?`;
      isAgreed = await confirm(question);
      if (!isAgreed) throw new Failure('Nothing was changed.');
    }
    progress = startProgress(process.stdout);
    await restoreBackup(sql, handle, file, checked, {
      settle: beginEpoch,
      onProgress: ({ done, total }) => progress.show(`Restoring ${file}`, done, total),
      onDecision: () => (decision = 'pending'),
    })
      .catch((error: unknown) => {
        decision = error instanceof UnknownOutcomeError ? 'pending' : 'open';
        return failToRead(error);
      })
      .finally(() => progress.end());
    decision = 'restored';
    report(
      `Restored ${file} into ${description}: ${describeContents(header)}, as of ${header.madeAt}. All users have to sign in again.`,
    );
    await prepareClubs(sql, report);
    const { provider } = settings();
    if (provider) await adoptIdentities(sql, provider.issuer, report);
  };
  try {
    await withDatabase(report, work, { isRepeatable: true });
  } catch (error) {
    throw error instanceof NewerDatabaseError ? new Failure(`${error.message} ${describeWayBack()}`) : error;
  } finally {
    await handle.close();
  }
  stopReporting();
});
