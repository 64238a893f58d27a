import type { ClubStore } from '../directory/club-store.ts';
import { ACTIVE_CLUBS, type IndexedClub, type NameIndex } from '../directory/name-index.ts';
import { FILLER_WORDS } from '../directory/stopwords.ts';
import { MAX_CLUB_ID } from '../record/field-rules.ts';

const SIMILAR = 6;
/** The words of a club that are compared: those of its name, and its rarest ones that other clubs have, too. */
const WORDS = 24;
/** Words of more clubs, or of a larger part of them, say little. */
const COMMON = { count: 1000, part: 0.2 };
/** The maximum number of clubs that are compared by words. */
const COMPARED = 200;
/** How much more a word of the name says than a word of the texts. */
const NAME_WEIGHT = 3;
/** A shared category counts as much as two shared words of the same frequency. */
const CATEGORY_WEIGHT = 2;

/**
 * The minimum score without a common category: the weight of this number of words that only two clubs have, and this
 * part of the highest score.
 */
const ENOUGH = { words: 3.8, part: 0.4 };

/** Loads the clubs that are similar to a club that was read at a version; none while the index is not loaded. */
export async function loadSimilar(store: ClubStore, id: number, version: string) {
  const names = await store.namesSoon();
  const club = names?.clubs.find((other) => other.id === id);
  if (!names || !club) return { similar: [], isCurrent: false };
  const ids = await findSimilar(store, names, club);
  const { rows, version: found } = await store.findCurrentCards(ids, names.version);
  // Whether everything has the version of the club.
  return { similar: rows, isCurrent: names.version === version && found === version };
}

/** The ids of other active clubs that share words of their texts and categories with a club, the most similar first. */
async function findSimilar(
  { sql, vocabulary }: Pick<ClubStore, 'sql' | 'vocabulary'>,
  names: NameIndex,
  club: IndexedClub,
): Promise<number[]> {
  const clubs = names.find(ACTIVE_CLUBS);
  /** The rarer something is, the more it says. */
  const weightOf = (count: number) => Math.log(1 + clubs.length / Math.max(count, 1));
  const found = await sql<{ word: string; isName: boolean }[]>`
    select lexeme as word, 'A' = any(weights) as is_name
    from club cross join unnest(words) where id = ${club.id} order by lexeme collate "C"`;
  const words = found
    .filter(({ word }) => word.length > 2 && !FILLER_WORDS.has(word))
    .map(({ word, isName }) => {
      const forms = vocabulary.formsOf(word);
      const count = forms.reduce((sum, form) => sum + vocabulary.countOf(form), 0);
      const weight = weightOf(count) * (isName ? NAME_WEIGHT : 1);
      return { query: forms.map((form) => `'${form}'`).join(' | '), count, weight };
    })
    .filter(
      ({ query, count }) =>
        query !== '' && count > 1 && count < Math.min(COMMON.count, 10 + COMMON.part * clubs.length),
    )
    .sort((a, b) => b.weight - a.weight)
    .filter(({ query }, index, all) => all.findIndex((other) => other.query === query) === index)
    .slice(0, WORDS);
  const rows = await sql<{ id: number; score: number }[]>`
    with term as materialized (
      select query::tsquery, weight from jsonb_to_recordset(${sql.json(words)}) as word (query text, weight float8)
    )
    -- Long texts share more words by chance.
    select id, (select sum(weight) from term where words @@ query) * 10 / sqrt(20 + length(words)) as score
    from club where is_active and words @@ (select string_agg(query::text, ' | ') from term)::tsquery
    order by score desc, id limit ${COMPARED}`;
  const scores = new Map(rows.map(({ id, score }) => [id, score]));
  const related = new Set<number>();
  for (const { folded } of club.categories) {
    const alike = names.find({ ...ACTIVE_CLUBS, categories: [folded] });
    const weight = CATEGORY_WEIGHT * weightOf(alike.length);
    for (const { id } of alike) {
      scores.set(id, (scores.get(id) ?? 0) + weight);
      related.add(id);
    }
  }
  scores.delete(club.id);
  const least = Math.max(ENOUGH.words * weightOf(2), ENOUGH.part * Math.max(...scores.values()));
  // Of equal ones, the next ids come first, so that not all pages show the same clubs.
  const distanceTo = (id: number) => (id > club.id ? id - club.id : id + MAX_CLUB_ID);
  return [...scores]
    .filter(([id, score]) => related.has(id) || score >= least)
    .sort(([a, scoreA], [b, scoreB]) => scoreB - scoreA || distanceTo(a) - distanceTo(b))
    .slice(0, SIMILAR)
    .map(([id]) => id);
}
