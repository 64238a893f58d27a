import { setImmediate } from 'node:timers/promises';
import { renderClubTexts } from '../../src/markdown.ts';
import type { Database, Transaction } from '../client.ts';
import type { RowIssue } from './club-row.ts';
import { planImport, type PlannedClub } from './plan.ts';
import { readClubTable, type ClubTable } from './read-csv.ts';
import { writeClubs, type RenderedClub } from './write.ts';

export interface ImportOptions {
  /** Removes the sample clubs first. */
  replaceSamples?: boolean;
  /** The clubs of the file are sample clubs. */
  asSamples?: boolean;
  onProgress?: (progress: ImportProgress) => void;
}

/** How many clubs of `total` have gone through a stage; only clubs that change go through any. */
export interface ImportProgress {
  stage: 'render' | 'write';
  done: number;
  total: number;
}

/** What an import did, in clubs; `normalised` counts what the file says in another form than it was written. */
export interface ImportReport {
  created: number;
  updated: number;
  unchanged: number;
  removedSamples: number;
  normalised: ClubTable['normalised'];
}

/** A report, or every reason why nothing was changed, by line. */
export type ImportResult = { report: ImportReport; issues?: undefined } | { report?: undefined; issues: RowIssue[] };

/** Brings the clubs of a CSV file into the database: all of them or, when a row is bad, none. */
export async function importClubs(
  sql: Database,
  bytes: Uint8Array,
  options: ImportOptions = {},
): Promise<ImportResult> {
  const { write, issues } = await prepareImport(sql, bytes, options);
  return issues ? { issues } : { report: await sql.begin(write) };
}

/** Checks and renders; `write` is what is left for a transaction. Nothing is locked meanwhile. */
export async function prepareImport(
  sql: Database,
  bytes: Uint8Array,
  { replaceSamples = false, asSamples = false, onProgress = () => {} }: ImportOptions,
): Promise<
  { write: (tx: Transaction) => Promise<ImportReport>; issues?: undefined } | { write?: undefined; issues: RowIssue[] }
> {
  const table = readClubTable(bytes);
  const plan = await planImport(sql, table, { replaceSamples, asSamples });
  const issues = [...table.issues, ...plan.issues].sort((one, other) => one.line - other.line);
  if (issues.length > 0) return { issues };

  const clubs = await renderClubs(plan.clubs, onProgress);
  const { created, updated, unchanged } = plan;
  return {
    async write(tx) {
      if (clubs.length > 0) onProgress({ stage: 'write', done: 0, total: clubs.length });
      const keepDescriptions = !table.columns.has('description');
      const removedSamples = await writeClubs(tx, clubs, { replaceSamples, asSamples, keepDescriptions });
      return { created, updated, unchanged, removedSamples, normalised: table.normalised };
    },
  };
}

async function renderClubs(
  clubs: PlannedClub[],
  onProgress: (progress: ImportProgress) => void,
): Promise<RenderedClub[]> {
  const rendered: RenderedClub[] = [];
  for (const club of clubs) {
    rendered.push({ ...club, ...(await renderClubTexts(club)) });
    if (rendered.length % 50 !== 0 && rendered.length !== clubs.length) continue;
    onProgress({ stage: 'render', done: rendered.length, total: clubs.length });
    // Rendering never waits for anything, and a progress bar needs its timer.
    await setImmediate();
  }
  return rendered;
}
