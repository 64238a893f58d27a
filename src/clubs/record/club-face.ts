import { foldForSearch } from './fold.ts';
import { wordSet } from './text.ts';

/** The poster of a club without a logo: one or two letters on a hue, in a composition. */
export interface ClubFace {
  letters: string;
  /** `.hue-0` to `.hue-11`. */
  hue: number;
  composition: (typeof COMPOSITIONS)[number];
  /** Whether the letters need more space than others. */
  isWide: boolean;
}

const HUES = 12;
const COMPOSITIONS = ['foot', 'disc', 'halves'] as const;

/** The hue and composition follow from the id, so that they never change and neighbours differ. */
export function faceOf({ id, name }: { id: number; name: string }): ClubFace {
  const letters = lettersOf(name);
  return {
    letters,
    hue: (id * 5) % HUES,
    composition: COMPOSITIONS[(id + Math.floor(id / HUES)) % COMPOSITIONS.length] ?? 'foot',
    isWide: WIDE.test(letters),
  };
}

/** Words that many names have. */
const COMMON = wordSet(
  `a an and at by for from in of on or the to with au aux d de des du en et l la le les pour sur un une asso association
  bureau cercle circle club clubs committee group groupe society societe student students team equipe union`,
);

/** Wide letters, emoji, and all letters but those of alphabets with capitals. */
const WIDE = /[MWmwÆŒŠЖМФШЩЮЫ]|[^\p{Lu}\p{Ll}\p{N}\p{M}]/u;

/**
 * The first letters of the first two words without common ones, or the first two of a single word or an acronym. One
 * letter of scripts without capitals, and an emoji of a name without letters.
 */
export function lettersOf(name: string): string {
  const all = name.normalize('NFC').match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? [];
  const own = all.filter((word) => !COMMON.has(foldForSearch(word)));
  const [first = name, second] = own.length > 0 ? own : all;
  const [start = '', next] = charactersOf(first);
  if (!isCased(start)) return start;
  const isAcronym = next !== undefined && first === first.toUpperCase();
  const other = second !== undefined && !isAcronym ? charactersOf(second)[0] : next;
  if (other === undefined || !isCased(other)) return capital(start);
  return capital(start) + (other === next && !isAcronym ? other.toLowerCase() : capital(other));
}

const SEGMENTER = new Intl.Segmenter();
const charactersOf = (text: string) =>
  /^\w*$/.test(text) ? Array.from(text) : Array.from(SEGMENTER.segment(text), ({ segment }) => segment);

/** Whether it is a digit, or a letter of an alphabet with capitals. */
const isCased = (character: string) =>
  /^\p{Nd}/u.test(character) || character.toLowerCase() !== character.toUpperCase();

/** A letter whose capital is two letters, such as ß, stays. */
const capital = (character: string) => {
  const upper = character.toUpperCase();
  return charactersOf(upper).length === 1 ? upper : character;
};
