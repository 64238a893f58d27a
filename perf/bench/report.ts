import { MAX_CARDS } from '../../src/clubs/directory/directory.ts';
import { median } from '../../tests/support/statistics.ts';
import { describeMachine, formatTable, formatVerdicts } from '../support/report.ts';
import { format, spread } from '../support/statistics.ts';
import { CHANGE_INFO, CHANGE_LOAD } from './changes.ts';
import { figures, judge, ratios } from './goals.ts';
import { CHANGES, SERVERS, SITE_SERVERS, type ChangedCell, type Figures, type Run, type ServerName } from './types.ts';

const LABELS: Record<ServerName, string> = {
  bare: 'bare node:http',
  warm: 'this site',
  off: 'this site, PAGE_CACHE=off',
  peer: 'Fastify peer',
};

/** A run in Markdown. */
export function toMarkdown(run: Run): string {
  const cells = run.results.map(({ cell }) => cell);
  /** A row for each cell, a column for each server. */
  const table = (format: (id: string, server: ServerName) => string) =>
    formatTable(
      ['Cell', ...SERVERS.map((server) => LABELS[server])],
      cells.map(({ id, title }) => [title, ...SERVERS.map((server) => format(id, server))]),
    );
  const tableOf = (of: keyof Figures) => table((id, server) => spread(figures(run, id, server, of)));
  const ratio = (id: string, server: ServerName, other: ServerName) =>
    spread(ratios(figures(run, id, server, 'perSecond'), figures(run, id, other, 'perSecond')));
  const single = cells.filter(({ connections }) => connections === 1).map(({ title }) => `“${title}”`);
  const { memory } = run;

  return [
    `# ${run.clubs.toLocaleString('en-US')} clubs`,
    '',
    `${describeMachine(run.database)}; servers, database and load generator on the same machine. 32 connections` +
      `${single.length === 0 ? '' : ` (one for ${single.join(' and ')})`}, pages of 20 clubs, ${run.rounds} rounds of ` +
      `${run.seconds} s per figure, alternating between the servers. Medians with minimum and maximum; – for no answer in ` +
      'time, or no comparable one.',
    '',
    'With `PAGE_CACHE=off` the site keeps in memory the name index with recent results, and up to ' +
      `${MAX_CARDS.toLocaleString('en-US')} rendered cards.`,
    '',
    '## Requests per second',
    '',
    ...tableOf('perSecond'),
    '## Ratios',
    '',
    ...formatTable(
      ['Cell', 'mean bytes', 'warm : bare', 'off : peer', 'warm : peer'],
      run.results.map(({ cell: { id, title }, bytes }) => [
        title,
        format(bytes),
        ratio(id, 'warm', 'bare'),
        ratio(id, 'off', 'peer'),
        ratio(id, 'warm', 'peer'),
      ]),
    ),
    '## p50, ms',
    '',
    ...tableOf('p50'),
    '## p99, ms',
    '',
    ...tableOf('p99'),
    '## CPU per request, ms: server + database',
    '',
    ...table((id, server) =>
      (['serverCpu', 'databaseCpu'] as const).map((of) => format(median(figures(run, id, server, of)))).join(' + '),
    ),
    '## The load generator: cores in use',
    '',
    'Near 1, the load generator is the bottleneck.',
    '',
    ...tableOf('loaderCores'),
    ...toChangeTables(run.changes),
    '## Memory',
    '',
    ...formatTable(
      ['Server', 'RSS at the end, MiB'],
      SERVERS.map((server) => {
        const last = run.results.flatMap(({ rounds }) => rounds[server].slice(-1)).at(-1);
        return [LABELS[server], format(last?.rss ?? Number.NaN)];
      }),
    ),
    ...(memory
      ? [
          `In a separate run: heap with buffers after a garbage collection ${format(memory.idleHeap)} MiB before, ` +
            `${format(memory.heap)} MiB after; RSS ${format(memory.rss)} MiB (peak ${format(memory.rssPeak)}).`,
          '',
        ]
      : []),
    ...formatVerdicts(judge(run)),
  ].join('\n');
}

/** For each server of the site: p50 before all changes, and after each of them with the ratio. */
function toChangeTables(results: ChangedCell[]): string[] {
  const changes = CHANGES.filter((change) => results.some(({ after }) => after[change]));
  if (changes.length === 0) return [];
  const titles = changes.map((change) => CHANGE_INFO[change].title);
  return [
    '## After changes: p50, ms, and ratio to before',
    '',
    `${CHANGE_LOAD.connections} connections, ${CHANGE_LOAD.seconds} s per figure. Wait after each change: ` +
      `${changes.map((change) => `${CHANGE_INFO[change].title} ${CHANGE_INFO[change].wait} s`).join(', ')}.`,
    '',
    ...SITE_SERVERS.flatMap((server) =>
      formatTable(
        [LABELS[server], 'before', ...titles],
        results.map(({ cell, before, after }) => [
          cell.title,
          spread(before[server]),
          ...changes.map((change) => {
            const values = after[change]?.[server] ?? [];
            return `${format(median(values))}, × ${spread(values.map((value) => value / median(before[server])))}`;
          }),
        ]),
      ),
    ),
  ];
}
