import { expect, test } from 'vitest';
import { redactUrl } from '../../src/process/error-log.ts';

test.each([
  ['/setup/abc/', '/setup/…'],
  ['/fr/invitation/abc?x=1', '/fr/invitation/…'],
  ['/fr/confirm/abc/mend/', '/fr/confirm/…'],
  ['/password-reset/a-b_c/', '/password-reset/…'],
  ['/fr/password%2Dreset/abc', '/fr/password-reset/…'],
  ['/%2570assword-reset%2Fabc/?x=1', '/password-reset/…'],
  ['/x?y=/confirm%2fabc', '/x?y=/confirm/…'],
  ['/login/?next=%2Fsetup%2Fabc', '/login/?next=/setup/…'],
  ['/users/?name=ada', '/users/?…'],
  ['/fr/Users?page=2#x', '/fr/Users?…'],
  ['/users/1/', '/users/1/'],
  ['/invitation/a%0Ab/x%0Ay', '/invitation/…'],
  ['/login/callback?code=abc', '/login/callback?…'],
  ['/login/callback/?code=abc&state=x', '/login/callback/?…'],
  ['/club/7-setup/', '/club/7-setup/'],
  ['/club/?name=users', '/club/?name=users'],
])('The log contains no secret of a URL: %s is %s', (url, logged) => {
  expect(redactUrl(url)).toBe(logged);
});
