import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  createPaginator,
  ELLIPSIS,
  elidedRange,
  getPage,
  pageQuery,
  paginationRequest,
  readPageNumber,
} from '../src/pagination.ts';

test.each([
  ['1', 1],
  ['999999999', 999_999_999],
  ...['', '0', '-1', '01', '1.0', ' 1', '1e3', '1000000000', 'last'].map((text) => [text, null] as const),
] as const)('reads %j as the number of a page: %j', (text, number) => {
  expect(readPageNumber(text)).toBe(number);
});

describe('A paginator', () => {
  test.each([
    { what: 'nothing', count: 0, pageSize: 10, pageCount: 1 },
    { what: 'one item', count: 1, pageSize: 10, pageCount: 1 },
    { what: 'a full page', count: 10, pageSize: 10, pageCount: 1 },
    { what: 'one item more', count: 11, pageSize: 10, pageCount: 2 },
    { what: 'one item a page', count: 3, pageSize: 1, pageCount: 3 },
  ])('of $what has $pageCount page(s)', ({ count, pageSize, pageCount }) => {
    expect(createPaginator(count, pageSize)).toEqual({ count, pageSize, pageCount });
  });

  test('has a first page of nothing', () => {
    expect(getPage(createPaginator(0, 10), 1)).toEqual({ number: 1, hasPrevious: false, hasNext: false, offset: 0 });
  });

  test.each([
    [1, { number: 1, hasPrevious: false, hasNext: true, offset: 0 }],
    [2, { number: 2, hasPrevious: true, hasNext: true, offset: 10 }],
    [3, { number: 3, hasPrevious: true, hasNext: false, offset: 20 }],
    ['last', { number: 3, hasPrevious: true, hasNext: false, offset: 20 }],
  ] as const)('gives page %j of three', (number, page) => {
    expect(getPage(createPaginator(25, 10), number)).toEqual(page);
  });

  test.each([0, -1, 4, Number.MAX_SAFE_INTEGER])('has no page %i of three', (number) => {
    expect(getPage(createPaginator(25, 10), number)).toBeNull();
  });

  test('takes the first page of nothing as its last', () => {
    expect(getPage(createPaginator(0, 10), 'last')?.number).toBe(1);
  });
});

describe('The query of a page', () => {
  test('puts the page behind what the request keeps', () => {
    const params = [
      ['name', 'ski & snow'],
      ['club_status', ''],
    ] as const;
    expect(pageQuery(paginationRequest(params), 3)).toBe('name=ski+%26+snow&club_status=&page=3');
  });

  test('is the page alone when the request keeps nothing', () => {
    expect(pageQuery(paginationRequest([]), 1)).toBe('page=1');
  });

  test('keeps a parameter that is given several times', () => {
    const params = [
      ['exclude_ids', '1'],
      ['exclude_ids', '2'],
    ] as const;
    expect(pageQuery(paginationRequest(params), 2)).toBe('exclude_ids=1&exclude_ids=2&page=2');
  });
});

describe('The elided range', () => {
  const shown = (current: number, pageCount: number) => elidedRange(current, pageCount).join(' ');

  test.each([
    [1, 1, '1'],
    [1, 2, '1 2'],
    [1, 10, '1 2 3 4 5 6 7 8 9 10'],
    [5, 10, '1 2 3 4 5 6 7 8 9 10'],
    [10, 10, '1 2 3 4 5 6 7 8 9 10'],
    [1, 11, '1 2 3 4 … 10 11'],
    [5, 11, '1 2 3 4 5 6 7 8 9 10 11'],
    [6, 11, '1 2 3 4 5 6 7 8 9 10 11'],
    [7, 11, '1 2 3 4 5 6 7 8 9 10 11'],
    [11, 11, '1 2 … 8 9 10 11'],
    [1, 50, '1 2 3 4 … 49 50'],
    [2, 50, '1 2 3 4 5 … 49 50'],
    [6, 50, '1 2 3 4 5 6 7 8 9 … 49 50'],
    [7, 50, '1 2 3 4 5 6 7 8 9 10 … 49 50'],
    [8, 50, '1 2 … 5 6 7 8 9 10 11 … 49 50'],
    [10, 50, '1 2 … 7 8 9 10 11 12 13 … 49 50'],
    [43, 50, '1 2 … 40 41 42 43 44 45 46 … 49 50'],
    [44, 50, '1 2 … 41 42 43 44 45 46 47 48 49 50'],
    [50, 50, '1 2 … 47 48 49 50'],
  ])('of page %i of %i is %s', (current, pageCount, expected) => {
    expect(shown(current, pageCount)).toBe(expected);
  });

  const anyPage = fc
    .integer({ min: 1, max: 5000 })
    .chain((pageCount) =>
      fc.record({ pageCount: fc.constant(pageCount), current: fc.integer({ min: 1, max: pageCount }) }),
    );

  test('shows the current page with its neighbours, and both ends', () => {
    fc.assert(
      fc.property(anyPage, ({ current, pageCount }) => {
        const range = elidedRange(current, pageCount);
        const near = [-3, -2, -1, 0, 1, 2, 3].map((distance) => current + distance);
        for (const number of [...near, 1, 2, pageCount - 1, pageCount]) {
          if (number >= 1 && number <= pageCount) expect(range).toContain(number);
        }
      }),
    );
  });

  test('shows every number once, in order', () => {
    fc.assert(
      fc.property(anyPage, ({ current, pageCount }) => {
        const numbers = elidedRange(current, pageCount).filter((item) => item !== ELLIPSIS);
        expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
      }),
    );
  });

  test('has an ellipsis exactly where two pages or more are hidden', () => {
    fc.assert(
      fc.property(anyPage, ({ current, pageCount }) => {
        const range = elidedRange(current, pageCount);
        let before = 0;
        let isGap = false;
        for (const item of range) {
          if (item === ELLIPSIS) {
            expect(isGap).toBe(false);
            isGap = true;
          } else {
            const hidden = item - before - 1;
            if (isGap) expect(hidden).toBeGreaterThanOrEqual(2);
            else expect(hidden).toBe(0);
            isGap = false;
            before = item;
          }
        }
        expect(isGap).toBe(false);
      }),
    );
  });

  test('takes no more place than thirteen items', () => {
    fc.assert(
      fc.property(anyPage, ({ current, pageCount }) => {
        expect(elidedRange(current, pageCount).length).toBeLessThanOrEqual(13);
      }),
    );
  });
});
