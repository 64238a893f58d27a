import { diffArrays } from 'diff';

/** A part of a text; `gap` is a long unchanged part, which is not shown. */
export interface Stretch {
  what: 'same' | 'added' | 'removed' | 'gap';
  text: string;
}

/** Words, white space, and every other character by itself. */
const WORDS = /[\p{L}\p{M}\p{N}_]+|\s+|[^]/gu;

/** The maximum number of differing words: beyond it, the comparison is slow and the texts have little in common. */
const MAX_CHANGES = 200;

/** The maximum number of changed characters, as a fraction of both texts. */
const MAX_CHANGED_SHARE = 0.4;

/** The number of words shown before and after a change, with the white space and characters between them. */
const SHOWN_AROUND = 40;

/** Compares two texts by words; null if too much differs for that to be readable. */
export function findWordChanges(before: string, after: string): Stretch[] | null {
  const changes = diffArrays(before.match(WORDS) ?? [], after.match(WORDS) ?? [], { maxEditLength: MAX_CHANGES });
  if (!changes) return null;
  const lengthOf = (words: readonly string[]) => words.join('').length;
  const changed = changes.reduce((sum, { added, removed, value }) => sum + (added || removed ? lengthOf(value) : 0), 0);
  if (changed > (before.length + after.length) * MAX_CHANGED_SHARE) return null;
  return changes.flatMap(({ added, removed, value }, index): Stretch[] => {
    if (added || removed) return [{ what: added ? 'added' : 'removed', text: value.join('') }];
    return shorten(value, index === 0, index === changes.length - 1);
  });
}

/** Cuts an unchanged part to its ends next to changes. */
function shorten(words: readonly string[], isFirst: boolean, isLast: boolean): Stretch[] {
  const from = isFirst ? 0 : SHOWN_AROUND;
  const to = words.length - (isLast ? 0 : SHOWN_AROUND);
  if (to - from <= SHOWN_AROUND) return [{ what: 'same', text: words.join('') }];
  const parts = [
    { what: 'same', text: words.slice(0, from).join('') },
    { what: 'gap', text: words.slice(from, to).join('') },
    { what: 'same', text: words.slice(to).join('') },
  ] as const;
  return parts.filter(({ text }) => text !== '');
}
