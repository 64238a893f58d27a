import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  DESK_SORTS,
  LACKS,
  readBulkChange,
  readBulkRequest,
  readDeskSearch,
  sortColumns,
} from '../../../src/clubs/admin/club-search.ts';

const read = (query: string) => readDeskSearch(new URLSearchParams(query));

test('An empty query lists all clubs by name', () => {
  expect(read('')).toEqual({
    filter: { name: '', isActive: null, category: '', missing: [] },
    sort: { by: 'name', isDescending: false },
    page: 1,
    areChosen: false,
    request: { params: [], query: '' },
  });
  // As a form says it in which nothing was chosen.
  expect(read('name=&club_status=&category=&sort=name&utm_source=x')).toEqual(read(''));
});

test('A query has one canonical form, which reads as the same search', () => {
  const query = 'missing=logo&sort=-confirmed&category=Sport&missing=confirmation&name=+Ski&club_status=1&missing=logo';
  const search = read(query);
  expect(search?.request.query).toBe(
    'name=Ski&club_status=true&category=Sport&missing=confirmation&missing=logo&sort=-confirmed',
  );
  fc.assert(
    fc.property(
      fc.record(
        {
          name: fc.string({ maxLength: 20 }),
          club_status: fc.constantFrom('', 'true', 'false', '0', '1'),
          category: fc.string({ maxLength: 20 }),
          sort: fc.constantFrom(...DESK_SORTS, ...DESK_SORTS.map((by) => `-${by}`)),
        },
        { requiredKeys: [] },
      ),
      fc.subarray([...LACKS]),
      (given, missing) => {
        const params = new URLSearchParams(given);
        for (const lack of missing) params.append('missing', lack);
        const once = readDeskSearch(params);
        // No text of a database has it.
        if (Object.values(given).some((text) => text.includes('\0'))) expect(once).toBeNull();
        else expect(once && read(once.request.query)).toEqual(once);
      },
    ),
  );
});

test.each([
  ...['page=0', 'page=x', 'page=', 'sort=age', 'sort=--name', 'missing=money', 'club_status=maybe'],
  ...[`name=${'x'.repeat(256)}`, 'name=%00', `category=${'x'.repeat(1001)}`],
])('An invalid query is refused: %.20s', (query) => {
  expect(read(query)).toBeNull();
});

test('Each column has a link that sorts by it or reverses the order, and keeps the filters', () => {
  const columns = (query: string) => {
    const search = read(query);
    return search && sortColumns(search);
  };
  expect(columns('name=ski&page=3')).toEqual([
    { by: 'name', direction: 'ascending', query: 'name=ski&sort=-name' },
    { by: 'confirmed', direction: null, query: 'name=ski&sort=confirmed' },
    { by: 'changed', direction: null, query: 'name=ski&sort=changed' },
  ]);
  expect(columns('sort=-changed')).toEqual([
    { by: 'name', direction: null, query: '' },
    { by: 'confirmed', direction: null, query: 'sort=confirmed' },
    { by: 'changed', direction: 'descending', query: 'sort=changed' },
  ]);
});

const readBulk = (query: string) => readBulkRequest(new URLSearchParams(query));

test('A bulk change is read with the chosen clubs or with the filter', () => {
  const chosen = readBulk('name=ski&club=7&club=3&club=7&action=confirm&sort=-name&which=chosen');
  expect(chosen).toMatchObject({
    action: 'confirm',
    choice: { ids: [7, 3] },
    query: 'name=ski&sort=-name&action=confirm&which=chosen&club=7&club=3',
  });
  expect(readBulk('name=ski&club=7&action=activate&which=filtered')).toMatchObject({
    choice: { filter: { name: 'ski', isActive: null, category: '', missing: [] } },
    query: 'name=ski&action=activate&which=filtered',
  });
  for (const query of ['action=confirm', 'action=confirm&which=chosen']) expect(readBulk(query)).toBe('noneChosen');
});

test.each(['', 'action=delete&club=1', 'action=confirm&which=all', 'action=confirm&which=filtered&missing=money'])(
  'An unknown bulk change is refused: %s',
  (query) => {
    expect(readBulk(query)).toBe('unknown');
  },
);

test.each(['0', '-1', 'x', '1.5', '99999999999', ''])('A bulk change with an invalid id is refused: %s', (id) => {
  expect(readBulk(`action=confirm&club=1&club=${id}`)).toBe('unknown');
});

test('The category of a bulk change is validated like that of a club, and is required', () => {
  expect(readBulkChange('set_category', ' Sport; Arts ')).toEqual({
    change: { action: 'set_category', category: 'Sport; Arts' },
  });
  expect(readBulkChange('set_category', '  ')).toEqual({ fault: 'empty' });
  expect(readBulkChange('set_category', '\u200b')).toEqual({ fault: 'empty' });
  expect(readBulkChange('set_category', 'Sport; \u200b')).toEqual({ fault: 'empty' });
  expect(readBulkChange('set_category', 'a\nb')).toEqual({ fault: 'lineBreak' });
  expect(readBulkChange('set_category', 'a\0b')).toEqual({ fault: 'nul' });
  expect(readBulkChange('set_category', 'x'.repeat(1001))).toEqual({ fault: 'tooLong' });
  expect(readBulkChange('add_category', ' Sport ')).toEqual({ change: { action: 'add_category', category: 'Sport' } });
  expect(readBulkChange('add_category', 'Sport;Arts')).toEqual({ fault: 'several' });
  expect(readBulkChange('remove_category', 'Sport; Arts')).toEqual({ fault: 'several' });
  expect(readBulkChange('remove_category', 'Sport;Arts')).toMatchObject({ change: { category: 'Sport;Arts' } });
  expect(readBulkChange('add_category', '\u0301')).toEqual({ fault: 'empty' });
  expect(readBulkChange('confirm', 'Sport')).toEqual({ change: { action: 'confirm' } });
});
