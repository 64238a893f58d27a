/** What a step of the history is of, in the place of the name of a file. They are stored as they stand here. */
const NOTES = ['sample clubs'] as const;
export type Note = (typeof NOTES)[number];

/** What a step says that it is of, in these words. */
export function describeNote(note: string, words: Record<Note, string>): string {
  const known = NOTES.find((one) => one === note);
  return known === undefined ? note : words[known];
}
