import { beginEpoch } from '../clubs/record/version-queries.ts';
import { createProgram } from '../lib/command-line.ts';
import { report, runCommand, withDatabase } from './command.ts';

const program = createProgram('db:migrate', 'Creates the database schema or applies the pending migrations.')
  .option('--new-epoch', 'make running sites clear their caches; use it after restoring data with other tools')
  .action(async ({ newEpoch }: { newEpoch?: true }) => {
    await withDatabase(report, async ({ sql, description }) => {
      report(`Up to date: ${description}.`);
      if (!newEpoch) return;
      await sql.begin(beginEpoch);
      report('Started a new epoch. Running sites clear their caches.');
    });
  });

await runCommand(program);
