import { LRUCache } from 'lru-cache';
import type { Sql } from '../../../db/client.ts';
import type { Fragment } from '../../lib/sql.ts';
import type { ClubStore } from '../directory/club-store.ts';
import { matching } from '../directory/matching.ts';
import { KINDS, type ClubRows, type ClubSummary } from '../record/columns.ts';
import { foldForSearch, searchPattern } from '../record/fold.ts';
import type { ClubFilter } from '../search.ts';
import { choosePassage, createWordMarker, type MarkedText } from './marked-text.ts';
import { correctText, toTextQuery, type TextQuery } from './text-query.ts';

/* Clubs that are about a text: their name, other names, categories or texts have its words, in any form, or synonyms. */

/** The maximum number of mentions. Lists with as many clubs or more have none. */
export const MENTIONS = 12;

/** A club that is about a text, with the part of its texts that shows it. */
export interface Mention extends ClubSummary {
  markedName: MarkedText;
  passage: MarkedText;
}

export interface Mentions {
  clubs: readonly Mention[];
  /** Of all of them, which may be more. */
  total: number;
  /** What they are about: the text of the search, or its correction. */
  text: string;
  isCorrected: boolean;
}

export const noMentions = (text: string): Mentions => ({ clubs: [], total: 0, text, isCorrected: false });

/** Finds clubs without the name of the filter in their names; corrects it if no club of the list (`count`) has it either. */
export async function findMentions(
  { sql, vocabulary }: Pick<ClubStore, 'sql' | 'vocabulary'>,
  filter: ClubFilter,
  count: number,
): Promise<Mentions> {
  const asTyped = await findAbout(sql, filter, toTextQuery(filter.name, vocabulary));
  const corrected = count === 0 && asTyped.total === 0 ? correctText(filter.name, vocabulary) : null;
  if (corrected === null) return { ...asTyped, text: filter.name, isCorrected: false };
  const found = await findAbout(sql, filter, toTextQuery(corrected, vocabulary));
  return found.total === 0
    ? noMentions(filter.name)
    : { ...found, text: corrected, isCorrected: true };
}

/** The best first: with an equal other name, with the words themselves, and by the field that has them. */
async function findAbout(sql: Sql, filter: ClubFilter, query: TextQuery): Promise<Pick<Mentions, 'clubs' | 'total'>> {
  if (query.wide === '') return { clubs: [], total: 0 };
  const wide = sql`${query.wide}::tsquery`;
  const rows = await sql<(ClubRows['card'] & { total: number; passage: string | null })[]>`
    select ${KINDS.card.columns(sql)}, count(*) over ()::int as total,
      case when ts_filter(words, '{d}') @@ ${wide} and not ts_filter(words, '{c}') @@ ${wide}
        then description_html else short_description_html end as passage
    ${matching(sql, { ...filter, name: '' })}
      and words @@ ${wide} and name_folded not like ${searchPattern(filter.name)}
    order by
      exists (
        select from string_to_table(aliases, '|') as alias where btrim(search_fold(alias)) = ${foldForSearch(filter.name)}
      ) desc,
      words @@ ${query.exact}::tsquery desc,
      -- Description, short description, category, names
      ts_rank('{0.001, 0.01, 0.1, 1}', words, ${wide}) desc, name, id
    limit ${MENTIONS}`;
  const mark = createWordMarker(query);
  const clubs = rows.map((row) => ({
    ...KINDS.card.read(row),
    markedName: mark(row.name),
    passage: choosePassage(row.passage ?? '', mark),
  }));
  return { clubs, total: rows[0]?.total ?? 0 };
}

const MAX_CACHED = 50;
/** The ids of the clubs that are about a text at a version. */
const aboutAt = new LRUCache<string, ReadonlySet<number>>({ max: MAX_CACHED });

/** A filter with the ids of the clubs that are about its text, in addition to those with it in their names. */
export async function withAbout(store: ClubStore, filter: ClubFilter): Promise<ClubFilter> {
  if (filter.about === '') return filter;
  const index = await store.namesSoon();
  const key = index && `${index.version} ${filter.about}`;
  const known = key === null ? undefined : aboutAt.get(key);
  if (known) return { ...filter, ids: known };
  const rows = await store.sql<{ id: number }[]>`select id from club where ${isAbout(store, filter.about)}`;
  const ids = new Set(rows.map(({ id }) => id));
  if (key !== null) aboutAt.set(key, ids);
  return { ...filter, ids };
}

function isAbout({ sql, vocabulary }: ClubStore, text: string): Fragment {
  const { wide } = toTextQuery(text, vocabulary);
  return sql`(name_folded like ${searchPattern(text)} ${wide === '' ? sql`` : sql`or words @@ ${wide}::tsquery`})`;
}
