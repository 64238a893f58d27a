import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { MAX_FORM_BYTES, UPLOAD_ROUTES } from './images/upload.ts';

/** A body that is no form, or that breaks off. */
export class NoFormError extends Error {
  override name = 'NoFormError';
}

const forms = new WeakMap<Request, Promise<FormData>>();

/** What is kept of a form with files, in bytes. */
interface FormBounds {
  /** All fields together; with more, it is no form. */
  fieldBytes: number;
  /** All files together. Of more than that, one byte is kept besides: so much that it is seen to be too large. */
  fileBytes: number;
}

/** Nothing is kept of a file but that there was one: so it is where nobody asks for files, or somebody may send none. */
export const WITHOUT_FILES: FormBounds = { fieldBytes: MAX_FORM_BYTES, fileBytes: 0 };

/** What a form may hold that is sent to a route. */
export const formBounds = (routePattern: string): FormBounds => ({
  ...WITHOUT_FILES,
  fileBytes: UPLOAD_ROUTES.get(routePattern) ?? 0,
});

/**
 * The form that somebody has sent; throws `NoFormError` for anything else, which the middleware answers. It has read
 * the form before any page is asked: a page that waited for one would believe what was true when its head came. What was
 * read once is answered again, by the bounds of then.
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

/** Nobody's form has more. */
const MOST = { fields: 1000, files: 4 };

/** The parts of a form as they come: the platform's own way would hold the whole of a file that nobody can use. */
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
    limits: { ...MOST, fieldSize: fieldBytes + 1 },
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
    const kept: Uint8Array<ArrayBuffer>[] = [];
    stream.on('data', (chunk: Buffer<ArrayBuffer>) => {
      // A part of a larger buffer would keep all of that.
      if (filesLeft > 0) kept.push(new Uint8Array(chunk.subarray(0, filesLeft)));
      filesLeft = Math.max(0, filesLeft - chunk.length);
    });
    // One that breaks off.
    stream.on('error', (error: Error) => parser.destroy(error));
    // Browsers name a file that nobody has chosen by nothing.
    stream.on('end', () => {
      if (name !== undefined) form.append(name, new File(kept, filename ?? ''));
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
