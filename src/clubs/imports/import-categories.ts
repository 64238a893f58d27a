import type { Sql } from '../../../db/client.ts';
import { messages } from '../../messages/messages.ts';
import type { Locale } from '../../messages/locales.ts';
import { MAX_ROWS } from '../categories/categories-page.ts';
import { countValues, proposeMatches, relabel, type CategoryMatches } from '../categories/match.ts';
import { READY, toReadyValues, toRows } from '../categories/match-form.ts';
import { findClubCategories, findRemembered } from '../categories/queries.ts';
import { proposeForAll, type ReadyCategory } from '../categories/ready.ts';
import type { ClubFile } from '../csv/read-file.ts';
import type { FileRow } from '../csv/read-rows.ts';
import type { StoredImport } from './queries.ts';

/* The categories of a file, with an answer for each. A file without any gets the ready ones. */

/** Fewer proposals are not worth a question. */
const ENOUGH_PROPOSED = 10;

const findValues = ({ rows }: ClubFile) =>
  countValues(rows.map(({ name, club }) => ({ name, category: club?.category ?? '' })));

/** The categories of the directory, those of its clubs, and the answers about those of the file. */
async function loadAnswers(sql: Sql, answered: StoredImport['categories']) {
  const clubs = (await findClubCategories(sql)).filter(({ category, isSample }) => category !== '' && !isSample);
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

const proposed = new WeakMap<ClubFile, Promise<Map<FileRow, ReadyCategory>>>();

/** The ready categories of the rows. */
function proposeRows(file: ClubFile): Promise<Map<FileRow, ReadyCategory>> {
  const proposals = proposed.get(file) ?? proposeForAll(file.rows, ({ name, club }) => ({ ...club, name }));
  proposed.set(file, proposals);
  return proposals;
}

/** The file with the categories that the answers name. Clubs of the directory keep theirs if the file has none. */
export async function applyCategories(
  sql: Sql,
  file: ClubFile,
  answered: StoredImport['categories'],
): Promise<ClubFile> {
  const { answers, categoryOf } = await loadAnswers(sql, answered);
  if (findValues(file).length > 0) {
    return { ...file, rows: file.rows.map((row) => withCategory(row, relabel(row.club?.category ?? '', answers))) };
  }
  if (![...answers.keys()].some((key) => key.startsWith(READY))) return file;
  const proposals = await proposeRows(file);
  const rows = file.rows.map((row) => {
    const proposal = answers.get(READY + (proposals.get(row) ?? ''));
    return withCategory(row, categoryOf(row) ?? proposal ?? '');
  });
  return { ...file, rows, columns: new Set([...file.columns, 'category']) };
}

const withCategory = (row: FileRow, category: string): FileRow =>
  row.club ? { ...row, club: { ...row.club, category } } : row;

/** The form for the categories of a file: the new ones, or all. `isOpen`: the user has to decide. */
export async function loadImportCategories(sql: Sql, file: ClubFile, { categories }: StoredImport, locale: Locale) {
  const { values: stored, known, answers, categoryOf } = await loadAnswers(sql, categories);
  const labels = messages(locale).categories.ready;
  const open = file.rows.filter((row) => row.club && categoryOf(row) === undefined).length;
  let values = findValues(file);
  const isReady = values.length === 0;
  if (isReady) {
    const proposals = [...(await proposeRows(file))].filter(([row]) => categoryOf(row) === undefined);
    values = toReadyValues(new Map(proposals), labels).map(({ clubs: _, ...value }) => value);
  }
  const proposals = isReady ? undefined : proposeMatches(values, stored);
  const proposed = values.reduce((sum, { count }) => sum + count, 0);
  const asked = values.filter(({ folded }) => !known.has(folded) && !answers.has(folded));
  const isOpen = asked.length > 0 && (!isReady || proposed >= ENOUGH_PROPOSED);
  return {
    isReady,
    isOpen,
    rows: toRows((isOpen ? asked : values).slice(0, MAX_ROWS), proposals, answers),
    labels: [...stored, ...values].slice(0, MAX_ROWS).map(({ label }) => label),
    withoutProposal: isReady ? open - proposed : 0,
    answers: Object.fromEntries(answers),
  };
}
