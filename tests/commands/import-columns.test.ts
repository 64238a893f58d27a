import { expect, test } from 'vitest';
import { formatColumns, setColumns } from '../../src/commands/import-columns.ts';

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

test.each(['Club=name', 'Phone=telephone', 'Phone'])('The option is refused: %s', (option) => {
  expect(() => setColumns(NAMES, [], option)).toThrow(`"${option}" is not a column and its field`);
});
