/*
 * Line numbers in messages about a file are marked in the catalogue, so that a page can link to the line. Quoted values
 * cannot contain the mark, because quoting escapes invisible characters.
 */

const MARK = '\u2063';

/** A marked line number for a message. */
export const markLine = (line: number): string => `${MARK}${line}${MARK}`;

/** Removes the marks. */
export const unmarkLines = (text: string): string => text.replaceAll(MARK, '');

/** Splits a text at marked line numbers, which become numbers. */
export const splitAtLines = (text: string): (string | number)[] =>
  text.split(MARK).map((piece, index) => (index % 2 === 1 && /^\d+$/.test(piece) ? Number(piece) : piece));
