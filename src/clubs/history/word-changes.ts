import { diffArrays } from 'diff';

/** A stretch of a text that came, went, or stayed; `gap` stands for a long one that stayed. */
export interface Stretch {
  what: 'same' | 'added' | 'removed' | 'gap';
  text: string;
}

/** Words of any script, what stands between them, and every other sign by itself. */
const WORDS = /[\p{L}\p{M}\p{N}_]+|\s+|[^]/gu;

/** More words than this that differ are no change of a text but another one, and long to compare. */
const MOST_CHANGES = 200;

/** The changed share of a text above which old and new text are shown instead of marked words. */
const MOST_CHANGED = 0.4;

/** So much of what stayed is shown before and after what changed, in characters. */
const SHOWN_AROUND = 120;

/** What of a text was changed, by words; null where too much was for that to be readable. */
export function findWordChanges(before: string, after: string): Stretch[] | null {
  const changes = diffArrays(before.match(WORDS) ?? [], after.match(WORDS) ?? [], { maxEditLength: MOST_CHANGES });
  if (!changes) return null;
  const stretches = changes.map(({ added, removed, value }): Stretch => {
    return { what: added ? 'added' : removed ? 'removed' : 'same', text: value.join('') };
  });
  const changed = stretches.reduce((sum, { what, text }) => sum + (what === 'same' ? 0 : text.length), 0);
  if (changed > (before.length + after.length) * MOST_CHANGED) return null;
  return stretches.flatMap((stretch, index) =>
    stretch.what === 'same' ? shorten(stretch.text, index === 0, index === stretches.length - 1) : [stretch],
  );
}

/** What is shown of a stretch that stayed: its ends, where something changed. */
function shorten(text: string, isFirst: boolean, isLast: boolean): Stretch[] {
  const from = isFirst ? 0 : endOfWord(text, SHOWN_AROUND);
  const to = isLast ? text.length : startOfWord(text, text.length - SHOWN_AROUND);
  const parts: Stretch[] = [
    { what: 'same', text: text.slice(0, from) },
    { what: 'gap', text: text.slice(from, to) },
    { what: 'same', text: text.slice(to) },
  ];
  // A gap that hides little is more to read than what it hides.
  if (to - from <= SHOWN_AROUND) return [{ what: 'same', text }];
  return parts.filter((part) => part.text !== '');
}

function endOfWord(text: string, at: number): number {
  const found = text.slice(at).search(/\s/);
  return found < 0 ? text.length : at + found;
}

function startOfWord(text: string, at: number): number {
  return Math.max(0, text.slice(0, Math.max(0, at)).search(/\s\S*$/) + 1);
}
