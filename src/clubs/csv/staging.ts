import type postgres from 'postgres';
import type { Database, Sql, Transaction } from '../../../db/client.ts';
import { ConnectionLostError, UnknownOutcomeError } from '../../lost-connection.ts';
import { renderClubTexts, MARKDOWN_RULES } from '../../markdown.ts';
import { CLUB_LIMITS, FIELD_NAMES, FIELDS, toColumn, type FieldName, type StoredName } from '../record.ts';
import { INTEGER_ARRAY, list, TEXT_ARRAY } from '../../sql-fragments.ts';
import type { FileIssue, ReportEntry } from './issues.ts';
import type { FileRow } from './rows.ts';

/**
 * The rows of a file in the database, in tables that are one import's own: a file may be larger than memory, and no
 * reader of the directory waits while it is read.
 */
export interface Staging {
  id: number;
  /** The rows, with `isBad` for those that have no more than a name. */
  rows: string;
  /** The rows again, without their texts: which club each is of, and what becomes of it. */
  allMatches: string;
  /** Those of them that are not left out: a view. */
  matches: string;
  /** What somebody leaves out: rows by their line, and clubs without a row, which then are not deleted, by their id. */
  leftOut: string;
  issues: string;
  /** What somebody is shown of the plan, where somebody is, and the next of it while that is made. */
  shown: string;
  showing: string;
  /** How many rows there are. */
  count: number;
}

/** A part of a day would do: nobody thinks about a question for longer. */
export const LEFT_BEHIND = '1 day';

const tablesOf = (id: number) => ({
  rows: `import_row_${id}`,
  allMatches: `import_match_${id}`,
  leftOut: `import_left_out_${id}`,
  issues: `import_issue_${id}`,
  shown: `import_shown_${id}`,
  showing: `import_showing_${id}`,
});

/** The tables of an import that was opened before, and how many rows it has. */
export const stagingOf = (id: number, count: number): Staging => ({
  id,
  ...tablesOf(id),
  matches: `import_in_${id}`,
  count,
});

/** A transaction on the tables of an import. What dies with them need not reach the disk before the work goes on. */
export const inStaging = async <T>(sql: Database, work: (tx: Transaction) => Promise<T>): Promise<T> => {
  let result: { value: T } | undefined;
  const done = sql.begin(async (tx) => {
    await tx`set local synchronous_commit = off`;
    result = { value: await work(tx) };
  });
  await done.catch((error: unknown) => {
    // Of the clubs it changed none, whether it was completed or not.
    if (error instanceof UnknownOutcomeError) throw new ConnectionLostError(LOST, { cause: error });
    throw error;
  });
  if (!result) throw new Error('A transaction ended without its work.');
  return result.value;
};

const LOST = 'The connection to the database was lost.';

/** How work on all rows of an import is done: in one transaction, or in several. */
export interface Steps {
  run: <T>(step: (tx: Sql) => Promise<T>) => Promise<T>;
  /** So many rows a step takes at most; null for all of them. */
  rows: number | null;
}

/** As many keep the readers of an embedded database waiting for about as long as a page takes. */
const PIECE = { rows: 500, staged: 200, characters: 100_000 };

/** In transactions of their own, between which others get their turn. A server has connections for them. */
export const stepsOf = (sql: Database): Steps => ({
  run: (step) => inStaging(sql, step),
  rows: sql.takesTurns ? PIECE.rows : null,
});

/** In a transaction of somebody else's. */
export const stepsWithin = (tx: Transaction): Steps => ({ run: (step) => step(tx), rows: null });

/** The end of the next rows behind a line, which is the first of none; null when there are none. */
export async function findPiece(tx: Sql, { rows }: Staging, behind: number, count: number | null) {
  const [{ last }] = await tx<[{ last: number | null }]>`
    select max(line) as last from (
      select line from ${tx(rows)} where line > ${behind} order by line limit ${count}::integer
    ) piece`;
  return last;
}

