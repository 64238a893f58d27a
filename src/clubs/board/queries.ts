import type { Sql } from '../../../db/client.ts';
import { editDistance } from '../../lib/edit-distance.ts';
import { countRows, firstOf, type Fragment } from '../../lib/sql.ts';
import type { ClubSelection } from '../csv/export.ts';
import { foldLabel, LABEL_SEPARATOR, readCategories, type Category } from '../record/category.ts';
import { today, type Day } from '../record/day.ts';
import { toColumn } from '../record/fields.ts';
import { searchPattern } from '../record/fold.ts';
import { localizedNames } from '../record/localized.ts';
import type { Slice } from '../paged-list.ts';
import { foldedLabel, labels } from '../directory/queries.ts';
import type { ClubChoice, Lack, TableFilter, TableSort } from './club-search.ts';

export interface TableClub {
  id: number;
  name: string;
  logo: string | null;
  isActive: boolean;
  category: string;
  contact: string | null;
  confirmedOn: Day | null;
  updatedAt: Date;
}

/** Whether the last three messages to the address of a `club` were refused. */
export const isUndeliverable = (sql: Sql): Fragment => sql`exists (
  select from contact_failure failed
  where failed.club_id = club.id and failed.contact = club.contact and failures >= 3)`;

/** The addresses of a `club`: its officers' with verified addresses, otherwise its contact unless that fails. */
export const addresses = (sql: Sql): Fragment => sql`coalesce(
  nullif(array(
    select email from club_officer join site_user on site_user.id = user_id
    where club_officer.club_id = club.id and is_email_verified order by email
  ), '{}'),
  case when club.contact !~* '^https?://' and not ${isUndeliverable(sql)} then array[club.contact] else '{}' end
)`;

export const isMissing = (sql: Sql, lack: Lack): Fragment => IS_MISSING[lack](sql);

const IS_MISSING: Record<Lack, (sql: Sql) => Fragment> = {
  // A new club counts as checked.
  confirmation: (sql) => sql`coalesce(club.confirmed_on, club.created_at::date) < ${today()}::date - interval '1 year'`,
  short_description: (sql) => hasNoText(sql, 'shortDescription'),
  description: (sql) => hasNoText(sql, 'description'),
  logo: (sql) => sql`club.logo is null`,
  logo_file: (sql) => sql`(club.logo is null and club.foreign_logo_url is not null)`,
  category: (sql) => sql`club.category = ''`,
  contact: (sql) => sql`(club.contact is null or ${isUndeliverable(sql)})`,
  address: (sql) => sql`${addresses(sql)} = '{}'`,
  officers: (sql) => sql`not exists (select from club_officer where club_id = club.id)`,
  answer: (sql) => sql`exists (
    select from round_club join confirmation_round round on round.id = round_id
    where round_club.club_id = club.id and round.ended_at is null and ${isUnanswered(sql)})`,
};

/** Whether a `club` has a text in no language of the site. */
const hasNoText = (sql: Sql, name: string): Fragment =>
  localizedNames(name)
    .map((one) => sql`club.${sql(toColumn(one))} = ''`)
    .reduce((conjunction, condition) => sql`${conjunction} and ${condition}`);

/** Whether no one has confirmed a `club` since a `round` began. */
export const isUnanswered = (sql: Sql): Fragment =>
  sql`(club.confirmed_on is null or club.confirmed_on < round.started_on)`;

function matching(sql: Sql, { name, isActive, category, missing }: TableFilter): Fragment {
  const conditions = [
    ...(name === '' ? [] : [sql`club.name_folded like ${searchPattern(name)}`]),
    ...(isActive === null ? [] : [sql`club.is_active = ${isActive}`]),
    ...(category === '' ? [] : [sql`${hasLabel(sql, category)}`]),
    ...missing.map((lack) => isMissing(sql, lack)),
  ];
  return conditions.reduce((conjunction, condition) => sql`${conjunction} and ${condition}`, sql`true`);
}

export const chosen = (sql: Sql, choice: ClubChoice): Fragment =>
  'ids' in choice ? sql`club.id = any(${[...choice.ids]})` : matching(sql, choice.filter);

export const isLabel = (sql: Sql, label: string): Fragment =>
  sql`${foldedLabel(sql, sql`one.label`)} = ${foldedLabel(sql, sql`${label}::text`)}`;

export const hasLabel = (sql: Sql, label: string): Fragment =>
  sql`exists (select from ${labels(sql)} where ${isLabel(sql, label)})`;

/** The categories of a text that no club has, each with one that differs by a typo, if any, and the text with that one. */
export async function findNewCategories(sql: Sql, text: string) {
  const rows = await sql<{ label: string }[]>`select distinct btrim(one.label) as label from club, ${labels(sql)}`;
  const known = rows.map(({ label }) => ({ label, folded: foldLabel(label) }));
  const categories = readCategories(text);
  return categories
    .filter(({ folded }) => !known.some((other) => other.folded === folded))
    .map((added) => {
      const isClose = ({ folded }: Category) => editDistance(added.folded, folded) <= added.folded.length / 4;
      const close = known.find(isClose)?.label ?? '';
      const labels = categories.map((category) => (category === added ? close : category.label));
      return { ...added, close, instead: labels.join(LABEL_SEPARATOR) };
    });
}

/** Clubs that were never confirmed come before all others. */
const ORDERS: Record<TableSort, (sql: Sql) => Fragment> = {
  name: (sql) => sql`club.name, club.id`,
  '-name': (sql) => sql`club.name desc, club.id desc`,
  confirmed: (sql) => sql`club.confirmed_on nulls first, club.name, club.id`,
  '-confirmed': (sql) => sql`club.confirmed_on desc nulls last, club.name, club.id`,
  changed: (sql) => sql`club.updated_at, club.name, club.id`,
  '-changed': (sql) => sql`club.updated_at desc, club.name, club.id`,
};

/** The clubs of a search in its order, for an export. */
export const selectClubs = (sql: Sql, { filter, sort }: { filter: TableFilter; sort: TableSort }): ClubSelection => ({
  where: matching(sql, filter),
  orderBy: ORDERS[sort](sql),
});

export const countTableClubs = (sql: Sql, filter: TableFilter): Promise<number> =>
  countRows(sql, sql`club where ${matching(sql, filter)}`);

export const findTableClubs = async (
  sql: Sql,
  { filter, sort }: { filter: TableFilter; sort: TableSort },
  { offset, limit }: Slice,
): Promise<TableClub[]> =>
  await sql<TableClub[]>`
  ${tableClubs(sql)} where ${matching(sql, filter)}
  order by ${ORDERS[sort](sql)} limit ${limit} offset ${offset}`;

/** The addresses of all clubs of a filter, each once. */
export async function findAddresses(sql: Sql, filter: TableFilter): Promise<string[]> {
  const rows = await sql<{ address: string }[]>`
    select min(address) as address from club, unnest(${addresses(sql)}) address
    where ${matching(sql, filter)} group by lower(address) order by 1`;
  return rows.map(({ address }) => address);
}

/** A club of the table; null when it does not exist. */
export const findTableClub = (sql: Sql, clubId: number): Promise<TableClub | null> =>
  firstOf(sql<TableClub[]>`${tableClubs(sql)} where club.id = ${clubId}`);

const tableClubs = (sql: Sql): Fragment => sql`
  select club.id, club.name, club.logo, club.is_active, club.category, club.contact, club.confirmed_on::text, club.updated_at
  from club`;
