import { expect, test } from 'vitest';
import { FORM_FIELDS } from '../../src/clubs/edit/form.ts';
import { FIELDS } from '../../src/clubs/record.ts';
import { MAX_UPLOAD_BYTES, refuseByHead } from '../../src/images/upload.ts';
import { MAX_FORM_BYTES } from '../../src/lib/form-data.ts';

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
])('Headers %j get status %s before the body is read', (headers, status) => {
  expect(refuseByHead(new Headers(headers))?.status ?? null).toBe(status);
});

test('A form with the longest possible club is not too long', () => {
  // Four bytes of UTF-8, each percent-encoded.
  const fields = FORM_FIELDS.map((field) => [field, '🎲'.repeat(FIELDS[field].limit ?? 10)]);
  const body = new URLSearchParams([...fields, ['revision', '9'.repeat(15)], ['remove_logo', 'true']]).toString();
  expect(body.length).toBeGreaterThan(300 * 1024);
  expect(body.length).toBeLessThan(MAX_FORM_BYTES);
});
