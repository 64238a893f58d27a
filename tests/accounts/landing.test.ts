import { expect, test } from 'vitest';
import { landingPath, readNext } from '../../src/accounts/landing.ts';
import { PERMISSIONS, ROLES, type Permission } from '../../src/accounts/permissions.ts';
import { createPagePaths } from '../../src/paths.ts';

const paths = createPagePaths('fr', 'en');

test.each<[string, readonly Permission[], number[], string]>([
  ['an account without permissions', [], [], '/fr/club/?page_size=24'],
  ['an officer of one club', [], [7], '/fr/club/7/'],
  ['an officer of several clubs', [], [7, 8], '/fr/account/'],
  ['a board member who is an officer', ROLES.board, [7], '/fr/desk/'],
  ['an administrator', PERMISSIONS, [], '/fr/desk/'],
  ['a user who can only manage accounts', ['auth.change_user'], [7], '/fr/users/'],
  ['a user who can only add clubs', ['club.add_club'], [], '/fr/account/'],
])('%s lands on their page after signing in', (_, permissions, officerOf, path) => {
  const user = {
    id: 1,
    name: 'Ada',
    email: 'ada@example.org',
    sessionId: 1,
    permissions: new Set(permissions),
    officerOf: new Set(officerOf),
  };
  expect(landingPath(user, paths)).toBe(path);
});

test.each([
  ['/club/?name=ski#x', '/club/?name=ski#x'],
  ...[
    ...['//evil.example/', '/\\evil.example/', 'https://evil.example/', '/\t/evil.example', '/.//evil.example/'],
    ...['/x/..//evil.example/', 'javascript:alert(1)', '', null],
  ].map((text): [string | null, null] => [text, null]),
])('the page that asked for a sign-in is read from %j as %j', (text, path) => {
  expect(readNext(text)).toBe(path);
});
