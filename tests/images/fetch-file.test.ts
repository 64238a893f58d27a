import { once } from 'node:events';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { fetchFile, MAX_REDIRECTS } from '../../src/images/fetch-file.ts';
import { startOtherSite } from '../support/other-site.ts';

const LIMIT = 1024 * 1024;
/** The requesting site. */
const from = 'https://clubs.example.org';
const FORBIDDEN = 'is not a public web address';

const fetchPublic = async (address: string, more: Partial<Parameters<typeof fetchFile>[1]> = {}) => {
  const { bytes, problem } = await fetchFile(address, { from, limit: LIMIT, ...more });
  return bytes ? { bytes } : { problem: problem('en') };
};

/** Allows connections to this machine, where all sites of the tests are. */
const fetchAnywhere: typeof fetchPublic = (address, more) => fetchPublic(address, { mayConnect: () => true, ...more });

test('fetches a file as an image, uncompressed, with the site in User-Agent and without cookies', async () => {
  let headers: Record<string, unknown> = {};
  const site = await startOtherSite((request, response) => {
    headers = request.headers;
    response.end(Buffer.from([1, 2, 3]));
  });
  expect(await fetchAnywhere(`${site.url}/logo.png?size=1`)).toEqual({ bytes: Buffer.from([1, 2, 3]) });
  expect(site.asked).toEqual(['/logo.png?size=1']);
  expect(headers).toMatchObject({ accept: 'image/png, image/jpeg, image/webp', 'accept-encoding': 'identity' });
  expect(headers).toHaveProperty('user-agent', 'club-directory (+https://clubs.example.org)');
  expect(headers).not.toHaveProperty('cookie');
});

test('connects to no private address in any spelling', async () => {
  const site = await startOtherSite((_, response) => response.end('secret'));
  const { port } = new URL(site.url);
  const hosts = ['127.0.0.1', 'localhost', '2130706433', '0177.0.0.1', '0.0.0.0', '[::1]', '[::ffff:127.0.0.1]'];
  for (const host of [...hosts, '[fd00::1]', '169.254.169.254']) {
    expect([host, await fetchPublic(`http://${host}:${port}/`)]).toEqual([host, { problem: FORBIDDEN }]);
  }
  expect(site.asked).toEqual([]);
});

test('checks every address that a redirect leads to', async () => {
  const site = await startOtherSite((_, response) => response.writeHead(302, { Location: '/again' }).end());
  const looks: string[] = [];
  const mayConnect = (address: string) => looks.push(address) === 1;
  expect(await fetchAnywhere(`${site.url}/`, { mayConnect })).toEqual({ problem: FORBIDDEN });
  expect(looks).toEqual(['127.0.0.1', '127.0.0.1']);
  expect(site.asked).toEqual(['/']);
});

test('follows a limited number of redirects', async () => {
  const site = await startOtherSite((request, response) => {
    const left = Number(request.url?.slice(1));
    if (left > 0) response.writeHead(301, { Location: String(left - 1) }).end();
    else response.end('here');
  });
  expect(await fetchAnywhere(`${site.url}/${MAX_REDIRECTS}`)).toEqual({ bytes: Buffer.from('here') });
  expect(await fetchAnywhere(`${site.url}/${MAX_REDIRECTS + 1}`)).toEqual({
    problem: 'could not be downloaded (redirects)',
  });
});

test.each(['file:///etc/passwd', 'ftp://127.0.0.1/', 'http://ada:secret@127.0.0.1/'])(
  'does not follow a redirect to %s',
  async (location) => {
    const site = await startOtherSite((_, response) => response.writeHead(302, { Location: location }).end());
    expect(await fetchAnywhere(`${site.url}/`)).toEqual({ problem: FORBIDDEN });
  },
);

test.each([
  ['ftp://example.org/logo.png', FORBIDDEN],
  ['http://ada:secret@example.org/logo.png', FORBIDDEN],
  // Without a name server, the lookup itself fails.
  ['http://nowhere.invalid/', expect.stringMatching(/^could not be downloaded \((ENOTFOUND|EAI_AGAIN)\)$/)],
])('rejects %s', async (address, problem) => {
  expect((await fetchAnywhere(address)).problem).toEqual(problem);
});

test('stops reading a file that is too large, with and without Content-Length', async () => {
  const sent = { bytes: 0 };
  const site = await startOtherSite((request, response) => {
    if (request.url === '/told') response.writeHead(200, { 'Content-Length': LIMIT + 1 });
    const piece = Buffer.alloc(64 * 1024);
    const write = () => {
      while (!response.destroyed && response.write(piece)) sent.bytes += piece.length;
    };
    response.on('drain', write);
    write();
  });
  for (const path of ['/told', '/untold']) {
    expect(await fetchAnywhere(site.url + path)).toEqual({ problem: 'is too large' });
  }
  expect(sent.bytes).toBeLessThan(20 * LIMIT);
  expect(await fetchAnywhere(`${site.url}/untold`, { limit: 10 })).toHaveProperty('problem');
});

test('stops waiting for a site that does not answer or finish', async () => {
  const site = await startOtherSite((request, response) => {
    if (request.url === '/head') response.writeHead(200, { 'Content-Length': 10 }).write('a');
  });
  for (const path of ['/', '/head']) {
    expect(await fetchAnywhere(site.url + path, { seconds: 0.2 })).toEqual({
      problem: 'could not be downloaded (timeout)',
    });
  }
});

test.each([
  [404, 'returned status 404'],
  [302, 'returned status 302'],
])('rejects status %i', async (status, problem) => {
  const site = await startOtherSite((_, response) => response.writeHead(status).end());
  expect(await fetchAnywhere(`${site.url}/`)).toEqual({ problem });
});

test('reports failed connections', async () => {
  const answers = ['', 'no HTTP\r\n\r\n', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf'];
  const server = createTcpServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end(answers.shift() ?? ''));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const address = `http://127.0.0.1:${port}/`;
  onTestFinished(() => void server.close());
  const problems = [await fetchAnywhere(address), await fetchAnywhere(address), await fetchAnywhere(address)];
  expect(problems).toEqual([
    { problem: 'could not be downloaded (ECONNRESET)' },
    { problem: expect.stringMatching(/^could not be downloaded \(HPE_\w+\)$/) as string },
    { problem: 'could not be downloaded (ECONNRESET)' },
  ]);
  await new Promise((done) => server.close(done));
  expect(await fetchAnywhere(address)).toEqual({ problem: 'could not be downloaded (ECONNREFUSED)' });
});
