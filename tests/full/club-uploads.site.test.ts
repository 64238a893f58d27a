import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { MAX_WAITING } from '../../src/images/read-logo.ts';
import { makeHostileFiles } from '../support/hostile-files.ts';
import { readHtml } from '../support/html.ts';
import { insertPerson, insertSession, visit } from '../support/people.ts';
import { makePng } from '../support/pictures.ts';
import { SITE_URL } from '../support/program.ts';
import { inFull } from '../support/scope.ts';
import { describeOwnSite, type OwnTestSite } from '../support/site.ts';

const PATH = '/club/new/';
/** As long as those of browsers, because shorter ones are refused. */
const BOUNDARY = '----WebKitFormBoundary7MA4YWxkTrZu0gW0';
const FORM = `multipart/form-data; boundary=${BOUNDARY}`;

/** A multipart form by hand: file names and boundaries may be anything. */
interface Parts {
  fileName?: string | null;
  bytes?: Buffer;
  type?: string;
  boundary?: string;
  /** By default the name is too long, so that no club is created. */
  fields?: Record<string, string>;
}

const NAMELESS = { name: 'x'.repeat(300) };

function formOf({
  fileName = 'logo.png',
  bytes = Buffer.alloc(0),
  type = 'image/png',
  boundary = BOUNDARY,
  fields = NAMELESS,
}: Parts): Buffer {
  const disposition = fileName === null ? '' : `; filename="${fileName}"`;
  return Buffer.concat([
    ...Object.entries(fields).map(([name, value]) =>
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`),
    ),
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="logo"${disposition}\r\nContent-Type: ${type}\r\n\r\n`,
    ),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
}

/** Sends raw bytes. Returns the status, or null if the connection ended without an answer. */
function sendRaw(site: OwnTestSite, head: string[], pieces: Buffer[], isAborted = false): Promise<number | null> {
  const { hostname, port } = new URL(site.url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let received = '';
    const end = () => {
      socket.destroy();
      const status = Number(received.slice(9, 12));
      resolve(status > 0 ? status : null);
    };
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => {
      received += chunk;
      if (received.includes('\r\n\r\n')) end();
    });
    // The site may close the connection.
    socket.on('error', end);
    socket.on('close', end);
    socket.write(`POST ${PATH} HTTP/1.1\r\nHost: localhost\r\nOrigin: ${SITE_URL}\r\n${head.join('\r\n')}\r\n\r\n`);
    for (const piece of pieces) socket.write(piece);
    if (isAborted) socket.end(end);
  });
}

