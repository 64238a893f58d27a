import type { Duplex } from 'node:stream';
import type postgres from 'postgres';
import { describe, expect, test } from 'vitest';
import { openClient, serveEmbedded, sql, until, WAYS } from '../support/bridge.ts';
import { connect } from '../support/client.ts';

serveEmbedded();

describe.each(WAYS)('A notification to $way', ({ openStream }) => {
  /** Listens, and returns the payloads that have come so far. */
  async function listen(client: postgres.Sql, channel: string) {
    const heard: string[] = [];
    const { unlisten } = await client.listen(channel, (payload) => heard.push(payload));
    return { heard, unlisten };
  }

  test('reaches all listeners of its channel in order', async () => {
    const listeners = await Promise.all([1, 2].map(() => listen(openClient(openStream), 'clubs')));
    const others = await listen(openClient(openStream), 'Other "channel"');
    for (const n of ['1', '2', '3']) await sql.notify('clubs', n);
    await sql.notify('Other "channel"', 'for others');
    await until(() => listeners.every(({ heard }) => heard.length >= 3) && others.heard.length > 0);
    expect(listeners.map(({ heard }) => heard)).toEqual([
      ['1', '2', '3'],
      ['1', '2', '3'],
    ]);
    expect(others.heard).toEqual(['for others']);
  });

  test('is sent when its transaction commits, and not after a rollback', async () => {
    const { heard } = await listen(openClient(openStream), 'clubs');
    const failed = sql.begin(async (tx) => {
      await tx`select pg_notify('clubs', 'never')`;
      throw new Error('abandoned');
    });
    await expect(failed).rejects.toThrow('abandoned');
    await sql.begin(async (tx) => {
      await tx`select pg_notify('clubs', 'now')`;
      await tx`select 1`;
      expect(heard).toEqual([]);
    });
    await until(() => heard.length > 0);
    expect(heard).toEqual(['now']);
  });

  test('reaches the listeners that stay when others stop or disconnect', async () => {
    const gone = connect({ openStream });
    await listen(gone, 'clubs');
    const stopping = await listen(openClient(openStream), 'clubs');
    const staying = await listen(openClient(openStream), 'clubs');
    await gone.end();
    await stopping.unlisten();
    await sql.notify('clubs', 'still');
    await until(() => staying.heard.length > 0);
    expect([stopping.heard, staying.heard]).toEqual([[], ['still']]);
  });

  test('reaches a listener that has reconnected', async () => {
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
