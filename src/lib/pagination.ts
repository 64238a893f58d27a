export type Paginator = ReturnType<typeof createPaginator>;
/** One page of a result; `number` counts from 1. */
export type Page = NonNullable<ReturnType<typeof getPage>>;

/** The parameters that pagination links keep: all known ones without `page`. */
export interface PaginationRequest {
  params: readonly (readonly [name: string, value: string])[];
  /** The same as a query, without a question mark; may be empty. */
  query: string;
}

export function paginationRequest(params: PaginationRequest['params']): PaginationRequest {
  return { params, query: new URLSearchParams(params.map(([name, value]) => [name, value])).toString() };
}

/** The pages of a result. An empty result has one page. */
export function createPaginator(count: number, pageSize: number) {
  return { count, pageSize, pageCount: Math.max(1, Math.ceil(count / pageSize)) };
}

/** The page of that number, or null when the result has no such page. */
export function getPage(paginator: Paginator, number: number | 'last') {
  const { pageCount, pageSize } = paginator;
  const position = number === 'last' ? pageCount : number;
  if (position < 1 || position > pageCount) return null;
  return {
    number: position,
    hasPrevious: position > 1,
    hasNext: position < pageCount,
    // The index of the page's first item in the result.
    offset: (position - 1) * pageSize,
  };
}

/** The query of page `number`, without a question mark. */
export function pageQuery({ query }: PaginationRequest, number: number | 'last'): string {
  return query ? `${query}&page=${number}` : `page=${number}`;
}

/** The same without `page` for the first page. */
export const listQuery = (request: PaginationRequest, number: number | 'last'): string =>
  number === 1 ? request.query : pageQuery(request, number);
