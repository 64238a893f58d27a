import { LRUCache } from 'lru-cache';
import { LOCALES } from '../messages/locales.ts';
import type { ClubSummary } from './queries.ts';

/** What the clubs may take of memory, in bytes, with the HTML that pages remember of each. */
export const MAX_CARD_BYTES = 42 * 1024 * 1024;

/**
 * Clubs as their cards show them, for as long as nobody changes them. All of them hold for one version of the
 * directory, and move on with it. The objects are never changed, so that what was made of one can be kept beside it.
 */
export class CardMemory {
  #version: string;
  readonly #clubs = new LRUCache<number, ClubSummary>({
    maxSize: MAX_CARD_BYTES,
    sizeCalculation: sizeOf,
  });

  constructor(version: string) {
    this.#version = version;
  }

  /** Those of the clubs that are there, at this version. */
  pick(version: string, ids: readonly number[]): ClubSummary[] {
    if (version !== this.#version) return [];
    return ids.flatMap((id) => this.#clubs.get(id) ?? []);
  }

  /** Takes clubs that were read at a version; those of another than its own are nobody's. */
  add(version: string, clubs: readonly ClubSummary[]): void {
    if (version !== this.#version) return;
    for (const club of clubs) this.#clubs.set(club.id, club);
  }

  /** Goes on to a version at which these clubs are not what they were; null: any of them. */
  move(version: string, changedIds: Iterable<number> | null): void {
    if (changedIds === null) this.#clubs.clear();
    else for (const id of changedIds) this.#clubs.delete(id);
    this.#version = version;
  }
}

/** A card without its texts, with what the runtime needs to hold it, in bytes. */
const MARKUP = 900 + 300;

/** What a club takes, roughly, in bytes: its row, and its card in each language, in UTF-8, with the name four times. */
function sizeOf({ name, categories, website, shortDescriptionHtml: html }: ClubSummary): number {
  const labels = categories.map(({ label }) => label).join('');
  const row = name.length + (website ?? '').length + html.length + 2 * labels.length + categories.length * 200;
  const card = MARKUP + Buffer.byteLength(html + name.repeat(4) + labels) + categories.length * 60;
  // One sign beyond Latin-1, and the runtime keeps the whole text in two bytes each.
  const width = /[^\0-\xff]/.test(name + labels + html) ? 2 : 1;
  return 400 + width * row + LOCALES.length * card;
}
