import { describeMachine } from '../bench/report.ts';
import { findLacks, GOALS, shareServed, TIMES, type OverloadResult, type Times } from './overload.ts';

const count = (value: number) => Math.round(value).toLocaleString('en-US');
const ms = (value: number) => (Number.isFinite(value) ? `${value.toFixed(value < 10 ? 1 : 0)} ms` : '–');
const times = ({ p50, p99, most }: Times) => `${ms(p50)} / ${ms(p99)} / ${ms(most)}`;

/** What was run: for how long, in seconds, with a database that answers so much later, in ms. */
interface Run {
  seconds: number;
  delay: number;
  clubs: number;
}

/** A run in Markdown. */
export function toMarkdown(result: OverloadResult, { seconds, delay, clubs }: Run, database: string): string {
  const { capacity, memory } = result;
  const lacks = findLacks(result);
  return [
    `# ${seconds} seconds of ${TIMES} times as many searches as can be made`,
    '',
    `${describeMachine(database)}; one site with \`PAGE_CACHE=off\`, \`RATE_LIMIT=off\` and \`MAX_CONCURRENT=4\`, of which ` +
      `searches may take two; the database, whose answers come ${delay} ms later, and whoever asks on the same machine, ` +
      `${count(clubs)} clubs, 100 on a page.`,
    '',
    '| | |',
    '|---|--:|',
    `| Searches a second that the site makes, two at once beside other things: before / after | ${count(capacity.before)} / ${count(capacity.after)} |`,
    `| Searches a second that it was asked for | ${count(result.offered)} |`,
    `| Searches a second that it made meanwhile | ${count(result.served)} |`,
    `| Of the lower capacity | ${(100 * shareServed(result)).toFixed(0)} % |`,
    `| Searches that were made: p50 / p99 / the longest | ${times(result.made)} |`,
    `| Searches that were refused | ${count(result.refused.count)} |`,
    `| Refusals: p50 / p99 / the longest | ${times(result.refused)} |`,
    ...Object.entries(result.beside).map(
      ([name, seen]) =>
        `| Meanwhile ${name}, ${count(seen.count)} times, refused ${count(seen.refused)}: p50 / p99 / the longest | ${times(seen)} |`,
    ),
    `| Until five searches in a row took no longer than before | ${(result.recovery / 1000).toFixed(2)} s |`,
    `| Memory of the site: before / at its most / ten seconds after | ${[memory.before, memory.most, memory.after].map((value) => `${value.toFixed(0)} MiB`).join(' / ')} |`,
    '',
    `Wanted: ${100 * GOALS.served} % of the capacity, refusals in ${GOALS.refusal} ms (99 of 100), as before in ${GOALS.recovery / 1000} s, no more than ${GOALS.memory} MiB beyond what it had, nothing else refused. ` +
      (lacks.length === 0 ? 'All of it is met.' : `**Not met**: ${lacks.join('; ')}.`),
    '',
  ].join('\n');
}
