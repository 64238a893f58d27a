/**
 * The name that a word is a misspelling of, if there is exactly one nearest; `allowed` is the largest edit distance for a
 * name of so many letters. Case and punctuation do not count.
 */
export function findNearest(
  word: string,
  names: readonly string[],
  allowed: (letters: number) => number,
): string | null {
  const normalize = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '');
  const given = normalize(word);
  const distances = names
    .map((name) => ({ name, normalized: normalize(name) }))
    .map(({ name, normalized }) => ({ name, normalized, distance: editDistance(normalized, given) }))
    .filter(({ normalized, distance }) => distance <= allowed(normalized.length))
    .sort((a, b) => a.distance - b.distance);
  const [first, second] = distances;
  return first && first.distance !== second?.distance ? first.name : null;
}

/** The number of characters to add, drop, replace or swap with their neighbour (the optimal string alignment distance). */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1];
      const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (beforeLast[column - 2] ?? 0) + 1 : Infinity,
      );
    }
    [beforeLast, last] = [last, current];
  }
  return last[b.length] ?? a.length;
}
