import { runCommand, withDatabase, type CommandForm } from './command.ts';

const report = (line: string) => console.log(line);

const form: CommandForm = {
  usage: 'db:migrate',
  words: 0,
  help: ['Brings the database up to date, and makes it where there is none.'],
};

await runCommand(form, () => withDatabase(report, async ({ description }) => report(`Up to date: ${description}.`)));
