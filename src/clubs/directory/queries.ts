import type postgres from 'postgres';
import type { Sql } from '../../../db/client.ts';
import { plainHtml } from '../../lib/html.ts';
import { INTEGER_ARRAY, list, TEXT_ARRAY, type Fragment } from '../../lib/sql.ts';
import { LABEL_COMPARED, readCategories, type Category } from '../record/category.ts';
import { searchPattern } from '../record/fold.ts';
import { indexClub, NameIndex, type IndexedClub, type IndexRow, type MovedRow } from './name-index.ts';
import type { ClubState } from '../record/state.ts';
import { PROFILE_COLUMNS, type ProfileValues } from '../record/fields.ts';
import type { Day } from '../record/day.ts';
import type { ClubFilter, PageNumber } from '../search.ts';
import { isBefore, readVersion } from '../record/version.ts';

export interface ClubName {
  id: number;
  name: string;
}

export interface ClubSummary extends ClubName {
  /** A path on this site; null for the placeholder. */
  logo: string | null;
  isActive: boolean;
  categories: readonly Category[];
  website: string | null;
  /** The day of the last confirmation; null for never. */
  confirmedOn: Day | null;
  /** Sanitized HTML of the Markdown; the escaped text while it is not rendered. */
  shortDescriptionHtml: string;
}

/** A club with every field, and the HTML of its texts; null while it is not rendered. */
export interface ClubDetail extends ClubName, ClubState {
  shortDescriptionHtml: string | null;
  descriptionHtml: string | null;
}

export interface ClubReference extends ClubName {
  isActive: boolean;
}

export interface ClubFamily {
  parent: ClubReference | null;
  children: ClubReference[];
}

export interface ComparedClub extends ClubSummary, Pick<ClubState, 'contact'> {
  parent: ClubReference | null;
}

/** The columns that each kind of list needs. */
export interface ClubColumns {
  name: ClubName;
  card: ClubSummary;
  compared: ComparedClub;
  profile: ProfileValues;
}

/** The Markdown is selected only if its HTML is missing. */
interface ClubRows {
  name: ClubName;
  card: Omit<ClubSummary, 'shortDescriptionHtml' | 'categories'> & {
    category: string;
    shortDescriptionHtml: string | null;
    shortDescriptionText: string | null;
  };
  compared: ClubRows['card'] & Pick<ComparedClub, 'contact' | 'parent'>;
  profile: ProfileValues;
}

const KINDS: {
  [Kind in keyof ClubColumns]: {
    columns: (sql: Sql) => postgres.PendingQuery<postgres.Row[]>;
    read: (row: ClubRows[Kind]) => ClubColumns[Kind];
  };
} = {
  name: {
    columns: (sql) => sql`id, name`,
    read: ({ id, name }) => ({ id, name }),
  },
  card: { columns: cardColumns, read: readCard },
  compared: {
    columns: (sql) => sql`${cardColumns(sql)}, contact,
      (select ${reference(sql, 'parent')} from club parent where parent.id = club.parent_id) as parent`,
    read: ({ contact, parent, ...card }) => ({ ...readCard(card), contact, parent }),
  },
  profile: {
    columns: (sql) =>
      list(
        sql,
        PROFILE_COLUMNS.map(([, column]) => sql`${sql(column)}`),
      ),
    read: (row) => Object.fromEntries(PROFILE_COLUMNS.map(([name]) => [name, row[name]])) as ProfileValues,
  },
};

export function cardColumns(sql: Sql) {
  return sql`id, name, logo, is_active, category, website, confirmed_on::text, short_description_html,
    case when short_description_html is null then short_description end as short_description_text`;
}

export function readCard(row: ClubRows['card']): ClubSummary {
  const { id, name, logo, isActive, category, website, confirmedOn } = row;
  const { shortDescriptionHtml: html, shortDescriptionText: text } = row;
  return {
    id,
    name,
    logo,
    isActive,
    categories: readCategories(category),
    website,
    confirmedOn,
    shortDescriptionHtml: html ?? plainHtml(text ?? ''),
  };
}

function reference(sql: Sql, club: 'parent' | 'child') {
  return sql`jsonb_build_object('id', ${sql(club)}.id, 'name', ${sql(club)}.name, 'isActive', ${sql(club)}.is_active)`;
}

/** Rows and the version of the directory, from one snapshot. */
export interface VersionedRows<Row> {
  version: string;
  rows: Row[];
}

export async function findVersion(sql: Sql): Promise<string> {
  return versionOf(await sql<{ version: string }[]>`${selectVersion(sql)}`);
}

export async function findState(sql: Sql): Promise<{ version: string; isStandby: boolean }> {
  const found = await sql<{ version: string; isStandby: boolean }[]>`
    ${withVersion(sql)} select version, pg_is_in_recovery() as is_standby from directory`;
  return { version: versionOf(found), isStandby: found[0]?.isStandby === true };
}

