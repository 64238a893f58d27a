import { startNewEpoch } from '../epoch.ts';
import { runCommand, withDatabase, type CommandForm } from './command.ts';

const report = (line: string) => console.log(line);

const form: CommandForm = {
  usage: 'db:migrate [-- --new-epoch]',
  words: 0,
  switches: ['new-epoch'],
  help: [
    'Brings the database up to date, and makes it where there is none.',
    '--new-epoch  after data were restored into the tables that are there: every site drops what it has in memory',
  ],
};

await runCommand(form, ({ switches }) =>
  withDatabase(report, async ({ sql, description }) => {
    report(`Up to date: ${description}.`);
    if (!switches.has('new-epoch')) return;
    await startNewEpoch(sql);
    report('A new epoch has begun: every site on this database drops what it has in memory.');
  }),
);
