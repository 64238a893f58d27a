import { connect } from 'node:net';

/** A request that is sent as it is, unchecked and unencoded. */
export interface RawRequest {
  target: string;
  method?: string;
  headers?: Record<string, string>;
}

export interface RawAnswer {
  status: number;
  /** The status line and the headers. */
  head: string;
  body: string;
}

/** The number of pipelined requests on a connection. */
const AT_ONCE = 100;

/** The targets that the parser of Node.js accepts. It closes the connection for others. */
const READABLE = /^(?:\*$|\/|https?:\/\/)[\x21-\x7e]*$/i;

/** Sends requests in order, pipelined on one connection. Requests that the parser refuses get a separate connection. */
export async function askRaw(origin: string, requests: readonly RawRequest[], atOnce = AT_ONCE): Promise<RawAnswer[]> {
  const answers: RawAnswer[] = [];
  while (answers.length < requests.length) {
    const some = requests.slice(answers.length, answers.length + atOnce);
    const readable = some.findIndex(({ target }) => !READABLE.test(target));
    const next = some.slice(0, readable === -1 ? atOnce : Math.max(1, readable));
    const received = await askOnOneConnection(origin, next);
    if (received.length < next.length) {
      throw new Error(`No answer to ${JSON.stringify(next[received.length])}.`);
    }
    answers.push(...received);
  }
  return answers;
}

function askOnOneConnection(origin: string, requests: readonly RawRequest[]): Promise<RawAnswer[]> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    const answers: RawAnswer[] = [];
    let received = '';
    const end = () => {
      socket.destroy();
      resolve(answers);
    };
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => {
      received += chunk;
      for (let read = readAnswer(received); read; read = readAnswer(received)) {
        received = received.slice(read.length);
        answers.push(read.answer);
      }
      if (answers.length === requests.length) end();
    });
    socket.on('error', reject);
    socket.on('close', end);
    const written = requests.map(({ method = 'GET', target, headers = {} }) =>
      [
        `${method} ${target} HTTP/1.1`,
        ...Object.entries({ Host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}`),
        '',
        '',
      ].join('\r\n'),
    );
    socket.write(written.join(''), 'latin1');
  });
}

function readAnswer(received: string): { answer: RawAnswer; length: number } | null {
  const end = received.indexOf('\r\n\r\n');
  if (end === -1) return null;
  const head = received.slice(0, end);
  const length = /^content-length: (\d+)$/im.exec(head)?.[1];
  const total = end + 4 + Number(length ?? 0);
  if (received.length < total) return null;
  return {
    answer: {
      status: Number(head.slice(9, 12)),
      head,
      body: Buffer.from(received.slice(end + 4, total), 'latin1').toString(),
    },
    length: total,
  };
}
