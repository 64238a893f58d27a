import * as v from 'valibot';
import {
  createPaginator,
  getPage,
  pageQuery,
  paginationRequest,
  type Page,
  type PaginationRequest,
  type Paginator,
} from '../../pagination.ts';
import { describeContact } from '../contact.ts';
import { countDeskClubs, planBulk, type BulkPlan } from '../admin/queries.ts';
import type { Directory } from '../directory.ts';
import {
  countRound,
  findOpenRound,
  findPastRounds,
  findRoundClubs,
  ROUND_FILTERS,
  ROUND_STATES,
  SILENT,
  type OpenRound,
  type PastRound,
  type RoundClub,
  type RoundClubSearch,
  type RoundFilter,
  type RoundProgress,
} from './queries.ts';
import { NameSearchSchema } from '../record.ts';
import { findStandingUndos, type StandingUndo } from '../steps.ts';
import { lastOf, ListPageSchema, type PageNumber } from '../search.ts';

export const ROUND_PAGE_SIZE = 50;

/** What somebody asks of the clubs of a round. */
export interface RoundSearch extends RoundClubSearch {
  page: PageNumber;
  request: PaginationRequest;
}

const RoundSearchSchema = v.object({
  state: v.optional(v.picklist(['', ...ROUND_FILTERS]), ''),
  name: v.optional(NameSearchSchema, ''),
  page: v.optional(ListPageSchema, '1'),
});

/** Reads the query string; null for one that asks for what there is not. */
export function readRoundSearch(params: URLSearchParams): RoundSearch | null {
  const one = (name: string) => lastOf(params, name);
  const parsed = v.safeParse(RoundSearchSchema, { state: one('state'), name: one('name'), page: one('page') });
  if (!parsed.success) return null;
  const { state, name, page } = parsed.output;
  const search = { filter: state === '' ? null : state, name };
  return { ...search, page, request: toRequest(search) };
}

const toRequest = ({ filter, name }: RoundClubSearch): PaginationRequest =>
  paginationRequest([
    ...(filter === null ? [] : ([['state', filter]] as const)),
    ...(name === '' ? [] : ([['name', name]] as const)),
  ]);

/** What is asked for where nothing is. */
export const EVERY_CLUB: RoundSearch = { filter: null, name: '', page: 1, request: paginationRequest([]) };

/** A round that is open, with some of its clubs. */
export interface OpenRoundPage extends OpenRound {
  progress: RoundProgress;
  answered: number;
  /** What is looked for in the names; empty for any. */
  name: string;
  /** What the clubs with such names can be filtered by, with how many each would be; the first is all. */
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
  past: ShownPastRound[];
}

/** A round that is over, with what was undone of its end. */
export interface ShownPastRound extends PastRound {
  undo: StandingUndo | null;
}

export async function loadRoundPage({ sql }: Directory, search: RoundSearch): Promise<RoundPage> {
  const [round, activeClubs, past] = await Promise.all([
    findOpenRound(sql),
    countDeskClubs(sql, { name: '', isActive: true, category: '', missing: [] }),
    loadPastRounds(sql),
  ]);
  if (!round) return { open: null, activeClubs, past };
  const { filter, name, request } = search;
  const progress = await countRound(sql, round.id);
  const called = name === '' ? progress : await countRound(sql, round.id, name);
  const countOf = (one: RoundFilter | null) => (one === null ? called.clubs : called[one]);
  const paginator = createPaginator(countOf(filter), ROUND_PAGE_SIZE);
  const page = getPage(paginator, search.page);
  const found = page
    ? await findRoundClubs(sql, round.id, search, { offset: page.offset, limit: ROUND_PAGE_SIZE })
    : [];
  const clubs = found.map(({ contact, ...club }) => ({
    ...club,
    contact: contact === null ? null : describeContact(contact),
  }));
  const filters = [null, ...ROUND_STATES, ...(progress.failed > 0 ? (['failed'] as const) : [])].map((one) => ({
    filter: one,
    clubs: countOf(one),
    query: toRequest({ filter: one, name }).query,
    isChosen: one === filter,
  }));
  const answered = progress.confirmed + progress.mended;
  return { open: { ...round, progress, answered, name, filters, request, paginator, page, clubs }, activeClubs, past };
}

/** The query of the page that is shown. */
export const ownQueryOf = ({ request }: RoundSearch, open: OpenRoundPage | null): string =>
  open?.page && open.page.number > 1 ? pageQuery(request, open.page.number) : request.query;

/** What the page that ends the yearly confirmation shows. */
export interface RoundEndPage {
  round: OpenRound;
  /** What becomes of the clubs that have not answered. */
  plan: BulkPlan;
  /** The number of these clubs without an e-mail address. */
  unreachable: number;
}

/** Null when no confirmation is open. */
export async function loadRoundEndPage({ sql }: Directory): Promise<RoundEndPage | null> {
  const round = await findOpenRound(sql);
  const plan = round && (await planBulk(sql, SILENT, { action: 'deactivate' }));
  return plan && { round, plan, unreachable: (await countRound(sql, round.id)).unreachable };
}

async function loadPastRounds(sql: Directory['sql']): Promise<ShownPastRound[]> {
  const rounds = await findPastRounds(sql);
  const undos = await findStandingUndos(
    sql,
    rounds.flatMap(({ stepId }) => stepId ?? []),
  );
  return rounds.map((one) => ({ ...one, undo: one.stepId === null ? null : (undos.get(one.stepId) ?? null) }));
}
