import { withTurns } from '../../lib/batches.ts';
import { ALIAS_SEPARATOR } from '../record/alias.ts';
import { foldForSearch } from '../record/fold.ts';
import { acronymsOf, wordsOf } from './name-index.ts';
import { GENERIC_WORDS } from './stopwords.ts';

/* Finds clubs that may be the same as a new one: by name, initials, website and contact. */

export interface ComparedTexts {
  name?: string;
  aliases?: string;
  website?: string | null;
  contact?: string | null;
}

export interface ComparedClub extends ComparedTexts {
  id: number;
  name: string;
}

export type SimilarityReason = 'name' | 'initials' | 'contact' | 'website';

/** A club that may be the same as another one, and why. */
export interface SimilarClub extends ComparedClub {
  reason: SimilarityReason;
}

/** The least cosine of the trigrams of two names. With real lists, most pairs below are different clubs. */
const SIMILAR_FROM = 0.6;
/** A website or contact of more clubs than this is not their own. */
const SHARED_BY = 2;
/** A trigram of more names than this says as little as the word "club". */
const COMMON_FROM = 100;
/** Shorter initials are a coincidence. */
const SHORTEST_INITIALS = 3;

/** All clubs. The rarer a trigram of a name is, the more it counts. */
export class SimilarityIndex {
  readonly #clubs: readonly ComparedClub[];
  /** The positions of the clubs with each trigram or key. */
  readonly #positions = new Map<string, number[]>();
  /** The square of the vector of each name. */
  readonly #squares: number[] = [];

  private constructor(clubs: readonly ComparedClub[]) {
    this.#clubs = clubs;
  }

  static async of(clubs: readonly ComparedClub[]): Promise<SimilarityIndex> {
    const index = new SimilarityIndex(clubs);
    for await (const [position, club] of withTurns([...clubs.entries()])) {
      for (const key of [...trigramsOf(club.name), ...keysOf(club, 'stored')]) {
        const positions = index.#positions.get(key);
        if (!positions) index.#positions.set(key, [position]);
        // Longer lists are not used.
        else if (positions.length <= COMMON_FROM) positions.push(position);
      }
    }
    for (const [key, positions] of index.#positions) {
      const weight = key.length === 3 ? index.#weightOf(positions) : 0;
      for (const position of positions) index.#squares[position] = (index.#squares[position] ?? 0) + weight;
    }
    return index;
  }

  /** The clubs that may be the same as this one, the most similar first. */
  find(club: ComparedTexts): { club: SimilarClub; score: number }[] {
    const scores = new Map<number, number>();
    const reasons = new Map<number, SimilarityReason>();
    let square = 0;
    for (const trigram of trigramsOf(club.name ?? '')) {
      const positions = this.#positions.get(trigram) ?? [];
      const weight = this.#weightOf(positions);
      square += weight;
      if (weight > 0) for (const position of positions) scores.set(position, (scores.get(position) ?? 0) + weight);
    }
    for (const [position, product] of scores)
      scores.set(position, product / Math.sqrt(square * (this.#squares[position] ?? 0)));
    for (const key of keysOf(club, 'sought')) {
      const positions = this.#positions.get(key) ?? [];
      for (const position of positions.length > SHARED_BY ? [] : positions) {
        scores.set(position, 1);
        reasons.set(position, key.split(' ')[0] as SimilarityReason);
      }
    }
    return [...scores]
      .filter(([, score]) => score >= SIMILAR_FROM)
      .sort(([a, scoreA], [b, scoreB]) => scoreB - scoreA || a - b)
      .flatMap(([position, score]) => {
        const similar = this.#clubs[position];
        return similar ? { club: { ...similar, reason: reasons.get(position) ?? 'name' }, score } : [];
      });
  }

  /** The square of the weight of a trigram. */
  #weightOf({ length }: readonly number[]): number {
    return length > COMMON_FROM ? 0 : Math.log(1 + this.#clubs.length / Math.max(length, 1)) ** 2;
  }
}

/** The words of a name except generic words such as "club", unless all are generic. */
function ownWordsOf(name: string): string[] {
  const words = wordsOf(foldForSearch(name));
  const own = words.filter((word) => !GENERIC_WORDS.has(word));
  return own.length > 0 ? own : words;
}

function trigramsOf(name: string): Set<string> {
  const padded = ownWordsOf(name).map((word) => `  ${word} `);
  return new Set(padded.flatMap((word) => Array.from({ length: word.length - 2 }, (_, at) => word.slice(at, at + 3))));
}

/** What one club has, each after its reason. Initials match the whole name of the other club, but not other initials. */
function keysOf({ name = '', aliases = '', website, contact }: ComparedTexts, side: 'stored' | 'sought'): string[] {
  const names = [name, ...aliases.split(ALIAS_SEPARATOR)].filter((text) => text !== '');
  const [initials, whole] = side === 'stored' ? ['of', 'as'] : ['as', 'of'];
  return [
    ...names.map((text) => ownWordsOf(text).join(' ')).flatMap((text) => [`name ${text}`, `initials ${whole} ${text}`]),
    ...names
      .flatMap((text) => acronymsOf(foldForSearch(text)))
      .filter(({ length }) => length >= SHORTEST_INITIALS)
      .map((text) => `initials ${initials} ${text}`),
    ...(contact ? [`contact ${contact.toLowerCase()}`] : []),
    // Without scheme, "www." and the slash at the end.
    ...(website ? [`website ${website.toLowerCase().replace(/^(https?:\/\/)?(www\.)?|\/$/g, '')}`] : []),
  ];
}