/** Tells the planner about rows that have just come: a tenth of what is usual is enough, and takes a tenth of the time. */
export async function analyze(tx: Sql, table: string, columns: readonly string[]): Promise<void> {
  await tx`set local default_statistics_target = 10`;
  await tx`
    analyze ${tx(table)} (${list(
      tx,
      columns.map((column) => tx`${tx(column)}`),
    )})`;
}

/**
 * A transaction that takes tables of imports away, also where there is no room to write any more: it takes next to
 * nothing, and gives back much.
 */
const inSweep = (sql: Database, work: (tx: Transaction) => Promise<void>): Promise<void> =>
  inStaging(sql, async (tx) => {
    await tx`set transaction read write`;
    await work(tx);
  });

/** Makes the tables of an import, which is a new one unless it is named, and sweeps those of imports that died. */
export async function openStaging(sql: Database, importId: number | null = null): Promise<Staging> {
  await inSweep(sql, async (tx) => {
    const dead = await tx<{ id: number }[]>`
      select id from club_import where started_at < now() - ${LEFT_BEHIND}::interval for update skip locked`;
    for (const { id } of dead) await drop(tx, id);
  });
  return await inStaging(sql, async (tx) => {
    const id = importId ?? (await tx<[{ id: number }]>`insert into club_import default values returning id`)[0].id;
    const tables = stagingOf(id, 0);
    // A restore may have set the numbers back.
    await dropTables(tx, id);
    // The types are those of the club's own columns.
    await tx`
      create unlogged table ${tx(tables.rows)} as
      select 0 as line, 0 as row_number, false as is_bad, false as has_image, ${list(
        tx,
        CLUB_FIELDS.map((field) => tx`club.${tx(field)}`),
      )},
        name as parent_name, short_description_html, description_html, html_digest, name_folded
      from club with no data`;
    // Rows are taken by their lines, in pieces.
    await tx`create index on ${tx(tables.rows)} (line)`;
    await tx`
      create unlogged table ${tx(tables.issues)} (
        id integer generated always as identity, is_planned boolean, kind text, line integer, row_number integer, column_name text,
        value text, fault jsonb, club text)`;
    await tx`create unlogged table ${tx(tables.leftOut)} (line integer, club_id integer)`;
    return tables;
  });
}

/** Takes the tables of an import away; what it wrote stays. */
export const closeStaging = (sql: Database, { id }: Staging): Promise<void> => inSweep(sql, (tx) => drop(tx, id));

/** Takes the tables of an import away that is over, and leaves what is said of it. */
export const emptyStaging = (sql: Database, { id }: Staging): Promise<void> => inSweep(sql, (tx) => dropTables(tx, id));

/** Whether an import has changed the clubs. Waits for a transaction that is still at it, and fails when that takes long. */
export const findOutcome = (sql: Database, { id }: Staging): Promise<boolean> =>
  inStaging(sql, async (tx) => {
    await tx`set local lock_timeout = '30s'`;
    const [row] = await tx<{ isWritten: boolean }[]>`
      select written_at is not null as is_written from club_import where id = ${id} for update`;
    if (!row) throw new Error('The import is no longer known.');
    return row.isWritten;
  });

async function drop(tx: Sql, id: number): Promise<void> {
  await dropTables(tx, id);
  await tx`delete from club_import where id = ${id}`;
}

/** In a transaction of somebody else's. */
export async function dropTables(tx: Sql, id: number): Promise<void> {
  await tx`drop view if exists ${tx(stagingOf(id, 0).matches)}`;
  for (const table of Object.values(tablesOf(id))) await tx`drop table if exists ${tx(table)}`;
}

/** Takes the tables of every import away: of a directory that another one takes the place of. */
export async function dropAllStaging(tx: Transaction): Promise<void> {
  const found = await tx<{ id: number }[]>`
    select distinct (regexp_match(relname, '^import_[a-z_]+_(\\d{1,9})$'))[1]::integer as id
    from pg_class where pg_table_is_visible(oid) and relname ~ '^import_[a-z_]+_\\d{1,9}$' and relkind in ('r', 'v')`;
  for (const { id } of found) await dropTables(tx, id);
}

