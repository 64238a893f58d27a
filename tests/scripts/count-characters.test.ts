import { expect, test } from 'vitest';
import { FIELD_COUNTS, FIELD_LIMITS, FORM_FIELDS, readClubForm, type FormField } from '../../src/clubs/form.ts';
import { countCharacters } from '../../src/scripts/count-characters.ts';

const fields = Object.entries(FIELD_LIMITS) as [FormField, number][];

/** As long as a limit: what is at both ends counts or does not, and some signs are more than one. */
const SAMPLES: Record<string, (length: number) => string> = {
  letters: (length) => 'a'.repeat(length),
  'spaces around': (length) => ` ${'a'.repeat(length - 1)}  `,
  'signs of two halves': (length) => '😀'.repeat(length),
  'letters with their accents beside them': (length) => 'e\u0301'.repeat(length / 2),
  'lines, as a browser has them in a field': (length) => 'a\n'.repeat(length / 2),
};

test.each(fields)('The characters of %s are counted in the browser as its rule does', (field, limit) => {
  expect(FIELD_COUNTS[field]).toBeDefined();
  for (const [name, make] of Object.entries(SAMPLES)) {
    for (const length of [limit - 3, limit - 2, limit - 1, limit, limit + 1, limit + 2, limit + 3]) {
      // What is wrong with an address is said only of one that is short enough.
      const text = field === 'website' || field === 'logo_url' ? make(length).replace(/\n/g, 'n') : make(length);
      const sent = text.replace(/\n/g, '\r\n');
      const { issues = [] } = readClubForm([[field, sent]], { allowed: new Set(FORM_FIELDS) });
      const isTooLong = issues.some(({ fault }) => fault === 'tooLong');
      expect(countCharacters(text, FIELD_COUNTS[field]) > limit, `${name}: ${length}`).toBe(isTooLong);
    }
  }
});
