import type { Database, Sql, Transaction } from '../../../db/client.ts';
import { INTEGER_ARRAY, type Fragment } from '../../sql-fragments.ts';
import { LABEL_SEPARATOR } from '../category.ts';
import type { ClubSelection } from '../csv/export.ts';
import { today, type Day } from '../day.ts';
import type { BulkChange, DeskChoice, DeskFilter, DeskSort, Lack } from './club-search.ts';
import type { Actor } from '../history.ts';
import { searchPattern } from '../names/fold.ts';
import { foldedLabel } from '../queries.ts';
import { CLUB_LIMITS } from '../record.ts';
import { takeTurn } from '../save.ts';

/*
 * What those who keep the directory ask of all clubs at once.
 */

/** A club as a row of the table. */
export interface DeskClub {
  id: number;
  name: string;
  isActive: boolean;
  /** Several with semicolons between them; may be empty. */
  category: string;
  contact: string | null;
  confirmedOn: Day | null;
  officers: number;
  /** When any of its fields was last changed. */
  updatedAt: Date;
}

/** What is so of a `club` that lacks it: visitors see nothing of it. */
const IS_MISSING: Record<Lack, (sql: Sql) => Fragment> = {
  confirmation: (sql) => sql`(club.confirmed_on is null or club.confirmed_on < ${today()}::date - interval '1 year')`,
  short_description: (sql) => sql`club.short_description = ''`,
  description: (sql) => sql`club.description = ''`,
  logo: (sql) => sql`club.logo is null`,
  category: (sql) => sql`club.category = ''`,
  contact: (sql) => sql`club.contact is null`,
  officers: (sql) => sql`not exists (select from club_officer where club_id = club.id)`,
  answer: (sql) => sql`exists (
    select from round_club join confirmation_round round on round.id = round_id
    where round_club.club_id = club.id and round.ended_at is null and ${isSilent(sql)})`,
};

/** Whether nobody has confirmed a `club` since a `round` has begun, whether or not somebody has changed it. */
export const isSilent = (sql: Sql): Fragment =>
  sql`(club.confirmed_on is null or club.confirmed_on < round.started_on)`;

function matching(sql: Sql, { name, isActive, category, missing }: DeskFilter): Fragment {
  const conditions = [
    ...(name === '' ? [] : [sql`club.name_folded like ${searchPattern(name)}`]),
    ...(isActive === null ? [] : [sql`club.is_active = ${isActive}`]),
    ...(category === '' ? [] : [sql`exists (select from ${labels(sql)} where ${isLabel(sql, category)})`]),
    ...missing.map((lack) => IS_MISSING[lack](sql)),
  ];
  return conditions.reduce((all, one) => sql`${all} and ${one}`, sql`true`);
}

/** Who was never confirmed comes before all others. Of those that are alike the name decides. */
const ORDERS: Record<DeskSort['by'], Record<'ascending' | 'descending', (sql: Sql) => Fragment>> = {
  name: {
    ascending: (sql) => sql`club.name, club.id`,
    descending: (sql) => sql`club.name desc, club.id desc`,
  },
  confirmed: {
    ascending: (sql) => sql`club.confirmed_on nulls first, club.name, club.id`,
    descending: (sql) => sql`club.confirmed_on desc nulls last, club.name, club.id`,
  },
  changed: {
    ascending: (sql) => sql`club.updated_at, club.name, club.id`,
    descending: (sql) => sql`club.updated_at desc, club.name, club.id`,
  },
};

const ordered = (sql: Sql, { by, isDescending }: DeskSort): Fragment =>
  ORDERS[by][isDescending ? 'descending' : 'ascending'](sql);

/** Exactly these clubs in this order, for an export. */
export const selectClubs = (sql: Sql, { filter, sort }: { filter: DeskFilter; sort: DeskSort }): ClubSelection => ({
  where: matching(sql, filter),
  orderBy: ordered(sql, sort),
});

export async function countDeskClubs(sql: Sql, filter: DeskFilter): Promise<number> {
  const [row] = await sql<[{ total: number }]>`
    select count(*)::int as total from club where ${matching(sql, filter)}`;
  return row.total;
}

