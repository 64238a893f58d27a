import { describe, expect, test } from 'vitest';
import { readCell, readCellRequest } from '../../src/clubs/desk-cell.ts';

describe('A cell of the table of all clubs', () => {
  const read = (query: string) => readCellRequest(new URLSearchParams(query));

  test('is a field of a club, in the table that the same query asks for', () => {
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
  ])('is none where the query is "%s"', (query) => {
    expect(read(query)).toBeNull();
  });

  test('is read by the rules of the form of a club', () => {
    expect(readCell('is_active', 'false')).toEqual({ value: { isActive: false } });
    expect(readCell('contact', '')).toEqual({ value: { contact: null } });
    expect(readCell('category', 'x'.repeat(1001)).issues).toEqual([{ field: 'category', fault: 'tooLong' }]);
  });
});
