/*
 * A light stemmer for English and French: plurals, -ing and -er, on folded words. The stemmers of PostgreSQL join words that
 * have nothing in common ("organ" and "organization", "intern" and "international"), and do not join "jeu" and "jeux".
 */

/** Endings with what replaces them, the first one that fits; words that are too short keep theirs. */
const PLURALS: readonly [ending: RegExp, replacement: string][] = [
  [/(?<=[a-z]{2}eau)x$/, ''],
  [/(?<=eu|ou)x$/, ''],
  [/(?<=[a-z]{3})aux$/, 'al'],
  [/(?<=[a-z]{2})ies?$/, 'y'],
  [/(?<=[a-z](?:ch|sh|ss|x|zz))es$/, ''],
  [/(?<=[a-z]{2}[^su])s$/, ''],
];

/** A base with a vowel, before -ing, -ers, or -er. */
const VERBAL = /^([a-z]*[aeiouy][a-z]*[^e\W]|[a-z]+[iou])(?:ing|er)$/;

/** The singular of a folded word. */
export function singularOf(word: string): string {
  if (!/^[a-z]{3,}$/.test(word)) return word;
  for (const [ending, replacement] of PLURALS) {
    const singular = word.replace(ending, replacement);
    if (singular !== word) return singular;
  }
  return word;
}

/** Words that look like forms of "improve", "out", "program" and "act", but are not. */
const OWN_WORDS = new Set(['improv', 'outing', 'programming', 'acting']);

/** The stem of a folded word; the word itself if it has letters other than a to z. */
export function stemOf(word: string): string {
  if (!/^[a-z]{3,}$/.test(word)) return word;
  const stem = singularOf(word);
  if (OWN_WORDS.has(stem)) return `${stem}*`;
  const base = VERBAL.exec(stem)?.[1];
  if (base && base.length >= 3) return restoreEnd(base);
  return stem.length > 5 ? stem.replace(/e$/, '') : stem;
}

/** The end of a word before its ending changed it: "runn" is run, "hik" hike, "danc" dance. */
function restoreEnd(base: string): string {
  if (/([bdgklmnprt])\1$/.test(base) && !/(?:ll|ss)$/.test(base)) return base.slice(0, -1);
  const hasLostE = /^[^aeiouy]*[aeiouy][bdgklmnprt]$|[^aeiouy]l$|[cuvz]$|[^s]s$|[dr]g$/.test(base);
  const whole = hasLostE ? `${base}e` : base;
  return whole.length > 5 ? whole.replace(/e$/, '') : whole;
}
