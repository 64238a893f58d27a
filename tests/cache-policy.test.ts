import { expect, test } from 'vitest';
import { clubsCachePolicy, readVersionTag } from '../src/cache-policy.ts';

test('An answer from clubs may be shown for five minutes, and for an hour more while it is asked for anew', () => {
  const policy = clubsCachePolicy('0123456789abcdef-7');
  expect(policy).toEqual({ maxAge: 300, swr: 3600, tags: ['clubs', 'directory-version-0123456789abcdef-7'] });
});

test('An answer from no version is not to be kept', () => {
  expect(clubsCachePolicy(null)).toBe(false);
});

test.each([
  ['clubs, directory-version-0123456789abcdef-7', '0123456789abcdef-7'],
  ['directory-version-0123456789abcdef-7,clubs', '0123456789abcdef-7'],
  ['clubs', null],
  ['', null],
])('The tags %j name the version %j', (tags, version) => {
  expect(readVersionTag(tags)).toBe(version);
});
