/**
 * The name that a word is a slip of, if there is one, and one alone: `slips` says how many a name of so many letters may
 * have. Case and signs do not count.
 */
export function findNearest(word: string, names: readonly string[], slips: (letters: number) => number): string | null {
  const letters = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '');
  const given = letters(word);
  let found: { name: string | null; count: number } = { name: null, count: Infinity };
  for (const name of names) {
    const wanted = letters(name);
    const allowed = slips(wanted.length);
    if (Math.abs(wanted.length - given.length) > allowed) continue;
    const count = countSlips(wanted, given);
    if (count > allowed || count > found.count) continue;
    // Who is as near to two names may mean either.
    found = { name: count === found.count ? null : name, count };
  }
  return found.name;
}

/** Letters left out, added, mistaken or changed with their neighbour between two words. */
function countSlips(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Infinity;
  for (let i = 1; i <= a.length; i += 1) {
    rows[i] = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSwapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      rows[i]?.push(
        Math.min(
          at(i - 1, j) + 1,
          at(i, j - 1) + 1,
          at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1),
          isSwapped ? at(i - 2, j - 2) + 1 : Infinity,
        ),
      );
    }
  }
  return at(a.length, b.length);
}
