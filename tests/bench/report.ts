import { execFileSync } from 'node:child_process';
import { availableParallelism, cpus, release, totalmem, type } from 'node:os';
import { MAX_CARD_BYTES } from '../../src/clubs/cards.ts';
import { CHANGE_LABELS, SETTLED_AFTER } from './changes.ts';
import { judge } from './goals.ts';
import { figures, format, median, ratios, spread } from './statistics.ts';
import { CHANGES, SERVERS, SITE_SERVERS, type AfterChanges, type Figures, type Run, type ServerName } from './types.ts';

export const LABELS: Record<ServerName, string> = {
  bare: 'bare node:http',
  warm: 'this site',
  off: 'this site, PAGE_CACHE=off',
  peer: 'Fastify peer',
};

/** Where figures were measured, when, and of what. */
export const describeMachine = (database: string): string =>
  `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB, ` +
  `${type()} ${release()}, Node.js ${process.versions.node}, ${database}, ${describeState()}`;

/** The day, and the commit, where there is git. Reports of before are no change of what is measured. */
function describeState(): string {
  const day = new Date().toISOString().slice(0, 10);
  const git = (...args: string[]) =>
    execFileSync('git', args, {
      cwd: import.meta.dirname,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  try {
    const commit = git('rev-parse', '--short', 'HEAD');
    const changes = git('status', '--porcelain', '--', ':/', ':(top,exclude)docs/bench');
    return `${day}, commit ${commit}${changes === '' ? '' : ', changed'}`;
  } catch {
    return day;
  }
}

/** A run in Markdown. */
export function toMarkdown(run: Run, small: Run | null): string {
  const header = (...names: string[]) => [`| ${names.join(' | ')} |`, `|---|${'--:|'.repeat(names.length - 1)}`];
  const row = (...cells: string[]) => `| ${cells.join(' | ')} |`;
  const table = (of: keyof Figures, servers: readonly ServerName[] = SERVERS) => [
    ...header('Cell', ...servers.map((server) => LABELS[server])),
    ...run.results.map(({ cell: { id, title } }) =>
      row(title, ...servers.map((server) => spread(figures(run, id, server, of)))),
    ),
    '',
  ];
  const middle = (of: keyof Figures, id: Run['results'][number]['cell']['id'], server: ServerName) =>
    format(median(figures(run, id, server, of)));

  return [
    `# ${run.clubs.toLocaleString('en-US')} clubs`,
    '',
    `${describeMachine(run.database)}; servers, database and load generator on the same machine. 32 connections${describeFewer(run)}, pages of 20 clubs, ${run.rounds} rounds of ${run.seconds} s for each figure, ` +
      'the servers in turn. Medians, with the least and the most of the rounds; – where no answer came in time, or the server does not answer the same.',
    '',
    'With `PAGE_CACHE=off` these stay in memory: the index of the clubs’ names (order, status, folded name) with where ' +
      `recent searches found them, and up to ${MAX_CARD_BYTES / 2 ** 20} MiB of clubs with the HTML of their cards. Every page asks the ` +
      'database for the version of the directory, together with other requests of the same moment, and for the clubs ' +
      'that are not there.',
    '',
    '## Requests per second',
    '',
    ...table('perSecond'),
    '## Ratios',
    '',
    ...header('Cell', 'mean bytes', 'warm : bare', 'off : peer', 'warm : peer'),
    ...run.results.map(({ cell: { id, title }, bytes }) =>
      row(
        title,
        format(bytes),
        spread(ratios(run, id, 'warm', 'bare')),
        spread(ratios(run, id, 'off', 'peer')),
        spread(ratios(run, id, 'warm', 'peer')),
      ),
    ),
    '',
    '## p50, ms',
    '',
    ...table('p50'),
    '## p99, ms',
    '',
    ...table('p99'),
    '## CPU per request, ms: server + database',
    '',
    ...header('Cell', ...SERVERS.map((server) => LABELS[server])),
    ...run.results.map(({ cell: { id, title } }) =>
      row(
        title,
        ...SERVERS.map((server) =>
          figures(run, id, server, 'serverCpu').length === 0
            ? '–'
            : [middle('serverCpu', id, server), ...(server === 'bare' ? [] : [middle('databaseCpu', id, server)])].join(
                ' + ',
              ),
        ),
      ),
    ),
    '',
    '## The load generator: cores in use',
    '',
    'Near 1 the generator is the limit: the server could answer more.',
    '',
    ...table('loaderCores'),
    ...(run.changes ? toChangeTables(run.changes) : []),
    '## Memory',
    '',
    ...header('Server', 'RSS at the end, MiB'),
    ...SERVERS.map((server) =>
      row(
        LABELS[server],
        format(run.results.flatMap(({ rounds }) => rounds[server].slice(-1)).at(-1)?.rss ?? Number.NaN),
      ),
    ),
    ...(run.memory
      ? [
          '',
          `In a run of its own, with the inspector: heap with buffers ${format(run.memory.idleHeap)} MiB at rest, ` +
            `${format(run.memory.heap)} MiB after the run and a collection; RSS ${format(run.memory.rss)} MiB ` +
            `(peak ${format(run.memory.rssPeak)}).`,
        ]
      : []),
    '',
    '## Goals',
    '',
    ...judge(run, small).map(({ goal, figure, isMet }) => `- ${isMet ? 'met' : '**not met**'}: ${goal}: ${figure}`),
    '',
  ].join('\n');
}

/** The cells that are of one person; they are measured by one connection, which asks again as soon as it has an answer. */
function describeFewer({ results }: Pick<Run, 'results'> | AfterChanges): string {
  const titles = results.flatMap(({ cell: { title, connections } }) => (connections === 1 ? [`“${title}”`] : []));
  return titles.length === 0 ? '' : ` (one for ${titles.join(' and ')}: a single person)`;
}

/** For each server of the site, its medians before all changes and after each, with how many times as long that is. */
function toChangeTables(changed: AfterChanges): string[] {
  const { connections, seconds, results } = changed;
  const changes = CHANGES.filter((change) => results.some(({ after }) => after[change]));
  const waits = changes.map((change) => `${CHANGE_LABELS[change]} ${SETTLED_AFTER[change] / 1000} s`);
  return [
    '## After changes: p50, ms, and how many times as long as before',
    '',
    `${connections} connections${describeFewer(changed)}, ${seconds} s for each figure. From the change to the first figure pass: ${waits.join(', ')}.`,
    '',
    ...SITE_SERVERS.flatMap((server) => [
      `| ${[LABELS[server], 'before', ...changes.map((change) => CHANGE_LABELS[change])].join(' | ')} |`,
      `|---|${'--:|'.repeat(changes.length + 1)}`,
      ...results.map(({ cell, before, after }) => {
        const base = median(before[server].map(({ p50 }) => p50));
        const cells = changes.map((change) => {
          const values = (after[change]?.[server] ?? []).map(({ p50 }) => p50);
          return `${format(median(values))}, × ${spread(values.map((value) => value / base))}`;
        });
        return `| ${[cell.title, spread(before[server].map(({ p50 }) => p50)), ...cells].join(' | ')} |`;
      }),
      '',
    ]),
  ];
}
