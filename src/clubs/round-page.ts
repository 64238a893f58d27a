import * as v from 'valibot';
import {
  createPaginator,
  getPage,
  paginationRequest,
  type Page,
  type PaginationRequest,
  type Paginator,
} from '../pagination.ts';
import { describeContact } from './contact.ts';
import { countDeskClubs } from './desk.ts';
import type { Directory } from './directory.ts';
import {
  countRound,
  findOpenRound,
  findPastRounds,
  findRoundClubs,
  ROUND_FILTERS,
  ROUND_STATES,
  type OpenRound,
  type PastRound,
  type RoundClub,
  type RoundFilter,
  type RoundProgress,
} from './round.ts';
import { lastOf, ListPageSchema, type PageNumber } from './search.ts';

export const ROUND_PAGE_SIZE = 50;

/** What somebody asks of the clubs of a round. */
export interface RoundSearch {
  /** Null for all. */
  filter: RoundFilter | null;
  page: PageNumber;
  request: PaginationRequest;
}

const RoundSearchSchema = v.object({
  state: v.optional(v.picklist(['', ...ROUND_FILTERS]), ''),
  page: v.optional(ListPageSchema, '1'),
});

/** Reads the query string; null for one that asks for what there is not. */
export function readRoundSearch(params: URLSearchParams): RoundSearch | null {
  const parsed = v.safeParse(RoundSearchSchema, { state: lastOf(params, 'state'), page: lastOf(params, 'page') });
  if (!parsed.success) return null;
  const { state, page } = parsed.output;
  const filter = state === '' ? null : state;
  return { filter, page, request: paginationRequest(filter === null ? [] : [['state', filter]]) };
}

/** What is asked for where nothing is. */
export const EVERY_CLUB: RoundSearch = { filter: null, page: 1, request: paginationRequest([]) };

/** A round that is open, with some of its clubs. */
export interface OpenRoundPage extends OpenRound {
  progress: RoundProgress;
  answered: number;
  /** What the clubs can be filtered by, with how many each would be; the first is all. */
  filters: { filter: RoundFilter | null; clubs: number; query: string; isChosen: boolean }[];
  request: PaginationRequest;
  paginator: Paginator;
  /** Null where there is no such page. */
  page: Page | null;
  clubs: (Omit<RoundClub, 'contact'> & { contact: ReturnType<typeof describeContact> | null })[];
}

/** What the board sees of the yearly round. */
export interface RoundPage {
  open: OpenRoundPage | null;
  /** As many a new one would ask. */
  activeClubs: number;
  past: PastRound[];
}

export async function loadRoundPage({ sql }: Directory, search: RoundSearch): Promise<RoundPage> {
  const [round, activeClubs, past] = await Promise.all([
    findOpenRound(sql),
    countDeskClubs(sql, { name: '', isActive: true, category: '', missing: [] }),
    findPastRounds(sql),
  ]);
  if (!round) return { open: null, activeClubs, past };
  const { filter, request } = search;
  const progress = await countRound(sql, round.id);
  const paginator = createPaginator(filter === null ? progress.clubs : progress[filter], ROUND_PAGE_SIZE);
  const page = getPage(paginator, search.page);
  const found = page
    ? await findRoundClubs(sql, round.id, filter, { offset: page.offset, limit: ROUND_PAGE_SIZE })
    : [];
  const clubs = found.map(({ contact, ...club }) => ({
    ...club,
    contact: contact === null ? null : describeContact(contact),
  }));
  const filters = [null, ...ROUND_STATES, ...(progress.failed > 0 ? (['failed'] as const) : [])].map((one) => ({
    filter: one,
    clubs: one === null ? progress.clubs : progress[one],
    query: one === null ? '' : `state=${one}`,
    isChosen: one === filter,
  }));
  const answered = progress.confirmed + progress.mended;
  return { open: { ...round, progress, answered, filters, request, paginator, page, clubs }, activeClubs, past };
}
