import { expect, test } from 'vitest';
import { messages } from '../../src/messages/messages.ts';
import { describeNote } from '../../src/messages/notes.ts';

test.each([
  ['sample clubs', 'sample clubs', 'clubs d’exemple'],
  ['clubs.csv', 'clubs.csv', 'clubs.csv'],
  ['constructor', 'constructor', 'constructor'],
  ['', '', ''],
])('What a step is of is said in each language, and the name of a file as it is: %j', (note, english, french) => {
  expect(describeNote(note, messages('en').history.notes)).toBe(english);
  expect(describeNote(note, messages('fr').history.notes)).toBe(french);
});
