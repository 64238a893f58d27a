import type { Database, Sql } from '../../../db/client.ts';
import { compareTexts, type FieldDifference } from '../edit/form.ts';
import { toColumn } from '../record.ts';
import { INTEGER_ARRAY, list, type Fragment } from '../../sql-fragments.ts';
import { settableNames } from './columns.ts';
import { deletedClubs, parentChanges, type PlanOptions } from './plan.ts';
import { inStaging, type Staging } from './staging.ts';

/** What an import would make of one club, as a form shows its fields. */
export interface ClubDifference {
  what: 'created' | 'changed' | 'deleted';
  /** Where its row begins in the file; null for one that has none. */
  line: number | null;
  /** Null for one that has no number yet. */
  clubId: number | null;
  /** As the club is called after the import; of one that is deleted, as it is called now. */
  name: string;
  /** The fields that differ; of a club that comes or goes, all that are not empty. */
  fields: FieldDifference[];
}

/** So many clubs are compared at once: their texts are in memory, and on an embedded database others wait. */
const BATCH = 500;

/**
 * What a planned import would do, club by club: the rows in their order, then the clubs that would be deleted by name.
 * Each batch is of the directory as it is then; the version of the plan tells whether it has changed meanwhile.
 */
export async function* readDifferences(
  sql: Database,
  staging: Staging,
  options: PlanOptions,
): AsyncGenerator<ClubDifference[], void, undefined> {
  let line = 0;
  for (;;) {
    const behind = line;
    const found = await inStaging(sql, (tx) =>
      findRows(
        tx,
        staging,
        options,
        tx`
          not match.is_bad and not match.is_left_out and match.line > ${behind} and ${isOther(tx)}
          order by match.line limit ${BATCH}`,
      ),
    );
    if (found.length > 0) yield found;
    if (found.length < BATCH) break;
    line = found.at(-1)?.line ?? line;
  }
  if (!options.deleteMissing) return;
  let last = { name: '', clubId: 0 };
  for (;;) {
    const { name, clubId } = last;
    const found = await inStaging(sql, (tx) =>
      findDeleted(
        tx,
        tx`
          ${deletedClubs(tx, staging, options)} and (club.name, club.id) > (${name}, ${clubId})
          order by club.name, club.id limit ${BATCH}`,
      ),
    );
    if (found.length > 0) yield found;
    const end = found.at(-1);
    if (found.length < BATCH || !end) return;
    last = { name: end.name, clubId: end.clubId ?? 0 };
  }
}

/** A `match` whose club comes or changes. */
export const isOther = (sql: Sql): Fragment => sql`
  (match.club_id is null or match.is_changed or match.old_name <> match.name or ${parentChanges(sql)})`;

/** What would become of some rows, and of some clubs that would be deleted; those that there are, in no order. */
export async function findDifferences(
  sql: Sql,
  staging: Staging,
  options: Pick<PlanOptions, 'columns'>,
  { lines, clubIds }: { lines: readonly number[]; clubIds: readonly number[] },
): Promise<ClubDifference[]> {
  const rows = await findRows(sql, staging, options, sql`match.line = any(${sql.array([...lines], INTEGER_ARRAY)})`);
  return [...rows, ...(await findDeleted(sql, sql`club.id = any(${sql.array([...clubIds], INTEGER_ARRAY)})`))];
}

type State = Record<string, unknown>;

/** Rows, by a condition on a `match`. */
async function findRows(
  sql: Sql,
  { rows, allMatches }: Staging,
  { columns }: Pick<PlanOptions, 'columns'>,
  condition: Fragment,
): Promise<ClubDifference[]> {
  const names = ['name', ...settableNames(columns).map(toColumn)];
  const fieldsOf = (row: string): Fragment =>
    sql`jsonb_build_object(${list(
      sql,
      [...new Set(names)].map((name) => sql`${name}::text, ${sql(row)}.${sql(name)}`),
    )})`;
  const found = await sql<{ line: number; clubId: number | null; name: string; before: State | null; after: State }[]>`
    select match.line, match.club_id, match.name,
      case when club.id is not null
        then ${fieldsOf('club')} || jsonb_build_object('parent_name', parent.name) end as before,
      ${fieldsOf('staged')} || jsonb_build_object('parent_name', nullif(match.parent_name, '')) as after
    from ${sql(allMatches)} match
    join ${sql(rows)} staged on staged.line = match.line
    left join club on club.id = match.club_id
    left join club parent on parent.id = match.old_parent_id
    where ${condition}`;
  return found.map(({ before, after, ...club }) => ({
    ...club,
    what: before === null ? 'created' : 'changed',
    fields: compareTexts(before ?? {}, after),
  }));
}

/** Clubs that would be deleted, by a condition on a `club`. */
async function findDeleted(sql: Sql, condition: Fragment): Promise<ClubDifference[]> {
  const found = await sql<{ clubId: number; name: string; before: State }[]>`
    select club.id as club_id, club.name,
      club_fields(club) || jsonb_build_object('parent_name', parent.name) as before
    from club left join club parent on parent.id = club.parent_id
    where ${condition}`;
  return found.map(({ before, ...club }) => ({
    ...club,
    what: 'deleted',
    line: null,
    fields: compareTexts(before, {}),
  }));
}
