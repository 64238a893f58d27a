import { NameSignatures } from './signatures.ts';

/**
 * The names of all clubs in the order of the list, as searches see them, at one version of the directory. It answers
 * which clubs stand on a page, and how many match, without the database; arrays, so that a million clubs are 80 MB.
 */
export interface NameIndex {
  version: string;
  /** Ids by name. */
  ids: Int32Array;
  /** 1 for each club that is active, in the same order. */
  active: Uint8Array;
  /** The folded names in UTF-8, each followed by a byte that no text has. */
  text: Buffer;
  /** Where each name starts in `text`, and where the last one ends. */
  starts: Uint32Array;
  signatures: NameSignatures;
  /** The ids by name of the active and of the inactive clubs. */
  byStatus: { active: Int32Array; inactive: Int32Array };
}

/** A club as the index needs it. */
export interface IndexedClub {
  id: number;
  isActive: boolean;
  nameFolded: string;
}

/** No byte of UTF-8. */
const SEPARATOR = 0xff;

/** Collects clubs that come in the order of the list. */
export class NameIndexBuilder {
  #count = 0;
  #ids = new Int32Array(1024);
  #active = new Uint8Array(1024);
  #starts = new Uint32Array(1025);
  #signatures = new NameSignatures(1024);
  #text = Buffer.allocUnsafe(32_768);

  add({ id, isActive, nameFolded }: IndexedClub): void {
    const place = this.#count;
    if (place === this.#ids.length) {
      this.#ids = grow(new Int32Array(place * 2), this.#ids);
      this.#active = grow(new Uint8Array(place * 2), this.#active);
      this.#starts = grow(new Uint32Array(place * 2 + 1), this.#starts);
      this.#signatures = copyOf(this.#signatures, place, place * 2);
    }
    const start = this.#starts[place] ?? 0;
    const longest = start + nameFolded.length * 3 + 1;
    if (longest > this.#text.length) this.#text = grow(Buffer.allocUnsafe(longest * 2), this.#text);
    const end = start + this.#text.write(nameFolded, start);
    this.#text[end] = SEPARATOR;
    this.#signatures.mark(place, this.#text, start, end);
    this.#ids[place] = id;
    this.#active[place] = isActive ? 1 : 0;
    this.#count = place + 1;
    this.#starts[place + 1] = end + 1;
  }

  /** The index; the builder is used up. */
  finish(version: string): NameIndex {
    const count = this.#count;
    return complete({
      version,
      ids: this.#ids.slice(0, count),
      active: this.#active.slice(0, count),
      starts: this.#starts.slice(0, count + 1),
      signatures: copyOf(this.#signatures, count, count),
      text: Buffer.from(this.#text.subarray(0, this.#starts[count])),
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

/** A club that changed its name or status, or came; `previousId` is the club before it in the list, or null. */
export interface MovedClub extends IndexedClub {
  previousId: number | null;
}

/**
 * The index of the next version: `changedIds` without those that are gone, and the others at their new places.
 * `moved` comes in the order of the list. Null when the index is not the one that these changes came after.
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
  return assemble(index, version, pieces);
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

function assemble(old: NameIndex, version: string, pieces: Piece[]): NameIndex {
  const names = pieces.map((piece) => ('from' in piece ? null : Buffer.from(piece.nameFolded)));
  const startOf = (place: number) => old.starts[place] ?? 0;
  let count = 0;
  let bytes = 0;
  pieces.forEach((piece, index) => {
    count += 'from' in piece ? piece.to - piece.from : 1;
    bytes += 'from' in piece ? startOf(piece.to) - startOf(piece.from) : (names[index]?.length ?? 0) + 1;
  });

  const ids = new Int32Array(count);
  const active = new Uint8Array(count);
  const starts = new Uint32Array(count + 1);
  const signatures = new NameSignatures(count);
  const text = Buffer.allocUnsafe(bytes);
  let place = 0;
  let at = 0;
  pieces.forEach((piece, index) => {
    if ('from' in piece) {
      ids.set(old.ids.subarray(piece.from, piece.to), place);
      active.set(old.active.subarray(piece.from, piece.to), place);
      signatures.copy(old.signatures, piece.from, piece.to, place);
      text.set(old.text.subarray(startOf(piece.from), startOf(piece.to)), at);
      const shift = at - startOf(piece.from);
      for (let source = piece.from; source < piece.to; source += 1) starts[place++] = startOf(source) + shift;
      at += startOf(piece.to) - startOf(piece.from);
    } else {
      const name = names[index] ?? Buffer.alloc(0);
      ids[place] = piece.id;
      active[place] = piece.isActive ? 1 : 0;
      signatures.mark(place, name, 0, name.length);
      starts[place++] = at;
      text.set(name, at);
      at += name.length;
      text[at++] = SEPARATOR;
    }
  });
  starts[count] = at;
  return complete({ version, ids, active, starts, signatures, text });
}
