import { request, type IncomingHttpHeaders } from 'node:http';

export interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface Got {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  text: string;
}

/** Sends a request with exactly this target: `fetch` would normalise it. */
export function send(origin: string, target: string, { method = 'GET', headers = {}, body }: Sent = {}): Promise<Got> {
  const { hostname, port } = new URL(origin);
  const length: Record<string, string> = body === undefined ? {} : { 'Content-Length': String(body.length) };
  return new Promise((resolve, reject) => {
    const options = { hostname, port, path: target, method, headers: { ...length, ...headers }, agent: false };
    request(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const bytes = Buffer.concat(chunks);
        resolve({ status: response.statusCode, headers: response.headers, bytes, text: bytes.toString() });
      });
    })
      .on('error', reject)
      .end(body);
  });
}
