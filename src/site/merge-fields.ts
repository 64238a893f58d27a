import * as v from 'valibot';
import { textOf } from '../lib/form-data.ts';

/** The values of a form by the names of its fields. */
export type Fields = Record<string, string>;

/** A hidden field with the values that the form was opened with, as JSON. */
export const SHOWN = 'shown';

const ShownSchema = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string()));

/**
 * Reads a form: what the user changed, and the current values of the other fields. `disputed` are the fields that were
 * given another value meanwhile.
 */
export function mergeFields(form: FormData, current: Fields): { fields: Fields; disputed: string[] } {
  const parsed = v.safeParse(ShownSchema, textOf(form, SHOWN));
  const shown: Fields = parsed.success ? parsed.output : current;
  const fields = { ...current };
  const disputed: string[] = [];
  for (const name of new Set(form.keys())) {
    const values = form.getAll(name).filter((value) => typeof value === 'string');
    if (values.length === 0 || name === SHOWN) continue;
    // Several values are those of checkboxes after an empty one.
    const sent = values.join(' ').replaceAll('\r\n', '\n').trim();
    const [before = '', now = ''] = [shown[name], current[name]];
    if (sent === before) continue;
    fields[name] = sent;
    if (now !== before && now !== sent) disputed.push(name);
  }
  return { fields, disputed };
}
