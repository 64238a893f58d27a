import type { Sql } from '../../../db/client.ts';
import { plainHtml } from '../../lib/html.ts';
import { list, type Fragment } from '../../lib/sql.ts';
import { readCategories, type Category } from './category.ts';
import { PROFILE_NAMES, toColumn, type ProfileValues } from './fields.ts';
import type { ClubState } from './state.ts';

/* The columns of each kind of list: cards, the comparison, the club profile of the API, and names. */

/** The stored values on a card, besides its name, categories and short description. */
const CARD = ['logo', 'isActive', 'website', 'confirmedOn'] as const;
const COMPARED = [...CARD, 'contact', 'contactBy'] as const;

export interface ClubName {
  id: number;
  name: string;
}

export interface ClubReference extends ClubName {
  isActive: boolean;
}

/** A club with every field, and the HTML of its texts; null while it is not rendered. */
export interface ClubDetail extends ClubName, ClubState {
  shortDescriptionHtml: string | null;
  descriptionHtml: string | null;
}

export interface ClubFamily {
  parent: ClubReference | null;
  children: ClubReference[];
}

/** The `logo` is a path on this site; null for the placeholder. */
export interface ClubSummary extends ClubName, Pick<ClubState, (typeof CARD)[number]> {
  categories: readonly Category[];
  /** Sanitized HTML of the Markdown; the escaped text while it is not rendered. */
  shortDescriptionHtml: string;
}

export interface ComparedClub extends ClubSummary, Pick<ClubState, (typeof COMPARED)[number]> {
  parent: ClubReference | null;
}

export interface ClubColumns {
  name: ClubName;
  card: ClubSummary;
  compared: ComparedClub;
  profile: ProfileValues;
}

/** The Markdown is selected only if its HTML is missing. */
type Stored<Club extends ClubSummary> = Omit<Club, 'categories' | 'shortDescriptionHtml'> & {
  category: string;
  shortDescriptionHtml: string | null;
  shortDescriptionText: string | null;
};

export interface ClubRows {
  name: ClubName;
  card: Stored<ClubSummary>;
  compared: Stored<ComparedClub>;
  profile: ProfileValues;
}

export const KINDS: {
  [Kind in keyof ClubColumns]: {
    columns: (sql: Sql) => Fragment;
    read: (row: ClubRows[Kind]) => ClubColumns[Kind];
  };
} = {
  name: { columns: (sql) => sql`id, name`, read: pick(['id', 'name']) },
  card: { columns: (sql) => cardColumns(sql, CARD), read: readCard(CARD) },
  compared: {
    columns: (sql) => sql`${cardColumns(sql, COMPARED)},
      (select ${reference(sql, 'parent')} from club parent where parent.id = club.parent_id) as parent`,
    read: readCard([...COMPARED, 'parent']),
  },
  profile: { columns: (sql) => columnsOf(sql, PROFILE_NAMES), read: pick(PROFILE_NAMES) },
};

/** Dates as text, because the driver would read them as times. */
const columnsOf = (sql: Sql, names: readonly string[]): Fragment =>
  list(
    sql,
    names.map((name) => (name === 'confirmedOn' ? sql`confirmed_on::text` : sql`${sql(toColumn(name))}`)),
  );

const cardColumns = (sql: Sql, names: readonly string[]): Fragment => sql`
  id, name, category, ${columnsOf(sql, names)}, short_description_html,
  case when short_description_html is null then short_description end as short_description_text`;

function readCard<Club extends ClubSummary>(names: readonly (keyof Club & string)[]) {
  const pickNamed = pick(['id', 'name', ...names]);
  return (row: Stored<Club>) =>
    ({
      ...pickNamed(row as Record<string, unknown>),
      categories: readCategories(row.category),
      shortDescriptionHtml: row.shortDescriptionHtml ?? plainHtml(row.shortDescriptionText ?? ''),
    }) as Club;
}

/** Without the columns of the whole result, such as its version. */
function pick<Name extends string>(names: readonly Name[]) {
  return <Row extends Record<Name, unknown>>(row: Row) =>
    Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<Row, Name>;
}

/** A `ClubReference` to the row of this alias. */
export const reference = (sql: Sql, club: 'parent' | 'child'): Fragment =>
  sql`jsonb_build_object('id', ${sql(club)}.id, 'name', ${sql(club)}.name, 'isActive', ${sql(club)}.is_active)`;