const selectVersion = (sql: Sql) =>
  sql`select directory_epoch(epoch) || '-' || version as version from directory_version`;

/** The version as a table of one row. */
const withVersion = (sql: Sql) => sql`with directory as materialized (${selectVersion(sql)})`;

/** The clubs with these ids, in no particular order. */
export async function findClubsById<Kind extends keyof ClubColumns>(
  sql: Sql,
  kind: Kind,
  ids: number[],
): Promise<VersionedRows<ClubColumns[Kind]>> {
  const found = await sql<(ClubRows[Kind] & { version: string })[]>`
    ${withVersion(sql)}
    select version, page.* from directory
    left join (select ${KINDS[kind].columns(sql)} from club where id = any(${sql.array(ids, INTEGER_ARRAY)})) page on true`;
  return toVersioned(found, KINDS[kind].read);
}

/** A page from 1 (null does not exist), with `neighbours` clubs before and after it. */
export interface WindowRequest {
  page: PageNumber | null;
  pageSize: number;
  neighbours?: number;
}

/** One page of matching clubs by name, and the number of all matches. */
export async function findClubs<Kind extends keyof ClubColumns>(
  sql: Sql,
  kind: Kind,
  filter: ClubFilter,
  { page, pageSize, neighbours = 0 }: WindowRequest,
): Promise<VersionedRows<ClubColumns[Kind]> & { total: number }> {
  const offset =
    page === 'last'
      ? sql`(select greatest(total - 1, 0) / ${pageSize}::int * ${pageSize}::int from counted)`
      : // Within the range of an offset in PostgreSQL.
        sql`${Math.min(((page ?? 1) - 1) * pageSize, Number.MAX_SAFE_INTEGER)}::float8::bigint`;
  const found = await sql<(ClubRows[Kind] & { version: string; total: number })[]>`
    ${withVersion(sql)}, counted as (select count(*)::int as total ${matching(sql, filter)})
    select version, total, page.* from directory cross join counted
    left join (
      select ${KINDS[kind].columns(sql)} ${matching(sql, filter)}
      order by name, id
      limit ${pageSize + neighbours} + least(${offset}, ${neighbours}) offset greatest(${offset} - ${neighbours}, 0)
    ) page on true
    order by page.name, page.id`;
  return { ...toVersioned(found, KINDS[kind].read), total: found[0]?.total ?? 0 };
}

/** The left join returns a row without an id if no club matches. */
function toVersioned<Row extends { id: number }, Club>(
  found: (Row & { version: string })[],
  read: (row: Row) => Club,
): VersionedRows<Club> {
  const clubs = found.filter((row) => (row.id as number | null) !== null);
  return { version: versionOf(found), rows: clubs.map(read) };
}

function versionOf([row]: readonly { version: string }[]): string {
  if (!row) throw new Error('The query did not return the version of the directory.');
  return row.version;
}

export async function countActiveClubs(sql: Sql): Promise<number> {
  const [row] = await sql<[{ total: number }]>`select count(*)::int as total from club where is_active`;
  return row.total;
}

/** The id of a random active club; null if no club is active. */
export async function findRandomClub(sql: Sql): Promise<number | null> {
  const [found] = await sql<{ id: number }[]>`select id from club where is_active order by random() limit 1`;
  return found?.id ?? null;
}

/** A club with its parent and its children by name; no rows if it does not exist. */
export async function findClub(sql: Sql, id: number): Promise<VersionedRows<ClubDetail & ClubFamily>> {
  const found = await sql<(Omit<ClubDetail, keyof ClubState> & ClubFamily & { version: string; state: ClubState })[]>`
    ${withVersion(sql)}
    select version, page.* from directory
    left join (
      select club.id, club_fields(club) as state, club.short_description_html, club.description_html,
        case when parent.id is not null then ${reference(sql, 'parent')} end as parent,
        (select coalesce(jsonb_agg(${reference(sql, 'child')} order by child.name, child.id), '[]')
          from club child where child.parent_id = club.id) as children
      from club left join club parent on parent.id = club.parent_id
      where club.id = ${id}
    ) page on true`;
  return toVersioned(found, ({ state, id, shortDescriptionHtml, descriptionHtml, parent, children }) => ({
    ...state,
    ...{ id, shortDescriptionHtml, descriptionHtml, parent, children },
  }));
}

const indexedColumns = (sql: Sql) => sql`id, is_active, name_folded, category, aliases`;

/** Reads all clubs in the order of the list. One statement reads one snapshot. */
export async function loadNameIndex(sql: Sql): Promise<NameIndex> {
  for (;;) {
    const clubs: IndexedClub[] = [];
    let version: string | null = null;
    // A subquery, because a join would lose the order of the index.
    const rows = sql<(IndexRow & { version: string })[]>`
      ${withVersion(sql)}
      select (select version from directory) as version, ${indexedColumns(sql)} from club order by name, id`;
    for await (const batch of rows.cursor(INDEX_BATCH)) {
      version ??= batch[0]?.version ?? null;
      for (const row of batch) clubs.push(indexClub(row));
    }
    version ??= await findVersionWithoutClubs(sql);
    if (version !== null) return new NameIndex(version, clubs);
  }
}

