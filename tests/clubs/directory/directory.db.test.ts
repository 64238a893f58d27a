import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Client } from '../../../db/client.ts';
import { beginEpoch } from '../../../src/clubs/record/version-queries.ts';
import { findVersion } from '../../../src/clubs/record/version-queries.ts';
import { Directory } from '../../../src/clubs/directory/directory.ts';
import { VersionWatch } from '../../../src/clubs/directory/version-watch.ts';
import { describeDatabase, describeServer } from '../../support/database.ts';

async function watch(sql: Client) {
  const reported: string[] = [];
  const report = (line: string) => void reported.push(line);
  const versions = await VersionWatch.open(sql);
  const directory = new Directory(sql, versions, report);
  onTestFinished(async () => {
    versions.close();
    await directory.close();
  });
  return { versions, directory, reported };
}

const expectCurrent = async (directory: Awaited<ReturnType<typeof watch>>['directory'], count: number) => {
  await expect.poll(() => directory.figures()).toMatchObject({ isCurrent: true, count });
};

describeDatabase('The directory in memory', (database) => {
  /** Simulates a pooler in transaction mode: LISTEN succeeds, but no notification arrives. */
  const withoutNotifications = (client: Client): Client => {
    const ask = (...statement: Parameters<Client>) => client(...statement);
    const listen: Client['listen'] = (channel, _onNotify, ...others) => client.listen(channel, () => {}, ...others);
    return Object.assign(ask, client, { listen }) as Client;
  };

  test.each([
    ['with notifications', (client: Client) => client],
    ['without notifications', withoutNotifications],
  ])('loads the names again only if they have changed, %s', async (_, toClient) => {
    await database.insertClubs('Chess', 'Go');
    const { directory, versions } = await watch(toClient(database.client));
    await expectCurrent(directory, 2);
    for (const website of ['https://a.example', 'https://b.example']) {
      await database.sql`update club set website = ${website}`;
      await expect.poll(() => versions.version()).toBe(await findVersion(database.sql));
    }
    await expectCurrent(directory, 2);
    expect(directory.figures().loads).toBe(1);
    await database.insertClubs('Ski');
    await expect.poll(() => versions.version()).toBe(await findVersion(database.sql));
    await expectCurrent(directory, 3);
    expect(directory.figures().loads).toBe(2);
  });

  test('loads the words of the site without reading the names again', async () => {
    await database.sql`insert into site_entry (kind, name, value) values ('word', 'curlingo', 'Curling')`;
    const { directory } = await watch(database.client);
    await expect.poll(() => directory.synonyms.of('curlingo')).toEqual(['curling']);
    await database.sql`update site_entry set value = 'ice, stones'`;
    await expect.poll(() => directory.synonyms.of('curlingo')).toEqual(['ice', 'stones']);
    await database.sql`delete from site_entry`;
    await expect.poll(() => directory.synonyms.of('curlingo')).toBeUndefined();
    expect(directory.figures().loads).toBe(1);
  });

  test.each([
    ['website', 'https://chess.example.org/'],
    ['logo', '/logos/echecs.svg'],
    ['short_description', 'Every Monday'],
    ['name', 'Checkers'],
  ])('drops the card of a club with another %s, and no other card', async (column, value) => {
    const chess = await database.insertClub({ name: 'Chess', logo: '/logos/go.svg', shortDescription: 'Every Sunday' });
    const [go = 0] = await database.insertClubs('Go');
    const { directory, versions } = await watch(database.client);
    await expectCurrent(directory, 2);
    const findBoth = async () => await directory.findCards([chess, go], versions.version());
    const before = await findBoth();
    await database.sql`update club set ${database.sql(column)} = ${value} where id = ${chess}`;
    await expect.poll(() => versions.version()).toBe(await findVersion(database.sql));
    await expectCurrent(directory, 2);
    const after = await findBoth();
    expect([after[0] === before[0], after[1] === before[1]]).toEqual([false, true]);
  });

  test('returns cards in the order of their ids, and reads those of another version again', async () => {
    const [chess = 0, go = 0] = await database.insertClubs('Chess', 'Go');
    const { directory, versions } = await watch(database.client);
    await expectCurrent(directory, 2);
    const find = async (ids: number[], known = versions.version()) => await directory.findCards(ids, known);
    const [first] = await find([go]);
    expect((await find([chess, 999, go])).map(({ id }) => id)).toEqual([chess, go]);
    expect((await find([go]))[0]).toBe(first);
    expect((await find([go], 'other-1'))[0]).not.toBe(first);
  });

  test('drops its caches when a new epoch begins', async () => {
    const [id = 0] = await database.insertClubs('Chess');
    const { directory, versions } = await watch(database.client);
    await expectCurrent(directory, 1);
    const before = versions.version();
    await directory.findCards([id], before);
    await database.client.begin(beginEpoch);
    await expect.poll(() => versions.version()).not.toBe(before);
    expect(versions.version()).toBe(await findVersion(database.sql));
    await expectCurrent(directory, 1);
    expect(directory.figures().loads).toBe(2);
  });
});