/** The fields of a row that are columns of a club, as the table names them. */
export const CLUB_FIELDS = FIELD_NAMES.flatMap((name): readonly StoredName[] => FIELDS[name].stored)
  .filter((name) => name !== 'parentName')
  .map(toColumn);

const STAGED = [
  'line',
  'row_number',
  'is_bad',
  'has_image',
  ...CLUB_FIELDS,
  'parent_name',
  'short_description_html',
  'description_html',
];

export interface StageOptions {
  columns: ReadonlySet<FieldName>;
  /** The sample clubs are as good as gone. */
  replaceSamples: boolean;
}

/** A row as its table takes it. */
export type StagedRecord = Record<string, unknown>;

/** Adds rows that were rendered, and what was found wrong in them. */
export async function stageRows(
  sql: Database,
  staging: Staging,
  records: StagedRecord[],
  issues: FileIssue[],
): Promise<void> {
  const pieces = sql.takesTurns ? [...inPieces(records)] : [records];
  for (const [index, piece] of pieces.entries()) {
    await inStaging(sql, async (tx) => {
      await insertRows(tx, staging, piece);
      if (index === pieces.length - 1) await addIssues(tx, staging, issues);
    });
  }
  staging.count += records.length;
}

/** At least one, be it an empty one. */
function* inPieces(records: StagedRecord[]): Generator<StagedRecord[], void, undefined> {
  let piece: StagedRecord[] = [];
  let characters = 0;
  for (const record of records) {
    if (piece.length >= PIECE.staged || characters >= PIECE.characters) {
      yield piece;
      piece = [];
      characters = 0;
    }
    piece.push(record);
    for (const value of Object.values(record)) if (typeof value === 'string') characters += value.length;
  }
  yield piece;
}

async function insertRows(tx: Transaction, staging: Staging, records: StagedRecord[]): Promise<void> {
  await tx`
    insert into ${tx(staging.rows)} (${list(
      tx,
      [...STAGED, 'html_digest', 'name_folded'].map((name) => tx`${tx(name)}`),
    )})
    select ${list(
      tx,
      STAGED.map((name) => tx`${tx(name)}`),
    )},
      case when short_description_html is not null then club_text_digest(short_description, description) end,
      search_fold(name)
    from jsonb_populate_recordset(null::${tx(staging.rows)}, ${tx.json(records as postgres.JSONValue)})`;
}

/**
 * Separates the categories of staged rows at commas, and answers of how many rows. A row with an id comes from an
 * export, and a category text that a club has already is known: both stay as they are.
 */
export const splitCategoriesAtCommas = (sql: Database, { rows }: Staging): Promise<number> =>
  inStaging(sql, async (tx) => {
    const { count } = await tx`
      update ${tx(rows)} staged set category = split.category
      from (
        select line, (
          select string_agg(btrim(label), '; ' order by place)
          from regexp_split_to_table(given.category, ',') with ordinality part (label, place)
          where btrim(label) <> ''
        ) as category
        from ${tx(rows)} given
        where not is_bad and id is null and category like '%,%'
          and not exists (select from club where club.category = given.category)
      ) split
      where split.line = staged.line and char_length(split.category) <= ${CLUB_LIMITS.category}`;
    return count;
  });

/** Rows for their table, with the Markdown rendered of those that the directory does not have as they are. */
export async function renderRows(sql: Sql, rows: FileRow[], options: StageOptions): Promise<StagedRecord[]> {
  const stored = await findStoredTexts(sql, rows, options);
  const records: StagedRecord[] = [];
  for (const { line, row, name, parentName = null, club, hasImage = false } of rows) {
    if (!club) {
      if (name !== '')
        records.push({ line, row_number: row, is_bad: true, has_image: false, name, parent_name: parentName });
      continue;
    }
    const found = club.id ? stored.byId.get(club.id) : stored.byName.get(name);
    const texts = {
      shortDescription: club.shortDescription,
      description: club.description ?? found?.description ?? '',
    };
    const isSame =
      found?.isRendered === true &&
      found.shortDescription === texts.shortDescription &&
      found.description === texts.description;
    const html = isSame ? {} : await renderClubTexts(texts);
    const fields = Object.entries({ ...club, ...texts, ...html }).map(([key, value]) => [toColumn(key), value]);
    records.push({
      line,
      row_number: row,
      is_bad: false,
      has_image: hasImage,
      ...(Object.fromEntries(fields) as StagedRecord),
    });
  }
  return records;
}

