import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';

/** For the fields of a form, in bytes. The longest club takes some 310 KiB when each of its letters is percent-encoded. */
export const MAX_FORM_BYTES = 512 * 1024;

/**
 * The maximum body of a form with a file, in bytes. Above the limit for files, so that a photo that is too large does
 * not lose the user's input: its bytes are discarded.
 */
export const MAX_UPLOAD_BYTES = 24 * 1024 * 1024;

const FORM_TYPES = ['multipart/form-data', 'application/x-www-form-urlencoded'] as const;

const readType = (headers: Headers): string =>
  (headers.get('Content-Type') ?? '').replace(/;.*/s, '').trim().toLowerCase();

/** The maximum body of a request, in bytes. */
export const findBodyLimit = (headers: Headers, takesFiles: boolean): number =>
  takesFiles && readType(headers) === FORM_TYPES[0] ? MAX_UPLOAD_BYTES : MAX_FORM_BYTES;

/** The status for an upload whose body cannot be read, by its headers; null if it can. */
export function refuseUpload(headers: Headers): 411 | 413 | 415 | null {
  const length = headers.get('Content-Length') ?? '';
  if (!/^\d+$/.test(length)) return 411;
  if (Number(length) > MAX_UPLOAD_BYTES) return 413;
  return FORM_TYPES.some((type) => type === readType(headers)) ? null : 415;
}

/** The body is not a form, or incomplete. */
export class NoFormError extends Error {
  override name = 'NoFormError';
}

const forms = new WeakMap<Request, Promise<FormData>>();

/**
 * Reads the form of a request, once; throws `NoFormError` for any other body, to which the middleware responds. The
 * middleware reads the form first, with the limit of its route, and checks permissions after that. Of files with more
 * than `fileBytes` in all, one more byte is stored, so that they are recognized as too large.
 */
export function readFormData(request: Request, fileBytes = 0): Promise<FormData> {
  const read = forms.get(request) ?? parse(request, fileBytes);
  forms.set(request, read);
  return read;
}

async function parse(request: Request, fileBytes: number): Promise<FormData> {
  const type = request.headers.get('Content-Type') ?? '';
  try {
    return request.body && /^\s*multipart\/form-data\s*;/i.test(type)
      ? await parseParts(request.body as ReadableStream<Uint8Array>, type, fileBytes)
      : await request.formData();
  } catch (error) {
    throw new NoFormError('The request body is not a form.', { cause: error });
  }
}

/** More than any form of the site has. */
const MAX_PARTS = { fields: 1000, files: 4 };

/** Parses a form as a stream: `request.formData()` would hold files in memory that are too large. */
async function parseParts(body: ReadableStream<Uint8Array>, type: string, fileBytes: number): Promise<FormData> {
  const { default: createParser } = await import('busboy');
  const form = new FormData();
  let fieldsLeft = MAX_FORM_BYTES;
  let filesLeft = fileBytes + 1;
  const parser = createParser({
    headers: { 'content-type': type },
    limits: { ...MAX_PARTS, fieldSize: MAX_FORM_BYTES + 1 },
    preservePath: true,
    defParamCharset: 'utf8',
  });
  const refuse = (what: string) => parser.destroy(new Error(`The form has ${what}.`));
  parser.on('fieldsLimit', () => refuse('too many fields'));
  parser.on('filesLimit', () => refuse('too many files'));
  parser.on('field', (name: string | undefined, value) => {
    if (name === undefined) return;
    fieldsLeft -= Buffer.byteLength(value);
    if (fieldsLeft < 0) refuse('too much text');
    else form.append(name, value);
  });
  parser.on('file', (name: string | undefined, stream, { filename }: { filename: string | undefined }) => {
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    stream.on('data', (chunk: Buffer<ArrayBuffer>) => {
      // A view would keep the whole buffer in memory.
      if (filesLeft > 0) chunks.push(new Uint8Array(chunk.subarray(0, filesLeft)));
      filesLeft = Math.max(0, filesLeft - chunk.length);
    });
    // The body ended within the file.
    stream.on('error', (error: Error) => parser.destroy(error));
    // Without a selected file, browsers send an empty name.
    stream.on('end', () => {
      if (name !== undefined) form.append(name, new File(chunks, filename ?? ''));
    });
  });
  await pipeline(Readable.fromWeb(body), parser);
  return form;
}

/** The text of a field; empty for a file or a field that the form does not have. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
