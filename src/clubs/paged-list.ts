import * as v from 'valibot';
import { createPaginator, getPage, listQuery, paginationRequest, type PaginationRequest } from '../lib/pagination.ts';
import { lastOf, ListPageSchema, type PageNumber } from './search.ts';

/* Query strings and pages of the board's lists: clubs, messages, searches, clubs of a round. */

export const BOARD_PAGE_SIZE = 50;

/** The parameters of a list. An empty value is the default and is left out of the query. */
type ListValues = Record<string, string | readonly string[]>;
type ListSchemas = Record<string, v.GenericSchema<unknown, string | readonly string[]>>;
type ValuesOf<Schemas extends ListSchemas> = { [Name in keyof Schemas]: v.InferOutput<Schemas[Name]> };

export interface ListSearch<Values> {
  values: Values;
  page: PageNumber;
  /** The parameters without the page, in canonical form. */
  request: PaginationRequest;
}

/**
 * Reads the query string of a list; null for an invalid value, because a user may change all clubs that a filter finds.
 * Unknown parameters are ignored. Of a repeated parameter the last value counts, unless its schema is an array.
 */
export function readListSearch<Schemas extends ListSchemas>(
  schemas: Schemas,
  params: URLSearchParams,
): ListSearch<ValuesOf<Schemas>> | null {
  const given = Object.entries(schemas).map(([name, { type }]) => [
    name,
    type === 'array' ? params.getAll(name).filter((value) => value !== '') : (lastOf(params, name) ?? ''),
  ]);
  const values = v.safeParse(v.object(schemas), Object.fromEntries(given));
  const page = v.safeParse(ListPageSchema, lastOf(params, 'page') ?? '1');
  if (!values.success || !page.success) return null;
  const output = values.output as ValuesOf<Schemas>;
  return { values: output, page: page.output, request: toListRequest(output) };
}

export const toListRequest = (values: ListValues): PaginationRequest =>
  paginationRequest(
    Object.entries(values).flatMap(([name, value]) =>
      [value].flat().flatMap((one) => (one === '' ? [] : [[name, one] as const])),
    ),
  );

/** The rows of a page. */
export interface Slice {
  offset: number;
  limit: number;
}

export type BoardList<Row> = Awaited<ReturnType<typeof loadList<Row>>>;

/** A page of the board's lists; null when it does not exist. */
export async function loadList<Row>(
  { request, page: wanted }: Pick<ListSearch<unknown>, 'request' | 'page'>,
  count: number,
  findRows: (slice: Slice) => Promise<Row[]>,
) {
  const paginator = createPaginator(count, BOARD_PAGE_SIZE);
  const page = getPage(paginator, wanted);
  const rows = page ? await findRows({ offset: page.offset, limit: BOARD_PAGE_SIZE }) : [];
  return { request, query: listQuery(request, page?.number ?? 1), paginator, page, rows };
}
