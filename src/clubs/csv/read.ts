import { FIELD_NAMES, type FieldName } from '../record.ts';
import { ForeignBytes } from './bad-utf8.ts';
import { decodeFile, peek, recogniseFile } from './encoding.ts';
import { startReport, type FileReport } from './file-report.ts';
import { findHeader, findLowerHeader, readHeader, splitHeader } from './header.ts';
import { keepValue, makeIssue, type FileIssue, type Place } from './issues.ts';
import { makeUnreadableIssue } from './malformed-records.ts';
import { readRecords } from './records.ts';
import { RowReader, toRow, type FileRow } from './rows.ts';
import { findSeparator, isSeparator, readSeparatorLine } from './separators.ts';

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

/** Reads a file as it comes, and finds what is wrong with it as far as one row tells. */
export async function readClubFile(
  source: AsyncIterable<Uint8Array>,
  { siteUrl = null }: { siteUrl?: string | null } = {},
): Promise<ClubFile> {
  const { head, chunks, close } = await peek(source);
  const recognised = recogniseFile(head);
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
    await close();
    return refuse(file, [makeIssue(FIRST, { code: 'otherFile', is: recognised.refusal })]);
  }

  const { text, header: headerText } = await splitHeader(decodeFile(chunks, recognised));
  const named = readSeparatorLine(headerText);
  if (named !== undefined && !isSeparator(named)) {
    await close();
    return refuse(file, [makeIssue(FIRST, { code: 'unknownSeparator', separator: keepValue(named) })]);
  }
  file.report.hasSeparatorLine = named !== undefined;
  file.report.separator = named ?? findSeparator(headerText);
  // No program shows the line that names the separator as a row.
  const records = readRecords(text, file.report.separator, file.report.hasSeparatorLine ? 0 : 1);
  const foreign = new ForeignBytes();
  foreign.sawUtf8 = recognised.hasByteOrderMark;

  const { header, following, emptyRows, ...found } = await findHeader(records, file.report.hasSeparatorLine);
  let { unreadable } = found;
  file.report.emptyRows += emptyRows;
  if (!header) {
    return refuse(file, [
      unreadable
        ? makeUnreadableIssue(unreadable, file.report.separator)
        : makeIssue(FIRST, { code: 'emptyFile', columns: FIELD_NAMES }),
    ]);
  }
  if (header.badUtf8) {
    foreign.add(header.badUtf8);
    await records.return(undefined);
    return refuse(file, foreign.toIssues());
  }
  const columns = readHeader(header, file.report);
  if (columns.issues) {
    const lower = await findLowerHeader(header, following, records);
    await records.return(undefined);
    if (lower) {
      // A report is written with it.
      file.report.separator = lower.separator;
      const fault = { code: 'headerBelow', line: lower.line } as const;
      return refuse(file, [makeIssue(header, fault, { value: keepValue(header.cells[0] ?? '') })]);
    }
    return refuse(file, columns.issues);
  }

  file.columns = new Set(columns.names);
  const read = new RowReader(columns.names, file.report, foreign, siteUrl);
  file.rows = async function* () {
    try {
      yield read.rows(following);
      while (!unreadable) {
        const next = await records.next();
        if (next.done) {
          unreadable = next.value;
          break;
        }
        yield read.rows(next.value);
      }
    } finally {
      await records.return(undefined);
    }
    if (unreadable) file.report.rowsDiffer ||= unreadable.line !== unreadable.row;
    yield read.rest();
    const issues = [
      ...foreign.toIssues(),
      ...(unreadable ? [makeUnreadableIssue(unreadable, file.report.separator, columns.names)] : []),
    ];
    if (read.hasUnreadable || unreadable) file.isComplete = false;
    yield issues.map(toRow);
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
