import { once } from 'node:events';
import { open, realpath, rename, stat, type FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import * as v from 'valibot';
import { ExpectedError } from '../src/lib/expected-error.ts';
import { codeOf } from '../src/lib/system-errors.ts';
import { withUnfinished } from '../src/lib/atomic-write.ts';
import { readSnapshot, type BackupHeader, type BackupPart } from './backup.ts';
import type { Database } from './client.ts';
import { listMigrations, toBaseline } from './migrate.ts';

/*
 * A backup is a gzip file of JSON lines: the header, for each table its columns and rows, and the sequences. gzip has a
 * checksum.
 */

const FORMAT = 'club-directory backup';
/** The version of the file format. The header also has the migrations. */
const VERSION = 1;

const NameSchema = v.pipe(v.string(), v.regex(/^\w{1,63}$/));
const CountSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const FormatSchema = v.object({ format: v.literal(FORMAT), version: v.number() });
const HeaderSchema = v.object({
  madeAt: v.pipe(v.string(), v.isoTimestamp()),
  migrations: v.array(v.string()),
  rows: CountSchema,
  clubs: CountSchema,
  accounts: CountSchema,
});
const TableSchema = v.object({ table: NameSchema, columns: v.array(NameSchema), rows: CountSchema });
const SequencesSchema = v.object({
  sequences: v.array(
    v.object({
      table: NameSchema,
      column: NameSchema,
      value: v.pipe(v.string(), v.regex(/^\d{1,19}$/)),
      isCalled: v.boolean(),
    }),
  ),
});

/** The file exists, and the caller did not ask to replace it. */
export class FileThereError extends ExpectedError {
  override name = 'FileThereError';
}

/** The file is not a complete backup of this version. The message names the reason. */
export class BackupFileError extends ExpectedError {
  override name = 'BackupFileError';
}

export interface WriteOptions {
  /** Whether an existing file may be replaced. */
  replace?: boolean;
  onProgress?: (rows: { done: number; total: number }) => void;
}

export interface WrittenBackup {
  header: BackupHeader;
  /** The size of the file in bytes. */
  size: number;
}

export const UNFINISHED = '.db-backup-';

/**
 * Writes a backup of a database, which may be in use, to a file that only its owner can read: it has password hashes and
 * addresses. The file appears when it is complete and on the disk. Throws the system's error, or `FileThereError`.
 */
export async function writeBackup(
  sql: Database,
  file: string,
  { replace = false, onProgress = () => {} }: WriteOptions = {},
): Promise<WrittenBackup> {
  const target = await realpath(file).catch(() => file);
  await assertMayWrite(target, file, replace);
  return await withUnfinished([target], UNFINISHED, async (unfinished) => {
    const handle = await open(unfinished, 'wx', 0o600);
    try {
      const header = await writeLines(sql, handle, onProgress);
      await handle.sync();
      const { size } = await handle.stat();
      await handle.close();
      // Another process may have created it meanwhile.
      await assertMayWrite(target, file, replace);
      await rename(unfinished, target);
      return { header, size };
    } finally {
      await handle.close();
    }
  });
}

async function assertMayWrite(target: string, file: string, replace: boolean): Promise<void> {
  const found = await stat(target).catch(() => null);
  if (!found) return;
  if (!found.isFile()) throw new ExpectedError(`Cannot write ${file}: not a regular file.`);
  if (!replace) throw new FileThereError(`${file} already exists and was not changed.`);
}

/** Other users of an embedded database wait meanwhile; a higher level takes twice as long for a tenth less. */
const COMPRESSION = 4;

async function writeLines(
  sql: Database,
  handle: FileHandle,
  onProgress: (rows: { done: number; total: number }) => void,
): Promise<BackupHeader> {
  const gzip = createGzip({ level: COMPRESSION });
  // Not by a stream of the handle: closing the handle would wait for the stream.
  const written = pipeline(gzip, async (compressed: AsyncIterable<Buffer>) => {
    for await (const bytes of compressed) await handle.appendFile(bytes);
  });
  const failed = new AbortController();
  written.catch(() => failed.abort());
  const put = async (text: string) => {
    if (!failed.signal.aborted && gzip.write(`${text}\n`)) return;
    await once(gzip, 'drain', { signal: failed.signal }).catch(() => written);
  };
  let total = 0;
  let done = 0;
  let expected = 0;
  try {
    const header = await readSnapshot(sql, async (part: BackupPart) => {
      if ('lines' in part) {
        done += part.lines.length;
        await put(part.lines.join('\n'));
        onProgress({ done, total });
        return;
      }
      // The driver ends a cursor without an error when its connection is lost.
      if (done !== expected) throw new Error(`Received ${done} of ${expected} rows.`);
      if ('header' in part) {
        total = part.header.rows;
        await put(JSON.stringify({ format: FORMAT, version: VERSION, ...part.header }));
      } else {
        if ('table' in part) expected += part.rows;
        await put(JSON.stringify(part));
      }
    });
    gzip.end();
    await written;
    return header;
  } catch (error) {
    gzip.destroy();
    await written.catch(() => {});
    throw error;
  }
}

/** Reads a whole backup. Throws `BackupFileError` unless it is complete, undamaged and of this version of the schema. */
export async function checkBackup(
  handle: FileHandle,
  file: string,
  onProgress: (bytes: number) => void = () => {},
): Promise<BackupHeader> {
  let header: BackupHeader | null = null;
  for await (const part of readBackup(handle, file, onProgress)) {
    if (!('header' in part)) continue;
    ({ header } = part);
    const known = await listMigrations();
    const migrations = toBaseline(header.migrations);
    const unknown = migrations.filter((name) => !known.includes(name));
    if (unknown.length > 0) {
      throw new BackupFileError(
        `${file} is from a newer or much older version of the site. Unknown migrations: ${unknown.join(', ')}.`,
      );
    }
    const missing = known.filter((name) => !migrations.includes(name));
    if (missing.length > 0) {
      throw new BackupFileError(
        `${file} is from an older version of the site, without ${missing.join(', ')}. Restore it with that version, then update.`,
      );
    }
  }
  if (!header) throw truncated(file);
  return header;
}

/** Reads the parts of a backup, a few rows at a time. */
export async function* readBackup(
  handle: FileHandle,
  file: string,
  onProgress: (bytes: number) => void = () => {},
): AsyncGenerator<BackupPart, void, undefined> {
  let header: BackupHeader | null = null;
  let isComplete = false;
  let rowsLeft = 0;
  let rows = 0;
  for await (const lines of readLines(handle, file, onProgress)) {
    for (let at = 0; at < lines.length && !isComplete;) {
      if (rowsLeft > 0) {
        const some = lines.slice(at, at + rowsLeft);
        at += some.length;
        rowsLeft -= some.length;
        rows += some.length;
        yield { lines: some };
        continue;
      }
      const value = parseJson(lines[at] ?? '');
      at += 1;
      if (!header) {
        header = readHeader(value, file);
        yield { header };
        continue;
      }
      const table = v.safeParse(TableSchema, value);
      if (table.success) {
        rowsLeft = table.output.rows;
        yield table.output;
        continue;
      }
      const sequences = v.safeParse(SequencesSchema, value);
      if (!sequences.success || rows !== header.rows) throw damaged(file);
      isComplete = true;
      yield sequences.output;
    }
  }
  if (!isComplete) throw header ? truncated(file) : noBackup(file);
}

function readHeader(value: unknown, file: string): BackupHeader {
  const format = v.safeParse(FormatSchema, value);
  if (!format.success) throw noBackup(file);
  if (format.output.version > VERSION) {
    throw new BackupFileError(`${file} is from a newer version of the site, with an unknown format.`);
  }
  const { success, output } = v.safeParse(HeaderSchema, value);
  if (!success) throw damaged(file);
  return output;
}

/** Null if it is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

const noBackup = (file: string) => new BackupFileError(`${file} is not a backup from npm run db:backup.`);
const truncated = (file: string) => new BackupFileError(`${file} is truncated.`);
const damaged = (file: string) => new BackupFileError(`${file} is damaged.`);

const GZIP = Buffer.from([0x1f, 0x8b]);
/** The size of the pieces that are read and decompressed, in bytes. */
const PIECE = 64 * 1024;

/** Reads the lines of a gzip file, several at a time. */
async function* readLines(
  handle: FileHandle,
  file: string,
  onProgress: (bytes: number) => void,
): AsyncGenerator<string[], void, undefined> {
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(5), 0, 5, 0);
  if (bytesRead === 0) throw new BackupFileError(`${file} is empty.`);
  if (buffer.toString() === 'PGDMP') {
    throw new BackupFileError(`${file} is from pg_dump. Use pg_restore to restore it.`);
  }
  if (!buffer.subarray(0, 2).equals(GZIP)) throw noBackup(file);
  const gunzip = createGunzip({ chunkSize: PIECE });
  // An error also ends the loop below.
  pipeline(readBytes(handle, onProgress), gunzip).catch(() => {});
  let rest: string[] = [];
  try {
    for await (const text of gunzip.setEncoding('utf8') as AsyncIterable<string>) {
      const [first = '', ...others] = text.split('\n');
      rest.push(first);
      const last = others.pop();
      if (last === undefined) continue;
      yield [rest.join(''), ...others];
      rest = [last];
    }
  } catch (error) {
    const code = codeOf(error);
    if (code === 'Z_BUF_ERROR') throw truncated(file);
    throw code === 'Z_DATA_ERROR' ? damaged(file) : error;
  } finally {
    gunzip.destroy();
  }
  if (rest.join('') !== '') throw truncated(file);
}

async function* readBytes(
  handle: FileHandle,
  onProgress: (bytes: number) => void,
): AsyncGenerator<Buffer, void, undefined> {
  for (let position = 0; ;) {
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(PIECE), 0, PIECE, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    onProgress(position);
    yield buffer.subarray(0, bytesRead);
  }
}
