import { createHash } from 'node:crypto';
import type { Sql } from '../../../db/client.ts';
import { inBatches, withTurns } from '../../lib/batches.ts';
import { compareTexts, type FieldDifference } from '../record/texts.ts';
import { findVersion } from '../record/version-queries.ts';
import { checkAgainstDirectory, type Match, type NewerFields, type StoredClub } from './check-directory.ts';
import { decideAll, findRenames, protectNewerFields } from './decisions.ts';
import { inOrder, isError, type FileIssue } from './issues.ts';
import { findLogos } from './logos.ts';
import { headersOf } from './match-columns.ts';
import { matchParents } from './match-parents.ts';
import type { ClubFile } from './read-file.ts';
import { countReading } from './reading.ts';
import type { ClubRow } from './read-rows.ts';

export interface PlanOptions {
  replaceSamples?: boolean;
  /** Deletes the clubs that have no row. */
  deleteMissing?: boolean;
  /** What a user decided: see decisions.ts. Without them, all rows are imported, or none if one has an error. */
  choices?: ReadonlySet<string>;
}

export interface PlannedClub {
  /** Names the club in a form: `line-2`, or `club-7` for one without a row. */
  key: string;
  what: 'created' | 'changed' | 'deleted' | 'sample';
  line: number | null;
  /** Null for a new club. */
  clubId: number | null;
  /** After the import; for a deleted club, now. */
  name: string;
  oldName: string | null;
  isLeftOut: boolean;
  /** The row may be the new name of this club. */
  similar: Match['similar'];
  /** Fields that the row overwrites only if the user chooses so. */
  newer: NewerFields | null;
  /** The values of its row, and the stored ones if the file has none; null for a club without a row. */
  values: ClubRow | null;
  /** The fields that differ; see `fieldsOf`. */
  differences: FieldDifference[];
}

/** What an import does to the directory at a version. */
export type ImportPlan = Awaited<ReturnType<typeof planImport>>;
export type PlanCounts = ImportPlan['counts'];

export const needsDecision = ({ similar, isLeftOut }: PlannedClub): boolean => similar !== null && isLeftOut;

export const isRenamed = ({ oldName, name }: PlannedClub): boolean => oldName !== null && oldName !== name;

/** Whether empty cells clear a field of a club. */
export const isCleared = ({ what, differences }: PlannedClub): boolean =>
  what === 'changed' && differences.some(({ after }) => after === '');

/** All fields of a club that change, as a form shows them. */
export const fieldsOf = ({ what, values, differences }: PlannedClub): FieldDifference[] =>
  what === 'created' ? compareTexts({}, { ...values }) : differences;

/** Whether a file without clubs, probably by accident, would delete those of the directory. */
export const deletesAll = ({ clubs, counts: { created, updated, unchanged, deleted } }: ImportPlan): boolean =>
  created + updated + unchanged === 0 && deleted > 0 && !clubs.some(({ similar }) => similar !== null);

export const changesAnything = ({ created, updated, deleted, removedSamples }: PlanCounts): boolean =>
  created + updated + deleted + removedSamples > 0;

const WITHOUT_ROW = { line: null, oldName: null, similar: null, newer: null, values: null };

/** How often rows are left out because the plan lacks others. */
const SKIP_ROUNDS = 10;

