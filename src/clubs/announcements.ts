import { readVersion } from './version.ts';

/** The clubs that changed between two versions; null when they are too many to tell. */
export interface Changes {
  /** Those that the index has otherwise now, which may stand elsewhere, or are new or gone. */
  movedIds: number[];
  otherIds: number[] | null;
}

interface Announcement {
  movedIds: number[] | null;
  otherIds: number[] | null;
}

/** More than these are not kept, or moved at once: the names are read whole then, which costs no more. */
const MAX_ANNOUNCEMENTS = 5000;
const MAX_MOVED = 10_000;

/** What was announced of one epoch and is not in the names yet, by the number of its version. */
export class Announcements {
  #epoch = '';
  readonly #byNumber = new Map<number, Announcement>();
  /** Since when something is missing, in ms of the process' own clock, and what. */
  #missing: { number: number; since: number } | null = null;

  /** Takes `version:moved:others`, where `*` stands for too many ids to tell; answers the version. */
  add(payload: string): string {
    const [version = '', moved = '*', others = '*'] = payload.split(':');
    const { epoch, number } = readVersion(version);
    if (epoch !== this.#epoch) {
      this.clear();
      this.#epoch = epoch;
    }
    if (this.#byNumber.size >= MAX_ANNOUNCEMENTS) this.#byNumber.clear();
    this.#byNumber.set(number, { movedIds: readIds(moved), otherIds: readIds(others) });
    return version;
  }

  /** What changed from one version to a later one, or null when it is not all there. */
  between(from: string, to: string): Changes | null {
    const start = readVersion(from);
    const end = readVersion(to);
    if (start.epoch !== end.epoch || end.epoch !== this.#epoch)
      return start.epoch === end.epoch && start.number === end.number ? NOTHING : null;
    const movedIds = new Set<number>();
    let otherIds: Set<number> | null = new Set<number>();
    for (let number = start.number + 1; number <= end.number; number += 1) {
      const announcement = this.#byNumber.get(number);
      if (!announcement?.movedIds) return null;
      for (const id of announcement.movedIds) movedIds.add(id);
      if (announcement.otherIds === null) otherIds = null;
      else for (const id of announcement.otherIds) otherIds?.add(id);
    }
    if (movedIds.size > MAX_MOVED) return null;
    return { movedIds: [...movedIds], otherIds: otherIds && [...otherIds] };
  }

  /**
   * Whether the way from one version to a later one cannot be told any more: changes were too many, or what is missing
   * has been missing for so long, in ms.
   */
  lacks(from: string, to: string, patience: number): boolean {
    const start = readVersion(from);
    const end = readVersion(to);
    if (start.epoch !== end.epoch) return true;
    for (let number = start.number + 1; number <= end.number; number += 1) {
      const announcement = this.#byNumber.get(number);
      if (announcement?.movedIds === null) return true;
      if (announcement) continue;
      if (this.#missing?.number !== number) this.#missing = { number, since: performance.now() };
      return performance.now() - this.#missing.since >= patience;
    }
    return this.between(from, to) === null;
  }

  /** Leaves out what is in this version. */
  forgetUpTo(version: string): void {
    const { number: last } = readVersion(version);
    for (const number of this.#byNumber.keys()) if (number <= last) this.#byNumber.delete(number);
  }

  clear(): void {
    this.#byNumber.clear();
    this.#missing = null;
  }
}

const NOTHING: Changes = { movedIds: [], otherIds: [] };

const readIds = (ids: string) => (ids === '*' ? null : ids.split(',').filter(Boolean).map(Number));
