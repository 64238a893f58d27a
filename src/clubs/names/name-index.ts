import { encodeAliases } from './aliases.ts';
import { CategoryTexts } from './category-texts.ts';
import { NameSignatures } from './signatures.ts';
import { TextRows } from './text-rows.ts';

/**
 * The names of all clubs in the order of the list, as searches see them, at one version of the directory. It answers
 * which clubs stand on a page, and how many match, without the database; arrays, so that a million clubs are 100 MB.
 */
export interface NameIndex {
  version: string;
  /** Ids by name. */
  ids: Int32Array;
  /** 1 for each club that is active, in the same order. */
  active: Uint8Array;
  /** 1 for each club that has a logo or a text, in the same order. */
  told: Uint8Array;
  /** The folded names. */
  names: TextRows;
  /** What else clubs are called, as aliases.ts writes it. */
  aliases: TextRows;
  signatures: NameSignatures;
  /** The categories of each club, as the number that their text has in `categoryTexts`. */
  categories: Uint16Array;
  categoryTexts: CategoryTexts;
  /** The ids by name of the active and of the inactive clubs. */
  byStatus: { active: Int32Array; inactive: Int32Array };
}

/** A club as the index needs it. */
export interface IndexedClub {
  id: number;
  isActive: boolean;
  isTold: boolean;
  nameFolded: string;
  category: string;
  aliases: string;
}

/** So many clubs there is room for at first, and bytes of their names. */
const ROOM: Room = { clubs: 1024, nameBytes: 32_768, aliasBytes: 16_384 };

interface Room {
  clubs: number;
  nameBytes: number;
  aliasBytes: number;
}

/** Collects clubs that come in the order of the list. */
export class NameIndexBuilder {
  #count = 0;
  #ids: Int32Array;
  #active: Uint8Array;
  #told: Uint8Array;
  #categories: Uint16Array;
  #signatures: NameSignatures;
  readonly #names: TextRows;
  readonly #aliases: TextRows;
  readonly #categoryTexts: CategoryTexts;

  /** `categoryTexts` are those of an older index, of which clubs are copied. */
  constructor({ clubs, nameBytes, aliasBytes }: Room = ROOM, categoryTexts = new CategoryTexts()) {
    this.#ids = new Int32Array(clubs);
    this.#active = new Uint8Array(clubs);
    this.#told = new Uint8Array(clubs);
    this.#categories = new Uint16Array(clubs);
    this.#signatures = new NameSignatures(clubs);
    this.#names = new TextRows({ rows: clubs, bytes: nameBytes });
    this.#aliases = new TextRows({ rows: clubs, bytes: aliasBytes });
    this.#categoryTexts = categoryTexts;
  }

