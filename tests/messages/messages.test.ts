import { expect, test } from 'vitest';
import { messages } from '../../src/messages/messages.ts';

// TypeScript checks that both catalogues have the same messages.

test.each([
  [0, '0 active clubs', 'Aucun club actif'],
  [1, '1 active club', '1 club actif'],
  [1245, '1,245 active clubs', '1\u202f245 clubs actifs'],
  [1_000_000, '1,000,000 active clubs', '1\u202f000\u202f000 de clubs actifs'],
])('writes %i with the number format and plural of each language', (count, english, french) => {
  expect(messages('en').clubList.result(count, 'true')).toBe(english);
  expect(messages('fr').clubList.result(count, 'true')).toBe(french);
});
