import { once } from 'node:events';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { fetchFile, MAX_REDIRECTS } from '../../src/images/fetch-file.ts';
import { startOtherSite } from '../support/other-site.ts';

const LIMIT = 1024 * 1024;
/** The site that asks. */
const from = 'https://clubs.example.org';
const FORBIDDEN = 'leads to this machine or into a private network, where nothing is fetched';

/** As a site on the Internet would be fetched from: the tests have none but on this machine. */
const fetchAnywhere = (address: string, more: Partial<Parameters<typeof fetchFile>[1]> = {}) =>
  fetchFile(address, { from, limit: LIMIT, mayConnect: () => true, ...more });

test('a file comes as it was sent, asked for as a picture and without compression, by who says so', async () => {
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

test('nothing on this machine is asked, however its address is written', async () => {
  const site = await startOtherSite((_, response) => response.end('secret'));
  const { port } = new URL(site.url);
  for (const host of ['127.0.0.1', 'localhost', '127.1', '2130706433', '0x7f000001', '0177.0.0.1', '0.0.0.0']) {
    expect([host, await fetchFile(`http://${host}:${port}/`, { from, limit: LIMIT })]).toEqual([
      host,
      { problem: FORBIDDEN },
    ]);
  }
  for (const host of ['[::1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[fd00::1]', '169.254.169.254']) {
    expect([host, await fetchFile(`http://${host}:${port}/`, { from, limit: LIMIT })]).toEqual([
      host,
      { problem: FORBIDDEN },
    ]);
  }
  expect(site.asked).toEqual([]);
});

test('every address that another one leads to is looked at anew', async () => {
  const site = await startOtherSite((_, response) => response.writeHead(302, { Location: '/again' }).end());
  const looks: string[] = [];
  const mayConnect = (address: string) => looks.push(address) === 1;
  expect(await fetchAnywhere(`${site.url}/`, { mayConnect })).toEqual({ problem: FORBIDDEN });
  expect(looks).toEqual(['127.0.0.1', '127.0.0.1']);
  expect(site.asked).toEqual(['/']);
});

test('a name is looked at for each connection, by the addresses that it has then', async () => {
  const site = await startOtherSite((_, response) => response.writeHead(302, { Location: '/again' }).end());
  const { port } = new URL(site.url);
  let connections = 0;
  const mayConnect = (address: string) => address === '127.0.0.1' && (connections += 1) === 1;
  expect(await fetchAnywhere(`http://localhost:${port}/`, { mayConnect })).toEqual({ problem: FORBIDDEN });
  expect(site.asked).toEqual(['/']);
});

test('a few redirects are followed, and not one more', async () => {
  const site = await startOtherSite((request, response) => {
    const left = Number(request.url?.slice(1));
    if (left > 0) response.writeHead(301, { Location: String(left - 1) }).end();
    else response.end('here');
  });
  expect(await fetchAnywhere(`${site.url}/${MAX_REDIRECTS}`)).toEqual({ bytes: Buffer.from('here') });
  expect(await fetchAnywhere(`${site.url}/${MAX_REDIRECTS + 1}`)).toEqual({ problem: 'leads on more than 3 times' });
});

test.each([
  ['file:///etc/passwd', 'leads on to an address that does not begin with http:// or https://'],
  ['ftp://127.0.0.1/', 'leads on to an address that does not begin with http:// or https://'],
  ['http://[', 'leads on to an address that does not begin with http:// or https://'],
  ['http://ada:secret@127.0.0.1/', 'leads on to an address that has a name or a password in it'],
])('a redirect to %s is not followed', async (location, problem) => {
  const site = await startOtherSite((_, response) => response.writeHead(302, { Location: location }).end());
  expect(await fetchAnywhere(`${site.url}/`)).toEqual({ problem });
});

test.each([
  ['ftp://example.org/logo.png', 'does not begin with http:// or https://'],
  ['http://ada:secret@example.org/logo.png', 'has a name or a password in it'],
  ['http://', 'does not begin with http:// or https://'],
  ['http://nowhere.invalid/', 'is of a site that does not exist'],
])('%s is told for what it is', async (address, problem) => {
  const fetched = await fetchAnywhere(address);
  // Where names are not looked up at all, that is told.
  expect([problem, 'is of a site whose name could not be looked up']).toContain(fetched.problem);
});

test('what is longer than allowed is not read to its end, told or not', async () => {
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
    expect(await fetchAnywhere(site.url + path)).toEqual({ problem: 'is a file of more than 1 MB' });
  }
  expect(sent.bytes).toBeLessThan(20 * LIMIT);
  expect(await fetchAnywhere(`${site.url}/untold`, { limit: 10 })).toHaveProperty('problem');
});

test('a file of exactly the most bytes is taken', async () => {
  const site = await startOtherSite((_, response) => response.end(Buffer.alloc(LIMIT)));
  expect((await fetchAnywhere(`${site.url}/`)).bytes).toHaveLength(LIMIT);
});

test('nobody waits for a site that does not answer, or does not come to an end', async () => {
  const site = await startOtherSite((request, response) => {
    if (request.url === '/head') response.writeHead(200, { 'Content-Length': 10 }).write('a');
  });
  for (const path of ['/', '/head']) {
    expect(await fetchAnywhere(site.url + path, { seconds: 0.2 })).toEqual({
      problem: 'has not sent the whole file within 0.2 seconds',
    });
  }
});

test.each([
  [404, 'answers 404'],
  [500, 'answers 500'],
  [204, 'answers 204'],
  [302, 'answers 302'],
])('an answer of %i is no file', async (status, problem) => {
  const site = await startOtherSite((_, response) => response.writeHead(status).end());
  expect(await fetchAnywhere(`${site.url}/`)).toEqual({ problem });
});

test('connections that fail are told in words', async () => {
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
    { problem: 'is of a site that has ended the connection' },
    { problem: 'is of a site whose answer is not understood' },
    { problem: 'is of a site that has ended the connection' },
  ]);
  await new Promise((done) => server.close(done));
  expect(await fetchAnywhere(address)).toEqual({ problem: 'is of a site that takes no connection' });
});
