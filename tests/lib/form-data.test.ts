import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FORM_FIELDS } from '../../src/clubs/record/texts.ts';
import { FIELDS, siteFields } from '../../src/clubs/record/fields.ts';
import { MAX_FORM_BYTES, MAX_UPLOAD_BYTES, NoFormError, readFormData, refuseUpload } from '../../src/lib/form-data.ts';

const post = (body: BodyInit, headers: Record<string, string> = {}) =>
  new Request('http://localhost/', { method: 'POST', body, headers });

/** A form with texts and a file of this many bytes between them. */
function makeForm(bytes: number, more: Record<string, string> = {}): FormData {
  const form = new FormData();
  form.append('name', ' Ski\r\nÉté 🎿 ');
  form.append('logo', new Blob([new Uint8Array(bytes).fill(7)]), 'logo é.png');
  for (const [name, value] of Object.entries({ description: 'Behind it', ...more })) form.append(name, value);
  return form;
}

const FILE_BYTES = 500;

describe('A form with files', () => {
  test('keeps order, texts and bytes', async () => {
    const form = await readFormData(post(makeForm(300)), FILE_BYTES);
    expect([...form.keys()]).toEqual(['name', 'logo', 'description']);
    expect([form.get('name'), form.get('description')]).toEqual([' Ski\r\nÉté 🎿 ', 'Behind it']);
    const file = form.get('logo') as File;
    expect([file.name, file.size]).toEqual(['logo é.png', 300]);
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(new Uint8Array(300).fill(7));
  });

  test.each([500, 5_000_000])('reads a file of %i bytes up to its limit, and all texts', async (bytes) => {
    const form = await readFormData(post(makeForm(bytes)), FILE_BYTES);
    expect(form.get('description')).toBe('Behind it');
    expect((form.get('logo') as File).size).toBe(Math.min(bytes, 501));
  });

  test('drops the bytes of a file where none is allowed', async () => {
    const form = await readFormData(post(makeForm(4000)));
    expect([(form.get('logo') as File).size, form.get('description')]).toEqual([1, 'Behind it']);
  });

  test('limits the length of texts', async () => {
    const form = (length: number) => post(makeForm(10, { more: 'é'.repeat(length / 2) }));
    const long = MAX_FORM_BYTES - 100;
    expect((await readFormData(form(long))).get('more')).toHaveLength(long / 2);
    await expect(readFormData(form(MAX_FORM_BYTES))).rejects.toThrow(NoFormError);
  });

  test.each([
    ['too many fields', makeForm(1, Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`f${i}`, ''])))],
    ['no end', '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb'],
    ['no part', 'x'],
    ['nothing in it', ''],
  ])('is rejected with %s', async (_, body) => {
    const type = 'multipart/form-data; boundary=x';
    const headers: Record<string, string> = typeof body === 'string' ? { 'Content-Type': type } : {};
    await expect(readFormData(post(body, headers))).rejects.toThrow(NoFormError);
  });
});

test('A broken form is read or rejected: it neither hangs nor throws elsewhere', async () => {
  const whole = Buffer.from(await new Response(makeForm(40)).arrayBuffer());
  const [, boundary = ''] = /^--(.+)\r\n/.exec(whole.toString('latin1')) ?? [];
  const outcome = async (body: Uint8Array<ArrayBuffer>) => {
    const read = readFormData(post(body, { 'Content-Type': `multipart/form-data; boundary=${boundary}` }), FILE_BYTES);
    return await read.then(
      () => true,
      (error: unknown) => error instanceof NoFormError,
    );
  };
  for (let length = 0; length < whole.length; length += 7) {
    expect(await outcome(new Uint8Array(whole.subarray(0, length))), String(length)).toBe(true);
  }
  const change = fc.tuple(fc.nat(whole.length - 1), fc.uint8Array({ maxLength: 5 }), fc.nat(5));
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), async (changes) => {
      const body = changes.reduce(
        (bytes, [at, put, taken]) => Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + taken)]),
        whole,
      );
      expect(await outcome(new Uint8Array(body))).toBe(true);
    }),
    { numRuns: 100 },
  );
});

test('An aborted form is rejected', async () => {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(Buffer.from('--x\r\nContent-Disposition: form-data; name="a"; filename="b"\r\n\r\nhalf'));
      setImmediate(() => controller.error(new Error('aborted')));
    },
  });
  const request = new Request('http://localhost/', {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
    duplex: 'half',
  } as RequestInit);
  await expect(readFormData(request)).rejects.toThrow(NoFormError);
});

test('A form without files is read', async () => {
  const form = await readFormData(post(new URLSearchParams({ name: 'Ski & é' })));
  expect(form.get('name')).toBe('Ski & é');
});

test.each(['application/json', 'text/plain', 'multipart/form-data'])('A body of %s is rejected', async (type) => {
  await expect(readFormData(post('{}', { 'Content-Type': type }))).rejects.toThrow(NoFormError);
});

test('A form is read once for all callers', async () => {
  const request = post(makeForm(10));
  expect(await readFormData(request)).toBe(await readFormData(request));
});

const FORM = 'multipart/form-data; boundary=x';

test.each<[headers: Record<string, string>, status: number | null]>([
  [{ 'Content-Length': '1000', 'Content-Type': FORM }, null],
  [{ 'Content-Length': String(MAX_UPLOAD_BYTES), 'Content-Type': FORM }, null],
  [{ 'Content-Length': '0', 'Content-Type': 'application/x-www-form-urlencoded' }, null],
  [{ 'Content-Length': String(MAX_UPLOAD_BYTES + 1), 'Content-Type': FORM }, 413],
  [{ 'Transfer-Encoding': 'chunked', 'Content-Type': FORM }, 411],
  [{ 'Content-Length': '-1', 'Content-Type': FORM }, 411],
  [{ 'Content-Length': '9', 'Content-Type': 'image/png' }, 415],
  [{ 'Content-Length': '9' }, 415],
])('An upload with the headers %j gets status %s before its body is read', (headers, status) => {
  expect(refuseUpload(new Headers(headers))).toBe(status);
});

test('A form with the longest club in any script and two languages is not too long', () => {
  // Three bytes of UTF-8, each percent-encoded.
  const names = FORM_FIELDS.filter((name) => siteFields().includes(name));
  const fields = names.map((field) => [field, '語'.repeat(FIELDS[field].limit ?? 10)]);
  const body = new URLSearchParams([...fields, ['revision', '9'.repeat(15)], ['remove_logo', 'true']]).toString();
  expect(body.length).toBeGreaterThan(300 * 1024);
  expect(body.length).toBeLessThan(MAX_FORM_BYTES);
});