/** So many of the matching clubs in their order, from this place on. */
export async function findDeskClubs(
  sql: Sql,
  filter: DeskFilter,
  sort: DeskSort,
  { offset, limit }: { offset: number; limit: number },
): Promise<DeskClub[]> {
  return await sql<DeskClub[]>`
    ${deskClubs(sql)} where ${matching(sql, filter)}
    order by ${ordered(sql, sort)} limit ${limit} offset ${offset}`;
}

/** One of them; null when there is none. */
export async function findDeskClub(sql: Sql, clubId: number): Promise<DeskClub | null> {
  const [club] = await sql<DeskClub[]>`${deskClubs(sql)} where club.id = ${clubId}`;
  return club ?? null;
}

const deskClubs = (sql: Sql): Fragment => sql`
  select club.id, club.name, club.is_active, club.category, club.contact, club.confirmed_on::text, club.updated_at,
    (select count(*)::int from club_officer where club_id = club.id) as officers
  from club`;

/** More categories than this nobody chooses from. */
export const CATEGORIES_LISTED = 500;

/**
 * The categories that clubs have, by name: those that most have, if there are very many. Each is there once, as most
 * clubs spell it: two that look alike, by a space at the end, would each find a part of the clubs.
 */
export async function findCategories(sql: Sql): Promise<string[]> {
  const found = await sql<{ category: string }[]>`
    select category from (
      select (array_agg(label order by clubs desc, label))[1] as category, sum(clubs) as clubs
      from (
        select label, sum(clubs) as clubs
        from (select category, count(*) as clubs from club where category <> '' group by category) text
        cross join string_to_table(category, ${LABEL_SEPARATOR}) as label
        where label ~ '[^[:space:]]'
        group by label
      ) spelling
      group by ${foldedLabel(sql, sql`label`)} order by clubs desc, category limit ${CATEGORIES_LISTED}
    ) most order by category collate "und-x-icu", category`;
  return found.map(({ category }) => category.trim());
}

/** The column of a `club` that a change is of, and what it says then. */
function assign(sql: Sql, change: BulkChange): { column: string; value: Fragment } {
  switch (change.action) {
    case 'activate':
      return { column: 'is_active', value: sql`true` };
    case 'deactivate':
      return { column: 'is_active', value: sql`false` };
    case 'add_category':
      return { column: 'category', value: withLabel(sql, change.category) };
    case 'remove_category':
      return { column: 'category', value: withoutLabel(sql, change.category) };
    case 'set_category':
      return { column: 'category', value: sql`${change.category}::text` };
    case 'clear_category':
      return { column: 'category', value: sql`''` };
    case 'confirm':
      return { column: 'confirmed_on', value: sql`${today()}::date` };
  }
}

/** The labels of a `club` as rows of `label` and `position`; all of them joined again are its text to the letter. */
const labels = (sql: Sql): Fragment =>
  sql`string_to_table(club.category, ${LABEL_SEPARATOR}) with ordinality as one (label, position)`;

const isLabel = (sql: Sql, label: string): Fragment =>
  sql`${foldedLabel(sql, sql`one.label`)} = ${foldedLabel(sql, sql`${label}::text`)}`;

/** The categories of a `club` with one more at their end, unless it has that. */
const withLabel = (sql: Sql, label: string): Fragment => sql`
  case when exists (select from ${labels(sql)} where ${isLabel(sql, label)}) then club.category
    when club.category = '' then ${label}::text
    else club.category || ${LABEL_SEPARATOR}::text || ${label}::text end`;

const withoutLabel = (sql: Sql, label: string): Fragment => sql`
  coalesce((
    select string_agg(one.label, ${LABEL_SEPARATOR} order by one.position) from ${labels(sql)}
    where not ${isLabel(sql, label)}
  ), '')`;

/** Whether a `club` is one of these. */
export const chosen = (sql: Sql, choice: DeskChoice): Fragment =>
  'ids' in choice ? sql`club.id = any(${sql.array([...choice.ids], INTEGER_ARRAY)})` : matching(sql, choice.filter);

