import { KEPT_FIELDS, type KeptField } from '../edit/form.ts';
import { CLUB_ID_MAX, FIELDS, toColumn, type FieldName } from '../record.ts';
import type { Sql } from '../../../db/client.ts';
import { findVersion } from '../queries.ts';
import { INTEGER_ARRAY, list, type Fragment } from '../../sql-fragments.ts';
import { settableNames } from './columns.ts';
import type { FileFault } from './faults.ts';
import { makeIssue } from './issues.ts';
import { addIssues, analyze, countIssues, findPiece, tellRows, type Staging, type Steps } from './staging.ts';

export interface PlanOptions {
  /** The columns of the file. */
  columns: ReadonlySet<FieldName>;
  /** False when names may be in the file that could not be read. */
  isComplete: boolean;
  /** Removes the sample clubs first. */
  replaceSamples: boolean;
  /** Deletes the clubs that have no row. */
  deleteMissing: boolean;
}

/** What an import will do to the directory as it is. Counts are of clubs; a club that is renamed is updated too. */
export interface ImportPlan {
  /** The state of the directory that this is about. */
  version: string;
  created: number;
  updated: number;
  unchanged: number;
  renamed: number;
  deleted: number;
  removedSamples: number;
  /** Of the renamed clubs those whose ids look filled down in a spreadsheet. */
  renamedByFilling: number;
  /** The first of the renamed and of the deleted clubs. */
  renames: Rename[];
  deletions: string[];
  /** Fields that empty cells clear, in the order of an export. A stored plan of an earlier version lacks them. */
  cleared?: ClearedField[];
  /** Identifies all that needs somebody's consent, by the names that are shown; empty when nothing does. */
  consent: string;
  mistakes: number;
  warnings: number;
}

/** A field that is cleared, and in how many clubs. */
export interface ClearedField {
  field: KeptField;
  clubs: number;
}

export interface Rename {
  from: string;
  to: string;
  isSample: boolean;
}

/** Whether a file without clubs, which is an accident more often than not, would delete those of the directory. */
export const deletesAll = ({ created, updated, unchanged, deleted }: ImportPlan): boolean =>
  created + updated + unchanged === 0 && deleted > 0;

/** How many renamed and deleted clubs are named. */
const SHOWN = 20;

/**
 * Compares the rows of a file with the directory, and finds what is wrong with them there. Changes nothing but the
 * tables of the import. In steps, so that readers get between them; the version tells whether a writer did.
 */
export async function planImport(steps: Steps, staging: Staging, options: PlanOptions): Promise<ImportPlan> {
  const { run } = steps;
  const version = await run(findVersion);
  await matchClubs(steps, staging, options);
  await run((tx) => findFilledIds(tx, staging, options));
  await run((tx) => findParents(tx, staging, options));
  await run((tx) => checkNames(tx, staging));
  await run((tx) => warnOfLargeIds(tx, staging));
  await run((tx) => checkIds(tx, staging, options));
  await run((tx) => checkClubs(tx, staging));
  await run((tx) => checkParents(tx, staging, options));
  await run((tx) => checkLoops(tx, staging, options));
  await run((tx) => warnOfSimilarNames(tx, staging));
  await run((tx) => warnOfSimilarClubs(tx, staging, options));
  return { version, ...(await sumUp(run, staging, options)) };
}

/** A club that is not taken away first. */
const stays = (sql: Sql, club: string, { replaceSamples }: PlanOptions): Fragment =>
  replaceSamples ? sql`not ${sql(club)}.is_sample` : sql`true`;

/** What the steps after it look for in the table of matches. */
const MATCHED = ['line', 'row_id', 'name', 'name_folded', 'parent_name', 'club_id', 'old_name', 'named_id'];

