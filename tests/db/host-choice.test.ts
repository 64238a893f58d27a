import { describe, expect, test, vi } from 'vitest';
import { HostChoice, type Host } from '../../db/host-choice.ts';

/** The state of a host. */
type State = 'primary' | 'standby' | 'away';

function choose(...states: State[]) {
  const hosts = states.map((_, port) => ({ host: 'db', port }));
  const onChange = vi.fn();
  const probe = vi.fn(({ port }: Host) =>
    states[port] === 'away'
      ? Promise.reject(new Error(`${port} is away`))
      : Promise.resolve(states[port] === 'primary'),
  );
  const choice = new HostChoice(hosts, probe, onChange);
  const open = ({ port }: Host) =>
    states[port] === 'away' ? Promise.reject(new Error(`${port} is away`)) : Promise.resolve(port);
  return {
    states,
    choice,
    onChange,
    probe,
    read: () => choice.connect(false, open),
    write: () => choice.connect(true, open),
  };
}

describe('Of several hosts', () => {
  test.each<[states: State[], chosen: number]>([
    [['primary', 'standby'], 0],
    [['standby', 'primary'], 1],
    [['away', 'standby', 'primary'], 2],
    [['primary', 'primary'], 0],
  ])('with the states %j, reading and writing connections use number %i', async (states, chosen) => {
    const { read, write } = choose(...states);
    expect([await read(), await write()]).toEqual([chosen, chosen]);
  });

  test('the chosen one is used without asking the others again', async () => {
    const { probe, states, write } = choose('away', 'primary');
    await write();
    states[0] = 'standby';
    expect([await write(), await write()]).toEqual([1, 1]);
    expect(probe).toHaveBeenCalledTimes(2);
  });

  test('another one is chosen at once when the chosen one is away', async () => {
    const { states, read, write, onChange } = choose('primary', 'standby');
    expect(await write()).toBe(0);
    states.splice(0, 2, 'away', 'primary');
    expect(await write()).toBe(1);
    expect(await read()).toBe(1);
    expect(onChange).toHaveBeenCalledTimes(1);
  });

  test('another one is chosen after the chosen one has refused a write', async () => {
    const { choice, states, write } = choose('primary', 'standby');
    await write();
    states.splice(0, 2, 'standby', 'primary');
    choice.forget();
    expect(await write()).toBe(1);
  });

  test('a standby is read while none accepts writes, and until one does', async () => {
    const { states, read, write, onChange } = choose('away', 'standby');
    expect(await read()).toBe(1);
    await expect(write()).rejects.toMatchObject({ code: '25006' });
    expect(await read()).toBe(1);
    states[0] = 'primary';
    expect(await write()).toBe(0);
    expect(await read()).toBe(0);
    expect(onChange).toHaveBeenCalledTimes(1);
  });

  test('connections that open together share one search', async () => {
    const { probe, read, write } = choose('standby', 'primary');
    await Promise.all([read(), write(), write()]);
    expect(probe).toHaveBeenCalledTimes(2);
  });

  test('the error of the last one is thrown when none answers', async () => {
    await expect(choose('away', 'away').read()).rejects.toThrow('1 is away');
  });
});

test('A single host is used without a search', async () => {
  const { probe, write } = choose('standby');
  expect(await write()).toBe(0);
  expect(probe).not.toHaveBeenCalled();
});
