import { setImmediate } from 'node:timers/promises';
import { inBatches } from '../../lib/batches.ts';
import { ALIAS_SEPARATOR } from '../record/alias.ts';
import { foldForSearch } from '../record/fold.ts';
import { acronymsOf, wordsOf } from './name-index.ts';
import { GENERIC_WORDS } from './stopwords.ts';

/* Finds clubs that may be the same as a new one: by name, initials, website and contact. */

export interface ComparedTexts {
  name?: string;
  /** Between `|`. */
  aliases?: string;
  website?: string | null;
  contact?: string | null;
}

export type ComparedClub = Required<ComparedTexts> & { id: number };

export interface SimilarClub {
  id: number;
  name: string;
  /** From 0 to 1. */
  score: number;
}

/** The least cosine of two names. Chosen with real lists: below, most pairs are different clubs. */
const SIMILAR_FROM = 0.6;
/** A website or contact of more clubs than this is not their own. */
const SHARED_BY = 2;
/** A trigram of more names than this says as little as the word "club". */
const COMMON_FROM = 200;
/** Shorter initials are a coincidence. */
const SHORTEST_INITIALS = 3;

/** The names, websites and contacts of all clubs. The rarer a trigram of a name is, the more it counts. */
export class SimilarityIndex {
  readonly #clubs: readonly ComparedClub[];
  /** The club of each name and alias, by position. */
  readonly #owners: number[] = [];
  /** The squares of the vectors of these names, and their products with a name, which are zero between searches. */
  #squares = new Float64Array();
  #products = new Float64Array();
  readonly #byTrigram = new Map<string, number[]>();
  /** The clubs, by position, with a website, a contact, a whole name or initials. */
  readonly #byKey = new Map<string, number[]>();

  private constructor(clubs: readonly ComparedClub[]) {
    this.#clubs = clubs;
  }

  static async of(clubs: readonly ComparedClub[]): Promise<SimilarityIndex> {
    const index = new SimilarityIndex(clubs);
    let position = 0;
    for (const batch of inBatches(clubs)) {
      for (const club of batch) {
        index.#add(club, position);
        position += 1;
      }
      await setImmediate();
    }
    index.#squares = new Float64Array(index.#owners.length);
    index.#products = new Float64Array(index.#owners.length);
    for (const entries of index.#byTrigram.values()) {
      const weight = index.#weightOf(entries);
      for (const entry of entries) index.#squares[entry] = (index.#squares[entry] ?? 0) + weight;
    }
    return index;
  }

  #add(club: ComparedTexts, position: number): void {
    for (const name of namesOf(club)) {
      const entry = this.#owners.push(position) - 1;
      for (const trigram of trigramsOf(name)) add(this.#byTrigram, trigram, entry);
    }
    for (const key of keysOf(club, ['name', 'initials'])) add(this.#byKey, key, position);
  }

  /** The clubs that may be the same as this one, the most similar first. */
  find(club: ComparedTexts): SimilarClub[] {
    const scores = new Map<number, number>();
    for (const name of namesOf(club)) {
      const touched: number[] = [];
      let square = 0;
      for (const trigram of trigramsOf(name)) {
        const entries = this.#byTrigram.get(trigram) ?? [];
        const weight = this.#weightOf(entries);
        square += weight;
        if (weight === 0) continue;
        for (const entry of entries) {
          const product = this.#products[entry] ?? 0;
          if (product === 0) touched.push(entry);
          this.#products[entry] = product + weight;
        }
      }
      for (const entry of touched) {
        const score = (this.#products[entry] ?? 0) / Math.sqrt(square * (this.#squares[entry] ?? 0));
        const owner = this.#owners[entry] ?? 0;
        if (score >= SIMILAR_FROM && score > (scores.get(owner) ?? 0)) scores.set(owner, score);
        this.#products[entry] = 0;
      }
    }
    for (const key of keysOf(club, ['initials', 'name'])) {
      const owners = this.#byKey.get(key) ?? [];
      if (owners.length <= SHARED_BY) for (const owner of owners) scores.set(owner, 1);
    }
    return [...scores]
      .sort(([a, scoreA], [b, scoreB]) => scoreB - scoreA || a - b)
      .flatMap(([position, score]) => {
        const similar = this.#clubs[position];
        return similar ? [{ id: similar.id, name: similar.name, score }] : [];
      });
  }

  /** The square of the weight of a trigram that these names have. */
  #weightOf({ length }: readonly number[]): number {
    return length > COMMON_FROM ? 0 : Math.log(1 + this.#owners.length / Math.max(length, 1)) ** 2;
  }
}

function add(lists: Map<string, number[]>, key: string, position: number): void {
  const list = lists.get(key);
  if (!list) lists.set(key, [position]);
  // Longer lists are not used.
  else if (list.length <= COMMON_FROM) list.push(position);
}

const namesOf = ({ name = '', aliases = '' }: ComparedTexts): string[] =>
  [name, ...aliases.split(ALIAS_SEPARATOR)].filter((text) => text !== '');

/** The words of a name without generic ones such as "club"; all of them if it has no others. */
function ownWordsOf(name: string): string[] {
  const words = wordsOf(foldForSearch(name));
  const own = words.filter((word) => !GENERIC_WORDS.has(word));
  return own.length > 0 ? own : words;
}

function trigramsOf(name: string): Set<string> {
  const trigrams = new Set<string>();
  for (const word of ownWordsOf(name)) {
    const padded = `  ${word} `;
    for (let at = 0; at + 3 <= padded.length; at += 1) trigrams.add(padded.slice(at, at + 3));
  }
  return trigrams;
}

/** What one club has: a website, a contact, and initials that are the whole name of the other side. */
function keysOf(club: ComparedTexts, [whole, initials]: readonly [string, string]): string[] {
  const names = namesOf(club);
  return [
    ...names.map((name) => `${whole} ${ownWordsOf(name).join(' ')}`),
    ...names
      .flatMap((name) => acronymsOf(foldForSearch(name)))
      .filter(({ length }) => length >= SHORTEST_INITIALS)
      .map((acronym) => `${initials} ${acronym}`),
    ...[addressOf(club.website ?? ''), (club.contact ?? '').toLowerCase()].filter((text) => text !== ''),
  ];
}

/** A website without scheme, "www." and slash at the end. */
const addressOf = (website: string): string => website.toLowerCase().replace(/^(https?:\/\/)?(www\.)?|\/$/g, '');
