import { TEXT_ARRAY } from '../../lib/sql.ts';
import type { ClubStore } from '../directory/club-store.ts';
import type { IndexedClub, NameIndex } from '../directory/name-index.ts';
import { ACTIVE_CLUBS } from '../directory/name-index.ts';
import { GENERIC_WORDS } from '../directory/stopwords.ts';
import { MAX_CLUB_ID } from '../record/field-rules.ts';
import { findWords } from '../directory/index-queries.ts';

const SIMILAR = 6;
/** The words of a club that are compared: its rarest ones that other clubs have, too. */
const WORDS = 16;
/** Words of more clubs than this say little. */
const COMMON_FROM = 1000;
/** The maximum number of clubs that are compared by words. */
const COMPARED = 200;
/** A shared category counts as much as two shared words of the same frequency. */
const CATEGORY_WEIGHT = 2;

/** The ids of other active clubs that share words of their texts and categories with a club, the most similar first. */
export async function findSimilar(
  { sql, vocabulary }: Pick<ClubStore, 'sql' | 'vocabulary'>,
  names: NameIndex,
  club: IndexedClub,
): Promise<number[]> {
  const clubs = names.find(ACTIVE_CLUBS);
  /** The rarer something is, the more it says. */
  const weightOf = (count: number) => Math.log(1 + clubs.length / Math.max(count, 1));
  const words = (await findWords(sql, [club.id]))
    .map(({ word }) => ({ word, count: vocabulary.countOf(word) }))
    .filter(({ word, count }) => word.length > 2 && !GENERIC_WORDS.has(word) && count > 1 && count < COMMON_FROM)
    .sort((a, b) => a.count - b.count || (a.word < b.word ? -1 : 1))
    .slice(0, WORDS);
  const terms = sql.array(
    words.map(({ word }) => word),
    TEXT_ARRAY,
  );
  const rows = await sql<{ id: number; shared: string[] }[]>`
    select id, to_jsonb(shared) as shared from (
      select id, array(
        select word from unnest(${terms}) as word where words @@ quote_literal(word)::tsquery
      ) as shared
      from club where is_active and words @@ (select string_agg(quote_literal(word), ' | ') from unnest(${terms}) as word)::tsquery
    ) candidate
    order by cardinality(shared) desc, id limit ${COMPARED}`;
  const weights = new Map(words.map(({ word, count }) => [word, weightOf(count)]));
  const scores = new Map(
    rows.map(({ id, shared }) => [id, shared.reduce((sum, word) => sum + (weights.get(word) ?? 0), 0)]),
  );
  for (const { folded } of club.categories) {
    const alike = names.find({ ...ACTIVE_CLUBS, categories: [folded] });
    const weight = CATEGORY_WEIGHT * weightOf(alike.length);
    for (const { id } of alike) scores.set(id, (scores.get(id) ?? 0) + weight);
  }
  scores.delete(club.id);
  // Of equal ones, the next ids come first, so that not all pages show the same clubs.
  const distanceTo = (id: number) => (id > club.id ? id - club.id : id + MAX_CLUB_ID);
  return [...scores]
    .sort(([a, scoreA], [b, scoreB]) => scoreB - scoreA || distanceTo(a) - distanceTo(b))
    .slice(0, SIMILAR)
    .map(([id]) => id);
}
