import type { CommandForm } from '../command-line.ts';
import { FileThereError, writeBackup } from '../../db/backup-file.ts';
import { Failure } from '../failure.ts';
import { formatCount } from '../format.ts';
import { fileFailure, runCommand, withDatabase } from './command.ts';
import { tellInterrupts } from './interrupt.ts';
import { startProgress } from './progress.ts';
import { formatSize } from './format-size.ts';

const report = (line: string) => console.log(line);

const form: CommandForm = {
  script: 'db:backup',
  words: ['FILE'],
  meaning:
    'Writes everything that the database has to one file, as of one moment, and changes nothing: clubs, logos, accounts, history. It works while the site runs, and db:restore reads it into any database.',
  options: { replace: { meaning: 'lets it take the place of a file that is there' } },
};

await runCommand(form, async ({ words: [file = ''], switches }) => {
  if (file === '-') throw new Failure('A backup goes to a file, which appears when it is whole: "-" is none.');
  const replace = switches.has('replace');
  let outcome = `No backup was made: what is at ${file}, if anything is, is as it was.`;
  const stopTelling = tellInterrupts(() => outcome);
  await withDatabase(
    report,
    async ({ sql, description }) => {
      const progress = startProgress(process.stdout);
      const { header, size } = await writeBackup(sql, file, {
        replace,
        onProgress: ({ done, total }) => progress.show(`Writing ${file}`, done, total),
      })
        .catch((error: unknown) => {
          if (error instanceof FileThereError) throw new Failure(`${error.message} Add --replace to replace it.`);
          throw fileFailure(error, 'write', file);
        })
        .finally(() => progress.end());
      outcome = `The backup in ${file} is whole.`;
      const { clubs, accounts } = header;
      report(
        `Backed up ${description} to ${file}: ${formatCount(clubs, 'club')}, ${formatCount(accounts, 'account')} and everything else (${formatSize(size)}). Keep it where nobody else reads it.`,
      );
    },
    { asItIs: true, mayBeOlder: true },
  );
  stopTelling();
});
