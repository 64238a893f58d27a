import { setImmediate } from 'node:timers/promises';
import type { Sql } from '../../../db/client.ts';
import { inBatches } from '../../lib/batches.ts';
import { loadSimilarityIndex } from '../directory/index-queries.ts';
import { findEditsSinceImport } from '../history/edits.ts';
import { fieldsIn } from '../history/undo-skips.ts';
import { compareTexts } from '../record/texts.ts';
import type { Match, StoredClub } from './check-directory.ts';

/*
 * What a user decides about the rows of an import. Choices are texts: `line-7` or `club-12` leaves a club out. A row that
 * needs a decision is left out until there is one: `line-7=in` imports it, `line-7=new` creates its club, and
 * `line-7=club-12` renames that club. `errors` leaves out all rows with errors.
 */

export const WITHOUT_ERRORS = 'errors';

export const CHOICE = /^(line-\d{1,10}(=in|=new|=club-\d{1,10})?|club-\d{1,10})$/;

/** The key of the club that a choice is about. */
export const keyOf = (choice: string): string => choice.replace(/=.*/, '');

/** Finds the most similar pairs of a new row without an id and a club without a row. A club is in one pair. */
export async function findRenames(sql: Sql, matches: readonly Match[], clubs: readonly StoredClub[]): Promise<void> {
  const matchedIds = new Set(matches.flatMap(({ club }) => club?.id ?? []));
  const unmatched = clubs.filter(({ id, isSample }) => !isSample && !matchedIds.has(id));
  const missing = new Map(unmatched.map((club) => [club.id, club]));
  const created = matches.filter(({ row, club }) => row.club && !row.club.id && !club);
  if (missing.size === 0 || created.length === 0) return;
  const index = await loadSimilarityIndex(sql);
  const pairs: { match: Match; club: NonNullable<Match['similar']>; score: number }[] = [];
  for (const batch of inBatches(created)) {
    for (const match of batch) {
      for (const similar of match.row.club ? index.find(match.row.club) : []) {
        const club = missing.get(similar.club.id);
        if (club) pairs.push({ match, club: { ...club, reason: similar.club.reason }, score: similar.score });
      }
    }
    await setImmediate();
  }
  pairs.sort((a, b) => b.score - a.score);
  for (const { match, club } of pairs) if (!match.similar && missing.delete(club.id)) match.similar = club;
}

/** Finds the rows that would overwrite newer fields. */
export async function findNewerFields(
  sql: Sql,
  matches: readonly Match[],
  nameOf: (id: number | null) => string | null,
): Promise<void> {
  const clubOf = ({ club, similar }: Match) => club ?? similar;
  const edited = await findEditsSinceImport(
    sql,
    matches.flatMap((match) => clubOf(match)?.id ?? []),
  );
  for (const match of matches) {
    const { state, edits = [] } = edited.get(clubOf(match)?.id ?? 0) ?? {};
    if (!state || !match.row.club) continue;
    const before = { ...state, parentName: nameOf(state.parentId) };
    const overwritten = compareTexts(before, { ...before, ...match.row.club }).map(({ field }) => field);
    const newer = edits.filter(({ column }) => fieldsIn([column]).some((field) => overwritten.includes(field)));
    const [edit] = newer;
    if (edit) match.newer = { fields: fieldsIn(newer.map(({ column }) => column)), edit };
  }
}

/** Applies the choices of a user. */
export function decide(match: Match, choices: ReadonlySet<string>): Match {
  const { row, similar, newer } = match;
  const key = `line-${row.line}`;
  if (!row.club || choices.has(key)) return { ...match, isLeftOut: row.club !== null };
  if (similar && choices.has(`${key}=club-${similar.id}`)) return { ...match, club: similar };
  if (similar) return { ...match, isLeftOut: !choices.has(`${key}=new`) };
  return { ...match, isLeftOut: newer !== null && !choices.has(`${key}=in`) };
}