/** Makes the table of matches, and the view of those that count. */
async function matchClubs({ run, rows }: Steps, staging: Staging, options: PlanOptions): Promise<void> {
  await run(async (tx) => {
    await tx`delete from ${tx(staging.issues)} where is_planned`;
    await tx`drop view if exists ${tx(staging.matches)}`;
    await tx`drop table if exists ${tx(staging.allMatches)}`;
    await analyze(tx, staging.rows, ['line', 'id', 'name']);
    await tx`create unlogged table ${tx(staging.allMatches)} as ${matchesOf(tx, staging, options)} with no data`;
    await tx`create index on ${tx(staging.allMatches)} (line)`;
  });
  for (let behind: number | null = 0; behind !== null;) {
    const begin: number = behind;
    behind = await run(async (tx) => {
      const end = await findPiece(tx, staging, begin, rows);
      if (end === null) return null;
      await tx`
        insert into ${tx(staging.allMatches)} ${matchesOf(tx, staging, options)}
        where staged.line > ${begin} and staged.line <= ${end}`;
      return end;
    });
  }
  await run(async (tx) => {
    await analyze(tx, staging.allMatches, MATCHED);
    await tx`create view ${tx(staging.matches)} as select * from ${tx(staging.allMatches)} where not is_left_out`;
  });
}

/**
 * The matches of rows that are `staged`. A row is of the club with its id or, without one, of the club with its name.
 * Each is looked up by keys: for a piece, the whole table of clubs would be read again.
 */
function matchesOf(tx: Sql, { rows, leftOut }: Staging, options: PlanOptions): Fragment {
  const fields = settableNames(options.columns).map(toColumn);
  const values = (club: string) =>
    list(
      tx,
      fields.map((field) => tx`${tx(club)}.${tx(field)}`),
    );
  // A file whose header was refused has no columns, and nothing but mistakes.
  const isChanged =
    fields.length === 0
      ? tx`false`
      : tx`club.id is not null and (${values('staged')}) is distinct from (${values('club')})`;
  return tx`
    select staged.line, staged.is_bad,
      not staged.is_bad and exists (select from ${tx(leftOut)} other where other.line = staged.line) as is_left_out, staged.id as row_id, staged.name, staged.name_folded, staged.parent_name,
      club.id as club_id, club.name as old_name, club.is_sample, named.id as named_id, parent.id as old_parent_id,
      ${isChanged} as is_changed, ${clearedFields(tx, options)} as cleared,
      null::integer as parent_line, null::integer as parent_club_id,
      null::integer as filled_from, null::integer as filled_to
    from ${tx(rows)} staged
    left join lateral (
      select named.id from club named
      where named.name = staged.name and not staged.is_bad and ${stays(tx, 'named', options)} offset 0
    ) named on true
    left join lateral (
      select club.* from club where club.id = coalesce(staged.id, named.id) and ${stays(tx, 'club', options)} offset 0
    ) club on true
    left join lateral (
      select parent.id from club parent where parent.id = club.parent_id and ${stays(tx, 'parent', options)} offset 0
    ) parent on true`;
}

/** The names of the fields that a `club` has and that its `staged` row clears. */
function clearedFields(tx: Sql, { columns }: PlanOptions): Fragment {
  const isSet = (row: string, column: string) =>
    tx`coalesce(${tx(row)}.${tx(column)}::text, '') not in ('', ${column === 'links' ? '[]' : ''})`;
  const cleared = KEPT_FIELDS.filter((name) => columns.has(name)).map((name) => {
    const stored = FIELDS[name].stored.map(toColumn);
    const any = (row: string) =>
      stored.reduce<Fragment>((before, column) => tx`${before} or ${isSet(row, column)}`, tx`false`);
    const isCleared =
      name === 'parent_name'
        ? tx`parent.id is not null and staged.parent_name = ''`
        : tx`(${any('club')}) and not (${any('staged')})`;
    return tx`case when ${isCleared} then ${name}::text end`;
  });
  return tx`array_remove(array[${list(tx, [tx`null::text`, ...cleared])}], null)`;
}

/** So many rows make a series of ids; of fewer the names may have changed places by hand. */
const SERIES = 4;

/**
 * Finds rows that follow each other, whose ids are not those of their names and repeat or count up: this is what a
 * spreadsheet makes of a cell that is dragged down.
 */
