/** The source of a change in the history, where it is not a file. The database stores these values. */
const NOTES = ['sample clubs'] as const;
export type Note = (typeof NOTES)[number];

/** What a step says that it is of, in these words. */
export function describeNote(note: string, words: Record<Note, string>): string {
  const known = NOTES.find((one) => one === note);
  return known === undefined ? note : words[known];
}
