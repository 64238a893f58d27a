import type { Sql } from '../../../db/client.ts';
import { list, type Fragment } from '../../sql-fragments.ts';
import { settableNames } from '../csv/columns.ts';
import { isOther } from '../csv/difference.ts';
import { missingClubs, type PlanOptions } from '../csv/plan.ts';
import { findPiece, type Staging, type Steps } from '../csv/staging.ts';
import { searchPattern } from '../list/fold.ts';
import { toColumn } from '../record.ts';

/*
 * What somebody is shown of a plan: every club that would come, change or go, in a table of the import, with a digest of
 * what it is now. A plan that is made again is held against it.
 */

/** How many clubs are shown, and how. Those that are left out count as such alone. */
export interface ShownCounts {
  created: number;
  changed: number;
  renamed: number;
  deleted: number;
  /** Clubs with a field that an empty cell clears. Missing in a plan of an earlier version. */
  cleared?: number;
  /** Sample clubs that go first, all or none. An import that an earlier version has planned has no such number. */
  samples?: number;
  leftOut: number;
  /** Which others have changed since it was shown first. */
  fresh: number;
  /** Rows with a warning. */
  warned: number;
}

/** Which of them are asked for. */
export const SHOWN_FILTERS = [
  'all',
  'created',
  'changed',
  'renamed',
  'deleted',
  'cleared',
  'samples',
  'warned',
  'fresh',
  'leftOut',
] as const;
export type ShownFilter = (typeof SHOWN_FILTERS)[number];

/** A club of a plan that is shown. */
export interface ShownClub {
  what: 'created' | 'changed' | 'deleted' | 'sample';
  /** Null for a club without a row, which has a number. */
  line: number | null;
  clubId: number | null;
  name: string;
  isLeftOut: boolean;
  isRenamed: boolean;
  /** Whether others have changed since what it would do. */
  isFresh: boolean;
}

/**
 * Makes the table of what is shown of the plan that was just made; until it is whole, what was shown before stays.
 * `keepsMarks`: nobody has changed the clubs since the last plan, so that what was new in it is new still. Answers how
 * much there is that was not in the last one at all.
 */
export async function showPlan(
  { run, rows }: Steps,
  staging: Staging,
  options: PlanOptions,
  { keepsMarks }: { keepsMarks: boolean },
): Promise<{ counts: ShownCounts; unseen: number }> {
  const { shown, showing } = staging;
  const hasSeen = await run(async (tx) => {
    await tx`drop table if exists ${tx(showing)}`;
    // The name is of a club, or of a row that may become one.
    await tx`
      create unlogged table ${tx(showing)} as
      select 0 as place, 0 as line, id as club_id, name, name_folded, '' as what, false as is_left_out, false as is_renamed,
        false as is_cleared, 0::bigint as digest, false as is_fresh, false as is_unseen
      from club with no data`;
    await tx`create index on ${tx(showing)} (place)`;
    await tx`create index on ${tx(showing)} (line)`;
    const [{ isThere }] = await tx<[{ isThere: boolean }]>`select to_regclass(${shown}) is not null as is_there`;
    return isThere;
  });
  let place = 0;
  const show = async (tx: Sql, found: Fragment, lines: Fragment) => {
    const last = hasSeen
      ? tx`
        left join (select * from ${tx(shown)} where ${lines}) seen on seen.what = found.what
          and seen.digest = found.digest and coalesce(seen.line, 0) = coalesce(found.line, 0)
          and coalesce(seen.club_id, 0) = coalesce(found.club_id, 0)`
      : tx`left join (select null::text as what, false as is_fresh) seen on false`;
    const added = await tx`
      insert into ${tx(showing)} (
        place, line, club_id, name, name_folded, what, is_left_out, is_renamed, is_cleared, digest, is_fresh, is_unseen)
      select ${place}::integer + row_number() over (order by found.line, found.name, found.club_id), found.*,
        case when not ${hasSeen}::boolean then false when seen.what is null then true
          else seen.is_fresh and ${keepsMarks}::boolean end,
        ${hasSeen}::boolean and seen.what is null
      from (${found}) found ${last}`;
    return added.count;
  };
  for (let behind: number | null = 0; behind !== null;) {
    const begin: number = behind;
    const piece: { end: number; count: number } | null = await run(async (tx) => {
      const end = await findPiece(tx, staging, begin, rows);
      if (end === null) return null;
      const lines = tx`line > ${begin} and line <= ${end}`;
      return { end, count: await show(tx, shownRows(tx, staging, options, lines), lines) };
    });
    place += piece?.count ?? 0;
    behind = piece?.end ?? null;
  }
  place += await run((tx) => show(tx, shownDeletions(tx, staging, options), tx`line is null`));
  if (options.replaceSamples) await run((tx) => show(tx, shownSamples(tx), tx`line is null`));
  return await run(async (tx) => {
    await tx`drop table if exists ${tx(shown)}`;
    await tx`alter table ${tx(showing)} rename to ${tx(shown)}`;
    const [{ unseen }] = await tx<[{ unseen: number }]>`
      select count(*)::integer as unseen from ${tx(shown)} where is_unseen and not is_left_out`;
    return { counts: await sumUpShown(tx, staging, ''), unseen };
  });
}

