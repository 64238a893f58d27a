import { foldForSearch, trimSearch } from '../record/fold.ts';
import { isPlaceholder } from './lenient-cells.ts';
import type { FileRow } from './read-rows.ts';

const foldName = (name: string): string => trimSearch(foldForSearch(name));

/** Replaces parent names that differ only by case, accents or spaces from the name of one club, and placeholders. */
export function matchParents(rows: FileRow[], clubs: readonly { name: string }[]) {
  const counts = { matchedParents: 0, emptyParents: 0 };
  const names = new Set(['', ...rows.map(({ name }) => name), ...clubs.map(({ name }) => name)]);
  if (rows.every(({ parentName }) => names.has(parentName))) return { rows, ...counts };
  const byFolded = Map.groupBy(names, foldName);
  const matchParent = (row: FileRow): FileRow => {
    if (names.has(row.parentName)) return row;
    const [match, other] = byFolded.get(foldName(row.parentName)) ?? (isPlaceholder(row.parentName) ? [''] : []);
    if (match === undefined || other !== undefined) return row;
    counts[match === '' ? 'emptyParents' : 'matchedParents'] += 1;
    return { ...row, parentName: match, club: row.club && { ...row.club, parentName: match } };
  };
  return { rows: rows.map(matchParent), ...counts };
}

/** Three characters at each place of the start of a folded name. */
const trigramsOf = (name: string): string[] => {
  const text = `  ${foldName(name.slice(0, 60))} `;
  return Array.from({ length: text.length - 2 }, (_, at) => text.slice(at, at + 3));
};

/** Up to three names that resemble a name, the most similar first. */
export function findNear(name: string, names: readonly string[]): string[] {
  const wanted = new Set(trigramsOf(name));
  const scored = names.map((candidate) => {
    const trigrams = trigramsOf(candidate);
    const shared = trigrams.filter((trigram) => wanted.has(trigram)).length;
    return { candidate, score: shared / (wanted.size + trigrams.length - shared) };
  });
  const near = scored.filter(({ score }) => score >= 0.4).sort((a, b) => b.score - a.score);
  return near.slice(0, 3).map(({ candidate }) => candidate);
}