/** Whether a `club` is another one after the change. */
function differs(sql: Sql, change: BulkChange): Fragment {
  const { column, value } = assign(sql, change);
  return sql`club.${sql(column)} is distinct from ${value}`;
}

/**
 * Of the clubs `chosen`, by number and name: the same where somebody who has seen them would see them again. A number
 * alone is not enough, since a club that comes after another has gone may get it, and in another epoch of the directory
 * the same numbers and names are of other clubs.
 */
export const digestOfChosen = (sql: Sql): Fragment => sql`
  encode(sha256(convert_to(
    directory_epoch() || coalesce(json_agg(json_build_array(chosen.id, chosen.name) order by chosen.id)::text, ''), 'UTF8'
  )), 'hex')`;

/** As many names are told of the clubs that are to be changed. */
const NAMES_TOLD = 10;

/** What would be done. */
export interface BulkPlan {
  clubs: number;
  /** Of these, how many are so already; null while it is not known what is to be done. */
  already: number | null;
  /** The first of their names. */
  names: string[];
  /** Hands back which clubs they were, and what they were called. */
  shown: string;
}

export async function planBulk(sql: Sql, choice: DeskChoice, change: BulkChange | null): Promise<BulkPlan> {
  const [plan] = await sql<[BulkPlan]>`
    with chosen as materialized (
      select club.id, club.name, ${change ? differs(sql, change) : sql`null::boolean`} as differs
      from club where ${chosen(sql, choice)}
    )
    select count(*)::int as clubs, ${digestOfChosen(sql)} as shown,
      case when ${change !== null}::boolean then (count(*) filter (where not differs))::int end as already,
      (select coalesce(json_agg(name), '[]') from (
        select name from chosen order by name, id limit ${NAMES_TOLD}
      ) first) as names
    from chosen`;
  return plan;
}

export type BulkOutcome =
  | { outcome: 'done'; changed: number; already: number }
  /** They are other clubs by now than those that were seen, or called something else. Nothing was changed. */
  | { outcome: 'outdated' }
  /** These have no room for one more category. Nothing was changed. */
  | { outcome: 'full'; names: string[] };

/** Changes several clubs in one step of the history: exactly the ones that `shown` is of. */
export const changeClubs = async (
  database: Database,
  actor: Actor,
  choice: DeskChoice,
  change: BulkChange,
  shown: string,
): Promise<BulkOutcome> => await takeTurn(database, 'bulk', actor, (tx) => changeChosen(tx, choice, change, shown));

/** The same within a step that has more to do. */
export async function changeChosen(
  tx: Transaction,
  choice: DeskChoice,
  change: BulkChange,
  shown: string,
): Promise<BulkOutcome> {
  const { column, value } = assign(tx, change);
  const isFull = change.action === 'add_category' ? tx`char_length(${value}) > ${CLUB_LIMITS.category}` : tx`false`;
  // One statement, and so one look at the clubs: what is counted is what is changed, whoever writes SQL beside it.
  const [found] = await tx<[{ clubs: number; changed: number; isShown: boolean; noRoom: string[] }]>`
    with chosen as materialized (
      select club.id, club.name, ${differs(tx, change)} as differs, ${isFull} as is_full from club
      where ${chosen(tx, choice)}
      order by club.id for update of club
    ), told as materialized (
      select count(*)::int as clubs, ${digestOfChosen(tx)} = ${shown} as is_shown,
        to_json((array_agg(name order by name, id) filter (where is_full))[:${NAMES_TOLD}::integer]) as no_room
      from chosen
    ), changed as (
      update club set ${tx(column)} = ${value}, is_sample = false
      from chosen, told where club.id = chosen.id and differs and is_shown and no_room is null
      returning club.id
    )
    select clubs, is_shown, coalesce(no_room, '[]') as no_room, (select count(*)::int from changed) as changed from told`;
  if (!found.isShown) return { outcome: 'outdated' };
  if (found.noRoom.length > 0) return { outcome: 'full', names: found.noRoom };
  return { outcome: 'done', changed: found.changed, already: found.clubs - found.changed };
}
