import { figures, format, median, ratios } from './statistics.ts';
import { CHANGE_LABELS, SETTLED_AFTER } from './changes.ts';
import { CHANGES, type CellId, type Run } from './types.ts';

/** What was wanted, what came of it, and whether that is enough. */
export interface Verdict {
  goal: string;
  figure: string;
  isMet: boolean;
}

const FLOOR_SHARE = 0.85;
const WARM_P99 = 5;
const GROWTH = 2;
const FRENCH_SHARE = 1.1;
const FILTER_P50 = 50;
/** For somebody who types, in ms, up to so many clubs. */
const TYPING_P50: { clubs: number; p50: number }[] = [
  { clubs: 10_000, p50: 20 },
  { clubs: 1_000_000, p50: 60 },
];
const RSS = 400;
const HEAP = 120 + 48;

/** The goals that a run can tell of; `small` is a run of 10,000 clubs to compare a larger one with. */
export function judge(run: Run, small: Run | null): Verdict[] {
  const verdicts: Verdict[] = [];
  const add = (goal: string, values: number[], isEnough: (value: number) => boolean, unit = '') => {
    // The run left the cell out.
    if (values.length === 0) return;
    const value = median(values);
    const range = `${format(Math.min(...values))}–${format(Math.max(...values))}`;
    verdicts.push({ goal, figure: `${format(value)}${unit} (${range})`, isMet: isEnough(value) });
  };
  const title = (id: CellId) => run.results.find(({ cell }) => cell.id === id)?.cell.title ?? id;

  for (const id of ['page1', 'fragment', 'api'] as const) {
    add(
      `${title(id)}, warm: ≥ 0.85 of bare node:http`,
      ratios(run, id, 'warm', 'bare'),
      (value) => value >= FLOOR_SHARE,
    );
    add(`${title(id)}, warm: p99 ≤ 5 ms`, figures(run, id, 'warm', 'p99'), (value) => value <= WARM_P99, ' ms');
  }
  for (const [french, english] of [
    ['page1fr', 'page1'],
    ['randomfr', 'random'],
  ] as const) {
    const inEnglish = figures(run, english, 'off', 'serverCpu');
    add(
      `${title(french)}, cache off: ≤ ${FRENCH_SHARE} × the processor of English`,
      figures(run, french, 'off', 'serverCpu').map((value, round) => value / (inEnglish[round] ?? Number.NaN)),
      (value) => value <= FRENCH_SHARE,
      ' ×',
    );
  }
  const typing = TYPING_P50.find(({ clubs }) => run.clubs <= clubs);
  for (const id of typing ? (['typing', 'typo'] as const) : []) {
    add(
      `${title(id)}, cache off: median ≤ ${typing?.p50} ms`,
      figures(run, id, 'off', 'p50'),
      (value) => value <= (typing?.p50 ?? 0),
      ' ms',
    );
  }
  if (run.clubs === 10_000) {
    for (const [id, factor] of [
      ['page1', 1.5],
      ['random', 1.5],
      ['last', 2],
      ['unique', 1.2],
    ] as const) {
      add(
        `${title(id)}, cache off: ≥ ${factor} × the peer`,
        ratios(run, id, 'off', 'peer'),
        (value) => value >= factor,
      );
    }
  }
  if (run.clubs >= 1_000_000) {
    for (const id of small ? (['page1', 'random', 'last'] as const) : []) {
      const before = small ? median(figures(small, id, 'off', 'perSecond')) : Number.NaN;
      const growth = figures(run, id, 'off', 'perSecond').map((value) => before / value);
      add(`${title(id)}, cache off: ≤ 2 × the time of 10,000 clubs`, growth, (value) => value <= GROWTH, ' ×');
    }
    for (const id of ['pattern', 'letter', 'unique'] as const) {
      add(
        `${title(id)}, cache off: median < 50 ms`,
        figures(run, id, 'off', 'p50'),
        (value) => value < FILTER_P50,
        ' ms',
      );
    }
  }
  for (const { cell, before, after } of run.changes?.results ?? []) {
    if (!['random', 'last', 'pair'].includes(cell.id)) continue;
    const base = median(before.off.map(({ p50 }) => p50));
    for (const change of CHANGES) {
      add(
        `${cell.title}, cache off, ${CHANGE_LABELS[change]}, ${SETTLED_AFTER[change] / 1000} s later: median ≤ 2.5 × + 3 ms of ${format(base)} ms before`,
        (after[change]?.off ?? []).map(({ p50 }) => p50),
        (value) => value <= 2.5 * base + 3,
        ' ms',
      );
    }
  }
  const lastRss = run.results.at(-1)?.rounds.warm.at(-1)?.rss ?? Number.NaN;
  add('RSS after a full run: ≤ 400 MiB', [lastRss], (value) => value <= RSS, ' MiB');
  if (run.memory) {
    const { heap, idleHeap } = run.memory;
    add('Heap after a collection: ≤ 120 + 48 MiB above idle', [heap - idleHeap], (value) => value <= HEAP, ' MiB');
  }
  return verdicts;
}
