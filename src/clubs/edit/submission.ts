import type { User } from '../../accounts/permissions.ts';
import { directory } from '../directory.ts';
import {
  FIELD_COUNTS,
  FIELD_LIMITS,
  FORM_FIELDS,
  OFFICER_FIELDS,
  readClubForm,
  readWhatFits,
  type ClubIssue,
  type ClubTexts,
  type ClubValues,
  type Counted,
  type FormField,
} from './form.ts';
import { findKeptClub, type Author } from '../history/history.ts';
import { FIELD_NAMES } from '../record.ts';
import { loadClubPreview, type ClubPreview } from './preview.ts';
import { readRevision, type Revision } from '../history/revision.ts';
import {
  createClub,
  findEditableClub,
  findNameFaults,
  refuse,
  saveClub,
  type Alongside,
  type Conflict,
  type EditableClub,
} from './save.ts';
import { readFormData, WITHOUT_FILES } from '../../form-data.ts';
import { describeLogoIssue, type LogoIssue } from '../../images/issues.ts';
import { holdImage, saveLogo } from '../../images/queries.ts';
import { MOST_WAITING, readLogo, type ReadLogo } from '../../images/read-logo.ts';
import { refuseByHead } from '../../images/upload.ts';
import { isReadOnlyDatabase } from '../../lost-connection.ts';
import type { Locale } from '../../messages/locales.ts';
import { paths, readImagePath } from '../../paths.ts';

/** What a form of a club says beside its fields: the file of a logo, whether to take it away, and what the form was filled with. */
export const LOGO_FILE = 'logo';
export const REMOVE_LOGO = 'remove_logo';
export const REVISION = 'revision';
/** Says that a file of a logo was chosen, where the file itself is not sent. */
export const LOGO_CHOSEN = 'logo_chosen';
/** Asks for what the form would make of the club, and saves nothing of it. */
export const PREVIEW = 'preview';
/** In the address of who has answered by mending, which says that it is saved. */
export const MENDED = 'mended';

/** Why a form was not saved, with what it said: nothing of it is lost. */
export interface Unsaved {
  status: number;
  /** What was sent of the fields, and of a conflict what was taken over from others; null where nothing could be read. */
  texts: Partial<ClubTexts> | null;
  /** What the form was filled with, which it is held against when it is sent again: of a conflict, what there is now. */
  revision: Revision | null;
  /** Only a preview was asked for. */
  isPreview: boolean;
  issues: readonly ClubIssue[];
  logoIssue: LogoIssue | null;
  conflict: Conflict | null;
}

/** Who sends a form of a club, and the fields that they may change. */
export interface Editor {
  author: Author;
  allowed: ReadonlySet<FormField>;
}

/** Somebody with an account. */
export const editorOf = (user: User, clubId: number | null): Editor => ({
  author: { userId: user.id, name: user.name },
  allowed: fieldsFor(user, clubId),
});

/** Who has a link needs no account, and sends no pictures. */
export const LINK_FIELDS: ReadonlySet<FormField> = new Set([...OFFICER_FIELDS].filter((name) => name !== 'logo_url'));

/** The fields of a club that somebody may change. */
export const fieldsFor = (user: User, clubId: number | null): ReadonlySet<FormField> =>
  clubId === null || user.permissions.has('club.change_club') ? new Set(FORM_FIELDS) : OFFICER_FIELDS;

/** What the form of a club shows. */
export interface ClubFormPage {
  /** Null for a new club. */
  clubId: number | null;
  /** What its fields say: of a new club nothing. */
  texts: Partial<ClubTexts>;
  /** The logo that the club has, as a file has it; empty for none. */
  currentLogo: string;
  /** What it was filled with, for the one who saves; null for a new club. */
  revision: Revision | null;
  allowed: ReadonlySet<FormField>;
  /** Why it was not saved; null the first time. */
  unsaved: Unsaved | null;
  /** What is wrong with the file of the logo, in words. */
  logoError: string | null;
  limits: Readonly<Partial<Record<FormField, number>>>;
  counts: Readonly<Partial<Record<FormField, Counted>>>;
  /** What would become of it. */
  preview: ClubPreview;
}

