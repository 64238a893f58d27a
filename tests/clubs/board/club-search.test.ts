import { expect, test } from 'vitest';
import { readBulkChange, readBulkRequest } from '../../../src/clubs/board/bulk.ts';
import { readCellRequest } from '../../../src/clubs/board/cell.ts';
import { NO_FILTER, readTableSearch } from '../../../src/clubs/board/club-search.ts';

const read = (query: string) => readTableSearch(new URLSearchParams(query));

test('An empty query lists all clubs by name', () => {
  expect(read('')).toMatchObject({ filter: NO_FILTER, sort: 'name', page: 1, isFiltered: false });
  expect(read('name=&club_status=&category=&sort=name&utm_source=x')).toEqual(read(''));
});

test('A query has one canonical form, which reads as the same search', () => {
  const query = 'missing=logo&sort=-confirmed&category=Sport&missing=confirmation&name=+Ski&club_status=1&missing=logo';
  const canonical = 'name=Ski&club_status=true&category=Sport&missing=confirmation&missing=logo&sort=-confirmed';
  expect(read(query)?.request.query).toBe(canonical);
  expect(read(canonical)).toEqual(read(query));
  expect(read(query)).toMatchObject({ isFiltered: true, filter: { name: 'Ski', isActive: true }, sort: '-confirmed' });
});

test.each([
  ...['page=0', 'page=x', 'page=', 'sort=age', 'sort=--name', 'missing=money', 'club_status=maybe'],
  ...[`name=${'x'.repeat(256)}`, 'name=%00', `category=${'x'.repeat(1001)}`],
])('An invalid query is refused: %.20s', (query) => {
  expect(read(query)).toBeNull();
});

test.each([
  ['name=ski&page=3', 'name', 'ascending', 'name=ski&sort=-name'],
  ['name=ski&page=3', 'confirmed', null, 'name=ski&sort=confirmed'],
  ['sort=-changed', 'name', null, ''],
  ['sort=-changed', 'changed', 'descending', 'sort=changed'],
] as const)(
  'A column link sorts or reverses the order and keeps the filters: %s, %s',
  (query, column, direction, to) => {
    expect(read(query)?.sorts[column]).toEqual({ direction, query: to });
  },
);

test('A bulk action is read with the chosen clubs or with the filter', () => {
  const readBulk = (query: string) => readBulkRequest(new URLSearchParams(query));
  expect(readBulk('name=ski&club=7&club=3&club=7&action=confirm&sort=-name&which=chosen')).toMatchObject({
    action: 'confirm',
    choice: { ids: [7, 3] },
    query: 'name=ski&sort=-name&action=confirm&which=chosen&club=7&club=3',
  });
  expect(readBulk('name=ski&club=7&action=activate&which=filtered')).toMatchObject({
    choice: { filter: { ...NO_FILTER, name: 'ski' } },
    query: 'name=ski&action=activate&which=filtered',
  });
  for (const query of ['action=confirm', 'action=confirm&which=chosen']) expect(readBulk(query)).toBe('noneChosen');
  const unknown = ['', 'action=delete&club=1', 'action=confirm&which=all', 'action=ask&which=filtered&missing=money'];
  const ids = ['0', '-1', 'x', '1.5', '99999999999', ''].map((id) => `action=confirm&club=1&club=${id}`);
  for (const query of [...unknown, ...ids]) expect(readBulk(query), query).toBeNull();
});

test.each([
  ['set_category', ' Sport;Arts；; ', 'Sport; Arts'],
  ['add_category', ' Sport; ', 'Sport'],
] as const)('%s takes the category %j', (action, text, category) => {
  expect(readBulkChange(action, text)).toEqual({ change: { action, category } });
});

test.each([
  ['set_category', '  ', 'several'],
  ['set_category', '\u200b', 'several'],
  ['set_category', 'Sport; \u200b', 'empty'],
  ['set_category', 'a\0b', 'nul'],
  ['set_category', 'x'.repeat(1001), 'tooLong'],
  ['add_category', 'Sport;Arts', 'several'],
  ['remove_category', 'Sport；Arts', 'several'],
  ['add_category', '\u0301', 'several'],
] as const)('%s refuses the category %.10j: %s', (action, text, issue) => {
  expect(readBulkChange(action, text).issue).toEqual(
    issue === 'several' ? issue : expect.objectContaining({ code: issue }),
  );
});

test('A cell is read with the search of its table', () => {
  const readQuery = (query: string) => readCellRequest(new URLSearchParams(query));
  expect(readQuery('club=7&field=category&name=ski&sort=-name&page=2')).toMatchObject({
    clubId: 7,
    field: 'category',
    tableQuery: 'name=ski&sort=-name&page=2',
  });
  for (const query of ['', 'club=7', 'club=0&field=category', 'club=7&field=name', 'club=7&field=contact&page=x'])
    expect(readQuery(query), query).toBeNull();
});
