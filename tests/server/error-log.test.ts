import { expect, test } from 'vitest';
import { toLogged } from '../../src/server/error-log.ts';

test.each([
  ['/setup/abc/', '/setup/…/'],
  ['/fr/invitation/abc?x=1', '/fr/invitation/…?x=1'],
  ['/fr/confirm/abc/mend/', '/fr/confirm/…/mend/'],
  ['/password-reset/a-b_c/', '/password-reset/…/'],
  ['/password-reset/', '/password-reset/'],
  ['/Password-Reset/abc/', '/Password-Reset/…/'],
  ['/fr/password%2Dreset/abc', '/fr/password-reset/…'],
  ['/%2570assword-reset%2Fabc/?x=1', '/password-reset/…/?x=1'],
  ['/password-reset//abc\\', '/password-reset//…/'],
  ['/invitation/a%3Fbc/', '/invitation/…/'],
  ['/club/%2570/', '/club/%2570/'],
  ['/users/?name=ada', '/users/?…'],
  ['/fr/Users?page=2#x', '/fr/Users?…'],
  ['/users/1/?done=sessions', '/users/1/?done=sessions'],
  ['/club/1/%0A', '/club/1/%0A'],
  ['/invitation/a%0Ab/x%0Ay', '/invitation/…/x y'],
  ['/login/callback?code=abc', '/login/callback?…'],
  ['/login/callback/?code=abc&state=x', '/login/callback/?…'],
  ['/club/?name=%0a', '/club/?name=%0a'],
])('A log has %s as %s: a link by which somebody gets in is nobody else’s business', (address, logged) => {
  expect(toLogged(address)).toBe(logged);
});
