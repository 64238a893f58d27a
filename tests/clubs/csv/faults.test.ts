import { describe, expect, test } from 'vitest';
import { describeFileFault, describeInPieces, type FileFault } from '../../../src/clubs/csv/faults.ts';
import { LOCALES } from '../../../src/messages/locales.ts';
import { messages } from '../../../src/messages/messages.ts';
import { quoteIn } from '../../../src/messages/quote.ts';
import { FAULT_SAMPLES } from '../../support/file-faults.ts';

const faults: FileFault[] = Object.values(FAULT_SAMPLES).flat();

/** Values that are one of a few. */
const CHOICES = new Set([
  ...[',', ';', '\t', 'day', 'month', 'rename', 'delete'],
  ...FAULT_SAMPLES.otherFile.map(({ is }) => is),
]);

const ODD_TEXTS = [
  ...['', ' ', '\0', '\n', '"', '\\"', '«\u202f»', '\u202e\u2028\u001b[31m', '\ud800', '$&', '${x}', '{0}', '%s'],
  ...['x'.repeat(10_000), '😀'.repeat(1000), 'e\u0301'.repeat(81), 'constructor', '__proto__'],
];
const ODD_NUMBERS = [0, 1, 2, -1, 1.5, 1245, 1_000_000, 2 ** 31, Number.MAX_SAFE_INTEGER, 1e21];

/** The same with other texts, numbers and lists, by turns. */
function vary(value: unknown, turn: number): unknown {
  if (typeof value === 'string') return CHOICES.has(value) ? value : ODD_TEXTS[turn % ODD_TEXTS.length];
  if (typeof value === 'number') return ODD_NUMBERS[turn % ODD_NUMBERS.length];
  if (typeof value === 'boolean') return turn % 2 === 0;
  if (Array.isArray(value)) {
    return Array.from({ length: turn % 4 === 3 ? 100 : turn % 4 }, (_, index) => vary(value[0] ?? '', turn + index));
  }
  if (value === null) return null;
  return Object.fromEntries(Object.entries(value as object).map(([name, one]) => [name, vary(one, turn)]));
}

describe.each(LOCALES)('What is said of a file, in %s', (locale) => {
  test('is all that can be found in one, and nothing else', () => {
    expect(Object.keys(messages(locale).fileFaults).sort()).toEqual(Object.keys(FAULT_SAMPLES).sort());
    expect(faults.map(({ code }) => code)).toEqual(
      Object.entries(FAULT_SAMPLES).flatMap(([code, samples]) => samples.map(() => code)),
    );
  });

  test('differs for everything that differs', () => {
    const texts = faults.map((fault) => describeFileFault(fault, locale));
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
  });

  test('is the same in pieces, of which the numbers are lines', () => {
    for (const fault of faults) expect(describeInPieces(fault, locale).join('')).toBe(describeFileFault(fault, locale));
    const lines = (fault: FileFault) => describeInPieces(fault, locale).filter((piece) => typeof piece === 'number');
    expect(lines({ code: 'nameTwice', line: 1245 })).toEqual([1245]);
    expect(lines({ code: 'parentRenamed', line: 2, to: '\u20637\u2063' })).toEqual([2]);
    expect(lines({ code: 'sameClub', line: 2, filled: { from: 3, to: 9 }, isRenaming: false })).toEqual([2, 3, 9]);
    expect(describeFileFault({ code: 'nameTwice', line: 2 }, locale)).not.toMatch(/\p{Cf}/u);
  });

  test('comes back from JSON as it was', () => {
    for (const fault of faults) {
      expect(describeFileFault(JSON.parse(JSON.stringify(fault)) as FileFault, locale)).toBe(
        describeFileFault(fault, locale),
      );
    }
  });

  test.each(faults)('is a text whatever the values are: $code', ({ code, ...known }) => {
    for (let turn = 0; turn < 4 * ODD_TEXTS.length; turn += 1) {
      const odd = { code, ...(vary(known, turn) as object) } as FileFault;
      const text = describeFileFault(odd, locale);
      expect(text).not.toMatch(/undefined|null|NaN|\[object|function/);
      expect(text.length).toBeGreaterThan(5);
    }
  });

  test.each<[string, (text: string) => FileFault]>([
    ['the separator', (separator) => ({ code: 'unknownSeparator', separator })],
    ['a column', (column) => ({ code: 'columnsUnknown', columns: [column], more: 0, known: [] })],
    ['letters', (shown) => ({ code: 'garbled', shown, meant: 'é' })],
    ['what they were', (meant) => ({ code: 'garbled', shown: 'Ã©', meant })],
    ['a sign', (sign) => ({ code: 'letterLost', sign })],
    ['the name of a club', (name) => ({ code: 'similarStoredName', name })],
    ['the name of the club of an id', (of) => ({ code: 'idOfOther', of, named: 1, filled: null, way: null })],
    ['a new name', (to) => ({ code: 'parentRenamed', line: 2, to })],
    ['names around a loop', (name) => ({ code: 'loop', first: [name, name], last: [name] })],
  ])('has %s in quotes, and not all of a long one', (_, make) => {
    for (const text of ['Go', `\u202e"${'x'.repeat(200)}`]) {
      const said = describeFileFault(make(text), locale);
      expect(said).toContain(quoteIn(locale)(text));
      expect(said.length).toBeLessThan(600);
      expect(said).not.toContain('\u202e');
    }
  });
});
