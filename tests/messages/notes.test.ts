import { expect, test } from 'vitest';
import { messages } from '../../src/messages/messages.ts';
import { describeNote } from '../../src/messages/notes.ts';

test.each([
  ['sample clubs', 'sample clubs', 'clubs d’exemple'],
  ['yearly confirmation', 'yearly check', 'vérification annuelle'],
  ['clubs.csv', 'clubs.csv', 'clubs.csv'],
  ['constructor', 'constructor', 'constructor'],
])('describeNote translates the note %j unless it is a file name', (note, english, french) => {
  expect(describeNote(note, messages('en').history.notes)).toBe(english);
  expect(describeNote(note, messages('fr').history.notes)).toBe(french);
});
