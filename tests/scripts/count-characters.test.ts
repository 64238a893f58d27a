import { expect, test } from 'vitest';
import { FORM_FIELDS, readClubForm } from '../../src/clubs/record/texts.ts';
import { FIELDS, siteFields } from '../../src/clubs/record/fields.ts';
import { countCharacters } from '../../src/scripts/count-characters.ts';

const fields = FORM_FIELDS.filter((field) => siteFields().includes(field) && FIELDS[field].limit !== undefined);

const SAMPLES: Record<string, (length: number) => string> = {
  letters: (length) => 'a'.repeat(length),
  'spaces around': (length) => ` ${'a'.repeat(length - 1)}  `,
  'surrogate pairs': (length) => '😀'.repeat(length),
  'combining accents': (length) => 'e\u0301'.repeat(length / 2),
  'line breaks': (length) => 'a\n'.repeat(length / 2),
};

test.each(fields)('The browser counts the characters of %s as the server does', (field) => {
  const { limit = 0, counted } = FIELDS[field];
  for (const [name, make] of Object.entries(SAMPLES)) {
    for (const length of [limit - 1, limit, limit + 1, limit + 2]) {
      // The server checks other rules of an address only if it is short enough.
      const text = field === 'website' || field === 'logo_url' ? make(length).replace(/\n/g, 'n') : make(length);
      const sent = text.replace(/\n/g, '\r\n');
      const { issues } = readClubForm([[field, sent]]);
      const isTooLong = issues.some(({ code }) => code === 'tooLong');
      expect(countCharacters(text, counted) > limit, `${name}: ${length}`).toBe(isTooLong);
    }
  }
});
