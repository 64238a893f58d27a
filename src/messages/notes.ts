/** Notes of history steps that are not file names. The database stores these values. */
const NOTES = ['sample clubs', 'yearly confirmation'] as const;
export type Note = (typeof NOTES)[number];

export const SAMPLES_NOTE = 'sample clubs' satisfies Note;

/** Translates a note; file names stay as they are. */
export function describeNote(note: string, words: Record<Note, string>): string {
  const known = NOTES.find((one) => one === note);
  return known === undefined ? note : words[known];
}
