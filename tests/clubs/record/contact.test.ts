import { describe, expect, test } from 'vitest';
import { describeContact } from '../../../src/clubs/record/contact.ts';
import { parseField } from '../../../src/clubs/record/fields.ts';

const read = (text: string) => {
  const { value, issues = [] } = parseField('contact', text);
  return {
    output: value && (value.contact ?? ''),
    rules: issues.map(({ code }) => code),
  };
};

describe('A contact', () => {
  test.each([
    '',
    'go@example.org',
    "o'brien+go@example.org",
    'Bureau.Des-Jeux_2026@etu.univ-example.fr',
    'go@échecs.example',
    'échecs@example.org',
    'chess@例え.テスト',
    'go@xn--checs-9ra.example',
    'a@b.museum',
    'https://example.org/contact?to=go',
    'HTTP://example.org',
  ])('may be %j', (text) => {
    expect(read(text).output).toBe(text);
  });

  test.each([
    ['mailto:go@example.org', 'go@example.org'],
    [' MAILTO: go@example.org ', 'go@example.org'],
    ['\u00a0go@example.org\n', 'go@example.org'],
    [' https://example.org/ ', 'https://example.org/'],
    ['o’brien@example.org', "o'brien@example.org"],
    ['Bob <bob@example.org>', 'bob@example.org'],
    ['Béa <bea@example.org>.', 'bea@example.org'],
    ['Béa <bea@example.org> ;', 'bea@example.org'],
    ['"O’Brien, Bob" <o’brien@example.org>', "o'brien@example.org"],
    ['<https://example.org/a>', 'https://example.org/a'],
    ['go@example.org.', 'go@example.org'],
    ['mailto:go@example.org?subject=A%20b&body=c', 'go@example.org'],
    ['www.example.org/contact', 'https://www.example.org/contact'],
    ['discord.gg/go', 'https://discord.gg/go'],
  ])('is normalised: %j', (text, expected) => {
    expect(read(text).output).toBe(expected);
  });

  test.each([
    ...['go', 'go@', '@example.org', 'go@example', 'go@example..org', 'go@-a.example', 'go@a-.example', 'go@1.2.3.4'],
    ...['a@b@example.org', '.go@example.org', 'go.@example.org', 'a..b@example.org'],
    ...['ftp://example.org', 'javascript:alert(1)', '//example.org', 'https://'],
    'https://www.facebook.com@evil.example/',
    'go@example.org, chess@example.org',
    'https://a.example https://b.example',
    '06 12 34 56 78',
    'go@exam“ple.org',
    'Écrire à go@example.org',
  ])('must not be %j', (text) => {
    expect(read(text).rules).toEqual(['contact']);
  });

  test.each([
    ['go@example.org', 'mailto:go@example.org', 'go@example.org', true],
    ["o'brien+go&co%?@example.org", "mailto:o'brien%2Bgo%26co%25%3F@example.org", "o'brien+go&co%?@example.org", true],
    ['go@é.example', 'mailto:go@%C3%A9.example', 'go@é.example', true],
    ['https://www.example.org/contact/', 'https://www.example.org/contact/', 'example.org/contact', false],
    ['https://example.org', 'https://example.org', 'example.org', false],
    [`https://${'a'.repeat(61)}`, `https://${'a'.repeat(61)}`, `${'a'.repeat(59)}…`, false],
  ])('is shown as a short link: %s', (contact, href, text, isMail) => {
    expect(describeContact(contact)).toEqual({ href, text, isEmail: isMail });
  });

  test('is read in linear time', () => {
    // Quadratic time would exceed the time limit of the test.
    for (const part of ['a', 'a.', 'a-', '@', 'é']) read(`a@${part.repeat(500_000)}!`);
  });
});
