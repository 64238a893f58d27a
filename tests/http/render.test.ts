import { Agent, createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RouteData } from 'astro';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { MAX_LOGO_BYTES } from '../../src/images/issues.ts';
import { MAX_FORM_BYTES, MAX_UPLOAD_BYTES } from '../../src/images/upload.ts';
import { HELD_MOST, render, SLOWEST_BODY, type AstroApp } from '../../src/http/render.ts';

/** Answers how much it has read; at /left it reads no further than the beginning. */
const astro: AstroApp = {
  match: ({ url }) => ({ route: new URL(url).pathname }) as RouteData,
  render: async (request, options) => {
    if (options?.routeData?.route === '/left') {
      const reader = request.body?.getReader();
      await reader?.read();
      await reader?.cancel();
      return new Response('');
    }
    return new Response(String((await request.arrayBuffer().catch(() => Buffer.alloc(0))).byteLength));
  },
};

async function serve(): Promise<string> {
  const server = createServer((request, response) => {
    const question = { url: request.url ?? '', headers: request.headers, request, clientAddress: '', id: '' };
    void render(astro, 'http://localhost', question, new Map([['/upload', MAX_LOGO_BYTES]])).then(({ status, body }) =>
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
])('A body to %s of type %s may have %i bytes, with or without a declared length', async (path, type, limit) => {
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

test('A request is answered after an unread body on its connection', async () => {
  const origin = await serve();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const post = (path: string) =>
    new Promise<number>((resolve, reject) => {
      const request = httpRequest(origin + path, { method: 'POST', agent }, (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
      });
      request.on('error', reject);
      request.end(Buffer.alloc(400_000));
    });
  expect(await Promise.all([post('/left'), post('/left'), post('/other')])).toEqual([200, 200, 200]);
});

test('Slow bodies in memory are limited in size, and short ones are accepted', async () => {
  const origin = await serve();
  const begin = async (length: number) => {
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x', 'Content-Length': length + 1 };
    const request = httpRequest(`${origin}/upload`, { method: 'POST', headers });
    onTestFinished(() => void request.destroy());
    // The site ends what it refuses while it is still being sent.
    request.on('error', () => {});
    const answered = new Promise<number>((done) => request.on('response', ({ statusCode = 0 }) => done(statusCode)));
    await new Promise<void>((done) => request.write(Buffer.alloc(length), () => done()));
    return { request, answered };
  };
  const most = Math.ceil(HELD_MOST / (MAX_LOGO_BYTES + MAX_FORM_BYTES - 32 * 1024));
  const held = await Promise.all(Array.from({ length: most + 1 }, () => begin(MAX_LOGO_BYTES + MAX_FORM_BYTES)));
  expect(await Promise.race(held.map(({ answered }) => answered))).toBe(503);
  const short = () =>
    fetch(`${origin}/other`, { method: 'POST', body: new URLSearchParams({ name: 'x'.repeat(9000) }) });
  expect((await short()).status).toBe(200);
  // A closed connection frees its memory.
  for (const { request } of held) request.destroy();
  const long = () =>
    fetch(`${origin}/other`, { method: 'POST', body: new URLSearchParams({ name: 'x'.repeat(400_000) }) });
  await expect.poll(async () => (await long()).status).toBe(200);
});

test.each(['/other', '/upload'])(
  'A form to %s that declares to be too long is refused before it is sent',
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

describe('A slow body', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const turns = async () => {
    for (let turn = 0; turn < 50; turn += 1) await new Promise((done) => setImmediate(done));
  };
  const post = (origin: string, length: number) => {
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x', 'Content-Length': length };
    const request = httpRequest(`${origin}/upload`, { method: 'POST', headers, agent: false });
    onTestFinished(() => void request.destroy());
    request.on('error', () => {});
    const answered = new Promise<number>((done) => request.on('response', ({ statusCode = 0 }) => done(statusCode)));
    const send = async (bytes: number) => {
      await new Promise<void>((done) => request.write(Buffer.alloc(bytes), () => done()));
      await turns();
    };
    return { answered, send };
  };

  test('times out', async () => {
    const { answered, send } = post(await serve(), 100);
    for (let second = 0; second < 20; second += 1) {
      await send(1);
      await vi.advanceTimersByTimeAsync(1001);
    }
    expect(await answered).toBe(408);
  });

  test('is accepted at the minimum speed', async () => {
    const seconds = 120;
    const { answered, send } = post(await serve(), seconds * SLOWEST_BODY);
    for (let second = 0; second < seconds; second += 1) {
      await vi.advanceTimersByTimeAsync(1000);
      await send(SLOWEST_BODY);
    }
    expect(await answered).toBe(200);
  });
});
