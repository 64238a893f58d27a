/** The number of characters to add, drop, replace or swap with their neighbour (the optimal string alignment distance). */
export function editDistance(a: string, b: string): number {
  const width = b.length + 1;
  // The distances of all prefixes: rows of a, columns of b.
  const distances = new Uint16Array((a.length + 1) * width);
  const at = (row: number, column: number) => distances[row * width + column] ?? 0;
  for (let row = 0; row <= a.length; row += 1) {
    for (let column = 0; column <= b.length; column += 1) {
      let distance = Math.max(row, column);
      if (row > 0 && column > 0) {
        const cost = a[row - 1] === b[column - 1] ? 0 : 1;
        distance = Math.min(at(row - 1, column) + 1, at(row, column - 1) + 1, at(row - 1, column - 1) + cost);
        if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
          distance = Math.min(distance, at(row - 2, column - 2) + 1);
      }
      distances[row * width + column] = distance;
    }
  }
  return at(a.length, b.length);
}
