import type { Database, Sql, Transaction } from '../../../db/client.ts';
import { toTerm, toTerms } from '../directory/synonyms.ts';
import { countCharacters } from '../record/text.ts';
import type { Actor } from './step.ts';
import { withWriteLock } from './write-lock.ts';

/** The meaning of a word before and after a step; null without one. */
export interface WordChange {
  term: string;
  before: string | null;
  after: string | null;
}

/** The words of a step that are still as after it, which an undo changes back. */
export const findUndoWords = async (sql: Sql, stepId: number) =>
  await sql<WordChange[]>`
    select term, before, after from search_word_change left join search_word using (term)
    where step_id = ${stepId}::float8::bigint and before is distinct from after and meaning is not distinct from after
    order by term`;

/** Requires the lock of `withWriteLock`. Without a meaning, removes the word. */
export const writeWord = (tx: Transaction, term: string, meaning: string | null) =>
  meaning === null
    ? tx`delete from search_word where term = ${term}`
    : tx`
        insert into search_word (term, meaning) values (${term}, ${meaning})
        on conflict (term) do update set meaning = excluded.meaning where search_word.meaning <> excluded.meaning`;

/** Saves what a search term means as a step, or removes its empty meaning. Returns what is wrong, as in the table. */
export async function saveWord(database: Database, actor: Actor, search: string, meaning: string) {
  const term = toTerm(search);
  const text = meaning.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  if (term === '' || (text !== '' && toTerms(text).length === 0)) return 'missing';
  if (countCharacters(term) > 60 || countCharacters(text) > 200) return 'tooLong';
  await withWriteLock(database, 'words', actor, (tx) => writeWord(tx, term, text || null));
  return null;
}
