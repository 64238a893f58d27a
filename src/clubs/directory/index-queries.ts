import type { Sql } from '../../../db/client.ts';
import { isBefore, readVersion } from '../../lib/version.ts';
import { findVersion, withVersion } from '../record/version-queries.ts';
import { indexClub, NameIndex, type IndexedClub, type IndexRow } from './name-index.ts';
import { SimilarityIndex, type ComparedClub, type ComparedTexts, type SimilarClub } from './similarity.ts';
import { Vocabulary } from './vocabulary.ts';

const INDEX_BATCH = 5000;

/** Reads all clubs in the order of the list. One statement reads one snapshot. */
export async function loadNameIndex(sql: Sql): Promise<NameIndex> {
  // Without clubs, the version of the index may be older than their absence: then its next update corrects it.
  let version = await findVersion(sql);
  const clubs: IndexedClub[] = [];
  // A subquery, because a join would lose the order of the index.
  const rows = sql<(IndexRow & { version: string })[]>`
    ${withVersion(sql)}
    select (select version from directory) as version, id, is_active, name_folded, category, aliases
    from club order by name, id`;
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
    where id = any(${ids}) group by word`;

/** The words of the site. */
export const findSearchWords = async (sql: Sql) =>
  await sql<{ term: string; meaning: string }[]>`
    select name as term, value as meaning from site_entry where kind = 'word' order by name`;

export interface ClubChanges {
  version: string;
  /** Whether the index of names shows all clubs as before. */
  hasSameNames: boolean;
  /** The clubs that changed; null when the database does not store which. */
  changedIds: number[] | null;
}

/** One statement, and so one snapshot. Null when the database does not store all these changes. */
export async function findChangesSince(sql: Sql, since: string): Promise<ClubChanges | null> {
  const { epoch, number } = readVersion(since);
  const [changes] = await sql<[ClubChanges & { isComplete: boolean }]>`
    with change as materialized (
      select moved_ids, other_ids from directory_change where version > ${number}::int
    )
    select directory_epoch(epoch) || '-' || version as version,
      version - ${number}::int = (select count(*) from change) as is_complete,
      not exists (select from change where moved_ids is distinct from '{}') as has_same_names,
      case when not exists (select from change where moved_ids is null or other_ids is null)
        then array(select distinct unnest(moved_ids || other_ids) from change) end as changed_ids
    from directory_version`;
  const { version, isComplete, hasSameNames, changedIds } = changes;
  // A standby may not have received the version yet.
  if (version === since || isBefore(version, since)) return { version: since, hasSameNames: true, changedIds: [] };
  return isComplete && readVersion(version).epoch === epoch ? { version, hasSameNames, changedIds } : null;
}