/** Loads the form of a club as it is now, or of a new one (null), with what was sent and not saved. */
export async function loadClubForm(
  club: EditableClub | null,
  { allowed, unsaved, locale }: { allowed: ReadonlySet<FormField>; unsaved: ClubFormPage['unsaved']; locale: Locale },
): Promise<ClubFormPage> {
  const clubId = club?.id ?? null;
  const texts = { ...club?.texts, ...ofAllowed(unsaved?.texts ?? {}, allowed) };
  return {
    clubId,
    texts,
    currentLogo: club?.texts.logo_url ?? '',
    revision: unsaved?.revision ?? club?.revision ?? null,
    allowed,
    unsaved,
    logoError: unsaved?.logoIssue ? describeLogoIssue(unsaved.logoIssue, locale) : null,
    limits: FIELD_LIMITS,
    counts: FIELD_COUNTS,
    preview: await loadClubPreview(directory(), clubId, texts),
  };
}

/** What somebody has typed, and what else the form had. */
export interface Typed {
  /** The texts that are not empty, by field. */
  texts: (readonly [field: FormField, text: string])[];
  /** What sends the form again, beside these. */
  rest: (readonly [name: string, value: string])[];
  /** Whether there was a file, which no page can hand back. */
  hasFile: boolean;
}

/** Fields that are typed by nobody: a box, and the address of a picture. */
const UNTYPED: readonly string[] = ['is_active', 'logo_url'];

/** What a form says of the fields in which people write. */
export const listTyped = (texts: Partial<ClubTexts>): Typed['texts'] =>
  FORM_FIELDS.filter((field) => !UNTYPED.includes(field)).flatMap((field) => {
    const text = texts[field] ?? '';
    return text.trim() === '' ? [] : [[field, text] as const];
  });

/** What somebody has typed who may not send it; null where nothing could be read, or nothing was typed. */
export async function readTyped(request: Request): Promise<Typed | null> {
  if (refuseByHead(request.headers)) return null;
  const form = await readFormData(request, WITHOUT_FILES);
  const sent = readTexts(form);
  const texts = listTyped(textsOf(sent));
  const shown = texts.map(([field]): string => field);
  const rest = [...sent].filter(([name]) => name !== PREVIEW && !shown.includes(name));
  const file = form.getAll(LOGO_FILE).at(-1);
  return texts.length > 0 ? { texts, rest, hasFile: file instanceof File && file.size > 0 } : null;
}

/** Saves what an account has sent of a new club: its number, or why not. */
export const submitNewClub = async (request: Request, user: User): Promise<number | Unsaved> =>
  await submit(request, fieldsFor(user, null), null, (values, _, alongside) =>
    createClub(directory().sql, { userId: user.id, name: user.name }, values, alongside),
  );

/** Saves what somebody has sent of a club: its number, or why not (404 when it is gone). */
export const submitClub = async (
  request: Request,
  { author, allowed }: Editor,
  clubId: number,
): Promise<number | Unsaved> =>
  await submit(request, allowed, clubId, (values, revision, alongside) =>
    saveClub(directory().sql, author, clubId, revision, values, alongside),
  );

type Save = (values: ClubValues, revision: Revision, alongside: Alongside) => ReturnType<typeof saveClub>;

