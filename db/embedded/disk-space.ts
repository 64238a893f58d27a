import { statfsSync } from 'node:fs';

const MIB = 2 ** 20;

/** The free space that is needed, in bytes. A segment of the write-ahead log has 16 MiB. */
export const NEEDED = {
  /** To write: two segments of the log, and tables. */
  writing: 40 * MIB,
  /** To open files: recovery may begin a segment. */
  opening: 20 * MIB,
  /** To create files, and then to write. */
  creating: 80 * MIB,
} as const;

/** The free space on the volume of a folder; `readFree` returns bytes. */
export class DiskSpace {
  readonly #readFree: () => number;

  constructor(folder: string, readFree: () => number = () => readFreeBytes(folder)) {
    this.#readFree = readFree;
  }

  has(bytes: number): boolean {
    return this.#readFree() >= bytes;
  }

  /** Why nothing can be saved; null if it can. */
  findIssue(): string | null {
    return this.has(NEEDED.writing) ? null : `The disk is full: ${this.describe(NEEDED.writing)}.`;
  }

  describe(needed: number): string {
    return `${Math.floor(this.#readFree() / MIB)} MB free, ${needed / MIB} MB needed`;
  }
}

export function readFreeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