  add({ id, isActive, isTold, nameFolded, category, aliases }: IndexedClub): void {
    const place = this.#count;
    if (place === this.#ids.length) this.#grow();
    const name = Buffer.from(nameFolded);
    this.#names.add(name);
    this.#aliases.add(encodeAliases(nameFolded, aliases));
    this.#signatures.mark(place, name, 0, name.length);
    this.#ids[place] = id;
    this.#active[place] = isActive ? 1 : 0;
    this.#told[place] = isTold ? 1 : 0;
    this.#categories[place] = this.#categoryTexts.numberOf(category);
    this.#count = place + 1;
  }

  /** Adds the clubs of the older index from one place to another, which there is room for. */
  copy(index: NameIndex, from: number, to: number): void {
    const place = this.#count;
    this.#ids.set(index.ids.subarray(from, to), place);
    this.#active.set(index.active.subarray(from, to), place);
    this.#told.set(index.told.subarray(from, to), place);
    this.#categories.set(index.categories.subarray(from, to), place);
    this.#signatures.copy(index.signatures, from, to, place);
    this.#names.copy(index.names, from, to);
    this.#aliases.copy(index.aliases, from, to);
    this.#count = place + to - from;
  }

  #grow(): void {
    const capacity = Math.max(1, this.#count) * 2;
    this.#ids = grow(new Int32Array(capacity), this.#ids);
    this.#active = grow(new Uint8Array(capacity), this.#active);
    this.#told = grow(new Uint8Array(capacity), this.#told);
    this.#categories = grow(new Uint16Array(capacity), this.#categories);
    this.#signatures = copyOf(this.#signatures, this.#count, capacity);
  }

  /** The index; the builder is used up. */
  finish(version: string): NameIndex {
    const count = this.#count;
    const isFull = count === this.#ids.length;
    return complete({
      version,
      ids: isFull ? this.#ids : this.#ids.slice(0, count),
      active: isFull ? this.#active : this.#active.slice(0, count),
      told: isFull ? this.#told : this.#told.slice(0, count),
      categories: isFull ? this.#categories : this.#categories.slice(0, count),
      categoryTexts: this.#categoryTexts,
      signatures: isFull ? this.#signatures : copyOf(this.#signatures, count, count),
      names: this.#names.trimmed(),
      aliases: this.#aliases.trimmed(),
    });
  }
}

function grow<T extends { set(from: T): void }>(larger: T, old: T): T {
  larger.set(old);
  return larger;
}

function copyOf(signatures: NameSignatures, count: number, capacity: number): NameSignatures {
  const copy = new NameSignatures(capacity);
  copy.copy(signatures, 0, count, 0);
  return copy;
}

function complete(index: Omit<NameIndex, 'byStatus'>): NameIndex {
  let activeCount = 0;
  for (const flag of index.active) activeCount += flag;
  const active = new Int32Array(activeCount);
  const inactive = new Int32Array(index.ids.length - activeCount);
  let nextActive = 0;
  let nextInactive = 0;
  for (let place = 0; place < index.ids.length; place += 1) {
    const id = index.ids[place] ?? 0;
    if (index.active[place] === 1) active[nextActive++] = id;
    else inactive[nextInactive++] = id;
  }
  return { ...index, byStatus: { active, inactive } };
}

/** A club that changed what the index has of it, or came; `previousId` is the club before it in the list, or null. */
export interface MovedClub extends IndexedClub {
  previousId: number | null;
}

/**
 * The index of the next version: `changedIds` without those that are gone, and the others at their new places.
 * `moved` comes in the order of the list. Null when it has to be made anew: it is not the one that these changes came
 * after, or the texts of categories had no more room beside those that no club has any more.
 */
export function moveClubs(
  index: NameIndex,
  version: string,
  changedIds: number[],
  moved: MovedClub[],
): NameIndex | null {
  if (changedIds.length === 0) return { ...index, version };
  const changed = new Set(changedIds);
  // What comes behind each club that stays (null: before all). A club whose predecessor moved too comes with it.
  const followers = new Map<number | null, MovedClub[]>();
  let anchor: number | null = null;
  for (const club of moved) {
    if (club.previousId === null || !changed.has(club.previousId)) anchor = club.previousId;
    const others = followers.get(anchor);
    if (others) others.push(club);
    else followers.set(anchor, [club]);
  }

  const anchors = [...followers.keys()].filter((id) => id !== null);
  const places = findPlaces(index.ids, [...changed, ...anchors]);
  if (anchors.some((id) => !places.has(id))) return null;

  const pieces: Piece[] = [...(followers.get(null) ?? [])];
  let from = 0;
  for (const [id, place] of [...places].sort((a, b) => a[1] - b[1])) {
    const to = changed.has(id) ? place : place + 1;
    if (to > from) pieces.push({ from, to });
    pieces.push(...(followers.get(id) ?? []));
    from = place + 1;
  }
  if (index.ids.length > from) pieces.push({ from, to: index.ids.length });
  // The texts are those of both indexes.
  const wasWhole = index.categoryTexts.isWhole;
  const next = assemble(index, version, pieces);
  return wasWhole && !next.categoryTexts.isWhole ? null : next;
}

/** Where ids stand; one that is not there has no entry. */
function findPlaces(ids: Int32Array, wanted: number[]): Map<number, number> {
  const places = new Map<number, number>();
  if (wanted.length <= 32) {
    for (const id of wanted) {
      const place = ids.indexOf(id);
      if (place !== -1) places.set(id, place);
    }
  } else {
    const set = new Set(wanted);
    ids.forEach((id, place) => {
      if (set.has(id)) places.set(id, place);
    });
  }
  return places;
}

/** A stretch of the old index, or a club. */
type Piece = { from: number; to: number } | MovedClub;

/** What clubs that moved take of names and aliases, more than they may: what is too much is given back. */
const MOST_BYTES = { name: 1024, aliases: 4096 };

function assemble(old: NameIndex, version: string, pieces: Piece[]): NameIndex {
  const room: Room = { clubs: 0, nameBytes: 0, aliasBytes: 0 };
  for (const piece of pieces) {
    const isStretch = 'from' in piece;
    room.clubs += isStretch ? piece.to - piece.from : 1;
    room.nameBytes += isStretch ? sizeOf(old.names, piece) : MOST_BYTES.name;
    room.aliasBytes += isStretch ? sizeOf(old.aliases, piece) : MOST_BYTES.aliases;
  }
  const builder = new NameIndexBuilder(room, old.categoryTexts);
  for (const piece of pieces) {
    if ('from' in piece) builder.copy(old, piece.from, piece.to);
    else builder.add(piece);
  }
  return builder.finish(version);
}

const sizeOf = (rows: TextRows, { from, to }: { from: number; to: number }) => rows.startOf(to) - rows.startOf(from);
