import { describe, expect, test } from 'vitest';
import { createHostChoice } from '../../db/host-choice.ts';

/** The state of a host. A frozen one never answers. */
type State = 'primary' | 'pooler' | 'old primary' | 'standby' | 'away' | 'frozen';

function choose(...states: State[]) {
  const hosts = states.map((_, port) => ({ host: 'db', port }));
  let probes = 0;
  const {
    choose: choice,
    compare,
    issue,
  } = createHostChoice(hosts, async ({ port }) => {
    probes += 1;
    if (states[port] === 'away') throw new Error(`${port} is away`);
    if (states[port] === 'frozen') await new Promise(() => {});
    const timeline = { primary: 2, pooler: 2, 'old primary': 1 }[states[port] as string];
    return timeline === undefined ? null : { timeline, server: states[port] === 'old primary' ? 'old' : 'new' };
  });
  return {
    states,
    read: async () => (await choice(false)).port,
    write: async () => (await choice(true)).port,
    compare,
    issue,
    probes: () => probes,
  };
}

describe('Of several hosts', () => {
  test.each<[states: State[], chosen: number]>([
    [['primary', 'standby'], 0],
    [['standby', 'primary'], 1],
    [['frozen', 'away', 'primary'], 2],
    [['old primary', 'primary'], 1],
  ])('with the states %j, reading and writing connections use number %i', async (states, chosen) => {
    const { read, write } = choose(...states);
    expect([await read(), await write()]).toEqual([chosen, chosen]);
  });

  test('the newer primary is used, and an older one that returns is reported until it ends', async () => {
    const { states, compare, issue, write } = choose('away', 'primary');
    expect([await write(), issue()]).toEqual([1, null]);
    states[0] = 'old primary';
    await compare();
    expect([await write(), issue()]).toEqual([1, expect.stringContaining('db:0')]);
    states[0] = 'standby';
    await compare();
    expect([await write(), issue()]).toEqual([1, null]);
  });

  test('two addresses of one server are not two primaries', async () => {
    const { compare, issue, write } = choose('primary', 'pooler');
    await compare();
    expect([await write(), issue()]).toEqual([0, null]);
  });

  test('an older primary gets no writes while the newer one is away', async () => {
    const { states, compare, issue, read, write } = choose('old primary', 'primary');
    expect(await write()).toBe(1);
    states[1] = 'away';
    await compare();
    await expect(write()).rejects.toMatchObject({ code: '25006' });
    expect([await read(), issue()]).toEqual([0, expect.stringContaining('db:0')]);
    states[1] = 'primary';
    await compare();
    expect([await write(), issue()]).toEqual([1, expect.stringContaining('db:0')]);
  });

  test('connections share a search', async () => {
    const { probes, read, write } = choose('standby', 'primary');
    await Promise.all([read(), write(), write()]);
    expect(probes()).toBe(2);
  });

  test('another one is chosen when the chosen one is away', async () => {
    const { states, read, write } = choose('primary', 'standby');
    expect(await write()).toBe(0);
    states.splice(0, 2, 'away', 'primary');
    await expect.poll(write).toBe(1);
    expect(await read()).toBe(1);
  });

  test('a standby is read while none accepts writes, and until one does', async () => {
    const { states, read, write } = choose('away', 'standby');
    expect(await read()).toBe(1);
    await expect(write()).rejects.toMatchObject({ code: '25006' });
    states[0] = 'frozen';
    expect(await read()).toBe(1);
    states[0] = 'primary';
    expect([await write(), await read()]).toEqual([0, 0]);
  });

  test('the error of the last one is thrown when none answers', async () => {
    await expect(choose('away', 'away').read()).rejects.toThrow('1 is away');
  });
});
