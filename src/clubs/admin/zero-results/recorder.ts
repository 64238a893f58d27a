import type { Database } from '../../../../db/client.ts';
import { isLostConnection } from '../../../lost-connection.ts';
import { processWide } from '../../../process-wide.ts';
import { today } from '../../day.ts';
import { addMissed, foldTerm, LONGEST_TERM, type MissedCount } from './queries.ts';

/** What notes searches that found nothing. Nobody waits for it, and nothing fails by it. */
export interface MissedSearches {
  /** `isTyping`: whether it may be the beginning of what somebody still types. */
  note: (name: string, how: { isTyping: boolean }) => void;
  /** Writes what is noted; what may still be typed waits for the next time, unless it is the last. */
  flush: (how?: { isLast: boolean }) => Promise<void>;
  close: () => Promise<void>;
}

/** Beginnings of one word that come within so long, in ms, are one search. */
const TYPING = 10_000;
const FLUSH_EVERY = 60_000;
/** So many different terms wait at most. */
export const MOST_WAITING = 1000;
/** So many of the last that were typed are looked through. */
const MOST_TYPED = 50;

const SHORTEST = 3;

/**
 * The term of a search as it was typed, in one line. Null for what is not the name of a club or may be personal: e-mail
 * and web addresses, telephone numbers, and long texts.
 */
export function readTerm(name: string): string | null {
  const term = name.normalize('NFC').trim().replaceAll(/\s+/g, ' ');
  return [term, foldTerm(term)].every(isTerm) ? term : null;
}

function isTerm(text: string): boolean {
  const { length } = Array.from(text);
  if (length < SHORTEST || length > LONGEST_TERM || !/\p{L}/u.test(text)) return false;
  return !/[@\p{Cc}\p{Cf}\p{Cs}]|:\/\/|(?:\d[\s./()+-]*){6}/u.test(text);
}

export function createMissedSearches(sql: Database, report: (line: string) => void): MissedSearches {
  /** The counts by folded term, each with its latest spelling. */
  const waiting = new Map<string, MissedCount>();
  /** What was typed a moment ago, which may go on. */
  let typed: { term: string; at: number }[] = [];

  const add = (term: string, count: number) => {
    const folded = foldTerm(term);
    const known = waiting.get(folded);
    const sum = (known?.count ?? 0) + count;
    if (sum <= 0) waiting.delete(folded);
    else if (known) waiting.set(folded, { term: count > 0 ? term : known.term, count: sum });
    else if (waiting.size < MOST_WAITING) waiting.set(folded, { term, count: sum });
  };

  const flush = async ({ isLast } = { isLast: false }) => {
    const now = performance.now();
    const still = new Set(typed.filter(({ at }) => !isLast && now - at < TYPING).map(({ term }) => term));
    const counts = [...waiting].flatMap(([folded, one]) => (still.has(folded) ? [] : [one]));
    if (counts.length === 0) return;
    for (const { term } of counts) waiting.delete(foldTerm(term));
    try {
      await addMissed(sql, today(), counts);
    } catch (error) {
      for (const { term, count } of counts) add(term, count);
      if (!isLostConnection(error)) report(`Could not record searches without results: ${String(error)}`);
    }
  };
  const timer = setInterval(() => void flush(), FLUSH_EVERY);
  timer.unref();

  return {
    note(name, { isTyping }) {
      const spelled = readTerm(name);
      if (spelled === null) return;
      if (isTyping) {
        const term = foldTerm(spelled);
        const now = performance.now();
        typed = typed.filter(({ at }) => now - at < TYPING).slice(-MOST_TYPED);
        // Who takes letters away again has looked for the longer one.
        if (typed.some((one) => one.term !== term && one.term.startsWith(term))) return;
        const beginning = typed.find((one) => one.term !== term && term.startsWith(one.term));
        if (beginning) {
          add(beginning.term, -1);
          typed.splice(typed.indexOf(beginning), 1);
        }
        typed.push({ term, at: now });
      }
      add(spelled, 1);
    },
    flush,
    async close() {
      clearInterval(timer);
      await flush({ isLast: true });
    },
  };
}

const started = processWide<MissedSearches>('missed searches');

/** Makes these the ones of this process (null: none). */
export const shareMissedSearches = started.set;

/** Notes a search that found nothing, where this process does. */
export const noteMissed = (name: string, how: { isTyping: boolean }): void => started.get()?.note(name, how);