async function findFilledIds(tx: Sql, { matches }: Staging, { columns }: PlanOptions): Promise<void> {
  if (!columns.has('id')) return;
  await tx`
    with stepped as (
      select line, row_id - lag(row_id) over (order by line) as step,
        coalesce(old_name <> name, false) or coalesce(named_id <> row_id, false) as is_other
      from ${tx(matches)} where not is_bad and row_id is not null
    ), odd as (
      select line, step, is_other or coalesce(step = 0, false) as is_odd from stepped
    ), begun as (
      select line, is_odd, not (is_odd and lag(is_odd) over (order by line) and step in (0, 1)) is true as begins from odd
    ), numbered as (
      select line, is_odd, count(*) filter (where begins) over (order by line) as series from begun
    ), filled as (
      select series, min(line) as first, max(line) as last from numbered
      where is_odd group by series having count(*) >= ${SERIES}
    )
    update ${tx(matches)} row set filled_from = filled.first, filled_to = filled.last
    from filled where row.row_id is not null and row.line between filled.first and filled.last`;
}

/** Such a series as a fault has it; null for an id that is in none. */
const filledDown = (tx: Sql): Fragment => tx`
  case when row.filled_from is not null then jsonb_build_object('from', row.filled_from, 'to', row.filled_to) end`;

/** Finds the parents by the names as they will be: those of the file, then those of clubs that it does not touch. */
async function findParents(tx: Sql, staging: Staging, options: PlanOptions): Promise<void> {
  const { allMatches, matches } = staging;
  await tx`
    update ${tx(allMatches)} child set parent_line = parent.line, parent_club_id = parent.club_id
    from ${tx(matches)} parent where child.parent_name <> '' and parent.name = child.parent_name`;
  await tx`
    update ${tx(allMatches)} child set parent_club_id = club.id from club
    where child.parent_name <> '' and child.parent_line is null and club.name = child.parent_name
      and ${stays(tx, 'club', options)} and not (${deletedClubs(tx, staging, options)})
      and not exists (select from ${tx(matches)} other where other.club_id = club.id)`;
}

const INTO_ISSUES = (tx: Sql, { issues }: Staging) =>
  tx`insert into ${tx(issues)} (is_planned, kind, line, column_name, value, fault, club)`;

/** A fault with what is known besides: values of the database, by name. */
const asFault = <Code extends FileFault['code']>(
  tx: Sql,
  code: Code,
  known: Record<Exclude<keyof FileFault<Code>, 'code'>, Fragment>,
): Fragment => tx`
  jsonb_build_object(${list(tx, [
    tx`'code', ${code}::text`,
    ...Object.entries<Fragment>(known).map(([name, value]) => tx`${name}::text, ${value}`),
  ])})`;

async function checkNames(tx: Sql, staging: Staging): Promise<void> {
  await tx`
    ${INTO_ISSUES(tx, staging)}
    select true, 'mistake', row.line, 'name', row.name, ${asFault(tx, 'nameTwice', { line: tx`first.line` })}, null
    from ${tx(staging.matches)} row join (
      select name, min(line) as line from ${tx(staging.matches)} group by name having count(*) > 1
    ) first on first.name = row.name and first.line < row.line`;
}

/** Above are somebody's inventions, and new clubs, which are numbered behind the largest id, soon have no room. */
const LIKELY_ID_MAX = 2_000_000_000;

async function warnOfLargeIds(tx: Sql, staging: Staging): Promise<void> {
  await tx`
    ${INTO_ISSUES(tx, staging)}
    select true, 'warning', line, 'id', row_id::text,
      ${asFault(tx, 'idLarge', { largest: tx`${CLUB_ID_MAX}::integer` })}, name
    from ${tx(staging.matches)} where not is_bad and club_id is null and row_id > ${LIKELY_ID_MAX}`;
}

/**
 * A row has the id of one club, or of none, and the name of another. A new club may have a name that its present owner
 * gives up in the same import, unless its id looks filled down: then the owner would be lost, and made anew by accident.
 */
