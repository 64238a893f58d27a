import type { Sql } from '../../../db/client.ts';
import { withTurns } from '../../lib/batches.ts';
import { loadSimilarityIndex } from '../directory/index-queries.ts';
import { findEditsSinceImport } from '../history/edits.ts';
import { fieldsIn } from '../history/undo-skips.ts';
import { FIELDS } from '../record/fields.ts';
import { foldForSearch } from '../record/fold.ts';
import { compareTexts, type FieldDifference, type KeptField } from '../record/texts.ts';
import type { Match, StoredClub } from './check-directory.ts';
import type { FileRow } from './read-rows.ts';

/*
 * What a user decides about the rows of an import. Choices are texts: `line-7` or `club-12` leaves a club out. A row that
 * may rename a club is left out until there is a decision: `line-7=new` creates its club, and `line-7=club-12` renames that
 * club, which is the default for another spelling of its name; if this lacks accents, the default keeps the stored name. A
 * row keeps the fields that were edited on the site, unless `line-7=in` overwrites them.
 */

export const CHOICE = /^(line-\d{1,10}(=in|=new|=club-\d{1,10})?|club-\d{1,10})$/;

/** The key of the club that a choice is about. */
export const keyOf = (choice: string): string => choice.replace(/=.*/, '');

/** Finds the most similar pairs of a new row without an id and a club without a row. A club is in one pair. */
export async function findRenames(sql: Sql, matches: readonly Match[], clubs: readonly StoredClub[]): Promise<void> {
  const matchedIds = new Set(matches.flatMap(({ club }) => club?.id ?? []));
  const missing = new Map(clubs.filter(({ id }) => !matchedIds.has(id)).map((club) => [club.id, club]));
  const created = matches.filter(({ row, club }) => row.club && !row.club.id && !club);
  if (missing.size === 0 || created.length === 0) return;
  const index = await loadSimilarityIndex(sql);
  const pairs: { match: Match; club: NonNullable<Match['similar']>; score: number }[] = [];
  for await (const match of withTurns(created)) {
    for (const similar of match.row.club ? index.find(match.row.club) : []) {
      const club = missing.get(similar.club.id);
      if (!club || (club.isSample && !isSpelling(match.row.name, club))) continue;
      pairs.push({ match, club: { ...club, reason: similar.club.reason }, score: similar.score });
    }
  }
  pairs.sort((a, b) => b.score - a.score);
  for (const { match, club } of pairs) if (!match.similar && missing.delete(club.id)) match.similar = club;
}

/** Whether a name differs from that of a club only by case, accents or punctuation. */
const isSpelling = (name: string, { nameFolded }: StoredClub): boolean => foldForSearch(name) === nameFolded;

const countMarked = (name: string): number => name.match(/\P{ASCII}/gu)?.length ?? 0;

/** Whether a name is that of a club, or another spelling of it with fewer accents, ligatures or typographic marks. */
export const keepsName = (name: string, club: StoredClub): boolean =>
  name === club.name || (isSpelling(name, club) && countMarked(name) < countMarked(club.name));

/** Finds the rows that would overwrite newer fields, and keeps the fields unless the user chose to overwrite them. */
export async function protectNewerFields(
  sql: Sql,
  matches: readonly Match[],
  choices: ReadonlySet<string>,
  nameOf: (id: number) => string | undefined,
): Promise<void> {
  const edited = await findEditsSinceImport(
    sql,
    matches.flatMap(({ club }) => club?.id ?? []),
  );
  for (const match of matches) {
    const { row, club, similar } = match;
    const { state, edits = [] } = edited.get(club?.id ?? 0) ?? {};
    if (!state || !row.club || !club) continue;
    const before = { ...state, name: club.name, parentName: nameOf(state.parentId ?? 0) ?? '' };
    const editOf = (field: KeptField) => edits.find(({ column }) => fieldsIn([column]).includes(field));
    const differences = compareTexts(before, { ...before, ...row.club }).filter(
      // The user chose the new name of a similar club.
      ({ field }) => editOf(field) && !(similar && field === 'name'),
    );
    const edit = edits.find((edit) => differences.some(({ field }) => editOf(field) === edit));
    if (!edit) continue;
    const isOverwritten = choices.has(`line-${row.line}=in`);
    match.newer = { differences, edit, isOverwritten };
    if (isOverwritten) continue;
    const kept = { ...row.club, ...pick(before, differences) };
    match.row = { ...row, name: kept.name, parentName: kept.parentName ?? row.parentName, club: kept };
  }
}

/** The values of fields in a state of a club. */
const pick = (state: Record<string, unknown>, differences: readonly FieldDifference[]) =>
  Object.fromEntries(
    differences.flatMap(({ field }) => FIELDS[field].stored.map((name): [string, unknown] => [name, state[name]])),
  );

/** Applies the choices of a user. Stored names are kept in rows that lack their accents, also as names of parents. */
export function decideAll(candidates: readonly Match[], choices: ReadonlySet<string>): readonly Match[] {
  const matches = candidates.map((match) => decide(match, choices));
  const names = new Map(
    matches.flatMap(({ row, club, similar }) => {
      const isKept = club && club === similar && keepsName(row.name, club);
      return isKept && !choices.has(`line-${row.line}=club-${club.id}`) ? [[row.name, club.name]] : [];
    }),
  );
  return names.size === 0 ? matches : matches.map((match) => ({ ...match, row: renameRow(match.row, names) }));
}

function renameRow(row: FileRow, names: ReadonlyMap<string, string>): FileRow {
  const name = names.get(row.name) ?? row.name;
  const parentName = names.get(row.parentName);
  const parent = parentName === undefined ? {} : { parentName };
  return { ...row, ...parent, name, club: row.club && { ...row.club, ...parent, name } };
}

function decide(match: Match, choices: ReadonlySet<string>): Match {
  const { row, similar } = match;
  const key = `line-${row.line}`;
  if (!row.club || choices.has(key)) return { ...match, isLeftOut: row.club !== null };
  if (!similar || choices.has(`${key}=new`)) return { ...match, isLeftOut: false };
  const isRename = choices.has(`${key}=club-${similar.id}`) || isSpelling(row.name, similar);
  return isRename ? { ...match, club: similar } : { ...match, isLeftOut: true };
}
