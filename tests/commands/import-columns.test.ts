import { expect, test } from 'vitest';
import { assertTargets, formatColumns, setColumns } from '../../src/commands/import-columns.ts';

const NAMES = ['Club name', 'E-mail', 'Day, time', 'Phone'];

test('Columns are set by an option, others keep their guess', () => {
  const targets = setColumns(NAMES, ['name', 'contact', null, null], 'e_mail=, Phone=Link,"Day, time=category"');
  expect(formatColumns(NAMES, targets).split('\n')).toEqual([
    'Columns:',
    '  "Club name" → name',
    '  "E-mail" → (not imported)',
    '  "Day, time" → category',
    '  "Phone" → link',
  ]);
});

test.each([
  ['Club=name', 'no column "Club". Its columns: "Club name", "E-mail"'],
  ['Phone=telephone', '"telephone" is not a field'],
  ['Phone', '"Phone" is not a field'],
])('The option is refused: %s', (option, words) => {
  expect(() => setColumns(NAMES, [], option)).toThrow(words);
});

test('Columns need a name, and each field once', () => {
  expect(() => assertTargets(['contact'])).toThrow('No column has the names');
  expect(() => assertTargets(['name', 'website', 'website'])).toThrow('Several columns are website');
});
