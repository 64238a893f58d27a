import * as v from 'valibot';
import { expect, test } from 'vitest';
import { EmailSchema, PersonNameSchema } from '../../src/accounts/forms.ts';

const read = (text: string) => {
  const { success, output, issues } = v.safeParse(EmailSchema, text);
  return success ? output : issues.map(({ message }) => message);
};

test.each([
  ['ada@example.org', 'ada@example.org'],
  [' Ada@Example.ORG ', 'ada@example.org'],
  ["O'Brien@example.org", "o'brien@example.org"],
  ['ada+clubs@mail.example.org', 'ada+clubs@mail.example.org'],
  ['a_b-c.d@ex-ample.org', 'a_b-c.d@ex-ample.org'],
  ['ada@Bücher.example', 'ada@xn--bcher-kva.example'],
  ['ada@xn--bcher-kva.example', 'ada@xn--bcher-kva.example'],
])('reads the address “%s” as %s', (text, address) => {
  expect(read(text)).toBe(address);
});

test.each([
  '',
  'ada',
  'ada@',
  '@example.org',
  'ada@example',
  'ada@example..org',
  'ada@@example.org',
  'a da@example.org',
  'ada..b@example.org',
  '.ada@example.org',
  'ada@é.org/x',
  'ada@é.org#',
  'ada@é@example.org',
  'ada@example.org, eve@example.org',
  'ada@example.org\r\nBcc: eve@example.org',
  '<ada@example.org>',
  // Nobody could sign in with these: the library takes no such address.
  'é@example.org',
  'ada@example.рф',
])('takes “%s” for no address', (text) => {
  expect(read(text)).toContain(text === '' ? 'missing' : 'noEmail');
});

test('counts the letters of a domain as they are kept', () => {
  expect(read(`ada@${'é'.repeat(60)}.${'é'.repeat(60)}.${'a'.repeat(126)}.org`)).toEqual(['tooLong']);
});

test.each(['Ada\u202egro.elpmaxe@eve', 'Ada\u2066', 'Ada\u0007', 'Ada\nEve'])('takes %j for no name', (text) => {
  const { issues } = v.safeParse(PersonNameSchema, text);
  expect(issues?.map(({ message }) => message)).toEqual(['hidden']);
});
