/** Code points, which is what PostgreSQL counts. */
export const countCharacters = (text: string): number => {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
};

export const isHttpUrl = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text);

/** The beginning of a text, of so many of those. */
export const firstCharacters = (text: string, count: number): string => Array.from(text).slice(0, count).join('');
