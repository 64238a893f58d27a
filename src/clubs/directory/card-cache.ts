import { LRUCache } from 'lru-cache';
import type { ClubName, ClubSummary } from '../record/columns.ts';

/** The maximum number of clubs in the cache; pages also cache the HTML of each. */
export const MAX_CARDS = 10_000;

/** Caches clubs for cards at one version of the directory. Its objects never change, so they can be keys of caches. */
export class CardCache {
  #version: string;
  readonly #clubs = new LRUCache<number, ClubSummary>({ max: MAX_CARDS });

  constructor(version: string) {
    this.#version = version;
  }

  get(version: string, ids: readonly number[]): ClubSummary[] {
    return version === this.#version ? ids.flatMap((id) => this.#clubs.get(id) ?? []) : [];
  }

  /** Adds clubs that were read at a version, if that is the version of the cache. */
  add(version: string, clubs: readonly ClubSummary[]): void {
    if (version === this.#version) for (const club of clubs) this.#clubs.set(club.id, club);
  }

  /** Moves to a version at which these clubs have changed; null: any of them. */
  advance(version: string, changedIds: readonly number[] | null): void {
    if (changedIds === null) this.#clubs.clear();
    else for (const id of changedIds) this.#clubs.delete(id);
    this.#version = version;
  }
}

export function sortByIds<Row extends ClubName>(rows: readonly Row[], ids: readonly number[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
