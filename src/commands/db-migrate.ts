import { startNewEpoch } from '../clubs/record/version-queries.ts';
import { createProgram } from '../lib/command-line.ts';
import { report, runCommand, withDatabase } from './command.ts';
import { reportInterrupts } from './interrupt.ts';

const program = createProgram('db:migrate', 'Creates the database schema or applies the pending migrations.')
  .option('--new-epoch', 'make running sites clear their caches; use it after restoring data with other tools')
  .action(async ({ newEpoch }: { newEpoch?: true }) => {
    let outcome = 'Completed migrations are kept. Run the command again for the others.';
    reportInterrupts(() => outcome);
    await withDatabase(report, async ({ sql, description }) => {
      outcome = 'The database is up to date.';
      report(`Up to date: ${description}.`);
      if (!newEpoch) return;
      outcome = 'The database is up to date. It is unknown whether a new epoch was started; run the command again.';
      await startNewEpoch(sql);
      outcome = 'The database is up to date, and a new epoch was started.';
      report('Started a new epoch. Running sites clear their caches.');
    });
  });

await runCommand(program);