/** How many clubs are shown of those whose names have this in them, in whatever writing. */
export async function sumUpShown(sql: Sql, staging: Staging, name: string): Promise<ShownCounts> {
  const [counts] = await sql<[ShownCounts]>`
    select count(*) filter (where what = 'created' and not is_left_out)::integer as created,
      count(*) filter (where what = 'changed' and not is_left_out)::integer as changed,
      count(*) filter (where is_renamed and not is_left_out)::integer as renamed,
      count(*) filter (where what = 'deleted' and not is_left_out)::integer as deleted,
      count(*) filter (where is_cleared and not is_left_out)::integer as cleared,
      count(*) filter (where what = 'sample')::integer as samples,
      count(*) filter (where is_left_out)::integer as left_out,
      count(*) filter (where is_fresh and not is_left_out)::integer as fresh,
      count(*) filter (where exists (${warning(sql, staging)}))::integer as warned
    from ${sql(staging.shown)} shown where ${isCalled(sql, name)}`;
  return counts;
}

/** The rows of some lines whose clubs would come or change. */
function shownRows(tx: Sql, { allMatches, rows }: Staging, { columns }: PlanOptions, lines: Fragment): Fragment {
  const now = list(tx, [
    ...['name', ...settableNames(columns).map(toColumn)].map((name) => tx`club.${tx(name)}`),
    tx`parent.name`,
  ]);
  return tx`
    select match.line, match.club_id, match.name, staged.name_folded,
      case when match.club_id is null then 'created' else 'changed' end as what,
      match.is_left_out, coalesce(match.old_name <> match.name, false) as is_renamed,
      match.cleared <> '{}' as is_cleared, hashtextextended(jsonb_build_array(${now})::text, 1) as digest
    from (select * from ${tx(allMatches)} where ${lines}) match
    join ${tx(rows)} staged on staged.line = match.line
    left join lateral (select club.* from club where club.id = match.club_id offset 0) club on true
    left join lateral (select parent.name from club parent where parent.id = match.old_parent_id offset 0) parent on true
    where not match.is_bad and (match.is_left_out or ${isOther(tx)})`;
}

/** The clubs without a row that would be deleted. */
const shownDeletions = (tx: Sql, staging: Staging, options: PlanOptions): Fragment => tx`
  select null::integer as line, club.id as club_id, club.name, club.name_folded,
    'deleted' as what,
    exists (select from ${tx(staging.leftOut)} other where other.club_id = club.id) as is_left_out,
    false as is_renamed, false as is_cleared, hashtextextended(club_fields(club)::text, 1) as digest
  from club where ${missingClubs(tx, staging, options)}`;

/** The sample clubs, which go before anything else is done. */
const shownSamples = (tx: Sql): Fragment => tx`
  select null::integer as line, club.id as club_id, club.name, club.name_folded,
    'sample' as what, false as is_left_out, false as is_renamed, false as is_cleared,
    hashtextextended(club_fields(club)::text, 1) as digest
  from club where club.is_sample`;

const warning = (sql: Sql, { issues }: Staging) => sql`
  select from ${sql(issues)} issue where issue.kind = 'warning' and issue.line = shown.line`;

const isCalled = (sql: Sql, name: string) =>
  name === '' ? sql`true` : sql`shown.name_folded like ${searchPattern(name)}`;

/** Which of the clubs that are shown somebody asks for. */
export interface ShownSearch {
  filter: ShownFilter;
  /** A part of the name; empty for any. */
  name: string;
}

const condition = (sql: Sql, staging: Staging, { filter, name }: ShownSearch) =>
  sql`${isOf(sql, staging, filter)} and ${isCalled(sql, name)}`;

const isOf = (sql: Sql, staging: Staging, filter: ShownFilter) => {
  switch (filter) {
    case 'all':
      return sql`true`;
    case 'warned':
      return sql`exists (${warning(sql, staging)})`;
    case 'renamed':
      return sql`is_renamed`;
    case 'cleared':
      return sql`is_cleared`;
    case 'fresh':
      return sql`is_fresh`;
    case 'samples':
      return sql`what = 'sample'`;
    case 'leftOut':
      return sql`is_left_out`;
    default:
      return sql`what = ${filter}`;
  }
};

/** How many of them there are, those that are left out with them. */
export async function countShown(sql: Sql, staging: Staging, search: ShownSearch): Promise<number> {
  const [{ count }] = await sql<[{ count: number }]>`
    select count(*)::integer as count from ${sql(staging.shown)} shown where ${condition(sql, staging, search)}`;
  return count;
}

/** Some of them: new clubs last, each in the order of the file, then those without a row by name. */
export const findShown = async (
  sql: Sql,
  staging: Staging,
  search: ShownSearch,
  { offset, limit }: { offset: number; limit: number },
): Promise<ShownClub[]> => [
  ...(await sql<ShownClub[]>`
    select what, line, club_id, name, is_left_out, is_renamed, is_fresh from ${sql(staging.shown)} shown
    where ${condition(sql, staging, search)} order by what = 'created', place limit ${limit} offset ${offset}`),
];

/** A row of the file, or a club that has none. */
export interface ShownKey {
  line: number | null;
  clubId: number | null;
}

/** Leaves out what of these is not `taken`, and takes in what is; false when all of them were so already. */
export async function leaveOut(
  tx: Sql,
  { leftOut, shown }: Staging,
  listed: readonly ShownKey[],
  taken: (key: ShownKey) => boolean,
): Promise<boolean> {
  let isChanged = false;
  for (const key of listed) {
    const { line, clubId } = key;
    const where = line === null ? tx`club_id = ${clubId}` : tx`line = ${line}`;
    if (taken(key)) {
      const done = await tx`delete from ${tx(leftOut)} where ${where}`;
      isChanged ||= done.count > 0;
    } else {
      const done = await tx`
        insert into ${tx(leftOut)} (line, club_id) select ${line}::integer, ${line === null ? clubId : null}::integer
        where not exists (select from ${tx(leftOut)} where ${where})
          and exists (select from ${tx(shown)} where ${line === null ? tx`what = 'deleted' and` : tx``} ${where})`;
      isChanged ||= done.count > 0;
    }
  }
  return isChanged;
}
