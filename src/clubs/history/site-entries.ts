import type { EntryKind, SiteEntry } from '../../identity/entries.ts';
import type { Database, Sql, Transaction } from '../../../db/client.ts';
import { list } from '../../lib/sql.ts';
import type { Locale } from '../../messages/locales.ts';
import { toTerm, toTerms } from '../directory/synonyms.ts';
import { FIELD_NAMES, optionsOf } from '../record/fields.ts';
import { countCharacters } from '../record/text.ts';
import { readStepId, type Actor } from './step.ts';
import { withWriteLock } from './write-lock.ts';

/* What the board changes besides clubs: meanings of search terms, and the content of the site (src/identity). */

/** The value of an entry before and after a step; null without one. */
export interface EntryChange {
  kind: EntryKind;
  name: string;
  before: string | null;
  after: string | null;
}

/** The entries of a step that are still as after it, which an undo changes back. */
export const findUndoEntries = async (sql: Sql, stepId: number, { maySite }: { maySite: boolean }) =>
  await sql<EntryChange[]>`
    select change.* from (
      select kind, name, before, after from site_entry_change where step_id = ${stepId}::float8::bigint
    ) change left join site_entry entry on entry.kind = change.kind and entry.name = change.name
    where before is distinct from after and value is not distinct from after
      and (change.kind = 'word' or ${maySite})
    order by change.kind, change.name`;

/** Without a value, the entry is removed. */
type NewEntry = Omit<SiteEntry, 'value'> & { value: string | null };

/** Requires the lock of `withWriteLock`. */
export const writeEntry = (tx: Transaction, { kind, name, value }: NewEntry) =>
  value === null
    ? tx`delete from site_entry where kind = ${kind} and name = ${name}`
    : tx`
        insert into site_entry (kind, name, value) values (${kind}, ${name}, ${value})
        on conflict (kind, name) do update set value = excluded.value where site_entry.value <> excluded.value`;

/** Saves what a search term means as a step, or removes its empty meaning. Returns what is wrong, as in the table. */
export async function saveWord(database: Database, actor: Actor, search: string, meaning: string) {
  const name = toTerm(search);
  const text = meaning.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  if (name === '' || (text !== '' && toTerms(text).length === 0)) return 'missing';
  if (countCharacters(name) > 60 || countCharacters(text) > 200) return 'tooLong';
  await withWriteLock(database, 'words', actor, (tx) => writeEntry(tx, { kind: 'word', name, value: text || null }));
  return null;
}

/**
 * Saves entries as a step; null removes one. `main` is the change of the default language. Returns the id of the step, or
 * null if nothing changed.
 */
export const saveEntries = (
  database: Database,
  actor: Actor,
  entries: readonly NewEntry[],
  main?: { from: Locale; to: Locale },
): Promise<number | null> =>
  withWriteLock(database, 'site', actor, async (tx) => {
    for (const entry of entries) await writeEntry(tx, entry);
    if (main && main.from !== main.to) await moveTexts(tx, main);
    return await readStepId(tx);
  });

/** Moves the texts of clubs for another default language, whose texts are in the plain columns. */
async function moveTexts(tx: Transaction, { from, to }: { from: Locale; to: Locale }): Promise<void> {
  const names = FIELD_NAMES.filter((name) => optionsOf(name).localized);
  const values = names.map((name) => {
    const [plain, old, next] = [tx(name), tx(`${name}_${from}`), tx(`${name}_${to}`)];
    return tx`
      ${old} = case when ${next} = '' then ${old} else ${plain} end,
      ${plain} = case when ${next} = '' then ${plain} else ${next} end, ${next} = ''`;
  });
  const filled = names.map((name) => tx`nullif(${tx(`${name}_${to}`)}, '')`);
  await tx`update club set ${list(tx, values)} where coalesce(${list(tx, filled)}) is not null`;
}
