import { LOGO_FILE, PREVIEW } from '../record/form-names.ts';
import { readFormData, refuseUpload } from '../../lib/form-data.ts';
import { MAX_WAITING, readLogo, type ReadLogo } from '../../images/read-logo.ts';
import { FORM_FIELDS, type ClubTexts, type FormField } from '../record/texts.ts';

/* Reads the submitted form of a club. */

/** The texts of a form by their names; the last one of a repeated name, but all weekdays. */
export function readTexts(form: FormData): Map<string, string> {
  const texts = new Map([...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
  if (form.has('meeting_days')) texts.set('meeting_days', form.getAll('meeting_days').map(String).join('; '));
  return texts;
}

/** The texts of the fields that were sent, and that the user may change. */
export const textsOf = (
  input: ReadonlyMap<string, string>,
  allowed: Iterable<FormField> = FORM_FIELDS,
): Partial<ClubTexts> =>
  Object.fromEntries([...allowed].flatMap((field) => (input.has(field) ? [[field, input.get(field)]] : [])));

/** Reads the file of the logo, if one was selected: then it has a name or bytes. */
export async function readLogoFile(form: FormData): Promise<ReadLogo | null> {
  const file = form.getAll(LOGO_FILE).at(-1);
  return file instanceof File && (file.size > 0 || file.name !== '')
    ? await readLogo(new Uint8Array(await file.arrayBuffer()), MAX_WAITING)
    : null;
}

const UNTYPED: readonly string[] = ['is_active', 'logo_url'];

export const listTexts = (texts: Partial<ClubTexts>): (readonly [field: FormField, text: string])[] =>
  FORM_FIELDS.filter((field) => !UNTYPED.includes(field)).flatMap((field) => {
    const text = texts[field] ?? '';
    return text.trim() === '' ? [] : [[field, text] as const];
  });

/**
 * Reads the texts of a form that the user may not send, the other values to send it again, and whether there was a file,
 * which a page cannot send back. Null without texts, or for a body that is no form.
 */
export async function readUnsavedInput(request: Request) {
  const form = refuseUpload(request.headers) === null ? await readFormData(request).catch(() => null) : null;
  if (!form) return null;
  const input = readTexts(form);
  const texts = listTexts(textsOf(input));
  const fields = texts.map(([field]): string => field);
  const rest = [...input].filter(([name]) => name !== PREVIEW && !fields.includes(name));
  const file = form.getAll(LOGO_FILE).at(-1);
  return texts.length > 0 ? { texts, rest, hasFile: file instanceof File && file.size > 0 } : null;
}
