import { expect, test } from 'vitest';
import { formatCount } from '../src/format.ts';

test.each([
  [0, 'club', '0 clubs'],
  [1, 'club', '1 club'],
  [1245, 'inactive club', '1,245 inactive clubs'],
  [1, 'status', '1 status'],
  [2, 'status', '2 statuses'],
  [2, 'address', '2 addresses'],
  [2, 'box', '2 boxes'],
  [2, 'match', '2 matches'],
  [2, 'category', '2 categories'],
  [2, 'day', '2 days'],
])('counts in a plural that is English: %i %s', (count, one, expected) => {
  expect(formatCount(count, one)).toBe(expected);
});
