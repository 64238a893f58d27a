import type { Sql } from '../../db/client.ts';
import {
  createPaginator,
  getPage,
  paginationRequest,
  type Page,
  type PaginationRequest,
  type Paginator,
} from '../pagination.ts';
import { countUsers, findUsers, USERS_ON_A_PAGE, type UserSummary } from './users.ts';

/** The list of accounts as its page shows it. */
export interface UserListPage {
  search: string;
  /** What links of the pagination keep. */
  request: PaginationRequest;
  paginator: Paginator;
  /** Null where there is no such page. */
  page: Page | null;
  users: UserSummary[];
}

/** As long as a name or an address may be. */
export const SEARCH_LIMIT = 255;

export async function loadUserListPage(sql: Sql, params: URLSearchParams): Promise<UserListPage> {
  const search = (params.get('search') ?? '').replaceAll('\0', '').trim().slice(0, SEARCH_LIMIT);
  const paginator = createPaginator(await countUsers(sql, search), USERS_ON_A_PAGE);
  const text = params.get('page') ?? '1';
  const page = /^[1-9]\d{0,8}$/.test(text) ? getPage(paginator, Number(text)) : null;
  return {
    search,
    request: paginationRequest(search === '' ? [] : [['search', search]]),
    paginator,
    page,
    users: page ? await findUsers(sql, search, page.offset) : [],
  };
}
