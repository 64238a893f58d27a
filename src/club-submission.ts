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
import { loadClubPreview, type ClubPreview } from './clubs/preview.ts';
import { createClub, findEditableClub, refuse, saveClub, type Alongside, type Conflict } from './clubs/save.ts';
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
/** Asks for what the form would make of the club, and saves nothing of it. */
export const PREVIEW = 'preview';

/** Why a form was not saved, with what it said: nothing of it is lost. */
export interface Unsaved {
  status: number;
  /** What was sent of the fields; null where nothing could be read. */
  texts: Partial<ClubTexts> | null;
  /** What the form was filled with, which it is held against when it is sent again: of a conflict, what there is now. */
  revision: number | null;
  /** Only a preview was asked for. */
  isPreview: boolean;
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
  if (refused) {
    const { status } = refused;
    return { status, texts: null, revision: null, isPreview: false, issues: [], logoIssue: refused, conflict: null };
  }
  const form = await readFormData(request);
  const sent = readTexts(form);
  const read = await readFile(form.getAll(LOGO_FILE).at(-1));
  if (read?.logo) sent.set('logo_url', paths.image({ hash: read.logo.hash, size: 400 }));
  else if (sent.get(REMOVE_LOGO) === 'true') sent.set('logo_url', '');

  const { value, issues = [] } = readClubForm(sent, { allowed: fieldsFor(user, clubId) });
  const logoIssue = read?.issue ?? null;
  const isPreview = sent.has(PREVIEW);
  const revision = readRevision(sent.get(REVISION));
  const unsaved = (status: number, found: Partial<Unsaved>): Unsaved => ({
    status,
    texts: textsOf(sent),
    revision,
    isPreview,
    issues,
    logoIssue,
    conflict: null,
    ...found,
  });
  const { sql } = directory();
  // The logo that was sent with it need not be sent again.
  const keepLogo = async () => {
    const { logo } = read ?? {};
    if (logo) await sql.begin((tx) => saveLogo(tx, logo));
  };
  // Whoever sends nothing has looked at nothing either: saving would confirm the club.
  const isEmpty = Object.keys(textsOf(sent)).length === 0;
  if (isPreview || !value || logoIssue || isEmpty) {
    await keepLogo();
    return unsaved(isPreview ? 200 : (logoIssue?.status ?? 422), {});
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
      : await saveClub(sql, actor, clubId, revision, value, alongside);
  switch (saved.outcome) {
    case 'saved':
      return saved.club.id;
    case 'gone':
      return null;
    case 'refused':
      // The table may have refused it, and everything that was written with it.
      await keepLogo();
      return unsaved(422, { issues: saved.issues });
    case 'conflict':
      return unsaved(409, { conflict: saved, revision: saved.current.revision });
  }
}

/** The texts of the fields that were sent. */
const textsOf = (sent: ReadonlyMap<string, string>): Partial<ClubTexts> =>
  Object.fromEntries(FORM_FIELDS.flatMap((field) => (sent.has(field) ? [[field, sent.get(field)]] : [])));

/** What a form would make of a club, or of a new one (null); null when the club is gone. No file is looked at. */
export async function previewClub(request: Request, clubId: number | null): Promise<ClubPreview | null> {
  const sent = readTexts(await readFormData(request));
  if (sent.get(REMOVE_LOGO) === 'true') sent.set('logo_url', '');
  // Not everybody's form has all fields.
  const club = clubId === null ? null : await findEditableClub(directory().sql, clubId);
  return clubId === null || club ? await loadClubPreview(clubId, { ...club?.texts, ...textsOf(sent) }) : null;
}

/** All that a form says but files; of a field that is there several times, what it says last. */
const readTexts = (form: FormData): Map<string, string> =>
  new Map([...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string'));

const readFile = async (file: FormDataEntryValue | null | undefined): Promise<ReadLogo | null> =>
  file instanceof File && file.size > 0 ? await readLogo(new Uint8Array(await file.arrayBuffer()), MOST_WAITING) : null;

/** What the form was filled with; 0 is older than everything. */
export const readRevision = (text: string | undefined): number => (/^\d{1,15}$/.test(text ?? '') ? Number(text) : 0);
