import { expect, test } from 'vitest';
import { BOARD_SECTIONS } from '../../src/messages/catalogue.ts';
import { de } from '../../src/messages/de.ts';
import { en } from '../../src/messages/en.ts';
import { languageOf, messages } from '../../src/messages/messages.ts';
import { LOCALES } from '../../src/messages/locales.ts';

/** The texts of a catalogue by their paths; functions by their source, or by a result for a number. */
const textsOf = (value: unknown, path = ''): Map<string, string> =>
  typeof value === 'object' && value !== null
    ? new Map(Object.entries(value).flatMap(([key, part]) => [...textsOf(part, path === '' ? key : `${path}.${key}`)]))
    : new Map([
        [
          path,
          typeof value === 'function' && path.endsWith('.text')
            ? (value as (clubs: number) => string)(2)
            : String(value),
        ],
      ]);

const english = textsOf(en);

/** The names of keys. */
const KEYS = /^board\.keys\.list\.\d+\.0$/;
/** Other texts that are the same in English and German. */
const ALIKE = [
  'number',
  'clubList.categories.separator',
  'clubSearch.name',
  'clubForm.of',
  'history.removal.choice',
  'board.kinds.import',
  'clubTable.addFilter',
  'clubTable.add.is_active',
  'clubFields.name',
  'clubFields.is_active',
  'clubFields.logo_url',
  'clubFields.website',
  'clubFields.links',
];

test.each(LOCALES)('has every text in %s', (locale) => {
  expect([...textsOf(messages(locale)).keys()].toSorted()).toEqual([...english.keys()].toSorted());
});

test('has no English text left in German', () => {
  const same = [...textsOf(de)].filter(([path, text]) => english.get(path) === text).map(([path]) => path);
  expect(same.filter((path) => !KEYS.test(path))).toEqual(ALIKE);
});

test('has the board in English unless all of its sections are translated', () => {
  expect(LOCALES.map((locale) => languageOf(locale, 'siteForm'))).toEqual(['en', 'fr', 'en']);
  const missing = BOARD_SECTIONS.find((section) => !(section in de));
  expect(missing && messages('de')[missing]).toBe(missing && en[missing]);
});