async function checkIds(tx: Sql, staging: Staging, options: PlanOptions): Promise<void> {
  const { matches, allMatches, leftOut } = staging;
  // None of these looks at the row: each is found out once for all rows.
  const renamed = (rows: string) => tx`
    row.named_id in (
      select other.club_id from ${tx(rows)} other
      where other.club_id is not null and other.row_id is not null and other.name <> other.old_name
    )`;
  const deleted = tx`row.named_id in (select club.id from club where ${deletedClubs(tx, staging, options)})`;
  const staysByChoice = tx`
    (${renamed(allMatches)} or row.named_id in (
      select club.id from club
      where ${missingClubs(tx, staging, options)} and exists (select from ${tx(leftOut)} other where other.club_id = club.id)
    ))`;
  const way = tx`
    case when row.filled_from is not null then null
    when row.club_id is null then case when ${staysByChoice} then 'takeIn' end
    when ${renamed(matches)} or ${deleted} then 'split' end`;
  await tx`
    ${INTO_ISSUES(tx, staging)}
    select true, 'mistake', row.line, 'id', row.row_id::text,
      ${asFault(tx, 'idOfOther', { of: tx`row.old_name`, named: tx`row.named_id`, filled: filledDown(tx), way })},
      row.name
    from ${tx(matches)} row
    where not row.is_bad and row.row_id is not null and row.named_id is not null and row.named_id <> row.row_id
      and not (row.club_id is null and row.filled_from is null and (${renamed(matches)} or ${deleted}))`;
}

/** Several rows are of one club. */
async function checkClubs(tx: Sql, staging: Staging): Promise<void> {
  const matches = tx(staging.matches);
  await tx`
    ${INTO_ISSUES(tx, staging)}
    select true, 'mistake', row.line, 'id', coalesce(row.row_id::text, ''),
      ${asFault(tx, 'sameClub', { line: tx`first.line`, filled: filledDown(tx) })},
      row.name
    from ${matches} row join (
      select coalesce(club_id, row_id) as id, min(line) as line from ${matches}
      where not is_bad and coalesce(club_id, row_id) is not null
      group by coalesce(club_id, row_id) having count(*) > 1
    ) first on first.id = coalesce(row.club_id, row.row_id) and first.line < row.line
    join ${matches} other on other.line = first.line and other.name <> row.name
    where not row.is_bad
      and not (row.filled_from is not null and row.named_id is not null and row.named_id <> row.row_id)`;
}

async function checkParents(tx: Sql, staging: Staging, { deleteMissing, isComplete }: PlanOptions): Promise<void> {
  if (!isComplete) return;
  const leftOut = tx`
    select min(line) from ${tx(staging.allMatches)} other where other.is_left_out and other.name = child.parent_name`;
  await tx`
    ${INTO_ISSUES(tx, staging)}
    select true, 'mistake', child.line, 'parent_name', child.parent_name, case
        when renamed.line is not null
          then ${asFault(tx, 'parentRenamed', { line: tx`renamed.line`, to: tx`renamed.name` })}
        when (${leftOut}) is not null then ${asFault(tx, 'parentLeftOut', { line: tx`(${leftOut})` })}
        when ${deleteMissing} and exists (select from club where club.name = child.parent_name)
          then ${asFault(tx, 'parentDeleted', {})}
        else ${asFault(tx, 'parentUnknown', {})}
      end, child.name
    from ${tx(staging.matches)} child
    left join ${tx(staging.matches)} renamed on renamed.old_name = child.parent_name and renamed.name <> renamed.old_name
    where child.parent_name <> '' and child.parent_line is null and child.parent_club_id is null`;
}

/** A club as a node of the forest: its id or, as long as it has none, its line below zero. */
type Node = number;

/** Parents that close a loop, in the forest as it will be. Of every club two numbers are in memory at most. */
async function checkLoops(tx: Sql, staging: Staging, options: PlanOptions): Promise<void> {
  const matches = tx(staging.matches);
  const parents = new Map<Node, Node>();
  const note = (edges: { node: Node; parent: Node }[]) =>
    edges.forEach(({ node, parent }) => parents.set(node, parent));
  const edges = tx<{ node: Node; parent: Node }[]>`
    select coalesce(club_id, -line) as node, coalesce(parent_club_id, -parent_line) as parent
    from ${matches} where not is_bad and (parent_line is not null or parent_club_id is not null)`;
  for await (const batch of edges.cursor(EDGES)) note(batch);
  if (parents.size === 0) return;
  const others = tx<{ node: Node; parent: Node }[]>`
    select club.id as node, club.parent_id as parent from club
    where club.parent_id is not null and ${stays(tx, 'club', options)}
      and not exists (select from ${matches} row where row.club_id = club.id)
      and not (${deletedClubs(tx, staging, options)})`;
  for await (const batch of others.cursor(EDGES)) note(batch);

  for (const loop of findLoops(parents)) {
    const nodes = await findNodes(tx, staging, loop);
    const issues = loop.flatMap((node, index) => {
      const { line, name } = nodes.get(node) ?? { line: null, name: '' };
      if (line === null) return [];
      const around = [...loop.slice(index), ...loop.slice(0, index)].map((each) => nodes.get(each)?.name ?? '');
      return makeIssue({ line, row: null }, toLoopFault(around), {
        column: 'parent_name',
        value: around[1] ?? name,
        club: name,
      });
    });
    await addIssues(tx, staging, issues, true);
  }
}

