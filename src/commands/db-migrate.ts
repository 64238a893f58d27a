import type { CommandForm } from '../command-line.ts';
import { startNewEpoch } from '../clubs/epoch.ts';
import { runCommand, withDatabase } from './command.ts';
import { tellInterrupts } from './interrupt.ts';

const report = (line: string) => console.log(line);

const form: CommandForm = {
  script: 'db:migrate',
  meaning: 'Brings the database up to date, and makes it where there is none.',
  options: {
    'new-epoch': {
      meaning: 'after data were restored into the tables that are there: every site drops what it has in memory',
    },
  },
};

await runCommand(form, async ({ switches }) => {
  let outcome = 'What was done already stays, and nothing is half done: run the command again for the rest.';
  const stopTelling = tellInterrupts(() => outcome);
  await withDatabase(report, async ({ sql, description }) => {
    outcome = 'The database is up to date.';
    report(`Up to date: ${description}.`);
    if (!switches.has('new-epoch')) return;
    outcome = 'The database is up to date; whether a new epoch has begun cannot be known: run the command again.';
    await startNewEpoch(sql);
    outcome = 'The database is up to date, and a new epoch has begun.';
    report('A new epoch has begun: every site on this database drops what it has in memory.');
  });
  stopTelling();
});
