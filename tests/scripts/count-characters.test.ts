import { expect, test } from 'vitest';
import { FIELD_COUNTS, FIELD_LIMITS, FORM_FIELDS, readClubForm, type FormField } from '../../src/clubs/edit/form.ts';
import { countCharacters } from '../../src/scripts/count-characters.ts';

const fields = Object.entries(FIELD_LIMITS) as [FormField, number][];

const SAMPLES: Record<string, (length: number) => string> = {
  letters: (length) => 'a'.repeat(length),
  'spaces around': (length) => ` ${'a'.repeat(length - 1)}  `,
  'surrogate pairs': (length) => '😀'.repeat(length),
  'combining accents': (length) => 'e\u0301'.repeat(length / 2),
  'line breaks': (length) => 'a\n'.repeat(length / 2),
};

test.each(fields)('The browser counts the characters of %s as the server does', (field, limit) => {
  expect(FIELD_COUNTS[field]).toBeDefined();
  for (const [name, make] of Object.entries(SAMPLES)) {
    for (const length of [limit - 1, limit, limit + 1, limit + 2]) {
      // The server checks other rules of an address only if it is short enough.
      const text = field === 'website' || field === 'logo_url' ? make(length).replace(/\n/g, 'n') : make(length);
      const sent = text.replace(/\n/g, '\r\n');
      const { issues = [] } = readClubForm([[field, sent]], { allowed: new Set(FORM_FIELDS) });
      const isTooLong = issues.some(({ code }) => code === 'tooLong');
      expect(countCharacters(text, FIELD_COUNTS[field]) > limit, `${name}: ${length}`).toBe(isTooLong);
    }
  }
});
