import { expect, test } from 'vitest';
import { showBlank } from '../../src/components/clubs/show-blank.ts';

test('White space that came or went is shown by signs, and breaks lines where it did', () => {
  expect(showBlank(' \u00a0\u2009\t\r\n\n')).toBe('···→↵\n↵\n');
});
