import type { Database } from '../../../../db/client.ts';
import { processWide } from '../../../lib/process-wide.ts';
import { today } from '../../record/day.ts';
import { addZeroResults, MAX_TERM_LENGTH, type TermCount } from './queries.ts';

const FLUSH_INTERVAL_MS = 60_000;
const MAX_TERMS = 200;
const TERM_LENGTH_MIN = 3;

/** The term of a search. Null for long texts and those that may be personal: addresses and telephone numbers. */
export function readTerm(name: string): string | null {
  const term = name.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
  const { length } = Array.from(term);
  if (length < TERM_LENGTH_MIN || length > MAX_TERM_LENGTH || !/\p{L}/u.test(term)) return null;
  return /[@\p{Cc}\p{Cf}\p{Cs}]|:\/\/|(?:\d[\s./()+-]*){6}/u.test(term) ? null : term;
}

/** Counts searches without results, and writes the counts to the database in the background. */
export function createZeroResultRecorder(sql: Database, report: (line: string) => void) {
  const waiting = new Map<string, TermCount>();
  const flush = async () => {
    const counts = [...waiting.values()];
    waiting.clear();
    if (counts.length === 0) return;
    await addZeroResults(sql, today(), counts).catch((error: unknown) =>
      report(`Could not record searches without results: ${String(error)}`),
    );
  };
  const timer = setInterval(() => void flush(), FLUSH_INTERVAL_MS);
  timer.unref();
  return {
    record(name: string) {
      const term = readTerm(name);
      const known = term === null ? undefined : waiting.get(term);
      if (known) known.count += 1;
      else if (term !== null && waiting.size < MAX_TERMS) waiting.set(term, { term, count: 1 });
    },
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}

const shared = processWide<ReturnType<typeof createZeroResultRecorder>>('zero-result searches');

export const shareZeroResultRecorder = shared.set;

/** Counts a search that found nothing, if this process has a recorder. */
export const recordZeroResults = (name: string): void => shared.get()?.record(name);
