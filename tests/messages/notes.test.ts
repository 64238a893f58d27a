import { expect, test } from 'vitest';
import { messages } from '../../src/messages/messages.ts';
import { describeNote } from '../../src/messages/notes.ts';

test.each([
  ['sample clubs', 'sample clubs', 'clubs d’exemple', 'Beispielgruppen'],
  ['yearly confirmation', 'yearly check', 'vérification annuelle', 'jährliche Rückmeldung'],
  ['clubs.csv', 'clubs.csv', 'clubs.csv', 'clubs.csv'],
  ['constructor', 'constructor', 'constructor', 'constructor'],
])('describeNote translates the note %j unless it is a file name', (note, english, french, german) => {
  expect(describeNote(note, messages('en').history.notes)).toBe(english);
  expect(describeNote(note, messages('fr').history.notes)).toBe(french);
  expect(describeNote(note, messages('de').history.notes)).toBe(german);
});
