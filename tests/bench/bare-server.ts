/* The floor of the figures: a node:http server that sends ready bytes, in a process of its own. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

process.once('message', (body: string) => {
  const bytes = Buffer.from(body);
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Length': bytes.length }).end(bytes);
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
});
