import { expect, test } from 'vitest';
import { showBlank } from '../../../src/components/clubs/show-blank.ts';

test('showBlank shows white space as visible characters', () => {
  expect(showBlank(' \u00a0\u2009\t\r\n\n')).toBe('···→↵\n↵\n');
});