async function submit(
  request: Request,
  allowed: ReadonlySet<FormField>,
  clubId: number | null,
  save: Save,
): Promise<number | Unsaved> {
  const refused = refuseByHead(request.headers);
  if (refused) {
    const { status } = refused;
    return { status, texts: null, revision: null, isPreview: false, issues: [], logoIssue: refused, conflict: null };
  }
  const form = await readFormData(request);
  const sent = readTexts(form);
  // Of who may not change the logo no picture is looked at, and none kept.
  const mayChangeLogo = allowed.has('logo_url');
  const read = mayChangeLogo ? await readFile(form.getAll(LOGO_FILE).at(-1)) : null;
  if (read?.logo) sent.set('logo_url', paths.image({ hash: read.logo.hash, size: 400 }));
  else if (mayChangeLogo && sent.get(REMOVE_LOGO) === 'true') sent.set('logo_url', '');

  const { value, issues = [] } = readClubForm(sent, { allowed });
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
  /** These faults, and those of the names: all of them are told at once. */
  const withNameFaults = async (found: readonly ClubIssue[]) => {
    const { value: fitting } = readWhatFits(textsOf(sent));
    const others = await findNameFaults(sql, clubId, fitting);
    return [...found, ...others.filter(({ field }) => !found.some((one) => one.field === field))].sort(
      (one, other) => FIELD_NAMES.indexOf(one.field) - FIELD_NAMES.indexOf(other.field),
    );
  };
  // Whoever sends nothing has looked at nothing either: saving would confirm the club.
  const isEmpty = Object.keys(textsOf(sent)).length === 0;
  if (isPreview || !value || logoIssue || isEmpty) {
    await keepLogo();
    if (isPreview) return unsaved(200, {});
    return unsaved(logoIssue?.status ?? 422, { issues: await withNameFaults(issues) });
  }

  const alongside: Alongside = async (tx) => {
    const image = typeof value.logo === 'string' ? readImagePath(value.logo) : null;
    if (read?.logo) await saveLogo(tx, read.logo);
    else if (image && !(await holdImage(tx, image.hash))) {
      const club = clubId === null ? null : await findKeptClub(tx, clubId);
      // What it had before, it may keep.
      if (club?.state.logo !== value.logo) return refuse('logo_url', 'logo');
    }
    return null;
  };
  const saved = await save(value, revision, alongside).catch((error: unknown) => {
    if (isReadOnlyDatabase(error)) return null;
    throw error;
  });
  if (!saved) return unsaved(503, {});
  switch (saved.outcome) {
    case 'saved':
      return saved.club.id;
    case 'gone':
      return unsaved(404, {});
    case 'refused':
      // The table may have refused it, and everything that was written with it.
      await keepLogo();
      return unsaved(422, { issues: await withNameFaults(saved.issues) });
    case 'conflict':
      return unsaved(409, {
        conflict: saved,
        revision: saved.current.revision,
        texts: { ...textsOf(sent), ...pick(saved.current.texts, saved.takenOver) },
      });
  }
}

const pick = (texts: Partial<ClubTexts>, fields: readonly FormField[]): Partial<ClubTexts> =>
  Object.fromEntries(fields.map((field) => [field, texts[field]]));

/** Those of the fields that somebody may change: what else was sent is nowhere shown as if it were the club's. */
const ofAllowed = (texts: Partial<ClubTexts>, allowed: ReadonlySet<FormField>): Partial<ClubTexts> =>
  pick(
    texts,
    FORM_FIELDS.filter((field) => allowed.has(field) && field in texts),
  );

/** The texts of the fields that were sent. */
const textsOf = (sent: ReadonlyMap<string, string>): Partial<ClubTexts> =>
  Object.fromEntries(FORM_FIELDS.flatMap((field) => (sent.has(field) ? [[field, sent.get(field)]] : [])));

/**
 * What a form would make of a club, or of a new one (null), by the fields that whoever sends it may change; null when the
 * club is gone. No file is looked at.
 */
export async function previewClub(
  request: Request,
  clubId: number | null,
  allowed: ReadonlySet<FormField>,
): Promise<{ preview: ClubPreview; isLogoChosen: boolean } | null> {
  const sent = readTexts(await readFormData(request));
  const isLogoChosen = sent.has(LOGO_CHOSEN);
  // As when it is saved: a new one is not taken away.
  if (isLogoChosen || sent.get(REMOVE_LOGO) === 'true') sent.set('logo_url', '');
  // Not everybody's form has all fields.
  const club = clubId === null ? null : await findEditableClub(directory().sql, clubId);
  if (clubId !== null && !club) return null;
  return {
    preview: await loadClubPreview(directory(), clubId, { ...club?.texts, ...ofAllowed(textsOf(sent), allowed) }),
    isLogoChosen,
  };
}

/** All that a form says but files; of a field that is there several times, what it says last. */
const readTexts = (form: FormData): Map<string, string> =>
  new Map([...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string'));

/** Browsers send a file without a name or a byte where none was chosen; one that has a name was, and may be empty. */
const readFile = async (file: FormDataEntryValue | null | undefined): Promise<ReadLogo | null> =>
  file instanceof File && (file.size > 0 || file.name !== '')
    ? await readLogo(new Uint8Array(await file.arrayBuffer()), MOST_WAITING)
    : null;
