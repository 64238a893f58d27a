import { describe, expect, test } from 'vitest';
import { createPaginator, getPage, pageQuery, paginationRequest } from '../../src/lib/pagination.ts';

describe('A paginator', () => {
  test.each([
    [0, 10, 1],
    [10, 10, 1],
    [11, 10, 2],
    [3, 1, 3],
  ])('splits %i items by %i into %i pages', (count, pageSize, pageCount) => {
    expect(createPaginator(count, pageSize)).toEqual({ count, pageSize, pageCount });
  });

  test.each([
    [0, 1, { number: 1, hasPrevious: false, hasNext: false, offset: 0 }],
    [0, 'last', { number: 1, hasPrevious: false, hasNext: false, offset: 0 }],
    [25, 1, { number: 1, hasPrevious: false, hasNext: true, offset: 0 }],
    [25, 2, { number: 2, hasPrevious: true, hasNext: true, offset: 10 }],
    [25, 'last', { number: 3, hasPrevious: true, hasNext: false, offset: 20 }],
    [25, 0, null],
    [25, 4, null],
  ] as const)('of %i items has page %j: %o', (count, number, page) => {
    expect(getPage(createPaginator(count, 10), number)).toEqual(page);
  });
});

test('The query of a page keeps the parameters of the request', () => {
  const params = [
    ['name', 'ski & snow'],
    ['club_status', ''],
    ['exclude_ids', '1'],
    ['exclude_ids', '2'],
  ] as const;
  expect(pageQuery(paginationRequest(params), 3)).toBe(
    'name=ski+%26+snow&club_status=&exclude_ids=1&exclude_ids=2&page=3',
  );
});
