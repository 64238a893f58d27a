import type { User } from './accounts/permissions.ts';
import { directory } from './clubs/directory.ts';
import {
  FORM_FIELDS,
  OFFICER_FIELDS,
  readClubForm,
  type ClubIssue,
  type ClubTexts,
  type FormField,
} from './clubs/form.ts';
import { findKeptClub } from './clubs/history.ts';
import { createClub, refuse, saveClub, type Alongside, type Conflict } from './clubs/save.ts';
import { readFormData } from './http.ts';
import type { LogoIssue } from './images/issues.ts';
import { holdImage, saveLogo } from './images/queries.ts';
import { MOST_WAITING, readLogo, type ReadLogo } from './images/read-logo.ts';
import { refuseByHead } from './images/upload.ts';
import { paths, readImagePath } from './paths.ts';

/** What a form of a club says beside its fields: the file of a logo, whether to take it away, and what the form was filled with. */
export const LOGO_FILE = 'logo';
export const REMOVE_LOGO = 'remove_logo';
export const REVISION = 'revision';

/** Why a form was not saved, with what it said: nothing of it is lost. */
export interface Unsaved {
  status: number;
  /** What was sent of the fields; null where nothing could be read. */
  texts: Partial<ClubTexts> | null;
  issues: readonly ClubIssue[];
  logoIssue: LogoIssue | null;
  conflict: Conflict | null;
}

/** The fields of a club that somebody may change. */
export const fieldsFor = (user: User, clubId: number | null): ReadonlySet<FormField> =>
  clubId === null || user.permissions.has('club.change_club') ? new Set(FORM_FIELDS) : OFFICER_FIELDS;

/** Saves what somebody has sent of a club, or of a new one (null): its number, or why not; null when it is gone. */
export async function submitClub(
  request: Request,
  user: User,
  clubId: number | null,
): Promise<number | Unsaved | null> {
  const refused = refuseByHead(request.headers);
  if (refused) return { status: refused.status, texts: null, issues: [], logoIssue: refused, conflict: null };
  const form = await readFormData(request);
  const sent = new Map([...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
  const read = await readFile(form.getAll(LOGO_FILE).at(-1));
  if (read?.logo) sent.set('logo_url', paths.image({ hash: read.logo.hash, size: 400 }));
  else if (sent.get(REMOVE_LOGO) === 'true') sent.set('logo_url', '');

  const { value, issues = [] } = readClubForm(sent, { allowed: fieldsFor(user, clubId) });
  const logoIssue = read?.issue ?? null;
  const unsaved = (status: number, found: Partial<Unsaved>): Unsaved => ({
    status,
    texts: Object.fromEntries(FORM_FIELDS.flatMap((field) => (sent.has(field) ? [[field, sent.get(field)]] : []))),
    issues,
    logoIssue,
    conflict: null,
    ...found,
  });
  const { sql } = directory();
  if (!value || logoIssue) {
    // The logo that was sent with it need not be sent again.
    const { logo } = read ?? {};
    if (logo) await sql.begin((tx) => saveLogo(tx, logo));
    return unsaved(logoIssue?.status ?? 422, {});
  }

  const actor = { userId: user.id, name: user.name };
  const alongside: Alongside = async (tx) => {
    const image = typeof value.logo === 'string' ? readImagePath(value.logo) : null;
    if (read?.logo) await saveLogo(tx, read.logo);
    else if (image && !(await holdImage(tx, image.hash))) {
      const club = clubId === null ? null : await findKeptClub(tx, clubId);
      // What it had before, it may keep.
      if (club?.state.logo !== value.logo) return refuse('logo_url', 'logoSwept', 'was swept');
    }
    return null;
  };
  const saved =
    clubId === null
      ? await createClub(sql, actor, value, alongside)
      : await saveClub(sql, actor, clubId, readRevision(sent.get(REVISION)), value, alongside);
  switch (saved.outcome) {
    case 'saved':
      return saved.club.id;
    case 'gone':
      return null;
    case 'refused':
      return unsaved(422, { issues: saved.issues });
    case 'conflict':
      return unsaved(409, { conflict: saved });
  }
}

const readFile = async (file: FormDataEntryValue | null | undefined): Promise<ReadLogo | null> =>
  file instanceof File && file.size > 0 ? await readLogo(new Uint8Array(await file.arrayBuffer()), MOST_WAITING) : null;

/** What the form was filled with; 0 is older than everything. */
export const readRevision = (text: string | undefined): number => (/^\d{1,15}$/.test(text ?? '') ? Number(text) : 0);
