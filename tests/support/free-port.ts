import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Finds a free port below those that systems give to sockets by themselves, so that no socket takes it before its use. */
export async function findFreePort(): Promise<number> {
  const port = randomInt(10_000, 32_768);
  const server = createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
  return isFree ? port : await findFreePort();
}
