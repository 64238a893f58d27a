import { describe, expect, test } from 'vitest';
import { Vocabulary } from '../../../src/clubs/directory/vocabulary.ts';

function vocabularyOf(words: Record<string, number>): Vocabulary {
  const vocabulary = new Vocabulary();
  for (const [word, count] of Object.entries(words)) vocabulary.add(word, count);
  return vocabulary;
}

describe('A vocabulary', () => {
  test('corrects a word to the most similar one, and of equal ones to that of most clubs', () => {
    const vocabulary = vocabularyOf({
      climbing: 3,
      climate: 9,
      photography: 2,
      environment: 40,
      singing: 2,
      sinking: 30,
    });
    expect(vocabulary.correct('climing', 1)).toBe('climbing');
    expect(vocabulary.correct('sinning', 1)).toBe('sinking');
    expect(vocabulary.correct('fotografy', 1)).toBe('photography');
    expect(vocabulary.correct('environement', 1)).toBe('environment');
  });

  test('does not correct a short word, or one with more typos', () => {
    const vocabulary = vocabularyOf({ logo: 5, entrepreneur: 3 });
    expect(vocabulary.correct('lego', 1)).toBeNull();
    expect(vocabulary.correct('enterprenur', 1)).toBeNull();
  });

  test('adds a missing letter to a short word, and corrects to words with synonyms that no club has', () => {
    const vocabulary = vocabularyOf({ chess: 1, dance: 2, hiking: 1 });
    expect(['chss', 'dnce', 'hess'].map((word) => vocabulary.correct(word, 1))).toEqual(['chess', 'dance', null]);
    expect(vocabulary.correct('gardning', 2)).toBe('gardening');
  });

  test('has the forms of a word, with and without a hyphen, and the word itself', () => {
    const vocabulary = vocabularyOf({ dance: 2, dancers: 1, 'k-pop': 1 });
    expect(vocabulary.formsOf('dancing')).toEqual(['dancing', 'dance', 'dancers']);
    expect(vocabulary.formsOf('dance')).toEqual(['dance', 'dancers']);
    expect(vocabulary.formsOf('kpop')).toEqual(['kpop', 'k-pop']);
  });

  test('finds words by their beginning in any order of insertion', () => {
    const vocabulary = vocabularyOf({ robotics: 1, zoo: 1, robot: 2, art: 1, rock: 1, robots: 1 });
    expect(vocabulary.beginningWith('rob', 2)).toEqual(['robot', 'robotics']);
    expect(vocabulary.beginningWith('x', 2)).toEqual([]);
  });

  test('counts the clubs of a word, not of its forms', () => {
    expect(vocabularyOf({ dance: 2, dances: 1 }).countOf('dance')).toBe(2);
    expect(vocabularyOf({}).countOf('dance')).toBe(0);
  });
});
