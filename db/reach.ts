import { UnavailableError } from '../src/lib/failure.ts';
import type { Settings } from '../src/settings.ts';
import { openClient, type Client } from './client.ts';
import { explainConnection } from './database-failure.ts';
import { describeDatabase } from './open.ts';

/** The interval of new attempts, in ms, also while others wait: the connection of an earlier one may be dead. */
const INTERVAL_MS = 250;
/** The attempts that wait at most. The first is never given up: a server may be slow. */
const MAX_ATTEMPTS = 8;
/** The time without an answer after which the server is reported, in ms. */
const REPORT_AFTER_MS = 1000;

export interface ReachOptions {
  signal: AbortSignal;
  /** Receives the reason why the server cannot be used yet, repeatedly. */
  tell: (message: string) => void;
}

/** Waits until the server of the settings answers. Throws an error that waiting does not fix. */
export async function reachServer(settings: Settings, { signal, tell }: ReachOptions): Promise<void> {
  const { databaseUrl: url } = settings;
  if (url === null) return;
  signal.throwIfAborted();
  const description = describeDatabase(settings);
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  const attempts: Client[] = [];
  const silence = explainConnection(Object.assign(new Error(), { code: 'CONNECT_TIMEOUT' }), description);
  const report = setTimeout(() => tell(silence.message), REPORT_AFTER_MS);
  const say = (message: string) => {
    clearTimeout(report);
    tell(message);
  };
  const attempt = async () => {
    if (attempts.length >= MAX_ATTEMPTS) void attempts.splice(1, 1)[0]?.close(0);
    const client = openClient({ url });
    attempts.push(client);
    try {
      await client.alone`select 1`;
      resolve(undefined);
    } catch (error) {
      if (!attempts.includes(client)) return;
      attempts.splice(attempts.indexOf(client), 1);
      const failure = explainConnection(error, description);
      if (failure instanceof UnavailableError) say(failure.message);
      else reject(failure);
    }
    void client.close(0);
  };
  const stop = () => reject(signal.reason as Error);
  signal.addEventListener('abort', stop);
  const timer = setInterval(() => void attempt(), INTERVAL_MS);
  try {
    void attempt();
    await promise;
  } finally {
    signal.removeEventListener('abort', stop);
    clearTimeout(report);
    clearInterval(timer);
    for (const client of attempts.splice(0)) void client.close(0);
  }
}
