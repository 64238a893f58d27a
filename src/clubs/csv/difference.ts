import type { Database } from '../../../db/client.ts';
import { compareTexts, type FieldDifference } from '../form.ts';
import { toColumn } from '../record.ts';
import { list, type Fragment } from '../../sql-fragments.ts';
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
    const found = await findRows(sql, staging, options, line);
    if (found.length > 0) yield found;
    if (found.length < BATCH) break;
    line = found.at(-1)?.line ?? line;
  }
  if (!options.deleteMissing) return;
  let last = { name: '', clubId: 0 };
  for (;;) {
    const found = await findDeleted(sql, staging, options, last);
    if (found.length > 0) yield found;
    const end = found.at(-1);
    if (found.length < BATCH || !end) return;
    last = { name: end.name, clubId: end.clubId ?? 0 };
  }
}

type State = Record<string, unknown>;

/** Rows of clubs that come or change, behind a line. */
async function findRows(
  sql: Database,
  { rows, matches }: Staging,
  { columns }: PlanOptions,
  line: number,
): Promise<ClubDifference[]> {
  const found = await inStaging(sql, (tx) => {
    const names = ['name', ...settableNames(columns).map(toColumn)];
    const fieldsOf = (row: string): Fragment =>
      tx`jsonb_build_object(${list(
        tx,
        [...new Set(names)].map((name) => tx`${name}::text, ${tx(row)}.${tx(name)}`),
      )})`;
    return tx<{ line: number; clubId: number | null; name: string; before: State | null; after: State }[]>`
      select match.line, match.club_id, match.name,
        case when club.id is not null
          then ${fieldsOf('club')} || jsonb_build_object('parent_name', parent.name) end as before,
        ${fieldsOf('staged')} || jsonb_build_object('parent_name', nullif(match.parent_name, '')) as after
      from ${tx(matches)} match
      join ${tx(rows)} staged on staged.line = match.line
      left join club on club.id = match.club_id
      left join club parent on parent.id = match.old_parent_id
      where not match.is_bad and match.line > ${line}
        and (match.club_id is null or match.is_changed or match.old_name <> match.name or ${parentChanges(tx)})
      order by match.line limit ${BATCH}`;
  });
  return found.map(({ before, after, ...club }) => ({
    ...club,
    what: before === null ? 'created' : 'changed',
    fields: compareTexts(before ?? {}, after),
  }));
}

/** Clubs that have no row, behind one of them. */
async function findDeleted(
  sql: Database,
  staging: Staging,
  options: PlanOptions,
  last: { name: string; clubId: number },
): Promise<ClubDifference[]> {
  const found = await inStaging(
    sql,
    (tx) => tx<{ clubId: number; name: string; before: State }[]>`
      select club.id as club_id, club.name,
        club_fields(club) || jsonb_build_object('parent_name', parent.name) as before
      from club left join club parent on parent.id = club.parent_id
      where ${deletedClubs(tx, staging, options)} and (club.name, club.id) > (${last.name}, ${last.clubId})
      order by club.name, club.id limit ${BATCH}`,
  );
  return found.map(({ before, ...club }) => ({
    ...club,
    what: 'deleted',
    line: null,
    fields: compareTexts(before, {}),
  }));
}
