import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import {
  EmailSchema,
  LoginSchema,
  OwnPasswordSchema,
  PasswordSchema,
  PersonNameSchema,
  readForm,
} from '../../src/accounts/forms.ts';

const read = (text: string) => {
  const { success, output, issues } = v.safeParse(EmailSchema, text);
  return success ? output : issues.map(({ message }) => message);
};

test.each([
  ['ada@example.org', 'ada@example.org'],
  [' Ada@Example.ORG ', 'ada@example.org'],
  ["O'Brien@example.org", "o'brien@example.org"],
  ['ada+clubs@mail.example.org', 'ada+clubs@mail.example.org'],
  ['ada@Bücher.example', 'ada@xn--bcher-kva.example'],
])('reads the address “%s” as %s', (text, address) => {
  expect(read(text)).toBe(address);
});

test.each([
  '',
  'ada',
  'ada@example',
  'ada@@example.org',
  'ada..b@example.org',
  'ada@é.org/x',
  'ada@example.org, eve@example.org',
  'ada@example.org\r\nBcc: eve@example.org',
  '<ada@example.org>',
  // The login library refuses these addresses.
  'é@example.org',
  'ada@example.рф',
])('takes “%s” for no address', (text) => {
  expect(read(text)).toContain(text === '' ? 'missing' : 'noEmail');
});

test('counts the letters of a domain as they are kept', () => {
  expect(read(`ada@${'é'.repeat(60)}.${'é'.repeat(60)}.${'a'.repeat(126)}.org`)).toEqual(['tooLong']);
});

test('refuses a domain of thousands of letters before it is written in ASCII', () => {
  const letters = Array.from({ length: 5400 }, (_, index) => String.fromCodePoint(0x4e00 + ((index * 7919) % 20_000)));
  // A conversion to ASCII would fail with another issue, after a long time.
  expect(read(`ada@${letters.join('')}.org`)).toEqual(['tooLong']);
});

test.each(['Ada\u202egro.elpmaxe@eve', 'Ada\u2066', 'Ada\u0007', 'Ada\nEve'])('takes %j for no name', (text) => {
  const { issues } = v.safeParse(PersonNameSchema, text);
  expect(issues?.map(({ message }) => message)).toEqual(['hidden']);
});

describe('A password that is asked for', () => {
  const login = (password: string) => v.safeParse(LoginSchema, { email: 'ada@example.org', password }).success;
  const own = (password: string) => v.safeParse(OwnPasswordSchema, { password }).success;

  test('may be typed in as many parts as its letters have', () => {
    const password = '\u1f82'.repeat(128).normalize('NFD');
    expect([login(password), own(password)]).toEqual([true, true]);
  });

  test('is nobody’s when it is longer than any, and is not compared then', () => {
    const password = `e${'\u0301\u0316'.repeat(512)}`;
    expect([login(password), own(password)]).toEqual([false, false]);
  });
});

describe('A new password', () => {
  const findIssue = async (password: string) => {
    const form = new FormData();
    form.set('password', password);
    return (await readForm(PasswordSchema, form)).faults?.password;
  };

  test.each(['correct horse', 'the old password', 'trois mots ensemble', 'xkqvplmzrtwd', 'gitare Basse 98'])(
    'may be %j',
    async (password) => {
      expect(await findIssue(password)).toBeUndefined();
    },
  );

  test.each([
    'aaaaaaaaaaaa',
    'abcdefghijkl',
    'P@ssw0rd1234',
    'Password2026!',
    'motdepasse12',
    'azertyuiop12',
    'password'.repeat(16),
  ])('may not be easy to guess: %j', async (password) => {
    expect(await findIssue(password)).toBe('guessable');
  });

  test.each([
    ['', 'missing'],
    ['password12', 'tooShort'],
    ['x'.repeat(129), 'tooLong'],
  ])('has 12 to 128 characters: %j is %s', async (password, issue) => {
    expect(await findIssue(password)).toBe(issue);
  });
});
