import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import PQueue from 'p-queue';
import type { Database } from '../../../db/client.ts';
import { isLostConnection } from '../../lost-connection.ts';
import { processWide } from '../../process-wide.ts';
import { settings } from '../../settings.ts';
import { findOutcome, stagingOf } from '../csv/staging.ts';
import type { Actor } from '../history/step.ts';
import { findVersion } from '../queries.ts';
import {
  addKeptImport,
  BEAT,
  beat,
  changeKeptImport,
  hasFileMistakes,
  type ImportState,
  type KeptImport,
  type KeptOptions,
} from './kept-imports.ts';
import { planAgain, writeKept, type WriteRequest } from './work.ts';

/** What works on imports in the background of the site: who asks for it need not stay. */
export interface Importer {
  /** Begins to read a file, whose bytes are gone then; answers as `addKeptImport`, or null when too many wait. */
  read: (
    file: { name: string; bytes: Uint8Array<ArrayBuffer> },
    options: KeptOptions,
    actor: Actor,
  ) => Promise<{ id: number; hasTakenPlace: boolean } | null>;
  /** Begins to plan an import again, which says that it is being planned. */
  plan: (id: number) => void;
  /**
   * Begins to plan an import again that waits, where clubs were changed since its plan was made: what is shown of it has
   * to be of the clubs as they are. Answers whether it did.
   */
  refresh: (kept: KeptImport) => Promise<boolean>;
  /** Begins to write an import, which says that it is being written. */
  write: (id: number, request: WriteRequest) => void;
  /** Waits until the work on an import is over, but not long: most are small. */
  settled: (id: number) => Promise<void>;
  /** Takes up an import whose process has ended. */
  recover: (kept: KeptImport) => Promise<void>;
  close: () => Promise<void>;
}

/** How long somebody waits for an answer that may say that it is done, in milliseconds. */
const PATIENCE = 2000;

/** As many files are held in memory, that one included which is being read. */
const MOST_WAITING = 4;

/** A file's name as it is shown and kept: without folders and what is no character, and not too long. */
const toFileName = (name: string): string =>
  (name.split(/[\\/]/).at(-1) ?? '')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
    .trim()
    .slice(0, 200)
    .toWellFormed() || 'clubs.csv';

/** A thread that needs more is wrong: a file is read in pieces. In MB. */
const MOST_MEMORY = 400;

/** The work on one import. */
interface Work {
  /** The states that it takes an import through: one in another state is no longer its own. */
  states: readonly ImportState[];
  progress: number;
  done: Promise<void>;
}

/** Begins to work on imports. `worker` is the program of the threads that read; `report` is told of what nobody expects. */
export function createImporter(sql: Database, worker: URL, report: (line: string) => void): Importer {
  const works = new Map<number, Work>();
  const threads = new Set<Worker>();
  // One file after the other: each is the work of a processor.
  const queue = new PQueue({ concurrency: 1 });
  let adding = 0;
  let isClosed = false;

  const begin = (id: number, states: readonly ImportState[], run: () => Promise<void>) => {
    const done = run()
      .catch(async (error: unknown) => {
        if (isClosed) return;
        report(`Import failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
        const failure = { code: isLostConnection(error) ? 'brokeOff' : 'unexpected' } as const;
        const state = states.includes('writing') ? 'planned' : 'failed';
        await changeKeptImport(sql, id, states, { state, failure }).catch(() => false);
      })
      .finally(() => {
        // The next work may have begun: a thread takes its time to end when what it has read is there.
        if (works.get(id) === work) works.delete(id);
      });
    const work: Work = { states, progress: 0, done };
    works.set(id, work);
  };
  const timer = setInterval(() => {
    const now = [...works].map(([id, { states, progress }]) => ({ id, states, progress }));
    // The next one says it again.
    if (now.length > 0) beat(sql, now).catch(() => {});
  }, BEAT * 1000);
  timer.unref();

  /** Reads a file in a thread; what it has read, and why not, is with the import by then. */
  const readInThread = async (id: number, bytes: Uint8Array<ArrayBuffer>) => {
    if (isClosed) return;
    const thread = new Worker(worker, {
      workerData: { id, bytes, siteUrl: settings().siteUrl },
      transferList: [bytes.buffer],
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY },
    });
    threads.add(thread);
    thread.on('message', (part: number) => {
      const work = works.get(id);
      if (work) work.progress = part;
    });
    try {
      // Rejects with what was thrown in it.
      await once(thread, 'exit');
    } finally {
      threads.delete(thread);
    }
  };

  return {
    async read({ name, bytes }, options, actor) {
      if (queue.size + queue.pending + adding >= MOST_WAITING) return null;
      adding += 1;
      const fileName = toFileName(name);
      const added = await addKeptImport(sql, { fileName, options, actor }).finally(() => (adding -= 1));
      begin(added.id, ['reading', 'planning'], () => queue.add(() => readInThread(added.id, bytes)));
      return added;
    },
    plan: (id) => begin(id, ['planning'], () => planAgain(sql, id).then(() => {})),
    async refresh({ id, state, plan, planNumber }) {
      if (state !== 'planned' || !plan || hasFileMistakes({ plan, planNumber })) return false;
      if (plan.version === (await findVersion(sql))) return false;
      // Of several who look at it at once one begins.
      if (await changeKeptImport(sql, id, ['planned'], { state: 'planning' })) this.plan(id);
      return true;
    },
    write: (id, request) => begin(id, ['writing'], () => writeKept(sql, id, request)),
    async settled(id) {
      const stop = new AbortController();
      await Promise.race([works.get(id)?.done, sleep(PATIENCE, undefined, { signal: stop.signal }).catch(() => {})]);
      stop.abort();
    },
    async recover({ id, state, file }) {
      if (works.get(id)?.states.includes(state)) return;
      const failure = { code: 'brokeOff' } as const;
      if (state === 'reading') await changeKeptImport(sql, id, ['reading'], { state: 'failed', failure });
      else if (state === 'planning') this.plan(id);
      else if (state === 'planned') {
        if (await changeKeptImport(sql, id, ['planned'], { state: 'planning' })) this.plan(id);
      } else if (!(await findOutcome(sql, stagingOf(id, file?.rows ?? 0)))) {
        await changeKeptImport(sql, id, ['writing'], { state: 'planned', failure });
      }
    },
    async close() {
      isClosed = true;
      clearInterval(timer);
      queue.clear();
      await Promise.all([...threads].map((thread) => thread.terminate()));
    },
  };
}

const started = processWide<Importer>('importer');

/** Makes an importer the one of this process (null: none). */
export const shareImporter = started.set;

/** The importer of this process. */
export function importer(): Importer {
  const importer = started.get();
  if (!importer) throw new Error('This process has started no importer.');
  return importer;
}
