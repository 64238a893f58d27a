import { setImmediate } from 'node:timers/promises';
import type { Sql } from '../../../db/client.ts';
import { messages } from '../../messages/messages.ts';
import type { Locale } from '../../messages/locales.ts';
import { MAX_ROWS, PLAIN, toRows, type CategoryRow } from '../categories/categories-page.ts';
import { countValues, proposeMatches, relabel, type CategoryMatches } from '../categories/match.ts';
import { readAnswers } from '../categories/match-form.ts';
import { findCategorized, findRemembered } from '../categories/queries.ts';
import { findReadyLabels, proposeReady, READY_CATEGORIES, type ReadyCategory } from '../categories/ready.ts';
import { makeIssue, shorten } from '../csv/issues.ts';
import { inBatches } from '../csv/plan.ts';
import type { ClubFile } from '../csv/read-file.ts';
import type { FileRow } from '../csv/read-rows.ts';
import { foldLabel, readCategories } from '../record/category.ts';
import { parseField } from '../record/fields.ts';
import type { StoredImport } from './queries.ts';

/* The categories of a file, with an answer for each. A file without categories gets the ready ones. */

/** The key of the answer about a ready category; no label of a file has its colon. */
const readyKey = (category: ReadyCategory): string => `ready:${category}`;

/** Fewer proposals are not worth a question. */
const ENOUGH_PROPOSED = 10;

const toClubs = ({ rows }: ClubFile) =>
  rows.flatMap(({ line, name, club }) => (club ? [{ line, name, club, category: club.category }] : []));

/** The clubs of the directory, the categories that it has, and the answers about those of the file. */
async function loadAnswers(sql: Sql, answered: StoredImport['categories']) {
  const clubs = await findCategorized(sql);
  const known = countValues(clubs);
  const labels = new Set(known.map(({ folded }) => folded));
  const remembered = [...(await findRemembered(sql))].filter(
    // The directory has the old label and not the new one if a rename was undone.
    ([folded, label]) =>
      label === null || !labels.has(folded) || readCategories(label).some(({ folded }) => labels.has(folded)),
  );
  const answers: CategoryMatches = new Map(answered ? Object.entries(answered) : remembered);
  const byName = new Map(clubs.map(({ name, category }) => [name, category]));
  const byId = new Map(clubs.map(({ id, category }) => [id, category]));
  const storedCategory = ({ name, club }: FileRow) => byId.get(club?.id ?? 0) ?? byName.get(name);
  return { known, labels, answers, storedCategory };
}

const proposed = new WeakMap<ClubFile, Map<FileRow, ReadyCategory>>();

/** The ready categories of the rows. */
async function proposeRows(file: ClubFile): Promise<Map<FileRow, ReadyCategory>> {
  const cached = proposed.get(file);
  if (cached) return cached;
  const proposals = new Map<FileRow, ReadyCategory>();
  for (const batch of inBatches(file.rows)) {
    for (const row of batch) {
      const category = row.club && proposeReady({ ...row.club, name: row.name });
      if (category) proposals.set(row, category);
    }
    await setImmediate();
  }
  proposed.set(file, proposals);
  return proposals;
}

/** The file with the categories that the answers name. Clubs of the directory keep theirs if the file has none. */
export async function applyCategories(
  sql: Sql,
  file: ClubFile,
  answered: StoredImport['categories'],
): Promise<ClubFile> {
  const { answers, storedCategory } = await loadAnswers(sql, answered);
  if (toClubs(file).some(({ category }) => category !== '')) {
    return { ...file, rows: file.rows.map((row) => withCategory(row, relabel(row.club?.category ?? '', answers))) };
  }
  if (!READY_CATEGORIES.some((category) => answers.has(readyKey(category)))) return file;
  const proposals = await proposeRows(file);
  const rows = file.rows.map((row) => {
    const proposal = proposals.get(row);
    return withCategory(row, storedCategory(row) ?? (proposal && answers.get(readyKey(proposal))) ?? '');
  });
  return { ...file, rows, columns: new Set([...file.columns, 'category']) };
}

function withCategory(row: FileRow, category: string): FileRow {
  const { club, line, name, issues } = row;
  if (!club || club.category === category) return row;
  const [detail] = parseField('category', category).issues ?? [];
  if (!detail) return { ...row, club: { ...club, category } };
  const issue = makeIssue(line, detail, { column: 'category', value: shorten(category), club: name });
  return { ...row, club: null, issues: [...issues, issue] };
}

export type ImportCategories = Awaited<ReturnType<typeof loadImportCategories>>;

/** The categories of a file as its form asks about them; `isOpen`: one of them has no answer yet. */
export async function loadImportCategories(sql: Sql, file: ClubFile, { categories }: StoredImport, locale: Locale) {
  const { known, labels, answers, storedCategory } = await loadAnswers(sql, categories);
  const values = countValues(toClubs(file));
  const isReady = values.length === 0;
  const open = isReady ? file.rows.filter((row) => row.club && storedCategory(row) === undefined) : [];
  const rows = isReady
    ? toReadyRows(open, await proposeRows(file), findReadyLabels(known, messages(locale).categories.ready))
    : toRows(values, proposeMatches(values, known));
  const answered = rows.map((row): CategoryRow => {
    const key = foldLabel(row.value);
    const answer = answers.get(key);
    if (answer === undefined) return { ...row, isKnown: labels.has(key) };
    return { ...row, to: answer ?? row.label, isDropped: answer === null, isKnown: true, isProposed: false };
  });
  const asked = answered.filter(({ isKnown }) => !isKnown);
  const proposed = rows.reduce((sum, { count }) => sum + count, 0);
  return {
    isReady,
    rows: answered.slice(0, MAX_ROWS),
    labels: [...known.map(({ label }) => label), ...rows.map(({ label }) => label)].slice(0, MAX_ROWS),
    withoutProposal: isReady ? open.length - proposed : 0,
    isOpen: asked.length > 0 && (!isReady || proposed >= ENOUGH_PROPOSED),
  };
}

function toReadyRows(
  open: readonly FileRow[],
  proposals: ReadonlyMap<FileRow, ReadyCategory>,
  labels: Record<ReadyCategory, string>,
): CategoryRow[] {
  const clubs = Map.groupBy(open, (row) => proposals.get(row));
  const rows = READY_CATEGORIES.flatMap((category) => {
    const names = clubs.get(category)?.map(({ name }) => name) ?? [];
    const label = labels[category];
    const row = { value: readyKey(category), label, to: label, count: names.length, isProposed: false };
    return names.length === 0 ? [] : { ...PLAIN, ...row, examples: names.slice(0, 3) };
  });
  return rows.sort((a, b) => b.count - a.count);
}

/** The submitted answers, or those that leave open categories as they are and clubs without one uncategorized. */
export function readImportAnswers(form: FormData, { rows, isReady }: ImportCategories): Record<string, string | null> {
  const isSkipped = form.has('skip');
  const answers = readAnswers(form);
  return Object.fromEntries(
    rows.map(({ value, label, to, isKnown, isDropped }) => {
      const kept = isKnown && !isDropped ? to : isReady || isDropped ? null : label;
      return [foldLabel(value), isSkipped ? kept : (answers.get(value) ?? (answers.has(value) ? null : kept))];
    }),
  );
}
