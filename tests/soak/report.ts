import { describeMachine } from '../bench/report.ts';
import { WANTED, type SoakOptions, type SoakResult, type Wrong } from './soak.ts';

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(2)} s`;
const count = (value: number) => value.toLocaleString('en-US');

/** Whether nothing was wrong. */
export const isSound = (result: SoakResult) =>
  result.deaths.length === 0 && Object.values(result.wrong).every((times) => times === 0);

/** A run in Markdown. */
export function toMarkdown(result: SoakResult, options: SoakOptions, clubs: number, database: string): string {
  const { restarts, kills, unknown, worst } = result;
  const verdict = (isMet: boolean, text: string) => `- ${isMet ? 'met' : '**not met**'}: ${text}`;
  return [
    `# ${Math.round(result.seconds / 60)} minutes under writers, cut connections and restarts`,
    '',
    `${describeMachine(database)}; two sites with their page caches, the database, writers and readers on the same ` +
      `machine, ${count(clubs)} clubs.`,
    '',
    '| | |',
    '|---|--:|',
    `| Writes of four clubs, each the next number | ${count(result.writes)} |`,
    `| Writes of others: hundreds at once, clubs that come and go | ${count(result.otherWrites)} |`,
    `| Writes whose connection was lost: looked up, done / not done | ${count(unknown.done)} / ${count(unknown.notDone)} |`,
    `| Connections cut off: of listeners / any others | ${count(kills.listeners)} / ${count(kills.others)} |`,
    `| Restarts of the database: in order / at once / by a crash | ${restarts.SIGTERM} / ${restarts.SIGINT} / ${restarts.SIGQUIT} |`,
    `| Time without the database | ${result.secondsAway.toFixed(0)} of ${result.seconds.toFixed(0)} s |`,
    `| Answers without an \`Age\` | ${count(result.fresh)} |`,
    `| Answers with an \`Age\` of 0: old ones, by less than a second | ${count(result.overtaken)} |`,
    `| Old answers, with a higher \`Age\` | ${count(result.old)} |`,
    `| Errors of the server (5xx) | ${count(result.errors)} |`,
    `| The longest that a committed write was missing, the database being well | ${seconds(worst.late)} |`,
    `| The latest old answer after the database was well again | ${seconds(worst.old)} |`,
    `| The latest error after the database was well again | ${seconds(worst.error)} |`,
    `| The longest answer | ${seconds(worst.answer)} |`,
    '',
    '## What was wanted',
    '',
    verdict(result.deaths.length === 0, `no process dies: ${count(result.deaths.length)} did`),
    ...(Object.entries(WANTED) as [Wrong, string][]).map(([kind, text]) =>
      verdict(result.wrong[kind] === 0, `${text}: ${count(result.wrong[kind])} times not`),
    ),
    '',
    `"Well" and "long before" mean ${seconds(options.patience)}.`,
    '',
    ...(isSound(result) ? [] : ['## What was seen', '', '```', ...result.deaths, ...result.examples, '```', '']),
  ].join('\n');
}
