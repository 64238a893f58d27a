import type { Sql } from '../../../db/client.ts';
import { plainHtml } from '../../lib/html.ts';
import { list, type Fragment } from '../../lib/sql.ts';
import { readCategories, type Category } from './category.ts';
import { PROFILE_NAMES, toColumn, type HtmlName, type ProfileValues } from './fields.ts';
import { localize, localizedNames, type Localized } from './localized.ts';
import type { ClubState } from './state.ts';

/* The columns of each kind of list: cards, the comparison, the club profile of the API, and names. */

/** The stored values on a card, besides its name, categories and short description. */
const JOINING = ['meetingDays', 'meetingPlace', 'joiningUrl', 'joiningFrom', 'joiningUntil'] as const;
const CARD = ['logo', 'isActive', 'confirmedOn', ...JOINING] as const;
const COMPARED = [...CARD, 'website', 'contact', 'contactBy', 'beginnersWelcome'] as const;
const CARD_TEXTS = ['meetingTimes'] as const;
const COMPARED_TEXTS = [...CARD_TEXTS, 'fee'] as const;

export interface ClubName {
  id: number;
  name: string;
}

export interface ClubReference extends ClubName {
  isActive: boolean;
}

/** A club with every field, and the HTML of its texts; null while it is not rendered. */
export interface ClubDetail extends ClubName, ClubState, Record<HtmlName, string | null> {}

export interface ClubFamily {
  parent: ClubReference | null;
  children: ClubReference[];
}

/** The `logo` is a path on this site; null for the placeholder. */
export interface ClubSummary
  extends ClubName, Pick<ClubState, (typeof CARD)[number]>, Record<(typeof CARD_TEXTS)[number], Localized> {
  categories: readonly Category[];
  /** Sanitized HTML of the Markdown; the escaped text while it is not rendered. */
  shortDescriptionHtml: Localized;
}

export interface ComparedClub
  extends ClubSummary, Pick<ClubState, (typeof COMPARED)[number]>, Record<(typeof COMPARED_TEXTS)[number], Localized> {}

export interface ClubColumns {
  name: ClubName;
  card: ClubSummary;
  compared: ComparedClub;
  profile: ProfileValues;
}

/** The values of the columns of a kind. The Markdown is selected only if its HTML is missing. */
export type ClubRow = Readonly<Record<string, unknown>> & { id: number };

interface Kind<Club> {
  columns: (sql: Sql) => Fragment;
  read: (row: ClubRow) => Club;
}

export const KINDS: { [Name in keyof ClubColumns]: Kind<ClubColumns[Name]> } = {
  name: plainKind(['id', 'name']),
  card: cardKind(CARD, CARD_TEXTS),
  compared: cardKind(COMPARED, COMPARED_TEXTS),
  profile: plainKind(PROFILE_NAMES),
};

/** Values as they are stored, without the columns of the whole result, such as its version. */
function plainKind<Club>(names: readonly (keyof Club & string)[]): Kind<Club> {
  return {
    columns: (sql) => list(sql, columnsOf(sql, names)),
    read: (row) => Object.fromEntries(names.map((name) => [name, row[name]])) as Club,
  };
}

function cardKind<Club extends ClubSummary>(
  names: readonly (keyof Club & string)[],
  texts: readonly string[],
): Kind<Club> {
  const plain = plainKind<Club>(['id', 'name', ...names]);
  return {
    columns: (sql) => {
      const htmls = localizedNames('shortDescription').map((name) => {
        const [text, html] = [sql(toColumn(name)), sql(toColumn(`${name}Html`))];
        return sql`${html}, case when ${html} is null then ${text} end as ${sql(toColumn(`${name}Text`))}`;
      });
      return list(sql, [plain.columns(sql), sql`category`, ...columnsOf(sql, texts.flatMap(localizedNames)), ...htmls]);
    },
    read: (row) => {
      const textOf = (name: string) => (row[name] ?? '') as string;
      const htmlOf = (name: string) => textOf(`${name}Html`) || plainHtml(textOf(`${name}Text`));
      return {
        ...plain.read(row),
        ...Object.fromEntries(texts.map((text) => [text, localize(text, textOf)])),
        categories: readCategories(textOf('category')),
        shortDescriptionHtml: localize('shortDescription', htmlOf),
      };
    },
  };
}

const DATES: readonly string[] = ['confirmedOn', 'joiningFrom', 'joiningUntil'];

/** Dates as text, because the driver would read them as times. */
const columnsOf = (sql: Sql, names: readonly string[]): Fragment[] =>
  names.map((name) => (DATES.includes(name) ? sql`${sql(toColumn(name))}::text` : sql`${sql(toColumn(name))}`));

/** A `ClubReference` to the row of this alias. */
export const reference = (sql: Sql, club: 'parent' | 'child'): Fragment =>
  sql`jsonb_build_object('id', ${sql(club)}.id, 'name', ${sql(club)}.name, 'isActive', ${sql(club)}.is_active)`;
