import { expect, test } from 'vitest';
import { markName } from '../../../src/components/clubs/mark-name.ts';

test.each([
  ['Chess', [0, 3], '<mark>Che</mark>ss'],
  ['Échecs', [1, 6], 'É<mark>checs</mark>'],
  ['A & <b>', [2, 5], 'A <mark>&amp; &lt;</mark>b&gt;'],
] as const)('marks a match in %s', (name, match, expected) => {
  expect(markName(name, match)).toBe(expected);
});
