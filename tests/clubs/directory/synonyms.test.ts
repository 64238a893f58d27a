import { expect, test } from 'vitest';
import { Synonyms } from '../../../src/clubs/directory/synonyms.ts';

const synonyms = new Synonyms([{ term: 'Quidditch', meaning: 'Broom sports, balais' }]);

test('Synonyms find each other, in singular and plural', () => {
  expect(synonyms.of('soccer')).toEqual(['football', 'futsal']);
  expect(synonyms.of('drone')).toContain('unmanned aerial');
});

test('A term with other meanings finds its synonyms but is not found by them', () => {
  expect(synonyms.of('foot')).toContain('football');
  expect(synonyms.of('football')).not.toContain('foot');
});

test("The site's own words find what they mean, and not the other way round", () => {
  expect(synonyms.of('quidditch')).toEqual(expect.arrayContaining(['broom sports', 'balais']));
  expect(synonyms.of('broom sports')).toBeUndefined();
});
