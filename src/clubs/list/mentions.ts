import { list } from '../../lib/sql.ts';
import type { Locale } from '../../messages/locales.ts';
import type { ClubStore } from '../directory/club-store.ts';
import { matching } from '../directory/queries.ts';
import type { ClubSummary } from '../record/columns.ts';
import { toColumn } from '../record/fields.ts';
import { foldForSearch, searchPattern } from '../record/fold.ts';
import { localize, localizedNames, type Localized } from '../record/localized.ts';
import type { ClubFilter } from '../search.ts';
import { choosePassage, createWordMarker, type MarkedText, type Marker } from './marked-text.ts';
import { correctText, toTextQuery, type TextQuery } from './text-query.ts';

/* Clubs that are about a text: their name, other names, categories or texts have its words, in any form, or synonyms. */

/** Only shorter lists have mentions. */
export const ENOUGH_CLUBS = 6;

/** A club that is about a text, with the part of its texts that shows it, in the languages that have it. */
export interface Mention {
  club: ClubSummary;
  name: MarkedText;
  passages: Partial<Record<Locale, MarkedText>>;
}

export type Mentions = ReturnType<typeof noMentions>;

export const noMentions = (text: string) => ({
  clubs: [] as readonly Mention[],
  // The number of all mentions.
  total: 0,
  // What they are about: the text of the search, its correction, or its rarest word.
  text,
  isCorrected: false,
  // Whether it is the rarest word, because no club has all.
  isPartial: false,
});

/**
 * Finds clubs without the name of the filter in their names. If there are none, and none in the list (`count`), corrects
 * the name, and then finds clubs with its rarest word.
 */
export async function findMentions(store: Known, filter: ClubFilter, count: number): Promise<Mentions> {
  const { name } = filter;
  const query = toTextQuery(name, store);
  const all = await findAbout(store, filter, query);
  if (count > 0 || all.total > 0) return { ...noMentions(name), ...all };
  const corrected = correctText(name, store);
  if (corrected !== null) {
    const meant = await findAbout(store, filter, toTextQuery(corrected, store));
    if (meant.total > 0) return { ...noMentions(corrected), ...meant, isCorrected: true };
  }
  const some = await findAbout(store, filter, toTextQuery(query.rarest, store));
  return some.total > 0
    ? { ...noMentions(query.rarest), ...some, isCorrected: true, isPartial: true }
    : noMentions(name);
}

const WEIGHTS = '{0.001, 0.01, 0.1, 1}';

type Known = Pick<ClubStore, 'sql' | 'vocabulary' | 'synonyms' | 'names' | 'findCards'>;
type Found = Pick<Mentions, 'clubs' | 'total'>;

/** The best first: with an equal other name, with the words themselves, and by the field that has them. */
async function findAbout(store: Known, filter: ClubFilter, query: TextQuery): Promise<Found> {
  if (query.wide === '') return { clubs: [], total: 0 };
  const { sql } = store;
  const exact = sql`${query.exact}::tsquery`;
  const wide = sql`${query.wide}::tsquery`;
  const descriptions = localizedNames('description').map((name) => sql`${name}::text, ${sql(toColumn(`${name}Html`))}`);
  const rows = await sql<{ id: number; total: number; descriptions: Record<string, string | null> | null }[]>`
    with about as materialized (
      select id as about_id, count(*) over ()::int as total,
        aliases <> '' and exists (
          select from string_to_table(aliases, '|') as alias where btrim(search_fold(alias)) = ${foldForSearch(filter.name)}
        ) as has_alias,
        -- Description, short description, category, names
        case when words @@ ${exact} then 1 + ts_rank(${WEIGHTS}::real[], words, ${exact})
          else ts_rank(${WEIGHTS}::real[], words, ${wide}) end as rank
      ${matching(sql, { ...filter, name: '' })}
        and words @@ ${wide} and name_folded not like ${searchPattern(filter.name)}
      -- As a parameter, the number would be unknown to the plan, which would read all clubs.
      order by has_alias desc, rank desc, name, id limit 12
    )
    select id, total, case when ts_filter(words, '{d}') @@ ${wide} and not ts_filter(words, '{c}') @@ ${wide}
      then jsonb_build_object(${list(sql, descriptions)}) end as descriptions
    from about join club on id = about_id
    order by has_alias desc, rank desc, name, id`;
  const found = new Map(rows.map((row) => [row.id, row]));
  const clubs = await store.findCards([...found.keys()], store.names()?.version ?? '');
  const mark = createWordMarker(query);
  return {
    clubs: clubs.map((club) => {
      const html = found.get(club.id)?.descriptions;
      const texts = html ? localize('description', (name) => html[name] ?? '') : club.shortDescriptionHtml;
      return { club, name: mark(club.name), passages: choosePassages(texts, mark) };
    }),
    total: rows[0]?.total ?? 0,
  };
}

/** The passages with a marked word; without any, those of all languages. */
function choosePassages(html: Localized, mark: Marker): Mention['passages'] {
  const all = Object.entries(html)
    .map(([locale, text]) => [locale, choosePassage(text, mark)] as const)
    .filter(([, passage]) => passage.length > 0);
  const marked = all.filter(([, passage]) => passage.some(({ isMarked }) => isMarked));
  return Object.fromEntries(marked.length > 0 ? marked : all);
}
