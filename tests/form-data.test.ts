import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NoFormError, readFormData, WITHOUT_FILES } from '../src/form-data.ts';

const post = (body: BodyInit, headers: Record<string, string> = {}) =>
  new Request('http://localhost/', { method: 'POST', body, headers });

/** A form with a file of so many bytes before and after its texts. */
function makeForm(bytes: number, more: Record<string, string> = {}): FormData {
  const form = new FormData();
  form.append('name', ' Ski\r\nÉté 🎿 ');
  form.append('logo', new Blob([new Uint8Array(bytes).fill(7)]), 'logo é.png');
  for (const [name, value] of Object.entries({ description: 'Behind it', ...more })) form.append(name, value);
  return form;
}

const BOUNDS = { fieldBytes: 1000, fileBytes: 500 };

describe('A form with files', () => {
  test('is what was sent', async () => {
    const form = await readFormData(post(makeForm(300)), BOUNDS);
    expect([...form.keys()]).toEqual(['name', 'logo', 'description']);
    expect([form.get('name'), form.get('description')]).toEqual([' Ski\r\nÉté 🎿 ', 'Behind it']);
    const file = form.get('logo') as File;
    expect([file.name, file.size]).toEqual(['logo é.png', 300]);
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(new Uint8Array(300).fill(7));
  });

  test.each([500, 501, 5_000_000])(
    'keeps its texts beside a file of %i bytes, and no more of that than is read',
    async (bytes) => {
      const form = await readFormData(post(makeForm(bytes)), BOUNDS);
      expect(form.get('description')).toBe('Behind it');
      expect((form.get('logo') as File).size).toBe(Math.min(bytes, 501));
    },
  );

  test('says that there was a file of who may send none, and keeps nothing of it', async () => {
    const form = await readFormData(post(makeForm(4000)), WITHOUT_FILES);
    expect([(form.get('logo') as File).size, form.get('description')]).toEqual([1, 'Behind it']);
  });

  test('has an empty file where a browser sends none', async () => {
    const form = new FormData();
    form.append('logo', new Blob([]), '');
    const read = await readFormData(post(form), BOUNDS);
    expect([(read.get('logo') as File).size, (read.get('logo') as File).name]).toEqual([0, '']);
  });

  test('has texts up to a bound', async () => {
    const form = (length: number) => post(makeForm(10, { more: 'é'.repeat(length / 2) }));
    expect((await readFormData(form(900), BOUNDS)).get('more')).toHaveLength(450);
    await expect(readFormData(form(1000), BOUNDS)).rejects.toThrow(NoFormError);
  });

  test.each([
    ['too many fields', makeForm(1, Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`f${i}`, ''])))],
    ['no end', '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb'],
    ['no part', 'x'],
    ['nothing in it', ''],
  ])('is none with %s', async (_, body) => {
    const type = 'multipart/form-data; boundary=x';
    const headers: Record<string, string> = typeof body === 'string' ? { 'Content-Type': type } : {};
    await expect(readFormData(post(body, headers))).rejects.toThrow(NoFormError);
  });
});

test('Whatever comes in place of a form is one, or none: nothing hangs, and nothing is thrown where nobody catches it', async () => {
  const whole = Buffer.from(await new Response(makeForm(40)).arrayBuffer());
  const [, boundary = ''] = /^--(.+)\r\n/.exec(whole.toString('latin1')) ?? [];
  const outcome = async (body: Uint8Array<ArrayBuffer>) => {
    const read = readFormData(post(body, { 'Content-Type': `multipart/form-data; boundary=${boundary}` }), BOUNDS);
    return await read.then(
      () => true,
      (error: unknown) => error instanceof NoFormError,
    );
  };
  for (let length = 0; length < whole.length; length += 1) {
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
    { numRuns: 300 },
  );
});

test('A form that its sender gives up is none', async () => {
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

test('A form without files is read as well', async () => {
  const form = await readFormData(post(new URLSearchParams({ name: 'Ski & é' })));
  expect(form.get('name')).toBe('Ski & é');
});

test.each(['application/json', 'text/plain', 'multipart/form-data'])('A body of %s is no form', async (type) => {
  await expect(readFormData(post('{}', { 'Content-Type': type }))).rejects.toThrow(NoFormError);
});

test('A form is read once, and answered as often as somebody asks', async () => {
  const request = post(makeForm(10));
  expect(await readFormData(request)).toBe(await readFormData(request));
});
