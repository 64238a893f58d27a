import { describe, expect, test } from 'vitest';
import { Synonyms } from '../../../src/clubs/directory/synonyms.ts';
import { Vocabulary } from '../../../src/clubs/directory/vocabulary.ts';
import { correctText, toTextQuery } from '../../../src/clubs/list/text-query.ts';

const vocabulary = new Vocabulary();
for (const word of 'bee beekeeping club climbing organ organization robot robotics rock web website'.split(' '))
  vocabulary.add(word, 2);
const words = { vocabulary, synonyms: new Synonyms() };

describe('A text as a query', () => {
  test.each([
    ['robot', "('robot' | 'robotics' | 'robotique')"],
    ['organ', "'organ'"],
    ['rock club', "'rock'"],
    ['the club', "'club'"],
    ['web site', "('web' <-> 'site' | 'website')"],
  ])('has longer words, synonyms and joined words, without small words: %s', (text, query) => {
    const parts = (some: string) => new Set(some.replace(/^\(|\)$/g, '').split(' | '));
    expect(parts(toTextQuery(text, words).wide)).toEqual(parts(query));
  });

  test('has an open end for a word that no text has', () => {
    expect(toTextQuery('photog', words).exact).toBe("('photog' | 'photog':*)");
    expect(toTextQuery('photog', words).beginnings).toEqual(['photog']);
  });

  test.each(['', '!', "'", '()', ':*'])('is empty without words: %j', (text) => {
    expect(toTextQuery(text, words).wide).toBe('');
  });
});

describe('A corrected text', () => {
  test.each([
    ['climing', 'climbing'],
    ['rock climing', 'rock climbing'],
    ['rockclimbing', 'rock climbing'],
    ['lacrosse', null],
    ['climb', null],
    ['quidditch', null],
  ])('of %s is %s', (text, corrected) => {
    expect(correctText(text, words)).toBe(corrected);
  });
});