interface StoredTexts {
  id: number;
  name: string;
  shortDescription: string;
  description: string;
  isRendered: boolean;
}

async function findStoredTexts(sql: Sql, rows: FileRow[], { columns, replaceSamples }: StageOptions) {
  const clubs = rows.flatMap(({ club }) => club ?? []);
  const ids = clubs.flatMap(({ id }) => id ?? []);
  const names = clubs.flatMap(({ id, name }) => (id ? [] : name));
  const stored = await sql<StoredTexts[]>`
    select id, name, short_description, description, html_rules is not distinct from ${MARKDOWN_RULES} as is_rendered
    from club
    where (name = any(${sql.array(names, TEXT_ARRAY)}) ${columns.has('id') ? sql`or id = any(${sql.array(ids, INTEGER_ARRAY)})` : sql``})
      ${replaceSamples ? sql`and not is_sample` : sql``}`;
  return {
    byId: new Map(stored.map((club) => [club.id, club])),
    byName: new Map(stored.map((club) => [club.name, club])),
  };
}

/** Adds what was found in rows, or `isPlanned`: what comparing the file with the directory has found. */
export async function addIssues(tx: Sql, staging: Staging, issues: FileIssue[], isPlanned = false): Promise<void> {
  if (issues.length === 0) return;
  const records = issues.map(({ row, column, ...issue }) => ({ ...issue, row_number: row, column_name: column }));
  await tx`
    insert into ${tx(staging.issues)} (is_planned, kind, line, row_number, column_name, value, fault, club)
    select ${isPlanned}, kind, line, row_number, column_name, value, fault, club
    from jsonb_populate_recordset(null::${tx(staging.issues)}, ${tx.json(records as postgres.JSONValue)})`;
}

/** Says of what comparing the file has found in which row it is. */
export async function tellRows(tx: Sql, { issues, rows }: Staging): Promise<void> {
  await tx`
    update ${tx(issues)} issue set row_number = staged.row_number from ${tx(rows)} staged
    where issue.is_planned and staged.line = issue.line`;
}

/** How many mistakes and warnings there are. */
export async function countIssues(sql: Sql, staging: Staging): Promise<{ mistakes: number; warnings: number }> {
  const [counts] = await sql<[{ mistakes: number; warnings: number }]>`
    select count(*) filter (where kind = 'mistake')::int as mistakes,
      count(*) filter (where kind = 'warning')::int as warnings
    from ${sql(staging.issues)}`;
  return counts;
}

/** The first issues by line, behind so many of them. */
export const findIssues = async (
  sql: Sql,
  staging: Staging,
  kind: FileIssue['kind'],
  limit: number,
  offset = 0,
): Promise<FileIssue[]> => [
  ...(await sql<FileIssue[]>`
    select ${issueColumns(sql)} from ${sql(staging.issues)} where kind = ${kind}
    order by line, id limit ${limit} offset ${offset}`),
];

/** The warnings of some rows. */
export const findWarnings = async (sql: Sql, staging: Staging, lines: readonly number[]): Promise<FileIssue[]> => [
  ...(await sql<FileIssue[]>`
    select ${issueColumns(sql)} from ${sql(staging.issues)}
    where kind = 'warning' and line = any(${sql.array([...lines], INTEGER_ARRAY)}) order by line, id`),
];

/** Every issue by line, then what is to be renamed and deleted, in batches. */
export const readReport = (sql: Sql, staging: Staging): AsyncIterable<ReportEntry[]> =>
  sql<ReportEntry[]>`
    select ${issueColumns(sql)} from ${sql(staging.issues)}
    order by kind not in ('mistake', 'warning'), line nulls last, id`.cursor(1000);

const issueColumns = (sql: Sql) => sql`
  kind, line, row_number as row, column_name as column, value, fault, club`;
