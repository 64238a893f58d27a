import type { CommandForm } from '../command-line.ts';
import { startNewEpoch } from '../clubs/version.ts';
import { runCommand, withDatabase } from './command.ts';
import { reportInterrupts } from './interrupt.ts';

const report = (line: string) => console.log(line);

const form: CommandForm = {
  script: 'db:migrate',
  meaning: 'Creates the database schema or applies the pending migrations.',
  options: {
    'new-epoch': {
      meaning: 'makes running sites clear their caches; use it after restoring data with other tools',
    },
  },
};

await runCommand(form, async ({ switches }) => {
  let outcome = 'Completed migrations are kept. Run the command again for the others.';
  const stopReporting = reportInterrupts(() => outcome);
  await withDatabase(report, async ({ sql, description }) => {
    outcome = 'The database is up to date.';
    report(`Up to date: ${description}.`);
    if (!switches.has('new-epoch')) return;
    outcome = 'The database is up to date. It is unknown whether a new epoch was started; run the command again.';
    await startNewEpoch(sql);
    outcome = 'The database is up to date, and a new epoch was started.';
    report('Started a new epoch. Running sites clear their caches.');
  });
  stopReporting();
});
