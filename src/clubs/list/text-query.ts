import type { Vocabulary } from '../directory/vocabulary.ts';
import { FILLER_WORDS, GENERIC_WORDS, STOPWORDS } from '../directory/stopwords.ts';
import { searchWords, type Synonyms } from '../directory/synonyms.ts';

/* A search text as queries of the full-text search. */

/** The maximum number of words of a term with synonyms. */
const PHRASE = 10;
/** The minimum length of a word that also finds longer ones, if texts have the word itself, and their maximum number. */
const ROOT_FROM = 5;
const MAX_LONGER = 20;
/** Longer texts are not corrected, because each word is compared with all others. */
const MAX_CORRECTED = 8;
/** The minimum length of a word with two typos. A word in a longer text has at most one. */
const TWO_TYPOS_FROM = 8;
/** The start of endings that make another word: "organ" does not find "organization", nor "intern" "international". */
const OTHER_WORD = /^(?:is|iz|ation|et)/;

/** What is known about the words of all clubs. */
export interface Words {
  vocabulary: Vocabulary;
  synonyms: Synonyms;
}

export type TextQuery = ReturnType<typeof toTextQuery>;

/** Clubs must have all words of the text. Small words count only without others. */
export function toTextQuery(text: string, { vocabulary, synonyms }: Words) {
  const words = searchWords(text);
  const exact: string[] = [];
  const wide: string[] = [];
  const marked = new Set<string>();
  const beginnings: string[] = [];
  let rarest = { term: '', count: Infinity };
  const small = [FILLER_WORDS, GENERIC_WORDS, STOPWORDS].find((some) => words.some((word) => !some.has(word)));
  for (let start = 0; start < words.length;) {
    let length = Math.min(PHRASE, words.length - start);
    const termAt = () => words.slice(start, start + length).join(' ');
    while (length > 1 && !synonyms.of(termAt()) && joined(termAt(), vocabulary).length === 0) length -= 1;
    const term = termAt();
    start += length;
    if (small?.has(term)) continue;

    const forms = length === 1 ? vocabulary.formsOf(term) : joined(term, vocabulary);
    const others = [...new Set([term, ...forms].flatMap((form) => synonyms.of(form) ?? []))];
    const isOpen = length === 1 && isHalfTyped(term, vocabulary);
    const own = isOpen ? `(${toPhrase(term, vocabulary)} | '${term}':*)` : toPhrase(term, vocabulary);
    const longer = isOpen ? [] : length > 1 ? forms : longerThan(term, vocabulary);
    exact.push(own);
    const phrases = [...longer, ...others].map((other) => toPhrase(other, vocabulary));
    wide.push(`(${[...new Set([own, ...phrases])].join(' | ')})`);
    const count = [term, ...forms].reduce((sum, form) => sum + vocabulary.countOf(form), 0);
    if (count > 0 && count < rarest.count) rarest = { term, count };
    for (const word of [term, ...longer, ...others].flatMap((phrase) => phrase.split(' ')))
      for (const form of vocabulary.formsOf(word)) marked.add(form);
    if (isOpen) beginnings.push(term);
  }
  return {
    // A tsquery of the words of the text in all their forms; empty without words.
    exact: exact.join(' & '),
    // The same with longer words and synonyms.
    wide: wide.join(' & '),
    // The rarest of several words; empty for a single word.
    rarest: wide.length > 1 ? rarest.term : '',
    // The folded words that are marked in texts, without and with an open end.
    words: marked as ReadonlySet<string>,
    beginnings,
  };
}

/** The text with its unknown words corrected; null if there is nothing to correct. */
export function correctText(text: string, words: Words): string | null {
  const { vocabulary } = words;
  const texts = searchWords(text);
  if (texts.length > MAX_CORRECTED) return null;
  const corrected = texts.map((word) => {
    if (isKnown(word, words)) return word;
    const meant =
      vocabulary.correct(word, word.length >= TWO_TYPOS_FROM && texts.length === 1 ? 2 : 1) ??
      splitWord(word, vocabulary);
    return meant ?? word;
  });
  return corrected.every((word, place) => word === texts[place]) ? null : corrected.join(' ');
}

const isKnown = (word: string, { vocabulary, synonyms }: Words): boolean =>
  FILLER_WORDS.has(word) ||
  synonyms.of(word) !== undefined ||
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

/** "web site" is "website", if texts have that word. */
function joined(term: string, vocabulary: Vocabulary): string[] {
  const word = term.replace(' ', '');
  return word.includes(' ') || vocabulary.countOf(word) === 0 ? [] : [word];
}

/** Whether a word may be the beginning of another one, because no text has it. */
const isHalfTyped = (word: string, vocabulary: Vocabulary): boolean =>
  !/^[a-z\d]{1,2}$/.test(word) && vocabulary.countOf(word) === 0;

/** Words that are made from a word of texts: "robotics" from "robot". */
function longerThan(word: string, vocabulary: Vocabulary): string[] {
  if (word.length < ROOT_FROM) return [];
  return vocabulary.beginningWith(word, MAX_LONGER).filter((longer) => !OTHER_WORD.test(longer.slice(word.length)));
}

/** A term as a tsquery: its words one after the other, each in all its forms. */
const toPhrase = (term: string, vocabulary: Vocabulary): string =>
  term
    .split(' ')
    .map((word) => {
      const forms = vocabulary.formsOf(word).map((form) => `'${form}'`);
      return forms.length > 1 ? `(${forms.join(' | ')})` : forms.join('');
    })
    .join(' <-> ');
