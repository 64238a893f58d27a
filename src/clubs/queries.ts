import type postgres from 'postgres';
import type { Sql } from '../db.ts';
import type { ClubFilter } from './search.ts';

/** A club in a list of names. */
export interface ClubName {
  id: number;
  name: string;
}

/** A club as its card shows it. */
export interface ClubSummary extends ClubName {
  /** Address on this site, or null for the placeholder. */
  logo: string | null;
  isActive: boolean;
  /** Safe HTML, made when the club was written. Null: not made yet, show the text. */
  shortDescriptionHtml: string | null;
  /** The Markdown, only where the HTML is missing. */
  shortDescriptionText: string | null;
}

/** A club as the API describes it. */
export interface ClubProfileRow extends ClubName {
  logo: string | null;
  isActive: boolean;
  shortDescription: string;
}

/** A club as its own page shows it. */
export interface ClubDetail extends ClubSummary {
  /** As `shortDescriptionHtml` and `shortDescriptionText`. */
  descriptionHtml: string | null;
  descriptionText: string | null;
  website: string | null;
  category: string;
}

/** A club's name with its state, as a link to its page. */
export interface ClubReference extends ClubName {
  isActive: boolean;
}

/** A stretch of a result: from which place, from 0, and how many at most. */
export interface Slice {
  offset: number;
  limit: number;
}

/** How many clubs match. */
export async function countClubs(sql: Sql, filter: ClubFilter): Promise<number> {
  const [row] = await sql<[{ total: number }]>`select count(*)::int as total ${matching(sql, filter)}`;
  return row.total;
}

/** The matching clubs by name, as cards show them. */
export async function findClubs(sql: Sql, filter: ClubFilter, slice: Slice): Promise<ClubSummary[]> {
  return await sql<ClubSummary[]>`
    select id, name, logo, is_active, short_description_html,
      case when short_description_html is null then short_description end as short_description_text
    ${matching(sql, filter)} ${byName(sql, slice)}`;
}

/** The matching clubs by name: id and name alone. */
export async function findClubNames(sql: Sql, filter: ClubFilter, slice: Slice): Promise<ClubName[]> {
  return await sql<ClubName[]>`select id, name ${matching(sql, filter)} ${byName(sql, slice)}`;
}

/** The matching clubs by name, as the API describes them. */
export async function findClubProfiles(sql: Sql, filter: ClubFilter, slice: Slice): Promise<ClubProfileRow[]> {
  return await sql<ClubProfileRow[]>`
    select id, name, logo, is_active, short_description ${matching(sql, filter)} ${byName(sql, slice)}`;
}

/** One club as the API describes it. */
export async function findClubProfile(sql: Sql, id: number): Promise<ClubProfileRow | null> {
  const [club] = await sql<ClubProfileRow[]>`
    select id, name, logo, is_active, short_description from club where id = ${id}`;
  return club ?? null;
}

/** A club with its parent and its children, these by name. */
export async function findClub(
  sql: Sql,
  id: number,
): Promise<{ club: ClubDetail; parent: ClubReference | null; children: ClubReference[] } | null> {
  const [clubs, [parent], children] = await Promise.all([
    sql<ClubDetail[]>`
      select id, name, logo, is_active, website, category, short_description_html, description_html,
        case when short_description_html is null then short_description end as short_description_text,
        case when description_html is null then description end as description_text
      from club where id = ${id}`,
    sql<ClubReference[]>`
      select parent.id, parent.name, parent.is_active
      from club join club parent on parent.id = club.parent_id where club.id = ${id}`,
    sql<ClubReference[]>`select id, name, is_active from club where parent_id = ${id} order by name, id`,
  ]);
  const [club] = clubs;
  return club ? { club, parent: parent ?? null, children } : null;
}

const matching = (sql: Sql, filter: ClubFilter): postgres.PendingQuery<postgres.Row[]> => sql`
  from club where true
  ${filter.name === '' ? sql`` : sql`and name_folded like search_pattern(${filter.name})`}
  ${filter.isActive === null ? sql`` : sql`and is_active = ${filter.isActive}`}
  ${filter.parentId === null ? sql`` : sql`and parent_id = ${filter.parentId}`}
  ${filter.excludeIds.length === 0 ? sql`` : sql`and id <> all(${sql.array([...filter.excludeIds], INTEGER)})`}`;

/** The order of every list: the collation is the column's own. */
const byName = (sql: Sql, slice: Slice) => sql`order by name, id limit ${slice.limit} offset ${slice.offset}`;

/** PostgreSQL's number for the type. */
const INTEGER = 23;
