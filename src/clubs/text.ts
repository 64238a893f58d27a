/** Code points, which is what PostgreSQL counts. */
export const countCharacters = (text: string): number => {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
};

/** Without a name before the host: `https://www.facebook.com@evil.example/` leads where nobody reads it. */
export const isHttpUrl = (text: string): boolean => {
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null;
  return url !== null && url.username === '' && url.password === '';
};

/** What turns the letters that follow it around, and is not seen itself. */
export const OVERRIDES = /[\u202a-\u202e\u2066-\u2069]/g;

/** The beginning of a text, of so many of those. */
export const firstCharacters = (text: string, count: number): string => Array.from(text).slice(0, count).join('');
