import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RouteData } from 'astro';
import { expect, onTestFinished, test } from 'vitest';
import { MAX_FORM_BYTES, MAX_UPLOAD_BYTES } from '../../src/images/upload.ts';
import { render, type AstroApp } from '../../src/server/render.ts';

/** Answers how much it has read. */
const astro: AstroApp = {
  match: ({ url }) => ({ route: new URL(url).pathname }) as RouteData,
  render: async (request) =>
    new Response(String((await request.arrayBuffer().catch(() => Buffer.alloc(0))).byteLength)),
};

async function serve(): Promise<string> {
  const server = createServer((request, response) => {
    const question = { url: request.url ?? '', headers: request.headers, request };
    void render(astro, 'http://localhost', question, new Set(['/upload'])).then(({ status, body }) =>
      response.writeHead(status).end(body),
    );
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test.each([
  ['/upload', 'multipart/form-data; boundary=x', MAX_UPLOAD_BYTES],
  ['/upload', 'application/x-www-form-urlencoded', MAX_FORM_BYTES],
  ['/other', 'multipart/form-data; boundary=x', MAX_FORM_BYTES],
  ['/other', 'application/x-www-form-urlencoded', MAX_FORM_BYTES],
])('A body to %s that is %s may have %i bytes, told or not', async (path, type, limit) => {
  const origin = await serve();
  const post = async (length: number, isTold: boolean) => {
    const body = new Blob([Buffer.alloc(length)]);
    const sent = isTold ? { body } : { body: body.stream(), duplex: 'half' as const };
    const response = await fetch(origin + path, { method: 'POST', headers: { 'Content-Type': type }, ...sent });
    return [response.status, await response.text()];
  };
  for (const isTold of [true, false]) {
    expect(await post(limit, isTold)).toEqual([200, String(limit)]);
    expect(await post(limit + 1, isTold)).toEqual([413, '']);
  }
});

test.each(['/other', '/upload'])(
  'A form to %s that says to be too long is refused before any of it has come',
  async (path) => {
    const origin = await serve();
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': MAX_FORM_BYTES + 1 };
      const request = httpRequest(origin + path, { method: 'POST', headers }, resolve);
      onTestFinished(() => void request.destroy());
      request.on('error', reject);
      request.flushHeaders();
    });
    expect(answer.statusCode).toBe(413);
  },
);
