import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';

/**
 * The longest body of a form that carries no file, in bytes, and what one may hold beside a file. The longest club takes
 * some 310 KiB when each of its letters is percent-encoded.
 */
export const MAX_FORM_BYTES = 512 * 1024;

/** The body is not a form, or incomplete. */
export class NoFormError extends Error {
  override name = 'NoFormError';
}

const forms = new WeakMap<Request, Promise<FormData>>();

/** Limits of a form with files, in bytes. */
export interface FormBounds {
  /** All fields together; a larger form is refused. */
  fieldBytes: number;
  /** All files together. Of larger ones, one more byte is stored, so that they are recognized as too large. */
  fileBytes: number;
}

/** For forms without files: only the existence of a file is stored. */
export const WITHOUT_FILES: FormBounds = { fieldBytes: MAX_FORM_BYTES, fileBytes: 0 };

/**
 * Reads the form of a request; throws `NoFormError` for any other body, to which the middleware responds. The middleware
 * reads the form first, with the limits of its route, and checks permissions after that. Later calls return the same form.
 */
export function readFormData(request: Request, bounds: FormBounds = WITHOUT_FILES): Promise<FormData> {
  const read = forms.get(request) ?? parse(request, bounds);
  forms.set(request, read);
  return read;
}

async function parse(request: Request, bounds: FormBounds): Promise<FormData> {
  const type = request.headers.get('Content-Type') ?? '';
  try {
    return request.body && /^\s*multipart\/form-data\s*;/i.test(type)
      ? await parseParts(request.body as ReadableStream<Uint8Array>, type, bounds)
      : await request.formData();
  } catch (error) {
    throw new NoFormError('The request body is not a form.', { cause: error });
  }
}

/** More than any form of the site has. */
const MAX_PARTS = { fields: 1000, files: 4 };

/** Parses a form as a stream: `request.formData()` would hold files in memory that are too large. */
async function parseParts(
  body: ReadableStream<Uint8Array>,
  type: string,
  { fieldBytes, fileBytes }: FormBounds,
): Promise<FormData> {
  const { default: createParser } = await import('busboy');
  const form = new FormData();
  let fieldsLeft = fieldBytes;
  let filesLeft = fileBytes + 1;
  const parser = createParser({
    headers: { 'content-type': type },
    limits: { ...MAX_PARTS, fieldSize: fieldBytes + 1 },
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
    const stored: Uint8Array<ArrayBuffer>[] = [];
    stream.on('data', (chunk: Buffer<ArrayBuffer>) => {
      // A view would keep the whole buffer in memory.
      if (filesLeft > 0) stored.push(new Uint8Array(chunk.subarray(0, filesLeft)));
      filesLeft = Math.max(0, filesLeft - chunk.length);
    });
    // The body ended within the file.
    stream.on('error', (error: Error) => parser.destroy(error));
    // Without a selected file, browsers send an empty name.
    stream.on('end', () => {
      if (name !== undefined) form.append(name, new File(stored, filename ?? ''));
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
