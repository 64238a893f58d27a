/*
 * Line numbers in messages about a file are marked in the catalogue, so that a page can link to the line. Quoted values
 * cannot contain the mark, because quoting escapes invisible characters.
 */

const MARK = '\u2063';

/** The number of a line, as a catalogue has it in a text. */
export const markLine = (line: number): string => `${MARK}${line}${MARK}`;

/** A text without its marks, as people read it. */
export const unmarkLines = (text: string): string => text.replaceAll(MARK, '');

/** A text in pieces: those that are numbers are of lines. */
export const splitAtLines = (text: string): (string | number)[] =>
  text.split(MARK).map((piece, index) => (index % 2 === 1 && /^\d+$/.test(piece) ? Number(piece) : piece));
