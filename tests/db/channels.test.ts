import type { Duplex } from 'node:stream';
import type postgres from 'postgres';
import { describe, expect, test } from 'vitest';
import {
  bind,
  EXECUTE,
  message,
  openClient,
  openRaw,
  parse,
  serveEmbedded,
  sql,
  SYNC,
  types,
  until,
  WAYS,
} from '../support/bridge.ts';
import { connect } from '../support/client.ts';

serveEmbedded();

describe('What a transaction does to channels', () => {
  // As one query, and as a query for each statement: only there is each of them a transaction without `begin`.
  test.each([
    ['listen clubs; begin; unlisten clubs; rollback', false, true],
    ['begin; listen clubs; rollback', false, false],
    ['begin; listen clubs; commit', true, true],
    ['begin; listen clubs; select 1 / 0', false, false],
    ['listen clubs; select 1 / 0', false, true],
    ['begin; listen clubs; commit; select 1 / 0', true, true],
    ['begin; savepoint a; listen clubs; rollback to a; commit', false, false],
    ['begin; listen clubs; savepoint a; unlisten *; rollback to savepoint a; commit', true, true],
    ['begin; savepoint a; listen clubs; release a; commit', true, true],
    ['begin; savepoint a; savepoint a; listen clubs; release a; rollback to a; commit', false, false],
  ])('counts from its end: %s', async (text, heardOfOne, heardOfMany) => {
    for (const isOneQuery of [true, false]) {
      const [one, other] = [await openRaw(), await openRaw()];
      await other.query('listen clubs');
      if (isOneQuery) await one.query(text);
      else for (const statement of text.split('; ')) await one.query(statement);
      await one.query('rollback');
      await sql`select pg_notify('clubs', 'said')`;
      await until(() => other.received().includes('said'));
      // What was said was sent before this is answered.
      one.stream.write(message('Q', "select 'then'"));
      await until(() => one.received().includes('then'));
      expect(one.received().includes('said')).toBe(isOneQuery ? heardOfOne : heardOfMany);
    }
  });

  test('is heard of itself', async () => {
    const client = await openRaw();
    const listen = [parse('', 'listen clubs'), bind(''), EXECUTE];
    const notify = [parse('', "notify clubs, 'own'"), bind(''), EXECUTE];
    expect(types(await client.ask(...listen, ...notify, SYNC))).toContain('A');
  });
});

describe.each(WAYS)('A notification to $way', ({ openStream }) => {
  /** Listens, and answers what has been heard so far. */
  async function listen(client: postgres.Sql, channel: string) {
    const heard: string[] = [];
    const { unlisten } = await client.listen(channel, (payload) => heard.push(payload));
    return { heard, unlisten };
  }

  test('reaches everybody who listens, in order', async () => {
    const [one, other] = [openClient(openStream), openClient(openStream)];
    const ears = await Promise.all([listen(one, 'clubs'), listen(other, 'clubs')]);
    for (const n of ['1', '2', '3']) await sql.notify('clubs', n);
    await until(() => ears.every(({ heard }) => heard.length >= 3));
    expect(ears.map(({ heard }) => heard)).toEqual([
      ['1', '2', '3'],
      ['1', '2', '3'],
    ]);
  });

  test('does not reach who listens to something else', async () => {
    const client = openClient(openStream);
    const clubs = await listen(client, 'clubs');
    const others = await listen(openClient(openStream), 'Other "channel"');
    await sql.notify('clubs', 'for clubs');
    await sql.notify('Other "channel"', 'for others');
    await until(() => clubs.heard.length > 0 && others.heard.length > 0);
    expect([clubs.heard, others.heard]).toEqual([['for clubs'], ['for others']]);
  });

  test('leaves with the transaction that makes it, or not at all', async () => {
    const { heard } = await listen(openClient(openStream), 'clubs');
    await expect(
      sql.begin(async (tx) => {
        await tx`select pg_notify('clubs', 'never')`;
        throw new Error('given up');
      }),
    ).rejects.toThrow('given up');
    await sql.begin(async (tx) => {
      await tx`select pg_notify('clubs', 'now')`;
      await tx`select 1`;
      expect(heard).toEqual([]);
    });
    await until(() => heard.length > 0);
    expect(heard).toEqual(['now']);
  });

  test('still reaches others after one has stopped listening', async () => {
    const [leaving, staying] = [
      await listen(openClient(openStream), 'clubs'),
      await listen(openClient(openStream), 'clubs'),
    ];
    await leaving.unlisten();
    await sql.notify('clubs', 'still');
    await until(() => staying.heard.length > 0);
    expect([leaving.heard, staying.heard]).toEqual([[], ['still']]);
  });

  test('is listened for by nobody any more after the last listener has gone', async () => {
    const gone = connect({ openStream });
    await listen(gone, 'matches');
    await listen(openClient(openStream), 'clubs');
    await gone.end();
    await until(async () => {
      const rows = await sql<{ channel: string }[]>`select pg_listening_channels() as channel`;
      return !rows.some(({ channel }) => channel === 'matches');
    });
    expect((await sql`select pg_listening_channels() as channel`).map(({ channel }) => String(channel))).toContain(
      'clubs',
    );
  });

  test('still reaches others after a listener has gone', async () => {
    const gone = connect({ openStream });
    await listen(gone, 'clubs');
    const { heard } = await listen(openClient(openStream), 'clubs');
    await gone.end();
    await sql.notify('clubs', 'still');
    await until(() => heard.length > 0);
    expect(heard).toEqual(['still']);
  });

  test('reaches who listens again after the connection was lost', async () => {
    const streams: Duplex[] = [];
    const client = openClient(async () => {
      const stream = await openStream();
      streams.push(stream);
      return stream;
    });
    let starts = 0;
    const heard: string[] = [];
    await client.listen(
      'clubs',
      (payload) => heard.push(payload),
      () => (starts += 1),
    );
    for (const stream of streams.splice(0)) stream.destroy();
    await until(() => starts === 2);
    await sql.notify('clubs', 'again');
    await until(() => heard.length > 0);
    expect(heard).toEqual(['again']);
  });
});