const INDEX_BATCH = 5000;

async function findVersionWithoutClubs(sql: Sql): Promise<string | null> {
  const [row] = await sql<{ version: string }[]>`
    ${withVersion(sql)} select version from directory where not exists (select from club)`;
  return row?.version ?? null;
}

export interface ClubChanges {
  version: string;
  /** The clubs that the index shows differently now, including new and deleted ones. */
  movedIds: number[];
  /** The existing ones of `movedIds`, in the order of the list. */
  moved: MovedRow[];
  /** The other clubs that changed; null when the database does not store which. */
  otherIds: number[] | null;
}

/** With more moved clubs than this, reading all names is as fast. */
const MAX_MOVED = 10_000;

/** One statement, and so one snapshot. Null when the database does not store all these changes, or they are too many. */
export async function findChangesSince(sql: Sql, since: string): Promise<ClubChanges | null> {
  const { epoch, number } = readVersion(since);
  const found = await sql<
    ({
      version: string;
      isComplete: boolean | null;
      hasOthers: boolean | null;
      changedId: number | null;
      isMoved: boolean | null;
      previousId: number | null;
    } & (IndexRow | { id: null }))[]
  >`
    with directory as materialized (
      select directory_epoch(epoch) || '-' || version as version, version as number from directory_version
    ), change as materialized (
      select moved_ids, other_ids from directory_change where version > ${number}::int
    ), known as materialized (
      select
        count(*) = (select number from directory) - ${number}::int
          and bool_and(moved_ids is not null) and sum(cardinality(moved_ids)) <= ${MAX_MOVED}::int as is_complete,
        bool_and(other_ids is not null) as has_others
      from change
    ), changed as materialized (
      select unnest(moved_ids) as changed_id, true as is_moved from change where (select is_complete from known)
      union select unnest(other_ids), false from change where (select is_complete from known)
    )
    select version, is_complete, has_others, changed_id, is_moved, page.*
    from directory cross join known left join changed on true
    left join (
      select name, ${indexedColumns(sql)},
        (select previous.id from club previous where (previous.name, previous.id) < (club.name, club.id)
          order by previous.name desc, previous.id desc limit 1) as previous_id
      from club where id = any(array(select changed_id from changed where is_moved))
    ) page on page.id = changed_id and is_moved
    order by page.name, page.id`;
  const version = versionOf(found);
  // A standby may not have received the version yet.
  if (version === since || isBefore(version, since)) return { version: since, movedIds: [], moved: [], otherIds: [] };
  const [first] = found;
  if (!first?.isComplete || readVersion(version).epoch !== epoch) return null;
  const idsOf = (rows: { changedId: number | null }[]) => rows.flatMap(({ changedId }) => changedId ?? []);
  const moved = found.flatMap((row): MovedRow[] => {
    if (row.id === null) return [];
    const { id, isActive, nameFolded, category, aliases, previousId } = row;
    return [{ id, isActive, nameFolded, category, aliases, previousId }];
  });
  return {
    version,
    movedIds: idsOf(found.filter(({ isMoved }) => isMoved)),
    moved,
    otherIds: first.hasOthers ? idsOf(found.filter(({ isMoved }) => !isMoved)) : null,
  };
}

/** `foldLabel` in SQL. */
export const foldedLabel = (sql: Sql, label: Fragment): Fragment =>
  sql`btrim(left(search_fold(${label}), ${LABEL_COMPARED}))`;

/** `splitLabels` in SQL: rows of `label` and `position`. */
export const labels = (sql: Sql): Fragment =>
  sql`string_to_table(translate(club.category, '；', ';'), ';') with ordinality as one (label, position)`;

const hasCategory = (sql: Sql, folded: readonly string[]) => sql`
  and category <> '' and exists (
    select from ${labels(sql)}
    where ${foldedLabel(sql, sql`one.label`)} = any(${sql.array([...folded], TEXT_ARRAY)}))`;

export const matching = (sql: Sql, filter: ClubFilter): postgres.PendingQuery<postgres.Row[]> => sql`
  from club where true
  ${filter.name === '' ? sql`` : sql`and name_folded like ${searchPattern(filter.name)}`}
  ${filter.isActive === null ? sql`` : sql`and is_active = ${filter.isActive}`}
  ${filter.categories.length === 0 ? sql`` : hasCategory(sql, filter.categories)}
  ${filter.parentId === null ? sql`` : sql`and parent_id = ${filter.parentId}`}
  ${filter.excludeIds.length === 0 ? sql`` : sql`and id <> all(${sql.array([...filter.excludeIds], INTEGER_ARRAY)})`}`;
