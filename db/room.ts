import { fstatSync, statfsSync } from 'node:fs';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import * as v from 'valibot';
import { Failure } from '../src/lib/failure.ts';

/*
 * PostgreSQL ends itself when its log of changes cannot grow, and the log grows by whole segments. So room for the next
 * ones is kept free: with less than that nothing is written any more, and everything else goes on.
 */

const MIB = 2 ** 20;
/** PostgreSQL's own size of a segment. */
const SEGMENT = 16 * MIB;

/** What has to be free on the volume, in bytes. */
export const NEEDED = {
  /** To write: the segment that a statement begins before it is stopped, one more, and what else that takes. */
  writing: 2 * SEGMENT + 8 * MIB,
  /** To open files: recovery may begin a segment. */
  opening: SEGMENT + 4 * MIB,
  /** To make new files, and then to write to them. */
  making: 2 * SEGMENT + 8 * MIB + 40 * MIB,
};

/** The volume is asked after so many bytes of data, at the latest. */
const LOOK_EVERY = 256 * 1024;

/** The volume has too little room for what was wanted. */
export class FullVolumeError extends Failure {
  override name = 'FullVolumeError';
}

/** The room on the volume of an embedded database, and what its files take of it. */
export class Room {
  readonly #free: () => number;
  #segments = 0;
  /** Whether data leave room for the log. While files are opened, recovery writes all that it has to. */
  isKept = false;
  /** Called when the log grows into what is kept free; `isLast` when it would have no room to grow once more. */
  onShortage: (isLast: boolean) => void = () => {};

  /** `free` answers how many bytes may still be written. */
  constructor(folder: string, free: () => number = () => readFree(folder)) {
    this.#free = free;
  }

  /** Whether so much is there. */
  has(bytes: number): boolean {
    return this.#free() >= bytes;
  }

  /** What is the matter, for a person. */
  describe(needed: number): string {
    const free = Math.floor(Math.max(0, this.#free()) / MIB);
    return `${free} MB free, ${needed / MIB} MB needed`;
  }

  /** How many segments the log has begun since it last gave back what it needs no more. */
  get segments(): number {
    return this.#segments;
  }

  forgetSegments(): void {
    this.#segments = 0;
  }

  /** The log begins another segment, which it must get. */
  beginSegment(): void {
    this.#segments += 1;
    if (!this.has(NEEDED.writing + SEGMENT)) this.onShortage(!this.has(2 * SEGMENT));
  }
}

function readFree(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

interface FileNode {
  name: string;
  parent: FileNode;
}

interface FileStream {
  nfd: number;
  node: FileNode;
}

/** What the file system of PGlite does to names, and to open files; as far as it is used here. */
interface NameOperations {
  mknod(parent: FileNode, name: string, ...rest: unknown[]): unknown;
}
interface FileOperations {
  write(stream: FileStream, bytes: unknown, offset: number, length: number, position: number): unknown;
}

const hasFunction = (name: string) => (value: unknown) =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, name) === 'function';

/** The two objects come as they are: what is put into them counts. */
const ModuleSchema = v.object({
  FS: v.object({ ErrnoError: v.function() }),
  NODEFS: v.object({
    node_ops: v.custom<NameOperations>(hasFunction('mknod')),
    stream_ops: v.custom<FileOperations>(hasFunction('write')),
  }),
});
/** Known once the program is there. */
const CriticalSchema = v.object({ HEAPU8: v.instance(Uint8Array), _CritSectionCount: v.number() });

/** WASI's number. */
const ENOSPC = 51;

/** Files in a folder, where tables and indexes leave room for the log. */
export class BoundedFiles extends NodeFS {
  readonly #room: Room;

  constructor(folder: string, room: Room) {
    super(folder);
    this.#room = room;
  }

  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...args);
    const preRun = [...(emscriptenOpts.preRun ?? []), (module: unknown) => boundWrites(module, this.#room)];
    return { emscriptenOpts: { ...emscriptenOpts, preRun } };
  }
}

function boundWrites(module: unknown, room: Room): void {
  const { FS, NODEFS } = v.parse(ModuleSchema, module);
  const { node_ops: nodes, stream_ops: streams } = NODEFS;
  const make = nodes.mknod.bind(nodes);
  const write = streams.write.bind(streams);
  let written = LOOK_EVERY;
  let isTight = false;

  nodes.mknod = (parent, name, ...rest) => {
    if (parent.name === 'pg_wal' && name.startsWith('xlogtemp')) room.beginSegment();
    return make(parent, name, ...rest);
  };
  streams.write = (stream, bytes, offset, length, position) => {
    if (room.isKept && isData(stream.node)) {
      written += length;
      if (isTight || written >= LOOK_EVERY) {
        written = 0;
        isTight = !room.has(NEEDED.writing);
      }
      // Where PostgreSQL cannot take back what it does, it has what room there is.
      if (isTight && position + length > fstatSync(stream.nfd).size && !isCritical(module)) {
        throw Reflect.construct(FS.ErrnoError, [ENOSPC]);
      }
    }
    return write(stream, bytes, offset, length, position);
  };
}

/** Whether a file is of a table, an index or a sort: numbered, below `base`, where databases have a folder each. */
const isData = ({ name, parent }: FileNode): boolean =>
  parent.name === 'pgsql_tmp' || (parent.parent.name === 'base' && /^(t\d+_)?\d/.test(name));

function isCritical(module: unknown): boolean {
  const { HEAPU8, _CritSectionCount: at } = v.parse(CriticalSchema, module);
  return new DataView(HEAPU8.buffer).getUint32(at, true) > 0;
}

/** What PostgreSQL calls when a transaction ends, and what it can be told then. */
const CommitSchema = v.object({
  addFunction: v.function(),
  _RegisterXactCallback: v.function(),
  _ReadNextFullTransactionId: v.function(),
  _ProcessInterrupts: v.function(),
});

/** Of a transaction: before it is completed, or is prepared for that. */
const BEFORE_COMMIT = new Set<unknown>([5, 7]);

/**
 * Shut, it lets no transaction be completed that has written: such a one has an id, whatever it said of itself. That a
 * transaction only reads is but a default, which a client may change before its first query.
 */
export class CommitGate {
  readonly #readNextId: () => unknown;
  #nextId: unknown;
  #isShut = false;
  /** Called for each such transaction, to have PostgreSQL interrupted; null lets it pass. */
  onRefused: (() => void) | null = null;

  constructor(module: unknown) {
    const functions = v.parse(CommitSchema, module);
    this.#readNextId = () => functions._ReadNextFullTransactionId();
    const look = (event: unknown) => {
      if (!this.#isShut) return;
      if (!BEFORE_COMMIT.has(event)) this.#nextId = this.#readNextId();
      else if (this.onRefused && this.#readNextId() !== this.#nextId) {
        this.onRefused();
        // Here, while it can still be undone.
        functions._ProcessInterrupts();
      }
    };
    functions._RegisterXactCallback(functions.addFunction(look, 'vii'), 0);
  }

  /** Only between transactions. */
  set isShut(isShut: boolean) {
    if (isShut) this.#nextId = this.#readNextId();
    this.#isShut = isShut;
  }
}
