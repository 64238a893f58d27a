/* The floor of the figures: a node:http server that sends ready bytes in turn, in a process of its own. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

let type = 'text/plain';
let bodies: Buffer[] = [Buffer.alloc(0)];
let next = 0;

process.on('message', (message: { type: string; bodies: string[] }) => {
  type = message.type;
  bodies = message.bodies.map((body) => Buffer.from(body));
  next = 0;
  process.send?.('ready');
});

const server = createServer((_request, response) => {
  const body = bodies[next];
  next = (next + 1) % bodies.length;
  response.writeHead(200, { 'Content-Type': type, 'Content-Length': body?.length ?? 0 }).end(body);
});
process.once('disconnect', () => process.exit());
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
