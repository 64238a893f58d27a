import { expect, test } from 'vitest';
import { formatCount } from '../../src/lib/format.ts';

test.each([
  [0, 'club', '0 clubs'],
  [1, 'club', '1 club'],
  [1245, 'inactive club', '1,245 inactive clubs'],
])('formatCount writes %i %s as %s', (count, one, expected) => {
  expect(formatCount(count, one)).toBe(expected);
});
