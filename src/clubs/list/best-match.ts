import { GENERIC_WORDS, STOPWORDS } from '../directory/stopwords.ts';
import { initialsOf, wordsOf, type IndexedClub } from '../directory/name-index.ts';

/** The maximum number of best matches. */
export const BEST_MATCHES = 3;

/** The minimum length of initials within a longer run of them, and of those with several letters of a word. */
const SHORTEST_RUN = 3;

/**
 * The clubs that a folded text names most clearly: as the whole name, another name or the initials, or as whole words of
 * the name. `meanings` are terms for the initials, such as "artificial intelligence" for "ai". The best first; of equal
 * ones the shortest names.
 */
export function findBestMatches(
  clubs: readonly IndexedClub[],
  text: string,
  meanings: readonly string[] = [],
): IndexedClub[] {
  const words = wordsOf(text);
  if (words.every((word) => GENERIC_WORDS.has(word))) return [];
  const wanted = ` ${words.join(' ')} `;
  const whole = `|${text}|`;
  const terms = meanings.filter((term) => initialsOf(term.split(' ')) === text).map((term) => ` ${term} `);
  const isLong = text.length >= SHORTEST_RUN;
  const isWord = words[0] === text;
  const rankOf = ({ nameFolded, aliases, acronyms }: IndexedClub): number => {
    if (nameFolded === text || aliases.includes(whole)) return 0;
    const mayMatch = terms.length > 0 || nameFolded.includes(words[0] ?? '');
    const name = mayMatch ? ` ${wordsOf(nameFolded).join(' ')} ` : '';
    if (name.startsWith(wanted) || terms.some((term) => name.includes(term))) return 1;
    if (isLong && acronyms.includes(whole)) return 2;
    if (name.includes(wanted)) return 3;
    if (!isWord) return -1;
    const isInitials = isLong
      ? acronyms.includes(text) || isAbbreviation(text, nameFolded, acronyms)
      : acronyms.includes(whole);
    return isInitials ? 4 : -1;
  };
  return clubs
    .map((club) => ({ club, rank: rankOf(club) }))
    .filter(({ rank }) => rank !== -1)
    .sort((a, b) => a.rank - b.rank || a.club.nameFolded.length - b.club.nameFolded.length)
    .slice(0, BEST_MATCHES)
    .map(({ club }) => club);
}

/** Whether a text has the first letter or letters of each word, as in AIChE. */
function isAbbreviation(text: string, nameFolded: string, acronyms: string): boolean {
  if (!acronyms.includes(`|${text[0] ?? ''}`)) return false;
  const words = wordsOf(nameFolded).filter((word) => !STOPWORDS.has(word));
  // The rest of the text after each possible prefix of the words.
  let rests = [text];
  for (const [place, word] of words.entries()) {
    rests = rests.flatMap((rest) =>
      [1, 2, 3].flatMap((size) => (rest.startsWith(word.slice(0, size)) ? rest.slice(size) : [])),
    );
    if (rests.includes('')) return place + 1 >= SHORTEST_RUN;
  }
  return false;
}
