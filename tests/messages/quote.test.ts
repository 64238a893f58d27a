import { expect, test } from 'vitest';
import { escapeControls, quoteIn } from '../../src/messages/quote.ts';

test.each([
  ['Go', '"Go"', '«\u202fGo\u202f»', '„Go“'],
  ['L’"été"', String.raw`"L’\"été\""`, '«\u202fL’"été"\u202f»', '„L’"été"“'],
  ['a\\"b\\', String.raw`"a\\\"b\\"`, '«\u202f' + String.raw`a\\"b\\` + '\u202f»', String.raw`„a\\"b\\“`],
  [
    'a\nb\u202e',
    String.raw`"a\nb\u{202e}"`,
    '«\u202f' + String.raw`a\nb\u{202e}` + '\u202f»',
    String.raw`„a\nb\u{202e}“`,
  ],
  ['x'.repeat(81), `"${'x'.repeat(79)}…"`, `«\u202f${'x'.repeat(79)}…\u202f»`, `„${'x'.repeat(79)}…“`],
])('quoteIn uses the quotation marks of each language: %j', (text, english, french, german) => {
  expect(quoteIn('en')(text)).toBe(english);
  expect(quoteIn('fr')(text)).toBe(french);
  expect(quoteIn('de')(text)).toBe(german);
});

test('escapeControls shows invisible characters and keeps spaces', () => {
  expect(escapeControls('a\u001b\u200b\u2028 \u00a0\u202fb')).toBe(
    String.raw`a\u{1b}\u{200b}\u{2028}` + ' \u00a0\u202fb',
  );
});
