import type { Sql } from '../../../db/client.ts';
import { countValues, proposeMatches, proposeParts, relabel, type CategoryMatches } from '../categories/match.ts';
import { MAX_ROWS, toRows } from '../categories/categories-page.ts';
import { findCategorizedClubs, findRemembered } from '../categories/queries.ts';
import type { ClubFile } from '../csv/read-file.ts';
import type { StoredImport } from './queries.ts';

/* The categories of a file, with an answer for each. */

/** The categories of the directory, and the answers about those of the file. */
async function loadAnswers(sql: Sql, answered: StoredImport['categories']) {
  const clubs = await findCategorizedClubs(sql);
  const values = countValues(clubs.filter(({ isSample }) => !isSample));
  const known = new Set(values.map(({ folded }) => folded));
  // If the directory has the old label again, the change was undone.
  const remembered = [...(await findRemembered(sql))].filter(([folded]) => !known.has(folded));
  const answers: CategoryMatches = new Map(answered ? Object.entries(answered) : remembered);
  return { samples: clubs.filter(({ isSample }) => isSample), values, known, answers };
}

/** The file with the categories that the answers name. */
export async function applyCategories(
  sql: Sql,
  file: ClubFile,
  answered: StoredImport['categories'],
): Promise<ClubFile> {
  const { answers } = await loadAnswers(sql, answered);
  const rows = file.rows.map((row) =>
    row.club?.category ? { ...row, club: { ...row.club, category: relabel(row.club.category, answers) } } : row,
  );
  return { ...file, rows };
}

/** The form for the categories of a file: the new ones, or all. `isOpen`: the user has to decide. */
export async function loadImportCategories(sql: Sql, file: ClubFile, { categories, replaceSamples }: StoredImport) {
  const { samples, values: stored, known, answers } = await loadAnswers(sql, categories);
  const clubs = file.rows.map(({ name, club }) => ({ name, category: club?.category ?? '' }));
  const values = countValues(clubs);
  const asked = values.filter(({ folded }) => !known.has(folded) && !answers.has(folded));
  const spelled = [...stored, ...countValues(replaceSamples ? clubs : [...samples, ...clubs])];
  const spellings = new Map([...proposeParts(asked, spelled), ...proposeMatches(asked, spelled)]);
  const isOpen = asked.length > 0;
  return {
    isOpen,
    rows: toRows(isOpen ? asked : values, spellings, new Map([...spellings, ...answers])),
    labels: [...stored, ...values].slice(0, MAX_ROWS).map(({ label }) => label),
    answers: Object.fromEntries(answers),
  };
}