const EDGES = 5000;

/** The clubs of a loop, with the line of those that are in the file. */
async function findNodes(
  tx: Sql,
  staging: Staging,
  loop: Node[],
): Promise<Map<Node, { line: number | null; name: string }>> {
  const nodes = await tx<{ node: Node; line: number | null; name: string }[]>`
    select coalesce(club_id, -line) as node, line, name from ${tx(staging.matches)}
    where not is_bad and coalesce(club_id, -line) = any(${tx.array(loop, INTEGER_ARRAY)})`;
  const stored = await tx<{ node: Node; line: number | null; name: string }[]>`
    select id as node, null::integer as line, name from club where id = any(${tx.array(loop, INTEGER_ARRAY)})`;
  return new Map([...stored, ...nodes].map(({ node, line, name }) => [node, { line, name }]));
}

function toLoopFault(loop: string[]): FileFault {
  if (loop.length === 1) return { code: 'ownParent' };
  const around = [...loop, ...loop.slice(0, 1)];
  return around.length > 6
    ? { code: 'loop', first: around.slice(0, 3), last: around.slice(-2) }
    : { code: 'loop', first: around, last: [] };
}

/** The loops among parents, each once and in order. Looks at every club once, however deep they lie. */
export function findLoops(parents: ReadonlyMap<Node, Node>): Node[][] {
  const loops: Node[][] = [];
  const seen = new Set<Node>();
  for (const start of parents.keys()) {
    const path = new Map<Node, number>();
    let node: Node | undefined = start;
    while (node !== undefined && !seen.has(node)) {
      seen.add(node);
      path.set(node, path.size);
      node = parents.get(node);
    }
    const index = node === undefined ? undefined : path.get(node);
    if (index !== undefined) loops.push([...path.keys()].slice(index));
  }
  return loops;
}

/** Two names with the same folded form may be of one club. */
async function warnOfSimilarNames(tx: Sql, staging: Staging): Promise<void> {
  const matches = tx(staging.matches);
  await tx`
    ${INTO_ISSUES(tx, staging)}
    select true, 'warning', row.line, 'name', row.name,
      ${asFault(tx, 'similarName', { line: tx`first.line` })}, null
    from ${matches} row join (
      select name_folded, min(line) as line from ${matches} group by name_folded having count(*) > 1
    ) first on first.name_folded = row.name_folded and first.line < row.line
    join ${matches} other on other.line = first.line and other.name <> row.name`;
}

/** The same of a row and of a club that the file does not touch. */
async function warnOfSimilarClubs(tx: Sql, staging: Staging, options: PlanOptions): Promise<void> {
  if (options.deleteMissing) return;
  const matches = tx(staging.matches);
  await tx`
    ${INTO_ISSUES(tx, staging)}
    select true, 'warning', row.line, 'name', row.name,
      ${asFault(tx, 'similarStoredName', { name: tx`club.name` })}, null
    from ${matches} row
    join club on club.name_folded = row.name_folded and club.name <> row.name and ${stays(tx, 'club', options)}
    where not exists (select from ${matches} other where other.club_id = club.id)`;
}

/** A `match` whose club gets another parent, or one at all. */
export const parentChanges = (sql: Sql): Fragment => sql`
  case when match.parent_name = '' then match.old_parent_id is not null
    else match.parent_club_id is null or match.parent_club_id is distinct from match.old_parent_id end`;

