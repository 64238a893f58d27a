/** Counts characters as the server does; `counted` is a value of `Counted` in src/clubs/edit/form.ts. */
export function countCharacters(text: string, counted: string | undefined): number {
  const kept = counted === 'whole' ? text : text.trim();
  return Array.from(counted === 'name' ? kept.normalize('NFC') : kept).length;
}
