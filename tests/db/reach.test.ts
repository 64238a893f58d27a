import { expect, onTestFinished, test } from 'vitest';
import { reachServer } from '../../db/reach.ts';
import { readSettings } from '../../src/settings.ts';
import { describeServer } from '../support/database.ts';
import { makeGate } from '../support/gate.ts';

describeServer('A server that is waited for', (database) => {
  const startReaching = (url: string) => {
    const { value: settings } = readSettings({ DATABASE_URL: url });
    if (!settings) throw new Error('These are no settings.');
    const stop = new AbortController();
    onTestFinished(() => stop.abort());
    const told = new Set<string>();
    let isReached = false;
    const reaching = reachServer(settings, { signal: stop.signal, tell: (message) => told.add(message) }).then(
      () => (isReached = true),
    );
    reaching.catch(() => {});
    return { stop, reaching, told: () => [...told].join('\n'), isReached: () => isReached };
  };
  const openGate = async () => {
    const gate = await makeGate(database.url ?? '');
    onTestFinished(gate.shut);
    await gate.open();
    return gate;
  };

  test('is reported when it does not answer, and reached by a new connection', async () => {
    const gate = await openGate();
    gate.hold();
    const { told, isReached } = startReaching(gate.url);
    await expect.poll(told).toMatch(/: connection timed out\.$/);
    expect(isReached()).toBe(false);
    gate.forget();
    gate.letGo();
    await expect.poll(isReached, { interval: 10 }).toBe(true);
  });

  test('is reached when it is slower than the interval of new connections', async () => {
    const gate = await openGate();
    // Longer than any connection but the first waits.
    gate.delay(1300);
    const { reaching, told } = startReaching(gate.url);
    await reaching;
    expect(told()).toMatch(/: connection timed out\.$/);
  });

  test('is no longer asked after an abort, and no connection is left open', async () => {
    const gate = await openGate();
    gate.hold();
    const { stop, reaching, told } = startReaching(gate.url);
    await expect.poll(told).not.toBe('');
    stop.abort();
    await expect(reaching).rejects.toThrow();
    gate.letGo();
    await expect.poll(gate.count).toBe(0);
  });

  test('with a permanent error is not waited for', async () => {
    const url = new URL(database.url ?? '');
    url.pathname = '/nothing_of_this_name';
    await expect(startReaching(url.href).reaching).rejects.toThrow('the database does not exist');
  });
});
