import { runCommand, withDatabase } from './command.ts';

const report = (line: string) => console.log(line);

await runCommand({ usage: 'db:migrate', words: 0 }, () =>
  withDatabase(report, async ({ description }) => report(`Up to date: ${description}.`)),
);
