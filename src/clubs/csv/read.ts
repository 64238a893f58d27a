import { FIELD_NAMES, type FieldName } from '../record.ts';
import { decodeFile, recogniseFile } from './encoding.ts';
import { startReport, type FileReport } from './file-report.ts';
import { findHeader, findLowerHeader, readHeader, splitHeader } from './header.ts';
import { keepValue, makeIssue, type FileIssue, type Place } from './issues.ts';
import { countLineEnds } from './line-ends.ts';
import { makeUnreadableIssue } from './malformed-records.ts';
import { readRecords } from './records.ts';
import { RowReader, toRow, type FileRow } from './rows.ts';
import { findSeparator, hasSpacesBeforeQuotes, isSeparator, readSeparatorLine } from './separators.ts';

/** A file whose header was read. The report, and what is complete, are final when the rows were read to the end. */
export interface ClubFile {
  columns: ReadonlySet<FieldName>;
  report: FileReport;
  /** False when a part of the file could not be read, so that other names may be in it. */
  isComplete: boolean;
  /** The rows in batches, with mistakes that are no row's among them as rows without a club. */
  rows: () => AsyncGenerator<FileRow[], void, undefined>;
}

const FIRST: Place = { line: 1, row: 1 };

/**
 * Reads a file, and finds what is wrong with it as far as one row shows. All its bytes are in memory: the last of them
 * may decide its encoding. `onBytes` gets the number of bytes whose rows were read.
 */
export async function readClubFile(
  source: AsyncIterable<Uint8Array>,
  { siteUrl = null, onBytes = () => {} }: { siteUrl?: string | null; onBytes?: (done: number) => void } = {},
): Promise<ClubFile> {
  const pieces: Uint8Array[] = [];
  for await (const piece of source) pieces.push(piece);
  const recognised = recogniseFile(pieces);
  const file: ClubFile = {
    columns: new Set(),
    report: startReport(
      recognised.encoding ?? 'utf-8',
      recognised.encoding !== undefined && recognised.hasByteOrderMark,
    ),
    isComplete: true,
    async *rows() {},
  };
  if (recognised.encoding === undefined) {
    if (recognised.refusal !== 'cutOff') {
      return refuse(file, [makeIssue(FIRST, { code: 'otherFile', is: recognised.refusal })]);
    }
    const line = countLineEnds(Buffer.concat(pieces)) + 1;
    return refuse(file, [makeIssue({ line, row: null }, { code: 'cutOff' })]);
  }

  const { text, header: headerText } = await splitHeader(decodeFile(pieces, recognised, onBytes));
  const named = readSeparatorLine(headerText);
  if (named !== undefined && !isSeparator(named)) {
    return refuse(file, [makeIssue(FIRST, { code: 'unknownSeparator', separator: keepValue(named) })]);
  }
  file.report.hasSeparatorLine = named !== undefined;
  file.report.separator = named ?? findSeparator(headerText);
  const { separator } = file.report;
  file.report.hasSpaces = hasSpacesBeforeQuotes(headerText, separator);
  // No program shows the line that names the separator as a row.
  const records = readRecords(
    text,
    { separator, hasSpaces: file.report.hasSpaces },
    file.report.hasSeparatorLine ? 0 : 1,
  );

  const { header, following, emptyRows, ...found } = await findHeader(records, file.report.hasSeparatorLine);
  let { unreadable } = found;
  file.report.emptyRows += emptyRows;
  if (!header) {
    return refuse(file, [
      unreadable ? makeUnreadableIssue(unreadable) : makeIssue(FIRST, { code: 'emptyFile', columns: FIELD_NAMES }),
    ]);
  }
  if (header.error !== undefined) return refuse(file, [makeIssue(header, { code: 'quoteNotClosed' })]);
  const columns = readHeader(header, file.report);
  if (columns.issues) {
    const lower = await findLowerHeader(header, following, records);
    if (lower) {
      // A report is written with it.
      file.report.separator = lower.separator;
      const fault = { code: 'headerBelow', line: lower.line } as const;
      return refuse(file, [makeIssue(header, fault, { value: keepValue(header.cells[0] ?? '') })]);
    }
    return refuse(file, columns.issues);
  }

  file.columns = new Set(columns.names);
  const read = new RowReader(columns.names, file.report, siteUrl);
  file.rows = async function* () {
    yield read.rows(following);
    while (!unreadable) {
      const next = await records.next();
      if (next.done) {
        unreadable = next.value;
        break;
      }
      yield read.rows(next.value);
    }
    if (unreadable) file.report.rowsDiffer ||= unreadable.line !== unreadable.row;
    yield read.rest();
    if (read.hasUnreadable || unreadable) file.isComplete = false;
    if (unreadable) yield [toRow(makeUnreadableIssue(unreadable))];
  };
  return file;
}

function refuse(file: ClubFile, issues: FileIssue[]): ClubFile {
  return {
    ...file,
    isComplete: false,

    async *rows() {
      yield issues.map(toRow);
    },
  };
}
