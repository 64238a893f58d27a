/** For the fields of a form, in bytes. The longest club takes some 310 KiB when each of its letters is percent-encoded. */
export const MAX_FORM_BYTES = 512 * 1024;

/** The maximum body of a form with a file, in bytes: a photo that is too large must not lose the user's input. */
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
 * middleware reads the form first, with the limit of its route, and checks permissions after that.
 */
export function readFormData(request: Request): Promise<FormData> {
  const read = forms.get(request) ?? parse(request);
  forms.set(request, read);
  return read;
}

async function parse(request: Request): Promise<FormData> {
  try {
    const form = await request.formData();
    const texts = [...form.values()].filter((value) => typeof value === 'string');
    if (Buffer.byteLength(texts.join('')) > MAX_FORM_BYTES) throw new Error('The form has too much text.');
    return form;
  } catch (error) {
    throw new NoFormError('The request body is not a form.', { cause: error });
  }
}

/** The text of a field; empty for a file or a field that the form does not have. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}
