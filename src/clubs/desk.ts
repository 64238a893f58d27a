import type { Sql } from '../../db/client.ts';
import type { Fragment } from '../sql-fragments.ts';
import type { ClubSelection } from './csv/export.ts';
import { today, type Day } from './day.ts';
import type { DeskFilter, DeskSort, Lack } from './desk-search.ts';
import { searchPattern } from './names/fold.ts';

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
};

/** As the page of a club takes its categories apart. */
const SEPARATOR = '; ';

function matching(sql: Sql, { name, isActive, category, missing }: DeskFilter): Fragment {
  const conditions = [
    ...(name === '' ? [] : [sql`club.name_folded like ${searchPattern(name)}`]),
    ...(isActive === null ? [] : [sql`club.is_active = ${isActive}`]),
    ...(category === '' ? [] : [sql`${category} = any(string_to_array(club.category, ${SEPARATOR}))`]),
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
    select club.id, club.name, club.is_active, club.category, club.contact, club.confirmed_on::text, club.updated_at,
      (select count(*)::int from club_officer where club_id = club.id) as officers
    from club where ${matching(sql, filter)}
    order by ${ordered(sql, sort)} limit ${limit} offset ${offset}`;
}

/** More categories than this nobody chooses from. */
export const CATEGORIES_LISTED = 500;

/** The categories that clubs have, by name: those that most have, if there are very many. */
export async function findCategories(sql: Sql): Promise<string[]> {
  const found = await sql<{ category: string }[]>`
    select category from (
      select label as category, sum(clubs) as clubs
      from (select category, count(*) as clubs from club where category <> '' group by category) text
      cross join string_to_table(category, ${SEPARATOR}) as label
      where label ~ '[^[:space:]]'
      group by label order by clubs desc, label limit ${CATEGORIES_LISTED}
    ) most order by category collate "und-x-icu", category`;
  return found.map(({ category }) => category);
}
