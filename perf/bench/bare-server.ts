/* The upper bound: a node:http server that sends prepared headers and bytes, in a separate process. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An answer as a message between processes. */
export interface SentAnswer {
  /** Names and values alternate. */
  headers: string[];
  /** Base64. */
  body: string;
}

let answers: { headers: string[]; body: Buffer }[] = [{ headers: [], body: Buffer.alloc(0) }];
let next = 0;

process.on('message', (sent: SentAnswer[]) => {
  answers = sent.map(({ headers, body }) => ({ headers, body: Buffer.from(body, 'base64') }));
  next = 0;
  process.send?.('ready');
});

const server = createServer((_request, response) => {
  const answer = answers[next];
  next = (next + 1) % answers.length;
  response.writeHead(200, answer?.headers).end(answer?.body);
});
process.once('disconnect', () => process.exit());
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
