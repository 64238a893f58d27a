import { Agent, createServer, request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RouteData } from 'astro';
import { expect, onTestFinished, test } from 'vitest';
import { sendResponse } from '../../src/http/buffered-response.ts';
import { createRenderer, type AstroApp } from '../../src/http/render.ts';
import { MAX_BODIES_BYTES } from '../../src/http/request-body.ts';
import { MAX_FORM_BYTES, MAX_UPLOAD_BYTES } from '../../src/lib/form-data.ts';
import { createApplication } from '../../src/process/application.ts';
import { routes } from '../../src/routes.ts';
import { NO_FILES } from '../support/handler-site.ts';

const SIGNED_IN = { Cookie: 'signed=in' };

/** Answers with the number of bytes that it has read; at /left it only reads the beginning. */
const astro: AstroApp = {
  match: ({ url }) => ({ route: url.endsWith('/upload') ? routes.clubNew : new URL(url).pathname }) as RouteData,
  render: async (request, options) => {
    const locals = (options?.locals ?? {}) as Partial<App.Locals>;
    if (request.headers.has('Cookie')) locals.admitBody?.();
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
  const render = createRenderer({
    ...createApplication({ files: NO_FILES }, { siteUrl: 'http://localhost' }, () => null),
    astro,
    hasCdn: false,
    data: { advance: () => {} },
  });
  const server = createServer((request, response) => {
    const { url = '', headers } = request;
    void render({ url, headers, request, hasSession: false, clientAddress: '', id: '' }).then((result) =>
      sendResponse(result.response, request, response),
    );
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test.each([
  ['/upload', 'multipart/form-data; boundary=x', SIGNED_IN, MAX_UPLOAD_BYTES],
  ['/upload', 'multipart/form-data; boundary=x', {}, MAX_FORM_BYTES],
  ['/upload', 'application/x-www-form-urlencoded', SIGNED_IN, MAX_FORM_BYTES],
  ['/other', 'multipart/form-data; boundary=x', SIGNED_IN, MAX_FORM_BYTES],
  ['/other', 'application/x-www-form-urlencoded', {}, MAX_FORM_BYTES],
])(
  'A body to %s of type %s with %j may have %i bytes, with or without a declared length',
  async (path, type, user, limit) => {
    const origin = await serve();
    const post = async (length: number, isDeclared: boolean) => {
      const body = new Blob([Buffer.alloc(length)]);
      const sent = isDeclared ? { body } : { body: body.stream(), duplex: 'half' as const };
      const response = await fetch(origin + path, {
        method: 'POST',
        headers: { ...user, 'Content-Type': type },
        ...sent,
      });
      const text = await response.text();
      return response.status === 200 ? Number(text) : response.status;
    };
    for (const isDeclared of [true, false]) {
      expect(await post(limit, isDeclared)).toBe(limit);
      expect(await post(limit + 1, isDeclared)).toBe(413);
    }
  },
);

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

test('Bodies in memory are limited together, and those of visitors to half; short ones are always accepted', async () => {
  const origin = await serve();
  const begun: ClientRequest[] = [];
  /** Begins a body of 300 kB that stays incomplete. A refused one leaves no space for a body of 400 kB. */
  const begin = async (headers: Record<string, string>) => {
    const request = httpRequest(`${origin}/other`, {
      method: 'POST',
      headers: { ...headers, 'Content-Length': 300_001 },
    });
    begun.push(request);
    onTestFinished(() => void request.destroy());
    // The site may end what it refuses while it is still being sent.
    request.on('error', () => {});
    await new Promise<void>((done) => request.write(Buffer.alloc(300_000), () => done()));
  };
  const post = async (bytes: number, headers: Record<string, string> = {}) =>
    (
      await fetch(`${origin}/other`, {
        method: 'POST',
        headers,
        body: new URLSearchParams({ name: 'x'.repeat(bytes) }),
      })
    ).status;

  /** Begins bodies until one more of 400 kB is refused. */
  const fill = async (headers: Record<string, string>) => {
    await Promise.all(Array.from({ length: Math.floor(MAX_BODIES_BYTES / 2 / 300_000) }, () => begin(headers)));
    const beginAndPost = async () => {
      await begin(headers);
      return await post(400_000, headers);
    };
    await expect.poll(beginAndPost).toBe(503);
  };

  await fill({});
  expect(await Promise.all([post(9000), post(400_000, SIGNED_IN)])).toEqual([200, 200]);
  await fill(SIGNED_IN);
  expect(await post(9000)).toBe(200);
  // A closed connection frees its memory.
  for (const request of begun) request.destroy();
  await expect.poll(async () => await Promise.all([post(400_000), post(400_000, SIGNED_IN)])).toEqual([200, 200]);
});
