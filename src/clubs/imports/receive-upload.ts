import { readFormData } from '../../form-data.ts';
import { MAX_CLUB_FILE_BYTES, refuseByHead } from '../../images/upload.ts';
import type { Actor } from '../history/step.ts';
import { DELETE_MISSING, FILE, REPLACE_SAMPLES } from './import-form.ts';
import { importer } from './importer.ts';
import type { KeptOptions } from './kept-imports.ts';

/** Why no import begins. */
export type UploadIssue = 'missing' | 'tooLarge' | 'notAllowed' | 'busy';

/** What came of an upload; `hasTakenPlace`: see `addKeptImport`. */
export type UploadOutcome =
  | { outcome: 'begun'; id: number; hasTakenPlace: boolean }
  | { outcome: 'refused'; status: number; issue: UploadIssue; options: KeptOptions };

export const NO_OPTIONS: KeptOptions = { deleteMissing: false, replaceSamples: false };

/** Begins to import an uploaded file, and waits a little for its plan. */
export async function receiveUpload(request: Request, actor: Actor, mayDelete: boolean): Promise<UploadOutcome> {
  const byHead = refuseByHead(request.headers);
  if (byHead) {
    const issue = byHead.status === 413 ? 'tooLarge' : 'missing';
    return { outcome: 'refused', status: byHead.status, issue, options: NO_OPTIONS };
  }
  const form = await readFormData(request);
  const options = { deleteMissing: form.has(DELETE_MISSING), replaceSamples: form.has(REPLACE_SAMPLES) };
  const refuse = (status: number, issue: UploadIssue) => ({ outcome: 'refused', status, issue, options }) as const;
  const file = form.getAll(FILE).at(-1);
  if (!(file instanceof File) || (file.size === 0 && file.name === '')) return refuse(422, 'missing');
  if (file.size > MAX_CLUB_FILE_BYTES) return refuse(413, 'tooLarge');
  if ((options.deleteMissing || options.replaceSamples) && !mayDelete) return refuse(403, 'notAllowed');
  const sent = { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
  const begun = await importer().read(sent, options, actor);
  if (!begun) return refuse(503, 'busy');
  await importer().settled(begun.id);
  return { outcome: 'begun', ...begun };
}
