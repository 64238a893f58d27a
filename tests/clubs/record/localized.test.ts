import { expect, test } from 'vitest';
import { localize, textIn } from '../../../src/clubs/record/localized.ts';

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

test('A page shows the text in its language, or else names the other one', () => {
  const both = read({ fee: 'Free', feeFr: 'Gratuit' });
  expect(textIn(both, 'fr')).toEqual({ text: 'Gratuit' });
  expect(textIn({ en: 'Free' }, 'fr')).toEqual({ text: 'Free', lang: 'en' });
  expect(textIn({}, 'fr')).toBeNull();
});
