import { foldForSearch, trimSearch } from '../record/fold.ts';
import { isPlaceholder } from './lenient-cells.ts';
import { countReading, type Reading } from './reading.ts';
import type { FileRow } from './read-rows.ts';

const foldName = (name: string): string => trimSearch(foldForSearch(name));

/** Replaces parent names that differ only by case, accents or spaces from the name of one club, and placeholders. */
export function matchParents(
  rows: FileRow[],
  clubs: readonly { name: string }[],
  reading: Pick<Reading, 'counts'>,
): FileRow[] {
  const names = new Set(['', ...rows.map(({ name }) => name), ...clubs.map(({ name }) => name)]);
  if (rows.every(({ parentName }) => names.has(parentName))) return rows;
  const byFolded = Map.groupBy(names, foldName);
  const matchParent = (row: FileRow): FileRow => {
    if (names.has(row.parentName)) return row;
    const [match, other] = byFolded.get(foldName(row.parentName)) ?? (isPlaceholder(row.parentName) ? [''] : []);
    if (match === undefined || other !== undefined) return row;
    countReading(reading, match === '' ? 'placeholders' : 'matchedParents');
    return { ...row, parentName: match, club: row.club && { ...row.club, parentName: match } };
  };
  return rows.map(matchParent);
}
