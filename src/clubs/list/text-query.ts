import type { Vocabulary } from '../directory/vocabulary.ts';
import { GENERIC_WORDS, STOPWORDS } from '../directory/stopwords.ts';
import { searchWords, synonymsOf } from '../directory/synonyms.ts';

/* A search text as queries of the full-text search. */

/** The maximum number of words of a phrase in the list of synonyms. */
const PHRASE = 4;
/** The minimum length of a word that also finds longer ones, if texts have the word itself, and their maximum number. */
const ROOT_FROM = 5;
const MAX_LONGER = 20;
/** The start of endings that make another word: "organ" does not find "organization", nor "intern" "international". */
const OTHER_WORD = /^(?:is|iz|ation|et)/;

export interface TextQuery {
  /** A tsquery of the words of the text in all their forms; empty without words. */
  exact: string;
  /** The same with synonyms. */
  wide: string;
  /** The folded words that are marked in texts, without and with an open end. */
  words: ReadonlySet<string>;
  beginnings: readonly string[];
}

/** Clubs must have all words of the text; stop words count only if there are no others. */
export function toTextQuery(text: string, vocabulary: Vocabulary): TextQuery {
  const words = searchWords(text);
  const exact: string[] = [];
  const wide: string[] = [];
  const marked = new Set<string>();
  const beginnings: string[] = [];
  // Small words count only without larger ones.
  const isSmall = [GENERIC_WORDS, STOPWORDS].find((small) => words.some((word) => !small.has(word)));
  for (let start = 0; start < words.length; ) {
    let length = Math.min(PHRASE, words.length - start);
    const termAt = () => words.slice(start, start + length).join(' ');
    while (length > 1 && !synonymsOf(termAt())) length -= 1;
    const term = termAt();
    start += length;
    if (isSmall?.has(term)) continue;
    const isOpen = length === 1 && isHalfTyped(term, vocabulary);
    const forms = [...formsOf(term, vocabulary), ...(isOpen ? [] : longerThan(term, vocabulary))];
    const own = isOpen ? [...forms.map(toPhrase), `'${term}':*`] : forms.map(toPhrase);
    const others = synonymsOf(term) ?? [];
    exact.push(`(${own.join(' | ')})`);
    wide.push(`(${[...new Set([...own, ...others.map(toPhrase)])].join(' | ')})`);
    for (const word of [...forms, ...others].flatMap((phrase) => phrase.split(' '))) marked.add(word);
    if (isOpen) beginnings.push(term);
  }
  return { exact: exact.join(' & '), wide: wide.join(' & '), words: marked, beginnings };
}

/** The text with its unknown words corrected; null if there is nothing to correct. */
export function correctText(text: string, vocabulary: Vocabulary): string | null {
  let isCorrected = false;
  const words = searchWords(text).map((word) => {
    if (isKnown(word, vocabulary)) return word;
    const corrected = vocabulary.correct(word) ?? splitWord(word, vocabulary);
    if (corrected) isCorrected = true;
    return corrected ?? word;
  });
  return isCorrected ? words.join(' ') : null;
}

const isKnown = (word: string, vocabulary: Vocabulary): boolean =>
  GENERIC_WORDS.has(word) ||
  synonymsOf(word) !== undefined ||
  vocabulary.formsOf(word).some((form) => vocabulary.countOf(form) > 0) ||
  vocabulary.beginningWith(word, 1).length > 0;

/** "bookclub" is "book club". */
function splitWord(word: string, vocabulary: Vocabulary): string | null {
  for (let at = 3; at <= word.length - 3; at += 1) {
    const parts = [word.slice(0, at), word.slice(at)];
    if (parts.every((part) => vocabulary.countOf(part) > 0)) return parts.join(' ');
  }
  return null;
}

/** The forms of a word, or of the last word of a phrase. */
function formsOf(term: string, vocabulary: Vocabulary): string[] {
  const at = term.lastIndexOf(' ') + 1;
  return vocabulary.formsOf(term.slice(at)).map((form) => term.slice(0, at) + form);
}

/** Whether a word may be the beginning of another one, because no text has it. */
const isHalfTyped = (word: string, vocabulary: Vocabulary): boolean =>
  !/^[a-z\d]{1,2}$/.test(word) && vocabulary.countOf(word) === 0;

/** Words that are made from a word of texts: "robotics" from "robot". */
function longerThan(word: string, vocabulary: Vocabulary): string[] {
  if (word.length < ROOT_FROM) return [];
  return vocabulary.beginningWith(word, MAX_LONGER).filter((longer) => !OTHER_WORD.test(longer.slice(word.length)));
}

const toPhrase = (term: string) =>
  term
    .split(' ')
    .map((word) => `'${word}'`)
    .join(' <-> ');
