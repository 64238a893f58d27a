/** A date with an ordinal for the first of a month, as in French: "1er mai 2026". English dates begin with the month. */
export const ordinalFirst = (date: string): string => date.replace(/^1 /, '1er ');
