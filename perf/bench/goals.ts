import { median } from '../../tests/support/statistics.ts';
import type { Verdict } from '../support/verdict.ts';
import { spread } from '../support/statistics.ts';
import { CHANGE_INFO } from './changes.ts';
import { CHANGES, type Figures, type Run, type ServerName } from './types.ts';

/** A bound on the median of some values. */
interface Goal {
  title: string;
  values: number[];
  atMost?: number;
  atLeast?: number;
  unit?: string;
}

/** A figure of a cell in each round. */
export function figures(run: Run, id: string, server: ServerName, of: keyof Figures): number[] {
  return (run.results.find(({ cell }) => cell.id === id)?.rounds[server] ?? []).map((round) => round[of]);
}

/** The figures of one server divided by those of another, round by round. */
export function ratios(values: number[], others: number[]): number[] {
  return others.length === 0 ? [] : values.map((value, round) => value / (others[round] ?? Number.NaN));
}

export function judge(run: Run): Verdict[] {
  const title = (id: string) => run.results.find(({ cell }) => cell.id === id)?.cell.title ?? id;
  const perSecond = (id: string, server: ServerName) => figures(run, id, server, 'perSecond');
  const goals: Goal[] = [];
  for (const id of ['page1', 'fragment', 'api'] as const) {
    const warm = `${title(id)}, warm`;
    goals.push(
      {
        title: `${warm}: share of bare node:http`,
        values: ratios(perSecond(id, 'warm'), perSecond(id, 'bare')),
        atLeast: 0.85,
      },
      { title: `${warm}: p99`, values: figures(run, id, 'warm', 'p99'), atMost: 5, unit: ' ms' },
    );
  }
  for (const [french, english] of [
    ['page1fr', 'page1'],
    ['randomfr', 'random'],
  ] as const) {
    const values = ratios(figures(run, french, 'off', 'serverCpu'), figures(run, english, 'off', 'serverCpu'));
    goals.push({ title: `${title(french)}, cache off: CPU time by that of English`, values, atMost: 1.1 });
  }
  const p50 = (id: string, atMost: number) =>
    goals.push({ title: `${title(id)}, cache off: p50`, values: figures(run, id, 'off', 'p50'), atMost, unit: ' ms' });
  for (const id of ['typing', 'typo'] as const) p50(id, run.clubs <= 10_000 ? 20 : 60);
  if (run.clubs === 10_000) {
    const factors = { page1: 1.5, random: 1.5, last: 2, unique: 1.2 };
    for (const [id, atLeast] of Object.entries(factors) as [keyof typeof factors, number][])
      goals.push({
        title: `${title(id)}, cache off: throughput by that of the peer`,
        values: ratios(perSecond(id, 'off'), perSecond(id, 'peer')),
        atLeast,
      });
  }
  if (run.clubs >= 1_000_000) for (const id of ['pattern', 'letter', 'unique'] as const) p50(id, 50);
  for (const { cell, before, after } of run.changes) {
    if (!['random', 'last', 'pair'].includes(cell.id)) continue;
    for (const change of CHANGES) {
      const changed = `${cell.title}, cache off, ${CHANGE_INFO[change].title}: p50 (2.5 × before + 3 ms)`;
      goals.push({
        title: changed,
        values: after[change]?.off ?? [],
        atMost: 2.5 * median(before.off) + 3,
        unit: ' ms',
      });
    }
  }
  goals.push({ title: 'RSS after the run', values: figuresOfLast(run), atMost: 400, unit: ' MiB' });
  if (run.memory) {
    const { heap, idleHeap } = run.memory;
    goals.push({ title: 'Heap growth', values: [heap - idleHeap], atMost: 120 + 48, unit: ' MiB' });
  }
  return goals.filter(({ values }) => values.length > 0).map(toVerdict);
}

const figuresOfLast = ({ results }: Run) => (results.at(-1)?.rounds.warm ?? []).slice(-1).map(({ rss }) => rss);

function toVerdict({ title, values, atMost = Infinity, atLeast = -Infinity, unit = '' }: Goal): Verdict {
  const value = median(values);
  const bound = Number.isFinite(atMost) ? `≤ ${Number(atMost.toFixed(2))}` : `≥ ${atLeast}`;
  return [value <= atMost && value >= atLeast, `${title} ${bound}${unit}: ${spread(values)}`];
}