async function sumUp(run: Steps['run'], staging: Staging, options: PlanOptions): Promise<Omit<ImportPlan, 'version'>> {
  const { digest, clearedDigest, ...sums } = await run((tx) => countMatches(tx, staging));
  const cleared = await run((tx) => countCleared(tx, staging));
  await run(async (tx) => {
    await tx`
      ${INTO_ISSUES(tx, staging)}
      select true, 'to be renamed', line, 'name', name, ${asFault(tx, 'renamed', {})}, old_name
      from ${tx(staging.matches)} where old_name <> name order by line`;
  });
  const renames = await run(
    (tx) => tx<Rename[]>`
      select old_name as "from", name as "to", is_sample from ${tx(staging.matches)} where old_name <> name
      order by line limit ${SHOWN}`,
  );
  return await run(async (tx) => {
    const [{ removedSamples }] = await tx<[{ removedSamples: number }]>`
      select count(*)::int as removed_samples from club where is_sample and ${options.replaceSamples}`;
    const deleted = deletedClubs(tx, staging, options);
    await tx`
      ${INTO_ISSUES(tx, staging)}
      select true, 'to be deleted', null, 'id', id::text, ${asFault(tx, 'deleted', {})}, name
      from club where ${deleted} order by name, id`;
    const [deletions] = await tx<[{ count: number; digest: string }]>`
      select count(*)::int as count, coalesce(sum(hashtextextended(jsonb_build_array(id, name)::text, 1)), 0)::text as digest from club where ${deleted}`;
    const names = await tx<{ name: string }[]>`select name from club where ${deleted} order by name, id limit ${SHOWN}`;
    await tellRows(tx, staging);
    return {
      ...sums,
      deleted: deletions.count,
      removedSamples,
      renames: [...renames],
      deletions: names.map(({ name }) => name),
      cleared,
      consent:
        sums.renamed + deletions.count + cleared.length === 0 ? '' : `${digest} ${deletions.digest} ${clearedDigest}`,
      ...(await countIssues(tx, staging)),
    };
  });
}

type Sums = Pick<ImportPlan, 'created' | 'updated' | 'unchanged' | 'renamed' | 'renamedByFilling'>;

async function countCleared(tx: Sql, staging: Staging): Promise<ClearedField[]> {
  const counts = await tx<ClearedField[]>`
    select field, count(*)::int as clubs from ${tx(staging.matches)} cross join unnest(cleared) field group by field`;
  return KEPT_FIELDS.flatMap((name) => counts.find(({ field }) => field === name) ?? []);
}

async function countMatches(tx: Sql, staging: Staging): Promise<Sums & { digest: string; clearedDigest: string }> {
  const [counts] = await tx<[Sums & { digest: string; clearedDigest: string }]>`
    select count(*) filter (where club_id is null)::int as created,
      count(*) filter (where club_id is not null and is_other)::int as updated,
      count(*) filter (where club_id is not null and not is_other)::int as unchanged,
      count(*) filter (where old_name <> name)::int as renamed,
      count(*) filter (where old_name <> name and filled_from is not null)::int as renamed_by_filling,
      coalesce(sum(hashtextextended(jsonb_build_array(club_id, old_name, name, is_sample)::text, 1))
        filter (where old_name <> name), 0)::text as digest,
      coalesce(sum(hashtextextended(jsonb_build_array(club_id, cleared)::text, 1))
        filter (where cleared <> '{}'), 0)::text as cleared_digest
    from (
      select match.*, is_changed or old_name <> name or ${parentChanges(tx)} as is_other
      from ${tx(staging.matches)} match where not is_bad
    ) row`;
  return counts;
}

/** The clubs that have no row, where such clubs are deleted. */
export const missingClubs = (sql: Sql, { allMatches }: Staging, options: PlanOptions): Fragment =>
  options.deleteMissing
    ? sql`${stays(sql, 'club', options)} and not exists (select from ${sql(allMatches)} row where row.club_id = club.id)`
    : sql`false`;

/** Those of them that nobody has left out. */
export const deletedClubs = (sql: Sql, staging: Staging, options: PlanOptions): Fragment => sql`
  ${missingClubs(sql, staging, options)}
  and not exists (select from ${sql(staging.leftOut)} other where other.club_id = club.id)`;
