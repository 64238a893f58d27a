import type { Sql } from '../../../db/client.ts';
import { STOPWORDS } from '../directory/stopwords.ts';
import { foldForSearch, searchPattern } from '../record/fold.ts';
import { KINDS, type ClubRows } from '../record/columns.ts';
import { matching } from '../directory/matching.ts';
import type { ClubSummary } from '../record/columns.ts';
import type { ClubFilter } from '../search.ts';
import { synonymsOf, searchWords } from './synonyms.ts';

/** The maximum number of mentions. Lists with as many clubs or more have none. */
export const MENTIONS = 6;

/** The maximum number of words of a phrase in the list of synonyms. */
const PHRASE = 4;

/** Clubs that mention the name of the filter outside of their names: equal aliases first, then by rank of the field. */
export async function findMentions(sql: Sql, filter: ClubFilter, limit: number): Promise<ClubSummary[]> {
  const query = toTextQuery(filter.name);
  if (query === '') return [];
  const rows = await sql<ClubRows['card'][]>`
    select ${KINDS.card.columns(sql)} ${matching(sql, { ...filter, name: '' })}
      and words @@ ${query}::tsquery and name_folded not like ${searchPattern(filter.name)}
    order by
      exists (
        select from string_to_table(aliases, '|') as alias where btrim(search_fold(alias)) = ${foldForSearch(filter.name)}
      ) desc,
      -- Description, short description, category, names
      ts_rank('{0.001, 0.01, 0.1, 1}', words, ${query}::tsquery) desc, name, id
    limit ${limit}`;
  return rows.map(KINDS.card.read);
}

/** A tsquery of all words: as prefixes, singulars or synonyms, without stop words unless alone. Empty without words. */
function toTextQuery(text: string): string {
  const words = searchWords(text);
  const parts: string[] = [];
  for (let start = 0; start < words.length;) {
    let length = Math.min(PHRASE, words.length - start);
    while (length > 1 && !synonymsOf(words.slice(start, start + length).join(' '))) length -= 1;
    const term = words.slice(start, start + length).join(' ');
    const isSmall = STOPWORDS.has(term) && words.length > 1;
    if (!isSmall) parts.push([...alternativesOf(term)].join(' | '));
    start += length;
  }
  return parts.map((part) => `(${part})`).join(' & ');
}

function alternativesOf(term: string): Set<string> {
  const singular = /^\S+[^s][sx]$/.test(term) ? term.slice(0, -1) : term;
  const synonyms = synonymsOf(term) ?? synonymsOf(singular) ?? [];
  const isPrefix = !term.includes(' ') && !/^[a-z\d]{1,2}$/.test(term);
  const others = [singular, ...synonyms].filter((other) => other !== term);
  return new Set([isPrefix ? `'${term}':*` : toPhrase(term), ...others.map(toPhrase)]);
}

const toPhrase = (term: string) =>
  term
    .split(' ')
    .map((word) => `'${word}'`)
    .join(' <-> ');
