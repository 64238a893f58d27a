import { describe, expect, test } from 'vitest';
import { readCell, readCellRequest } from '../../../src/clubs/admin/cell.ts';

describe('A cell of the table of all clubs', () => {
  const read = (query: string) => readCellRequest(new URLSearchParams(query));

  test('is read with the search of its table', () => {
    expect(read('club=7&field=category&name=ski&sort=-name&page=2')).toMatchObject({
      clubId: 7,
      field: 'category',
      search: { page: 2, request: { query: 'name=ski&sort=-name' } },
    });
  });

  test.each([
    '',
    'club=7',
    'field=category',
    'club=0&field=category',
    'club=7&field=name',
    'club=7&field=contact&page=x',
  ])('is refused for the query "%s"', (query) => {
    expect(read(query)).toBeNull();
  });

  test('is validated like the form of a club', () => {
    expect(readCell('is_active', 'false')).toEqual({ value: { isActive: false } });
    expect(readCell('contact', '')).toEqual({ value: { contact: null } });
    expect(readCell('category', 'x'.repeat(1001)).issues).toEqual([{ field: 'category', fault: 'tooLong' }]);
  });
});
