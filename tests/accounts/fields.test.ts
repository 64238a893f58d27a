import * as v from 'valibot';
import { expect, test } from 'vitest';
import { EmailSchema, LoginSchema, NewPasswordSchema, PersonNameSchema } from '../../src/accounts/fields.ts';

const readEmail = (text: string) => {
  const { success, output, issues } = v.safeParse(EmailSchema, text);
  return success ? output : issues[0].message;
};

test.each([
  [' Ada@Example.ORG ', 'ada@example.org'],
  ["O'Brien+clubs@mail.example.org", "o'brien+clubs@mail.example.org"],
  ['ada@Bücher.example', 'ada@xn--bcher-kva.example'],
  ['', 'missing'],
  ...[
    ...['ada', 'ada@example', 'ada@@example.org', 'ada..b@example.org', 'ada@é.org/x', '<ada@example.org>'],
    ...['ada@example.org, eve@example.org', 'ada@example.org\r\nBcc: eve@example.org'],
    // The sign-in library refuses these.
    ...['é@example.org', 'ada@example.рф'],
  ].map((text): [string, string] => [text, 'noEmail']),
  // Its domain is too long in ASCII.
  [`ada@${'é'.repeat(60)}.${'é'.repeat(60)}.${'a'.repeat(126)}.org`, 'tooLong'],
  // It is refused before its domain is converted, which would be slow.
  [`ada@${'中'.repeat(5400)}.org`, 'tooLong'],
])('reads the address %j as %s', (text, expected) => {
  expect(readEmail(text)).toBe(expected);
});

test.each([
  ['Ada\u202eLove', 'AdaLove'],
  ['Ada\u2066', 'Ada'],
  ['Ada\u0007', 'Ada'],
  ['Ada\nLove', 'Ada Love'],
])('removes invisible characters from the name %j', (text, name) => {
  expect(v.parse(PersonNameSchema, text)).toBe(name);
});

test('accepts an existing password in decomposed form, but not one that is slow to normalize', () => {
  const isRead = (password: string) => v.safeParse(LoginSchema, { email: 'ada@example.org', password }).success;
  expect(isRead('\u1f82'.repeat(128).normalize('NFD'))).toBe(true);
  expect(isRead(`e${'\u0301\u0316'.repeat(512)}`)).toBe(false);
});

test.each([
  ...['correct horse', 'trois mots ensemble', 'xkqvplmzrtwd', 'gitare Basse 98'].map((text) => [text, undefined]),
  ...['aaaaaaaaaaaa', 'abcdefghijkl', 'P@ssw0rd1234', 'Password2026!', 'motdepasse12', 'azertyuiop12'].map((text) => [
    text,
    'guessable',
  ]),
  ['password'.repeat(16), 'guessable'],
  ['', 'missing'],
  ['password12', 'tooShort'],
  ['x'.repeat(129), 'tooLong'],
] as [string, string | undefined][])('judges the new password %j: %s', async (text, issue) => {
  const { issues } = await v.safeParseAsync(NewPasswordSchema, text, { abortPipeEarly: true });
  expect(issues?.[0].message).toBe(issue);
});
