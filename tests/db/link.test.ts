import { Duplex } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { openClient } from '../../db/client.ts';
import { ConnectionLostError } from '../../src/lib/error-codes.ts';

const silent = () => new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() });

/** Streams that were lost before the driver gets them. */
const ENDED: Record<string, () => Promise<Duplex>> = {
  'was closed': async () => {
    const stream = silent();
    const closed = new Promise((resolve) => stream.once('close', resolve));
    stream.destroy();
    await closed;
    return stream;
  },
  'has ended': async () => {
    const stream = silent();
    const ended = new Promise((resolve) => stream.once('end', resolve));
    stream.push(null);
    stream.resume();
    await ended;
    return stream;
  },
};

test.each(Object.entries(ENDED))(
  'Statements and transactions fail on a connection that %s before they were sent',
  async (_how, open) => {
    const client = openClient({ openStream: open });
    onTestFinished(() => client.close(0));
    await expect(client`select 1`).rejects.toThrow(ConnectionLostError);
    await expect(client.begin((tx) => tx`select 1`)).rejects.toThrow(ConnectionLostError);
  },
);
