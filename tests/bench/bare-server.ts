/* The floor of the figures: a node:http server that sends ready headers and bytes in turn, in a process of its own. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An answer as it goes to a child process. */
export interface SentAnswer {
  /** Name and value in turn. */
  headers: string[];
  /** In base64. */
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
