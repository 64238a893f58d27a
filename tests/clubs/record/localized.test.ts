import { expect, test } from 'vitest';
import { languageOf, localize, textIn } from '../../../src/clubs/record/localized.ts';

const read = (texts: Record<string, string>) => localize('fee', (name) => texts[name] ?? '');

test.each([
  [
    { fee: 'Free', feeFr: 'Gratuit' },
    { en: 'Free', fr: 'Gratuit' },
  ],
  [{ fee: ' ', feeFr: 'Gratuit' }, { fr: 'Gratuit' }],
  [{ fee: 'Free' }, { en: 'Free' }],
  [{ fee: 'Les Copains meet at the café on Monday' }, { en: 'Les Copains meet at the café on Monday' }],
  [{ fee: 'Payable à l’accueil' }, { fr: 'Payable à l’accueil' }],
  [{}, {}],
])('Texts have their languages: %j', (texts, localized) => {
  expect(read(texts)).toEqual(localized);
});

test.each([
  ['Wir treffen uns mittwochs im Foyer und spielen Schach. Vorkenntnisse brauchst du nicht.', 'de'],
  ['Für alle, die gern wandern: Wir fahren im Sommer in die Berge.', 'de'],
  ['Chor der Universität', 'de'],
  ['Gemeinsam kochen, essen und reden mit Leuten aus aller Welt. Komm vorbei, bring Hunger mit!', 'de'],
  ['We meet in the hall and play chess with everyone.', 'en'],
  ['Le club des amateurs de jazz, pour jouer ensemble et écouter des disques.', 'fr'],
])('guesses the language of a text: %s', (text, language) => {
  expect(languageOf(text, ['en', 'fr', 'de'])).toBe(language);
  expect(languageOf(text, ['en', 'de', 'fr'])).toBe(language);
});

test('A page shows the text in its language, or else names the other one', () => {
  const both = read({ fee: 'Free', feeFr: 'Gratuit' });
  expect(textIn(both, 'fr')).toEqual({ text: 'Gratuit' });
  expect(textIn({ en: 'Free' }, 'fr')).toEqual({ text: 'Free', lang: 'en' });
  expect(textIn({}, 'fr')).toBeNull();
});
