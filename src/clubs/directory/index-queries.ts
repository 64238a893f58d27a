import type { Sql } from '../../../db/client.ts';
import { INTEGER_ARRAY } from '../../lib/sql.ts';
import { isBefore, readVersion } from '../../lib/version.ts';
import { findVersion, versionOf, withVersion } from '../record/version-queries.ts';
import { indexClub, NameIndex, type IndexedClub, type IndexRow, type MovedRow } from './name-index.ts';
import { SimilarityIndex, type ComparedClub, type ComparedTexts, type SimilarClub } from './similarity.ts';
import { Vocabulary } from './vocabulary.ts';

const indexedColumns = (sql: Sql) => sql`id, is_active, name_folded, category, aliases`;

const INDEX_BATCH = 5000;

/** Reads all clubs in the order of the list. One statement reads one snapshot. */
export async function loadNameIndex(sql: Sql): Promise<NameIndex> {
  // Without clubs, the version of the index may be older than their absence: then its next update corrects it.
  let version = await findVersion(sql);
  const clubs: IndexedClub[] = [];
  // A subquery, because a join would lose the order of the index.
  const rows = sql<(IndexRow & { version: string })[]>`
    ${withVersion(sql)}
    select (select version from directory) as version, ${indexedColumns(sql)} from club order by name, id`;
  for await (const batch of rows.cursor(INDEX_BATCH)) {
    for (const row of batch) {
      version = row.version;
      clubs.push(indexClub(row));
    }
  }
  return new NameIndex(version, clubs);
}

/** The last index, which is large for many clubs. */
let similarity: { version: string; index: SimilarityIndex } | null = null;

export async function loadSimilarityIndex(sql: Sql): Promise<SimilarityIndex> {
  const version = await findVersion(sql);
  if (similarity?.version === version) return similarity.index;
  const clubs = await sql<ComparedClub[]>`
    select id, name, aliases, website, contact from club order by id`;
  const index = await SimilarityIndex.of(clubs);
  similarity = { version, index };
  return index;
}

/** Up to three clubs that a new one may be, the most similar first. */
export const findSimilarClubs = async (sql: Sql, texts: ComparedTexts): Promise<SimilarClub[]> =>
  (await loadSimilarityIndex(sql))
    .find(texts)
    .slice(0, 3)
    .map(({ club }) => club);

/** The number of clubs whose words are read: more have hardly any other words. */
const WORDS_FROM = 20_000;

/** Reads the words of all clubs, or of many of them. */
export async function loadVocabulary(sql: Sql, clubCount: number): Promise<Vocabulary> {
  const percentage = Math.min((100 * WORDS_FROM) / clubCount, 100);
  const sample = percentage === 100 ? '' : ` tablesample system (${percentage}) repeatable (1)`;
  const vocabulary = new Vocabulary();
  const rows = sql<{ word: string; count: number }[]>`
    select word, ndoc as count from ts_stat(${`select words from club${sample}`}) order by word collate "C"`;
  for await (const batch of rows.cursor(INDEX_BATCH)) for (const { word, count } of batch) vocabulary.add(word, count);
  return vocabulary;
}

/** The words of some clubs, with the number of these clubs that have each. */
export const findWords = async (sql: Sql, ids: readonly number[]): Promise<{ word: string; count: number }[]> =>
  await sql<{ word: string; count: number }[]>`
    select word, count(*)::int as count from club, unnest(tsvector_to_array(words)) as word
    where id = any(${sql.array([...ids], INTEGER_ARRAY)}) group by word`;

/** The words of the site. */
export const findSearchWords = async (sql: Sql) =>
  await sql<{ term: string; meaning: string }[]>`
    select name as term, value as meaning from site_entry where kind = 'word' order by name`;

export interface ClubChanges {
  version: string;
  /** The clubs that the index shows differently now, including new and deleted ones. */
  movedIds: number[];
  /** The existing ones of `movedIds`, in the order of the list. */
  moved: MovedRow[];
  /** All clubs that changed; null when the database does not store which. */
  changedIds: number[] | null;
}

/** With more moved clubs than this, reading all names is as fast. */
const MAX_MOVED = 10_000;

/** One statement, and so one snapshot. Null when the database does not store all these changes, or they are too many. */
export async function findChangesSince(sql: Sql, since: string): Promise<ClubChanges | null> {
  const { epoch, number } = readVersion(since);
  const rows = await sql<
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
  const version = versionOf(rows);
  // A standby may not have received the version yet.
  if (version === since || isBefore(version, since)) return { version: since, movedIds: [], moved: [], changedIds: [] };
  const [first] = rows;
  if (!first?.isComplete || readVersion(version).epoch !== epoch) return null;
  const idsOf = (changed: { changedId: number | null }[]) => changed.flatMap(({ changedId }) => changedId ?? []);
  return {
    version,
    movedIds: idsOf(rows.filter(({ isMoved }) => isMoved)),
    moved: rows.flatMap((row) => (row.id === null ? [] : [row])),
    changedIds: first.hasOthers ? idsOf(rows) : null,
  };
}
