import { describe, expect, test } from 'vitest';
import { judge } from './goals.ts';
import { toMarkdown } from './report.ts';
import type { CellLabel, Figures, Run } from './types.ts';

const figures = (p50: number): Figures => ({
  perSecond: 1000 / p50,
  p50,
  p99: p50,
  serverCpu: p50,
  databaseCpu: 0,
  loaderCores: 0,
  rss: 100,
});
const resultOf = (cell: CellLabel, p50: number, peer: Figures[]): Run['results'][number] => ({
  cell,
  bytes: 100,
  rounds: { bare: [figures(1)], warm: [figures(1)], off: [figures(p50)], peer },
});
const runOf = (clubs: number, p50: number): Run => ({
  clubs,
  rounds: 1,
  seconds: 1,
  database: 'PostgreSQL',
  results: [
    resultOf({ id: 'page1', title: 'First' }, 1, [figures(2)]),
    resultOf({ id: 'typo', title: 'Typo', connections: 1 }, p50, []),
  ],
  changes: null,
  memory: null,
});

test.each([
  [10_000, 20, true],
  [10_000, 21, false],
  [1_000_000, 60, true],
  [1_000_000, 61, false],
])('At %d clubs a median of %d ms for somebody who types is enough: %s', (clubs, p50, isEnough) => {
  const goals = judge(runOf(clubs, p50), null).filter(({ goal }) => goal.startsWith('Typo'));
  expect(goals.map(({ isMet }) => isMet)).toEqual([isEnough]);
});

describe('A report', () => {
  const rows = toMarkdown(runOf(10_000, 5), null).split('\n');

  test('has no figure of a server that does not answer the same, in no table', () => {
    const ofTypo = rows.filter((row) => row.startsWith('| Typo |'));
    const ofFirst = rows.filter((row) => row.startsWith('| First |'));
    expect(ofTypo).toHaveLength(ofFirst.length);
    expect(ofTypo.map((row) => row.endsWith(' – |'))).toEqual(ofTypo.map(() => true));
    expect(ofFirst.filter((row) => row.endsWith(' – |'))).toEqual([]);
    expect(rows).toContain('| Fastify peer | 100 |');
  });

  test('says which cells are of one person', () => {
    expect(rows.find((row) => row.includes('32 connections'))).toContain('(one for “Typo”: a single person)');
  });
});
