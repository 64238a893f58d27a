import { expect, test } from 'vitest';
import { compareInTurn, MAX_WAITING } from '../../src/accounts/passwords.ts';

test('Passwords of strangers are refused while too many wait; a known device is served first', async () => {
  const gate = Promise.withResolvers<undefined>();
  const order: string[] = [];
  const look = (name: string) => async () => {
    await gate.promise;
    order.push(name);
    return name;
  };
  // Two are compared at once.
  const strangers = Array.from({ length: MAX_WAITING + 2 }, () => compareInTurn(look('stranger'), false));
  expect(await compareInTurn(look('late'), false)).toBeNull();
  const known = compareInTurn(look('known'), true);
  gate.resolve(undefined);
  expect(await Promise.all(strangers)).not.toContain(null);
  expect(await known).toBe('known');
  expect(order.indexOf('known')).toBe(2);
});
