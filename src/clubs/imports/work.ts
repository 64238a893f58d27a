import type { Database } from '../../../db/client.ts';
import { ignoreLost, UnknownOutcomeError } from '../../lost-connection.ts';
import { planStaged, stageFile } from '../csv/import.ts';
import { ImportFailure } from '../csv/import-failure.ts';
import { deletesAll } from '../csv/plan.ts';
import {
  emptyStaging,
  findOutcome,
  inStaging,
  openStaging,
  stagingOf,
  stepsOf,
  stepsWithin,
  type Staging,
} from '../csv/staging.ts';
import { OutdatedPlanError, writeClubs, type WriteOptions } from '../csv/write.ts';
import type { Actor } from '../history/step.ts';
import { findVersion } from '../queries.ts';
import { renderStaleClubs } from '../render.ts';
import {
  changeIn,
  changesAnything,
  changeKeptImport,
  findKeptImport,
  markWritten,
  takePlan,
  type KeptFailure,
  type KeptImport,
  type KeptPlan,
} from './kept-imports.ts';
import { leaveOut, showPlan, type ShownKey } from './shown-plan.ts';

/*
 * The work on an import in the browser, which no request waits for: reading, planning and writing it. Each leaves what
 * came of it with the import.
 */

/** How many rows a file may have. */
export const MAX_IMPORT_ROWS = 100_000;
/** As many as a sheet has in all: a file of nothing but line ends would keep others waiting for minutes. */
const MAX_EMPTY_ROWS = 1_048_576;

/** An import that was read. */
interface Read {
  kept: KeptImport;
  staging: Staging;
  options: Omit<WriteOptions, 'step'>;
}

function asRead(kept: KeptImport | null): Read | null {
  if (!kept?.file) return null;
  const { file, options } = kept;
  const { columns, isComplete } = file;
  return {
    kept,
    staging: stagingOf(kept.id, file.rows),
    options: { ...options, columns: new Set(columns), isComplete, asSamples: false },
  };
}

/** Reads a file that was sent, and plans what to do with it. `onProgress` is told the part that is done. */
export async function readUpload(
  sql: Database,
  id: number,
  bytes: Uint8Array,
  { siteUrl, onProgress }: { siteUrl: string; onProgress: (part: number) => void },
): Promise<void> {
  const kept = await findKeptImport(sql, id);
  if (!kept) return;
  try {
    const staging = await openStaging(sql, id);
    const { columns, isComplete, report } = await stageFile(sql, staging, inChunks(bytes), {
      replaceSamples: kept.options.replaceSamples,
      siteUrl,
      logos: { folder: null, canBeInFolder: false },
      maxRows: MAX_IMPORT_ROWS,
      maxEmptyRows: MAX_EMPTY_ROWS,
      onBytes: (read) => onProgress(READING * (read / bytes.length)),
    });
    const file = { columns: [...columns], isComplete, report, rows: staging.count };
    await changeKeptImport(sql, id, ['reading'], { state: 'planning', file });
    await planAgain(sql, id);
  } catch (error) {
    await changeKeptImport(sql, id, ['reading', 'planning'], { state: 'failed', failure: toFailure(error) });
    if (!(error instanceof ImportFailure)) throw error;
  }
}

/** Which part of the work on a file is the reading of it. */
const READING = 0.7;

const CHUNK = 64 * 1024;

async function* inChunks(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  await Promise.resolve();
  for (let at = 0; at < bytes.length; at += CHUNK) yield bytes.subarray(at, at + CHUNK);
}

/**
 * Plans an import anew, for the clubs as they are now and without what is left out; answers how much it would do that
 * was not shown before, or null when there is no such import any more.
 */
export async function planAgain(sql: Database, id: number): Promise<{ unseen: number } | null> {
  const read = asRead(await findKeptImport(sql, id));
  if (!read) return null;
  const { kept, staging, options } = read;
  await changeKeptImport(sql, id, ['planning', 'writing'], { plan: null });
  const plan = await planStaged(sql, staging, options);
  const { counts, unseen } = await showPlan(stepsOf(sql), staging, options, {
    keepsMarks: kept.plan?.version === plan.version,
  });
  await changeKeptImport(sql, id, ['planning', 'writing'], {
    plan: { ...plan, shown: counts },
    failure: null,
    // Whoever writes it goes on.
    ...(kept.state === 'planning' && { state: 'planned' }),
  });
  return { unseen };
}

