import type { CellId, Figures, Run, ServerName } from './types.ts';

/** The middle value; of an even number the lower one. */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}

/** The value that a share of all, from 0 to 1, lies below, of values in ascending order. */
export const quantile = (sorted: ArrayLike<number>, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

/** A figure of a cell in each round. */
export function figures(run: Run, id: CellId, server: ServerName, of: keyof Figures): number[] {
  return (run.results.find(({ cell }) => cell.id === id)?.rounds[server] ?? []).map((round) => round[of]);
}

/** Requests per second of one server by those of another, round by round; none if the other was not asked. */
export function ratios(run: Run, id: CellId, server: ServerName, other: ServerName): number[] {
  const others = figures(run, id, other, 'perSecond');
  if (others.length === 0) return [];
  return figures(run, id, server, 'perSecond').map((value, round) => value / (others[round] ?? Number.NaN));
}

/** With as many digits as say something. */
export function format(value: number): string {
  if (!Number.isFinite(value)) return '–';
  if (value >= 1000) return Math.round(value).toLocaleString('en-US');
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(value >= 0.1 ? 2 : 3);
}

/** The median, with the least and the most. */
export const spread = (values: number[]): string =>
  values.length === 0
    ? '–'
    : `${format(median(values))} (${format(Math.min(...values))}–${format(Math.max(...values))})`;
