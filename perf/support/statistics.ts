import { median } from '../../tests/support/statistics.ts';

/** A number with three significant digits. */
export function format(value: number): string {
  if (!Number.isFinite(value)) return '–';
  if (value >= 1000) return Math.round(value).toLocaleString('en-US');
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(value >= 0.1 ? 2 : 3);
}

/** The median with minimum and maximum. */
export const spread = (values: number[]): string =>
  values.length === 0
    ? '–'
    : `${format(median(values))} (${format(Math.min(...values))}–${format(Math.max(...values))})`;