describeOwnSite('Uploads', (site) => {
  test('that are hostile create no club and log no error', async () => {
    const cookie = `__Host-session=${await insertSession(site.database, await insertPerson(site.database, { roles: ['board'] }))}`;
    const post = async (body: Buffer, type = FORM) => {
      const headers = { Cookie: cookie, Origin: SITE_URL, 'Content-Type': type };
      const answer = await site.get(PATH, { method: 'POST', headers, body: new Uint8Array(body) });
      await answer.arrayBuffer();
      return answer.status;
    };
    const files = await makeHostileFiles();
    // Every third in the fast layer.
    for (const { name, bytes, status } of files.filter((_, index) => index % inFull(3, 1) === 0)) {
      // A valid logo comes with a form that has an invalid name.
      const wanted = name.includes('\0') ? 400 : (status ?? 422);
      expect([name, await post(formOf({ fileName: name, bytes }))]).toEqual([name, wanted]);
    }
    const fileNames = [
      ...['../../../etc/passwd', '..\\..\\boot.ini', '/etc/passwd', 'a\0.png', '\0', '%00.png', ''],
      ...['x'.repeat(5000), '🎲'.repeat(1000), '\u202egnp.exe', 'a"; name="name', 'CON', '<script>.png', null],
    ];
    const [some] = files.filter(({ status, bytes }) => status === 422 && bytes.length < 10_000);
    for (const [index, fileName] of fileNames.entries()) {
      const type = ['image/png', 'text/html', 'image/svg+xml', 'x'.repeat(1000), ''][index % 5];
      const status = await post(formOf({ fileName, type, bytes: some?.bytes ?? Buffer.alloc(1) }));
      expect([400, 422], `${String(fileName)}: ${status}`).toContain(status);
    }

    const whole = formOf({ bytes: randomBytes(1000) });
    const twoFiles = Buffer.concat([
      formOf({ bytes: randomBytes(1000) }).subarray(0, -BOUNDARY.length - 6),
      formOf({ fields: {}, bytes: randomBytes(9) }),
    ]);
    const broken: [body: Buffer, type: string][] = [
      [twoFiles, FORM],
      [whole, 'multipart/form-data; boundary=other'],
      [whole, 'multipart/form-data'],
      [whole, 'multipart/form-data; boundary='],
      [whole, `multipart/form-data; boundary="${'y'.repeat(5000)}"`],
      [whole.subarray(0, -10), FORM],
      [whole.subarray(0, 30), FORM],
      [Buffer.alloc(0), FORM],
      [Buffer.from(`--${BOUNDARY}--`), FORM],
      [Buffer.from(`--${BOUNDARY}\r\n`.repeat(5000)), FORM],
      [formOf({ fields: Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`f${at}`, ''])) }), FORM],
      [randomBytes(100_000), FORM],
      [whole, 'application/x-www-form-urlencoded'],
      [Buffer.from(`name=${'%F0%9F%8E'.repeat(40_000)}`), 'application/x-www-form-urlencoded'],
      [Buffer.from('name=%00&%zz=%'.repeat(1000)), 'application/x-www-form-urlencoded'],
      [whole, 'image/png'],
      [whole, 'text/plain'],
    ];
    for (const [index, [body, type]] of broken.entries()) {
      const status = await post(body, type);
      expect([400, 413, 415, 422], `${index} ${type}: ${status}`).toContain(status);
    }

    const heads = (length: string, type = FORM) => [`Cookie: ${cookie}`, `Content-Type: ${type}`, length];
    const large = Buffer.alloc(2 * 1024 * 1024, 'a');
    const sent = await Promise.all([
      sendRaw(site, heads('Content-Length: 10'), [whole]),
      sendRaw(site, heads('Content-Length: -1'), [whole]),
      sendRaw(site, heads('Content-Length: 1e9'), [whole]),
      sendRaw(site, heads('Content-Length: 99999999999999999999'), [whole]),
      sendRaw(site, heads('Content-Length: 10\r\nContent-Length: 20'), [whole]),
      sendRaw(site, heads('Content-Length: 10\r\nTransfer-Encoding: chunked'), [whole]),
      sendRaw(site, heads('Transfer-Encoding: chunked'), [Buffer.from('5\r\nhello\r\n0\r\n\r\n')]),
      sendRaw(site, heads('Transfer-Encoding: chunked'), [Buffer.from('zz\r\n')]),
      sendRaw(site, [], [whole]),
      // Clients that disconnect in the middle.
      ...Array.from({ length: 5 }, () => sendRaw(site, heads('Content-Length: 2200000'), [whole, large], true)),
    ]);
    expect(sent.filter((status) => status !== null && (status < 400 || status >= 500))).toEqual([]);

    expect(await site.database.sql`select from club`).toHaveLength(0);
    expect(site.output()).not.toMatch(/Error:|\bat .*\(.*:\d+:\d+\)/);
    const answer = await site.get('/club/');
    expect(answer.status).toBe(200);
  });

  test('are refused with 503 while too many are processed, and keep the input', async () => {
    const visitor = await visit(site, { roles: ['board'] });
    const bytes = new Uint8Array(makePng({ width: 2048, height: 2048, isInterlaced: true }));
    const form = () => {
      const data = new FormData();
      data.append('name', 'x'.repeat(300));
      data.append('short_description', 'What was typed');
      data.append('logo', new Blob([bytes]));
      return data;
    };
    const answers = await Promise.all(
      Array.from({ length: MAX_WAITING + 12 }, () => visitor.send('/fr/club/new/', form())),
    );
    // On a busy machine the last pictures in the queue exceed the time limit of a form: 504.
    expect(new Set([504, ...answers.map(({ status }) => status)])).toEqual(new Set([422, 503, 504]));
    const refused = answers.filter(({ status }) => status === 503);
    expect(answers.length - refused.length).toBeGreaterThan(MAX_WAITING);
    for (const answer of refused) {
      expect(answer.headers.get('retry-after')).toBe('10');
      const page = readHtml(await answer.text());
      expect(page.one('main textarea[name=short_description]').text).toBe('What was typed');
    }
    const sendAgain = async () => (await visitor.send('/club/new/', form())).status;
    await expect.poll(sendAgain, { timeout: 60_000 }).toBe(422);
  });

  test.each<[what: string, sql: string, answer: [status: number, location: string | null]]>([
    ['the club was deleted', 'delete from club', [404, null]],
    ['the account was deleted', 'delete from site_user', [403, null]],
    ['the role was taken away', 'delete from user_role', [403, null]],
  ])('are answered without an error when %s meanwhile', async (_, sql, expected) => {
    await site.database.insertClub({ id: 7, name: 'Ski' });
    const visitor = await visit(site, { roles: ['board'] });
    expect((await visitor.get('/club/7/edit/')).status).toBe(200);
    await site.database.sql.unsafe(sql);
    const form = new FormData();
    form.append('category', 'Sport');
    form.append('logo', new Blob([new Uint8Array(makePng({ width: 9, height: 9 }))]));
    const answer = await visitor.send('/club/7/edit/', form);
    expect([answer.status, answer.headers.get('location')]).toEqual(expected);
    expect(await site.database.sql`select from image`).toHaveLength(0);
  });

  test('of forms that are too long are refused with 413', async () => {
    const visitor = await visit(site, { roles: ['board'] });
    for (const path of ['/login/', '/fr/club/new/']) {
      expect((await visitor.post(path, { name: 'x'.repeat(600 * 1024) })).status, path).toBe(413);
    }
  });
});
