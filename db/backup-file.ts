import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { open, realpath, rename, stat, type FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import * as v from 'valibot';
import { Failure } from '../src/lib/failure.ts';
import { codeOf } from '../src/lib/error-codes.ts';
import { withUnfinished } from '../src/unfinished-files.ts';
import { readSnapshot, type BackupHeader, type BackupPart } from './backup.ts';
import type { Database } from './client.ts';
import { listMigrations } from './migrate.ts';

/*
 * A backup is one file: lines of JSON, in UTF-8, as gzip. The first says what it is, one before the rows of each table
 * which follow and how many, then each row has one; at the end stand how far numberings are, and a SHA-256 of all lines
 * before. A file that lacks any of that is none.
 */

const FORMAT = 'club-directory backup';
/** Of the form of the file. What is in it is of a level, which its migrations name. */
const VERSION = 1;

const NameSchema = v.pipe(v.string(), v.regex(/^\w{1,63}$/));
const CountSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const FormatSchema = v.object({ format: v.literal(FORMAT), version: v.number() });
const HeaderSchema = v.object({
  format: v.literal(FORMAT),
  version: v.literal(VERSION),
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
const EndSchema = v.object({ sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)) });

/** A file is there that is to be replaced only when that is said. */
export class FileThereError extends Failure {
  override name = 'FileThereError';
}

/** The file is not what it should be: what is wrong with it, for a person. */
export class BackupFileError extends Failure {
  override name = 'BackupFileError';
}

export interface WriteOptions {
  /** Whether the file may take the place of one that is there. */
  replace?: boolean;
  onProgress?: (rows: { done: number; total: number }) => void;
}

/** What was written. */
export interface WrittenBackup {
  header: BackupHeader;
  /** Of the file, in bytes. */
  size: number;
}

/** How the name of what is not whole yet begins. */
export const UNFINISHED = '.db-backup-';

/**
 * Writes a backup of a database, which may be in use, to a file that its owner alone may read: the hashes of passwords and
 * addresses of people are in it. It appears when it is whole and on the disk. Fails with the system's error about the
 * file, and where there is one already.
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
      // It may have come meanwhile.
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
  if (!found.isFile()) throw new Failure(`Cannot write ${file}: not a regular file.`);
  if (!replace) throw new FileThereError(`${file} already exists and was not changed.`);
}

async function writeLines(
  sql: Database,
  handle: FileHandle,
  onProgress: (rows: { done: number; total: number }) => void,
): Promise<BackupHeader> {
  const gzip = createGzip({ level: COMPRESSION });
  const failed = new AbortController();
  const piped = pipeline(gzip, async (compressed: AsyncIterable<Buffer>) => {
    for await (const bytes of compressed) await handle.appendFile(bytes);
  });
  piped.catch(() => failed.abort());
  const hash = createHash('sha256');
  const put = async (text: string) => {
    hash.update(text);
    if (!failed.signal.aborted && gzip.write(text)) return;
    await once(gzip, 'drain', { signal: failed.signal }).catch(() => piped);
  };

  let total = 0;
  let done = 0;
  let expected = 0;
  try {
    const header = await readSnapshot(sql, async (part: BackupPart) => {
      if ('lines' in part) {
        done += part.lines.length;
        await put(`${part.lines.join('\n')}\n`);
        onProgress({ done, total });
        return;
      }
      // The driver takes a connection that is lost for the end of the rows.
      if (done !== expected) throw new Error(`Received ${done} of ${expected} rows.`);
      if ('header' in part) {
        total = part.header.rows;
        await put(`${JSON.stringify({ format: FORMAT, version: VERSION, ...part.header })}\n`);
      } else {
        if ('table' in part) expected += part.rows;
        await put(`${JSON.stringify(part)}\n`);
      }
    });
    gzip.end(`${JSON.stringify({ sha256: hash.digest('hex') })}\n`);
    await piped;
    return header;
  } catch (error) {
    gzip.destroy();
    await piped.catch(() => {});
    throw error;
  }
}

/** Most of the time others of an embedded database wait for this; a higher one takes twice as long for a tenth less. */
const COMPRESSION = 4;

/** The longest line that is read, in bytes: an image of the largest size as JSON has 2 MiB. */
const LONGEST_LINE = 64 * 2 ** 20;

/** A backup that was found whole. */
export interface CheckedBackup {
  header: BackupHeader;
  sha256: string;
}

/**
 * Reads a backup to its end and fails with `BackupFileError` unless it is whole, as it was written, and of a level that
 * this version of the site knows; and with the system's error.
 */
export async function checkBackup(
  handle: FileHandle,
  file: string,
  onProgress: (bytes: number) => void = () => {},
): Promise<CheckedBackup> {
  const known = await listMigrations();
  let checked: CheckedBackup | null = null;
  let header: BackupHeader | null = null;
  for await (const part of readBackup(handle, file, onProgress)) {
    if ('header' in part) {
      ({ header } = part);
      const unknown = header.migrations.filter((name) => !known.includes(name));
      if (unknown.length > 0) {
        throw new BackupFileError(
          `${file} is from a newer version of the site. Unknown migrations: ${unknown.join(', ')}.`,
        );
      }
    }
    if ('sha256' in part && header) checked = { header, sha256: part.sha256 };
  }
  if (!checked) throw new BackupFileError(`${file} is truncated.`);
  return checked;
}

/** The parts of a backup from its beginning, in pieces that fit into memory, with its checksum, which holds, at the end. */
export async function* readBackup(
  handle: FileHandle,
  file: string,
  onProgress: (bytes: number) => void = () => {},
): AsyncGenerator<BackupPart | { sha256: string }, void, undefined> {
  const damaged = () => new BackupFileError(`${file} is damaged: wrong checksum or content.`);
  const hash = createHash('sha256');
  let stage: 'header' | 'tables' | 'sequences' | 'end' = 'header';
  let rowsLeft = 0;
  let rows = 0;
  let total = 0;
  for await (const lines of readLines(handle, file, onProgress)) {
    let at = 0;
    while (at < lines.length) {
      if (rowsLeft > 0) {
        const some = lines.slice(at, at + rowsLeft);
        for (const line of some) hash.update(line).update('\n');
        at += some.length;
        rowsLeft -= some.length;
        rows += some.length;
        yield { lines: some.map((line) => line.toString()) };
        continue;
      }
      const line = lines[at] ?? Buffer.alloc(0);
      at += 1;
      const text = line.toString();
      if (stage === 'header') {
        const header = readHeader(text, file);
        total = header.rows;
        stage = 'tables';
        yield { header };
      } else if (stage === 'tables') {
        const value = readJson(text);
        const table = v.safeParse(TableSchema, value);
        const sequences = v.safeParse(SequencesSchema, value);
        if (table.success) {
          rowsLeft = table.output.rows;
          yield table.output;
        } else if (sequences.success && rows === total) {
          stage = 'sequences';
          yield sequences.output;
        } else throw damaged();
      } else if (stage === 'sequences') {
        const end = v.safeParse(EndSchema, readJson(text));
        if (!end.success || end.output.sha256 !== hash.digest('hex')) throw damaged();
        stage = 'end';
        yield end.output;
        continue;
      } else throw damaged();
      hash.update(line).update('\n');
    }
  }
  if (stage !== 'end') throw new BackupFileError(`${file} is truncated.`);
}

function readHeader(text: string, file: string): BackupHeader {
  const value = readJson(text);
  const format = v.safeParse(FormatSchema, value);
  if (!format.success) throw noBackup(file);
  if (format.output.version > VERSION) {
    throw new BackupFileError(`${file} is from a newer version of the site, with an unknown format.`);
  }
  const { success, output } = v.safeParse(HeaderSchema, value);
  if (!success) throw new BackupFileError(`${file} is damaged: invalid header.`);
  return output;
}

/** Null where it is no JSON. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

const noBackup = (file: string) => new BackupFileError(`${file} is not a backup from npm run db:backup.`);

const GZIP = Buffer.from([0x1f, 0x8b]);
const NEWLINE = 0x0a;

/** The lines of a file that is gzip, as many at once as were read together. */
async function* readLines(
  handle: FileHandle,
  file: string,
  onProgress: (bytes: number) => void,
): AsyncGenerator<Buffer[], void, undefined> {
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(5), 0, 5, 0);
  if (bytesRead === 0) throw new BackupFileError(`${file} is empty.`);
  if (buffer.toString() === 'PGDMP') {
    throw new BackupFileError(`${file} is from pg_dump. Use pg_restore to restore it.`);
  }
  if (!buffer.subarray(0, 2).equals(GZIP)) throw noBackup(file);

  const gunzip = createGunzip();
  // Its failure is one of reading what it gives.
  pipeline(readBytes(handle, onProgress), gunzip).catch(() => {});
  let isFirst = true;
  let rest: Buffer[] = [];
  let restSize = 0;
  try {
    for await (const data of gunzip as AsyncIterable<Buffer>) {
      const lines: Buffer[] = [];
      let start = 0;
      for (let end = data.indexOf(NEWLINE); end >= 0; end = data.indexOf(NEWLINE, start)) {
        lines.push(Buffer.concat([...rest, data.subarray(start, end)]));
        rest = [];
        restSize = 0;
        start = end + 1;
      }
      if (start < data.length) {
        rest.push(data.subarray(start));
        restSize += data.length - start;
      }
      // Whatever is compressed as gzip: of something else the first line may never end.
      if (restSize > LONGEST_LINE) throw noBackup(file);
      if (lines.length > 0) yield lines;
      if (lines.length > 0) isFirst = false;
    }
  } catch (error) {
    throw explainGzip(error, file);
  } finally {
    gunzip.destroy();
  }
  if (isFirst) throw noBackup(file);
  if (restSize > 0) throw new BackupFileError(`${file} is truncated.`);
}

/** The bytes read at once. */
const CHUNK = 64 * 1024;

/** What a file holds, from its beginning. */
async function* readBytes(
  handle: FileHandle,
  onProgress: (bytes: number) => void,
): AsyncGenerator<Buffer, void, undefined> {
  for (let position = 0; ;) {
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(CHUNK), 0, CHUNK, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    onProgress(position);
    yield buffer.subarray(0, bytesRead);
  }
}

function explainGzip(error: unknown, file: string): unknown {
  switch (codeOf(error)) {
    case 'Z_BUF_ERROR':
      return new BackupFileError(`${file} is truncated.`);
    case 'Z_DATA_ERROR':
      return new BackupFileError(`${file} is damaged: wrong checksum or content.`);
    default:
      return error;
  }
}
