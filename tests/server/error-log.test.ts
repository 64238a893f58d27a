import { expect, test } from 'vitest';
import { toLogged } from '../../src/server/error-log.ts';

test.each([
  ['/setup/abc/', '/setup/…/'],
  ['/fr/invitation/abc?x=1', '/fr/invitation/…?x=1'],
  ['/password-reset/a-b_c/', '/password-reset/…/'],
  ['/password-reset/', '/password-reset/'],
  ['/login/callback/?code=abc&state=x', '/login/callback/?…'],
  ['/club/?name=%0a', '/club/?name=%0a'],
])('A log has %s as %s: a link by which somebody gets in is nobody else’s business', (address, logged) => {
  expect(toLogged(address)).toBe(logged);
});