/** Compares a file with the directory, and changes nothing. */
export async function planImport(sql: Sql, file: ClubFile, options: PlanOptions = {}) {
  const { replaceSamples = false, deleteMissing = false, choices } = options;
  const version = await findVersion(sql);
  const { rows: fileRows, foreignLogos } = await findLogos(sql, file.rows);
  const { clubs, samples } = await findStoredClubs(sql, replaceSamples);
  const reading = { ...file.reading, counts: { ...file.reading.counts } };
  countReading(reading, 'foreignLogos', foreignLogos);
  const rows = matchParents(fileRows, clubs, reading);
  const clubsById = new Map(clubs.map((club) => [club.id, club]));
  const clubsByName = new Map(clubs.map((club) => [club.name, club]));
  const candidates = rows.map((row): Match => {
    const named = row.club ? (clubsByName.get(row.name) ?? null) : null;
    const club = row.club?.id ? (clubsById.get(row.club.id) ?? null) : named;
    return { row, club, named, isLeftOut: false, similar: null, newer: null };
  });
  await findRenames(sql, candidates, clubs);
  let matches = choices ? decideAll(candidates, choices) : candidates;
  if (choices) await protectNewerFields(sql, matches, choices, (id) => clubsById.get(id)?.name);
  const keptIds = new Set(
    matches.flatMap(({ row, club, similar, isLeftOut }) => [
      row.club ? club?.id : clubsByName.get(row.name)?.id,
      isLeftOut ? similar?.id : undefined,
    ]),
  );
  // An unreadable row may be the one of any club.
  const missing = deleteMissing && (file.isComplete || !choices) ? clubs.filter(({ id }) => !keptIds.has(id)) : [];
  const isLeftOut = ({ id }: StoredClub) => choices?.has(`club-${id}`) === true;
  const deletedIds = new Set(missing.filter((club) => !isLeftOut(club)).map(({ id }) => id));
  const isComplete = file.isComplete || choices !== undefined;
  const check = () => checkAgainstDirectory({ matches, clubs, clubsByName, deleteMissing, isComplete, deletedIds });
  let issues = check();
  const skipped = choices ? rows.flatMap((row) => row.issues.filter(isError)) : [];
  // Without a row, others may have an error, such as an unknown parent.
  for (let round = 0; choices && round < SKIP_ROUNDS && issues.some(isError); round += 1) {
    const errors = issues.filter(isError);
    const lines = new Set(errors.map(({ line }) => line));
    skipped.push(...errors);
    matches = matches.map((match) => (lines.has(match.row.line) ? { ...match, isLeftOut: true } : match));
    issues = check();
  }

  const chosenNames = new Map(
    matches.flatMap(({ row, club, isLeftOut }) => (club && !isLeftOut ? [[club.id, row.name]] : [])),
  );
  /** The name that a club has after the import. */
  const nameOf = (id: number | null) => (id === null ? null : (chosenNames.get(id) ?? clubsById.get(id)?.name ?? null));
  const planned: PlannedClub[] = [];
  let unchanged = 0;
  for await (const [match, state] of withStates(sql, matches, ({ club }) => club?.id)) {
    const club = planRow(match, state, nameOf);
    if (club) planned.push(club);
    else if (match.row.club && !match.isLeftOut) unchanged += 1;
  }
  for await (const [club, state] of withStates(sql, [...missing, ...samples], ({ id }) => id)) {
    const isDeletedSample = replaceSamples && club.isSample;
    planned.push({
      ...WITHOUT_ROW,
      key: `club-${club.id}`,
      clubId: club.id,
      name: club.name,
      what: isDeletedSample ? 'sample' : 'deleted',
      isLeftOut: !isDeletedSample && isLeftOut(club),
      differences: compareTexts({ ...state, parentName: nameOf(club.parentId) }, {}),
    });
  }
  const { names = [], targets, isOurs = true } = file.header ?? {};
  const headers = headersOf(names, isOurs ? [] : (targets ?? []));
  const withHeader = (issue: FileIssue) =>
    issue.column && headers.has(issue.column) ? { ...issue, header: headers.get(issue.column) } : issue;
  const rowIssues = rows.flatMap((row) => row.issues).filter((issue) => !choices || !isError(issue));
  const allIssues = inOrder([...file.issues, ...rowIssues, ...issues]).map(withHeader);
  const plannedLines = new Set(planned.map(({ line }) => line));
  const skippedRows = new Set(skipped.map(({ line }) => line).filter((line) => !plannedLines.has(line)));
  const leftOut = [
    ...planned.filter((club) => !isChosen(club)).map(({ name }) => name),
    ...rows.filter(({ line }) => skippedRows.has(line)).map(({ name }) => name),
  ];
  return {
    file,
    options,
    version,
    // Rows in the order of the file, then clubs without a row by name.
    clubs: planned,
    // By line.
    errors: allIssues.filter(isError),
    // The errors of rows that are left out because of them, in an import with choices.
    skipped: inOrder(skipped).map(withHeader),
    warnings: allIssues.filter(({ kind }) => kind === 'warning'),
    // Clubs, without those that are left out, and the first names of these. A renamed club is also an updated one.
    counts: {
      ...countClubs(planned),
      leftOut: leftOut.length,
      leftOutNames: leftOut.filter((name) => name !== '').slice(0, 10),
      unchanged,
    },
    // Fields that empty cells clear, and in how many clubs.
    cleared: countCleared(planned),
    reading,
    // Identifies everything that the plan does and leaves out.
    digest: await digestOf(planned),
  };
}

