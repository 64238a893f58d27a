import { SMALL_WORDS } from '../../small-words.ts';
import { ALIAS_SEPARATOR } from '../alias.ts';
import { foldForSearch } from './fold.ts';
import type { TextRows } from './text-rows.ts';

/*
 * What a club is called besides its name, as an index keeps it: its aliases, folded, and the acronyms of its name. None
 * of the bytes around them is one of UTF-8, so that each kind is found at its beginning, whole, or anywhere.
 */

/** Before an alias, before an acronym, and behind either. */
const ALIAS = 0xfe;
const ACRONYM = 0xfc;
const CLOSE = 0xfd;

/** Longer than what the aliases of a club and the acronyms of its name can take. */
const scratch = Buffer.allocUnsafe(256 * 1024);

/** The aliases of a club and the acronyms of its name, in one row; it holds until the next is made. */
export function encodeAliases(nameFolded: string, aliases: string): Buffer {
  let at = 0;
  const write = (kind: number, text: string) => {
    scratch[at] = kind;
    at += 1 + scratch.write(text, at + 1);
    scratch[at] = CLOSE;
    at += 1;
  };
  if (aliases !== '') for (const alias of aliases.split(ALIAS_SEPARATOR)) write(ALIAS, foldForSearch(alias));
  for (const acronym of acronymsOf(nameFolded)) write(ACRONYM, acronym);
  return scratch.subarray(0, at);
}

/** Longer ones nobody uses. */
const LONGEST_ACRONYM = 12;

/** The initials of a folded name's words, of all and without the small ones; none of a single word. */
export function acronymsOf(nameFolded: string): string[] {
  let all = '';
  let large = '';
  for (let at = 0; at < nameFolded.length;) {
    const start = at;
    while (at < nameFolded.length && isOfWord(nameFolded, at)) at += 1;
    // What is behind an apostrophe in "Men's Rugby" is no word.
    if (at > start && !isPossessive(nameFolded, start, at)) {
      const initial = String.fromCodePoint(nameFolded.codePointAt(start) ?? 0);
      all += initial;
      if (!SMALL_WORDS.has(nameFolded.slice(start, at))) large += initial;
    }
    at += 1;
  }
  return (all === large ? [all] : [all, large]).filter(({ length }) => length > 1 && length <= LONGEST_ACRONYM);
}

const isPossessive = (text: string, start: number, end: number): boolean =>
  end === start + 1 && text[start] === 's' && text[start - 1] === "'";

/** Called for each sign of a million names: nearly all are ASCII. */
function isOfWord(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  if (unit < 0x80)
    return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39) || (unit >= 0x41 && unit <= 0x5a);
  // Both halves of a pair count as what they are together.
  const first = unit >= 0xdc00 && unit <= 0xdfff ? at - 1 : at;
  return /[\p{L}\p{N}\p{M}]/u.test(String.fromCodePoint(text.codePointAt(first) ?? 0));
}

/** Fewer letters than these are in too many aliases, and begin too many acronyms, to mean one. */
const SHORTEST_PART = 3;

/**
 * A kind of match, the best first: the whole acronym or alias, the beginning of an alias or of an acronym, since people
 * leave away what stands behind a name, or a part of an alias.
 */
const matchersOf = (needle: string): { text: Buffer; isAnywhere?: boolean }[] => {
  const text = Buffer.from(needle);
  const between = (...parts: (number | Buffer)[]) =>
    Buffer.concat(parts.map((part) => (typeof part === 'number' ? Buffer.from([part]) : part)));
  return [
    { text: between(ALIAS, text, CLOSE) },
    { text: between(ACRONYM, text, CLOSE) },
    { text: between(ALIAS, text) },
    ...(Array.from(needle).length < SHORTEST_PART
      ? []
      : [{ text: between(ACRONYM, text) }, { text, isAnywhere: true }]),
  ];
};

/** What is looked at of aliases that contain a text, and are not wanted. */
const MOST_TRIES = 1000;

/**
 * The places of up to `limit` clubs that are called so, given folded, the best matches first, then in the order of the
 * list; of those that `isWanted`.
 */
export function findByAlias(
  aliases: TextRows,
  needle: string,
  limit: number,
  isWanted: (place: number) => boolean,
): number[] {
  // Whatever matches has the text itself: most texts are nowhere, and no kind begins before the first.
  const first = aliases.bytes.indexOf(needle);
  if (first === -1 || first >= aliases.size) return [];
  const firstRow = aliases.startOf(aliases.rowAt(first));
  const found = new Set<number>();
  for (const { text, isAnywhere = false } of matchersOf(needle)) {
    let from = firstRow;
    for (let tries = 0; tries < MOST_TRIES && found.size < limit; tries += 1) {
      const at = aliases.bytes.indexOf(text, from);
      if (at === -1 || at >= aliases.size) break;
      const place = aliases.rowAt(at);
      const isPartOfAcronym = isAnywhere && kindAt(aliases.bytes, at) === ACRONYM;
      from = isPartOfAcronym ? at + 1 : aliases.startOf(place + 1);
      if (!isPartOfAcronym && isWanted(place)) found.add(place);
    }
    if (found.size >= limit) break;
  }
  return [...found];
}

/** What the text is, that a byte is in. */
function kindAt(bytes: Buffer, at: number): number {
  let byte = at;
  while (byte >= 0 && bytes[byte] !== ALIAS && bytes[byte] !== ACRONYM) byte -= 1;
  return bytes[byte] ?? CLOSE;
}
