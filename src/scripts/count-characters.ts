/** Counts characters as the server does; `counted` is that of a field in src/clubs/record/fields.ts. */
export function countCharacters(text: string, counted: string | undefined): number {
  const kept = counted === undefined ? text : text.trim().replaceAll('\n', counted === 'labels' ? '; ' : '\n');
  return Array.from(counted === 'name' ? kept.normalize('NFC') : kept).length;
}
