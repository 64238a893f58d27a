import type { Sql } from '../../../db/client.ts';
import type { Locale } from '../../messages/locales.ts';
import { countValues, proposeMatches, relabel, type CategoryMatches } from '../categories/match.ts';
import { MAX_ROWS, toRows } from '../categories/match-form.ts';
import { findCategorizedClubs, findRemembered } from '../categories/queries.ts';
import { countReady, proposeForAll, READY, type ClubTexts } from '../categories/ready.ts';
import type { ClubFile } from '../csv/read-file.ts';
import type { FileRow } from '../csv/read-rows.ts';
import type { StoredImport } from './queries.ts';

/* The categories of a file, with an answer for each. A file without any gets the ready ones. */

/** Fewer clubs are not worth a question about ready categories. */
const ENOUGH_PROPOSED = 10;

const findValues = ({ rows }: ClubFile) =>
  countValues(rows.map(({ name, club }) => ({ name, category: club?.category ?? '' })));

/** The categories of the directory, those of its clubs, and the answers about those of the file. */
async function loadAnswers(sql: Sql, answered: StoredImport['categories']) {
  const clubs = (await findCategorizedClubs(sql)).filter(({ category, isSample }) => category !== '' && !isSample);
  const values = countValues(clubs);
  const known = new Set(values.map(({ folded }) => folded));
  // If the directory has the old label again, the change was undone.
  const remembered = [...(await findRemembered(sql))].filter(([folded]) => !known.has(folded));
  const answers: CategoryMatches = new Map(answered ? Object.entries(answered) : remembered);
  const byClub = new Map<number | string, string>(
    clubs.flatMap(({ id, name, category }) => [
      [id, category],
      [name, category],
    ]),
  );
  const categoryOf = ({ name, club }: FileRow) => byClub.get(club?.id ?? name) ?? byClub.get(name);
  return { values, known, answers, categoryOf };
}

const textsOf = ({ name, club }: FileRow): ClubTexts => ({ ...club, name });
const proposed = new WeakMap<ClubFile, Promise<string[]>>();

/** The file with the categories that the answers name. Clubs of the directory keep theirs if the file has none. */
export async function applyCategories(
  sql: Sql,
  file: ClubFile,
  answered: StoredImport['categories'],
): Promise<ClubFile> {
  const { answers, categoryOf } = await loadAnswers(sql, answered);
  const withCategories = (find: (row: FileRow, index: number) => string) =>
    file.rows.map((row, index) => (row.club ? { ...row, club: { ...row.club, category: find(row, index) } } : row));
  if (findValues(file).length > 0) {
    return { ...file, rows: withCategories(({ club }) => relabel(club?.category ?? '', answers)) };
  }
  if (![...answers.keys()].some((key) => key.startsWith(READY))) return file;
  const proposals = proposed.get(file) ?? proposeForAll(file.rows.map(textsOf));
  proposed.set(file, proposals);
  const ready = await proposals;
  const rows = withCategories((row, index) => categoryOf(row) ?? answers.get(ready[index] ?? '') ?? '');
  return { ...file, rows, columns: new Set([...file.columns, 'category']) };
}

/** The form for the categories of a file: the new ones, or all. `isOpen`: the user has to decide. */
export async function loadImportCategories(sql: Sql, file: ClubFile, { categories }: StoredImport, locale: Locale) {
  const { values: stored, known, answers, categoryOf } = await loadAnswers(sql, categories);
  let values = findValues(file);
  const isReady = values.length === 0;
  if (isReady) {
    const uncategorized = file.rows.filter((row) => categoryOf(row) === undefined);
    values = await countReady(uncategorized.map(textsOf), locale);
  }
  const spellings = proposeMatches(values, stored);
  const count = values.reduce((sum, value) => sum + value.count, 0);
  const asked = values.filter(({ folded }) => !known.has(folded) && !answers.has(folded));
  const isOpen = asked.length > 0 && (!isReady || count >= ENOUGH_PROPOSED);
  return {
    isReady,
    isOpen,
    rows: toRows(isOpen ? asked : values, spellings, new Map([...spellings, ...answers])),
    labels: [...stored, ...values].slice(0, MAX_ROWS).map(({ label }) => label),
    answers: Object.fromEntries(answers),
  };
}
