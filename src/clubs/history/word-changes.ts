import { diffArrays } from 'diff';

/** A part of a text; `gap` is a long unchanged part, which is not shown. */
export interface Stretch {
  what: 'same' | 'added' | 'removed' | 'gap';
  text: string;
}

/** Words, white space, and every other character by itself. */
const WORDS = /[\p{L}\p{M}\p{N}_]+|\s+|[^]/gu;

/** The most differing words: beyond this, the comparison is slow and the texts have little in common. */
const MOST_CHANGES = 200;

/** The most changed characters, as a fraction of both texts. */
const MOST_CHANGED = 0.4;

/** The unchanged text shown before and after a change, in characters. */
const SHOWN_AROUND = 120;

/** Compares two texts by words; null if too much differs for that to be readable. */
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

/** Cuts an unchanged part to its ends next to changes. */
function shorten(text: string, isFirst: boolean, isLast: boolean): Stretch[] {
  const from = isFirst ? 0 : endOfWord(text, SHOWN_AROUND);
  const to = isLast ? text.length : startOfWord(text, text.length - SHOWN_AROUND);
  const parts: Stretch[] = [
    { what: 'same', text: text.slice(0, from) },
    { what: 'gap', text: text.slice(from, to) },
    { what: 'same', text: text.slice(to) },
  ];
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
