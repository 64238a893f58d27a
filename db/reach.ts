import { setTimeout as sleep } from 'node:timers/promises';
import { UnavailableError } from '../src/lib/failure.ts';
import type { Settings } from '../src/settings.ts';
import { openClient, type Client } from './client.ts';
import { explainConnection } from './database-failure.ts';
import { describeDatabase } from './open.ts';

/** A server is asked again after so long, in ms, also while it has not answered: its connection may be dead. */
const AGAIN_AFTER = 250;
/** So many wait for an answer. The first of them waits as long as the address lets it: a server may be slow, and alive. */
const MOST_WAITING = 8;
/** A server that has said nothing for so long, in ms, is told of. */
const SILENT_AFTER = 1000;

export interface Reaching {
  signal: AbortSignal;
  /** Is told why the server cannot be used yet, again and again. */
  tell: (message: string) => void;
}

/** Waits until the server of the settings answers, however long that takes; what only a person can mend is thrown. */
export async function reachServer(settings: Settings, { signal, tell }: Reaching): Promise<void> {
  const { databaseUrl: url } = settings;
  if (url === null) return;
  const description = describeDatabase(settings);
  const waiting: Client[] = [];
  let isTold = false;
  const say = ({ message }: Error) => {
    isTold = true;
    tell(message);
  };
  const { promise: answered, resolve, reject } = Promise.withResolvers<true>();
  const giveUp = (client: Client) => {
    const at = waiting.indexOf(client);
    if (at >= 0) waiting.splice(at, 1);
    void client.close(0);
  };
  const ask = async () => {
    const [, second] = waiting;
    if (waiting.length >= MOST_WAITING && second) giveUp(second);
    const client = openClient({ url });
    waiting.push(client);
    try {
      await client.alone`select 1`;
      resolve(true);
    } catch (error) {
      if (!waiting.includes(client)) return;
      const told = explainConnection(error, description);
      if (told instanceof UnavailableError) say(told);
      else reject(told);
    } finally {
      giveUp(client);
    }
  };
  const silent = explainConnection(Object.assign(new Error(), { code: 'CONNECT_TIMEOUT' }), description);
  const timer = setTimeout(() => {
    if (!isTold) say(silent);
  }, SILENT_AFTER);
  try {
    do void ask();
    while (!(await Promise.race([answered, sleep(AGAIN_AFTER, false, { signal })])));
  } finally {
    clearTimeout(timer);
    for (const client of [...waiting]) giveUp(client);
  }
}