/** Reads all clubs by name, the sample clubs apart if they are to be deleted. */
async function findStoredClubs(sql: Sql, replaceSamples: boolean) {
  const clubs: StoredClub[] = [];
  const samples: StoredClub[] = [];
  const batches = sql<StoredClub[]>`
    select id, name, name_folded, parent_id, is_sample from club order by name, id`.cursor(5000);
  for await (const batch of batches) {
    for (const club of batch) (replaceSamples && club.isSample ? samples : clubs).push(club);
  }
  return { clubs, samples };
}

type State = Record<string, unknown> & { parentId: number | null };

/** What a new club has without a column for it. */
const NEW_CLUB = {
  isActive: true,
  parentName: '',
  shortDescription: '',
  description: '',
  howToJoin: '',
  meetingDays: '',
};

/** Items with the states of their clubs. The event loop gets a turn after each batch. */
async function* withStates<T>(
  sql: Sql,
  items: readonly T[],
  idOf: (item: T) => number | undefined,
): AsyncGenerator<[T, State | null], void, undefined> {
  for (const batch of inBatches(items)) {
    const ids = batch.flatMap((item) => idOf(item) ?? []);
    const rows = await sql<{ id: number; state: State }[]>`
      select id, club_fields(club) as state from club where id = any(${ids})`;
    const states = new Map(rows.map(({ id, state }) => [id, state]));
    for (const item of batch) yield [item, states.get(idOf(item) ?? 0) ?? null];
  }
}

/** Plans a row; null if it changes nothing, and keeps nothing that was edited. */
function planRow(
  { row, club, isLeftOut, similar, newer }: Match,
  state: State | null,
  nameOf: (id: number | null) => string | null,
): PlannedClub | null {
  if (!row.club) return null;
  const planned = {
    key: `line-${row.line}`,
    line: row.line,
    clubId: club?.id ?? null,
    name: row.name,
    oldName: club?.name ?? null,
    isLeftOut,
    similar,
    newer,
    values: { ...NEW_CLUB, ...state, ...row.club },
  };
  if (!club || !state) return { ...planned, what: 'created', differences: [] };
  const before = { ...state, parentName: nameOf(state.parentId) };
  const differences = compareTexts(before, { ...before, ...row.club });
  if (differences.length > 0) return { ...planned, what: 'changed', differences };
  return newer && { ...planned, what: 'changed', isLeftOut: true, differences };
}

const isChosen = ({ isLeftOut }: PlannedClub) => !isLeftOut;

function countClubs(planned: PlannedClub[]) {
  const chosen = planned.filter(isChosen);
  const count = (isCounted: (club: PlannedClub) => boolean) => chosen.filter(isCounted).length;
  return {
    created: count(({ what }) => what === 'created'),
    updated: count(({ what }) => what === 'changed'),
    renamed: count(isRenamed),
    deleted: count(({ what }) => what === 'deleted'),
    removedSamples: count(({ what }) => what === 'sample'),
  };
}

function countCleared(planned: PlannedClub[]) {
  const fields = planned
    .filter((club) => isChosen(club) && isCleared(club))
    .flatMap(({ differences }) => differences.flatMap(({ field, after }) => (after === '' ? field : [])));
  return [...Map.groupBy(fields, (field) => field)].map(([field, { length }]) => ({ field, clubs: length }));
}

async function digestOf(planned: PlannedClub[]): Promise<string> {
  const hash = createHash('sha256');
  for await (const { key, what, clubId, isLeftOut, similar, newer, differences, values } of withTurns(planned)) {
    const created = what === 'created' ? values : null;
    hash.update(JSON.stringify([key, what, clubId, isLeftOut, similar?.id, newer?.differences, differences, created]));
  }
  return hash.digest('hex');
}

/** All issues by line. */
export const listIssues = ({ errors, skipped, warnings }: ImportPlan): FileIssue[] =>
  inOrder([...errors, ...skipped, ...warnings]);
