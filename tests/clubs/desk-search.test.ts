import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DESK_SORTS, LACKS, readDeskSearch, sortColumns } from '../../src/clubs/desk-search.ts';

const read = (query: string) => readDeskSearch(new URLSearchParams(query));

test('Without anything that is asked for, the table has all clubs by name', () => {
  expect(read('')).toEqual({
    filter: { name: '', isActive: null, category: '', missing: [] },
    sort: { by: 'name', isDescending: false },
    page: 1,
    request: { params: [], query: '' },
  });
  // As a form says it in which nothing was chosen.
  expect(read('name=&club_status=&category=&sort=name&utm_source=x')).toEqual(read(''));
});

test('What is asked for comes back in one spelling and order, and is read as the same again', () => {
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
])('What is none of it is refused and not left out, which would find more: %.20s', (query) => {
  expect(read(query)).toBeNull();
});

test('Each column sorts the table, and the one that it is sorted by the other way round, with the filters kept', () => {
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