/** Who confirms an import, and how. */
export interface WriteRequest {
  actor: Actor;
  /** Whether something was left out or taken in since the last plan. */
  isChanged: boolean;
  /** Whether they may delete clubs: what was asked for when the file was sent may be another's wish. */
  mayDelete: boolean;
}

/**
 * Writes an import that somebody has confirmed, in one transaction: exactly what was shown, or nothing, and then it says
 * what would be done now.
 */
export async function writeKept(
  sql: Database,
  id: number,
  { actor, isChanged, mayDelete }: WriteRequest,
): Promise<void> {
  const end = (failure: KeptFailure | null) => changeKeptImport(sql, id, ['writing'], { state: 'planned', failure });
  try {
    const before = await findKeptImport(sql, id);
    const isOld = isChanged || (await findVersion(sql)) !== before?.plan?.version;
    const again = isOld ? await planAgain(sql, id) : null;
    const read = asRead(isOld ? await findKeptImport(sql, id) : before);
    const plan = read?.kept.plan;
    if (!plan) return;
    const isUnseen = again !== null && again.unseen > 0;
    if (isUnseen || plan.mistakes > 0) await end(isUnseen ? { code: 'outdated' } : null);
    else if (!changesAnything(plan)) await end({ code: 'nothing' });
    else if (plan.deleted + plan.removedSamples > 0 && !mayDelete) await end({ code: 'notAllowed' });
    else if (deletesAll(plan)) await end({ code: 'deletesAll' });
    else {
      await write(sql, read, plan, actor);
      // The site renders what is missing when it starts, and a later import takes away what is left.
      await ignoreLost(renderStaleClubs(sql));
      await ignoreLost(emptyStaging(sql, read.staging));
    }
  } catch (error) {
    if (error instanceof OutdatedPlanError) {
      await planAgain(sql, id);
      await end({ code: 'outdated' });
      return;
    }
    await end(toFailure(error));
    if (!(error instanceof ImportFailure)) throw error;
  }
}

async function write(sql: Database, read: Read, planned: KeptPlan, actor: Actor): Promise<void> {
  const { kept, staging, options } = read;
  await sql
    .begin(async (tx) => {
      let { shown } = planned;
      const plan = await writeClubs(tx, staging, planned, {
        ...options,
        step: { kind: 'import', actor, note: kept.fileName },
        async isAgreed() {
          const { counts, unseen } = await showPlan(stepsWithin(tx), staging, options, { keepsMarks: false });
          shown = counts;
          return unseen === 0;
        },
      });
      await markWritten(tx, kept.id, { ...plan, shown });
    })
    .catch(async (error: unknown) => {
      // What the transaction says of the import is as true as what it does to the clubs.
      if (error instanceof UnknownOutcomeError && (await findOutcome(sql, staging))) return;
      throw error;
    });
}

const toFailure = (error: unknown): KeptFailure =>
  error instanceof ImportFailure ? error.fault : { code: 'unexpected' };

/** What somebody has chosen of a plan. */
export interface Choice {
  /** The epoch of the directory that the plan is of, and the number of the plan that they have seen. */
  epoch: string;
  planNumber: number;
  /** What they were shown. */
  listed: readonly ShownKey[];
  taken: (key: ShownKey) => boolean;
  /** What the page knows the form by that says so; null where it does not ask. */
  mark?: string | null;
  /** What is to become of the import. */
  next: 'planning' | 'writing';
}

/**
 * Leaves out of a plan what somebody does not want of it, and takes the import for what is next; `same`: nothing is other
 * than before, and there is nothing to plan. `outdated`: there is another plan by now, or somebody works on it.
 */
export const choose = (
  sql: Database,
  id: number,
  { epoch, planNumber, listed, taken, mark = null, next }: Choice,
): Promise<'changed' | 'same' | 'outdated'> =>
  inStaging(sql, async (tx) => {
    if (!(await takePlan(tx, id, { epoch, planNumber, mark, next }))) return 'outdated';
    if (await leaveOut(tx, stagingOf(id, 0), listed, taken)) return 'changed';
    if (next === 'planning') await changeIn(tx, id, ['planning'], { state: 'planned' });
    return 'same';
  });
