import { expect, test } from 'vitest';
import { clubsCachePolicy, readVersionTag } from '../../src/lib/cache-policy.ts';

test('Answers with clubs are fresh for five minutes and stale for an hour', () => {
  const policy = clubsCachePolicy('0123456789abcdef-7');
  expect(policy).toEqual({ maxAge: 300, swr: 3600, tags: ['clubs', 'directory-version-0123456789abcdef-7'] });
});

test('Answers without a version are not cached', () => {
  expect(clubsCachePolicy(null)).toBe(false);
});

test.each([
  ['clubs, directory-version-0123456789abcdef-7', '0123456789abcdef-7'],
  ['directory-version-0123456789abcdef-7,clubs', '0123456789abcdef-7'],
  ['clubs', null],
  ['', null],
])('reads from the tags %j the version %j', (tags, version) => {
  expect(readVersionTag(tags)).toBe(version);
});