describe('The directory in memory, with a fake clock', () => {
  type Answer = { version: string }[];

  /** An empty database that returns its version, or does not respond, and never sends a notification. */
  function openQuietDatabase() {
    const state: { version: string; isSilent: boolean; isDeaf: boolean; next?: Promise<Answer> | undefined } = {
      version: 'e-1',
      isSilent: false,
      isDeaf: false,
    };
    const ask = (isSilent: boolean): Promise<Answer> => {
      const { next } = state;
      state.next = undefined;
      if (next) return next;
      return isSilent ? new Promise<never>(() => {}) : Promise.resolve([{ version: state.version }]);
    };
    const asker = (isSilent: () => boolean) => () => ({
      then: (...handlers: Parameters<Promise<Answer>['then']>) => ask(isSilent()).then(...handlers),
      cursor: () => [],
    });
    const sql = asker(() => state.isSilent);
    const listen = (_channel: string, _onNotify: unknown, onListen: () => void) => {
      onListen();
      return Promise.resolve({ ask: asker(() => state.isSilent || state.isDeaf), close: () => {} });
    };
    return { state, client: Object.assign(sql, { listen }) as unknown as Client };
  }

  async function watchByTheClock() {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { state, client } = openQuietDatabase();
    const { versions } = await watch(client);
    // The first comparison and the first index.
    await vi.advanceTimersByTimeAsync(0);
    return { state, versions };
  }

  test('notices a change without a notification within a second', async () => {
    const { state, versions } = await watchByTheClock();
    state.version = 'e-2';
    await vi.advanceTimersByTimeAsync(900);
    expect(versions.version()).toBe('e-1');
    await vi.advanceTimersByTimeAsync(100);
    expect([versions.version(), versions.isCertain()]).toEqual(['e-2', true]);
  });

  test('queries by another connection when the listening one does not respond', async () => {
    const { state, versions } = await watchByTheClock();
    state.isDeaf = true;
    state.version = 'e-2';
    await vi.advanceTimersByTimeAsync(2100);
    expect([versions.version(), versions.isCertain()]).toEqual(['e-2', true]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(versions.isCertain()).toBe(true);
  });

  test('is certain for two and a half seconds after an answered query', async () => {
    const { state, versions } = await watchByTheClock();
    await vi.advanceTimersByTimeAsync(1000);
    state.isSilent = true;
    await vi.advanceTimersByTimeAsync(2400);
    expect(versions.isCertain()).toBe(true);
    await vi.advanceTimersByTimeAsync(200);
    expect(versions.isCertain()).toBe(false);
  });
});

describeServer('The directory in memory', (database) => {
  test('reports once that names cannot be loaded, and recovers', async () => {
    await database.insertClubs('Chess');
    const { directory, reported } = await watch(database.client);
    await expectCurrent(directory, 1);
    await database.sql`alter table club rename to club_away`;
    await database.sql`update directory_version set version = version + 1`;
    await expect.poll(() => reported).toHaveLength(1);
    await database.sql`alter table club_away rename to club`;
    await expectCurrent(directory, 1);
    expect(reported).toEqual([expect.stringContaining('Could not load the club names')]);
  });
});
