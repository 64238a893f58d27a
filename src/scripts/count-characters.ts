/** How many characters of a field count against its limit, by what the field says of itself: as the server counts them. */
export function countCharacters(text: string, counted: string | undefined): number {
  const kept = counted === 'whole' ? text : text.trim();
  // Ends of lines are one character here, as they are where the text is kept.
  return Array.from(counted === 'name' ? kept.normalize('NFC') : kept).length;
}
