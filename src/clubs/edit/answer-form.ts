import type { Database, Transaction } from '../../../db/client.ts';
import type { Locale } from '../../messages/locales.ts';
import type { LinkHolder } from '../history/step.ts';
import { LinkExpiredError } from '../history/write-lock.ts';
import { listTexts, readLogoFile, readTexts, readUnsavedInput, textsOf } from './form-input.ts';
import { LINK_FIELDS, loadClubForm, type ClubFormPage, type Editor, type Unsaved } from './form-page.ts';
import { createClub, findEditableClub, refuse, saveClub, type BeforeSave, type Refused, type Saved } from './save.ts';
import { MAX_LOGO_BYTES } from '../../images/issues.ts';
import { readFormData, refuseUpload } from '../../lib/form-data.ts';
import { holdImages, saveLogo } from '../../images/queries.ts';
import type { ReadLogo } from '../../images/read-logo.ts';
import { isReadOnlyDatabase } from '../../lib/errors.ts';
import { paths, readImagePath } from '../../paths.ts';
import { readRevision } from '../record/revision.ts';
import { FIELD_NAMES, type ClubIssue } from '../record/fields.ts';
import { readClubForm, type ClubValues } from '../record/texts.ts';
import { findNameIssues } from './names.ts';
import { LOGO_CHOSEN, PREVIEW, REMOVE_LOGO, REVISION } from '../record/form-names.ts';

export interface UnsavedPage {
  outcome: 'unsaved';
  /** 410 when a link has expired. */
  status: number;
  /** Null when the link has expired or the club was deleted. */
  form: ClubFormPage | null;
  /** The input of a form that was submitted after that. */
  typed: ReturnType<typeof listTexts>;
}

/** Loads the form of a club, or of a new one (null), or saves it. */
export async function answerForm(
  sql: Database,
  request: Request,
  editor: Editor,
  clubId: number | null,
  locale: Locale,
): Promise<(Saved & { isLogoFaint: boolean }) | UnsavedPage> {
  const unsaved = request.method === 'POST' ? await submitClub(sql, request, editor, clubId) : null;
  if (unsaved && 'club' in unsaved) return unsaved;
  const club = unsaved?.conflict?.current ?? (clubId === null ? null : await findEditableClub(sql, clubId));
  if (!club && clubId !== null)
    return { outcome: 'unsaved', status: 404, form: null, typed: listTexts(unsaved?.texts ?? {}) };
  const form = await loadClubForm(sql, club, { allowed: editor.allowed, unsaved, locale });
  return { outcome: 'unsaved', status: unsaved?.status ?? 200, form, typed: [] };
}

/** The same behind a link that needs no account. */
export async function answerLinkForm(
  sql: Database,
  request: Request,
  link: LinkHolder & { isValid: boolean },
  { locale, beforeSave }: { locale: Locale; beforeSave?: BeforeSave },
): Promise<Saved | UnsavedPage> {
  try {
    const editor = { author: link, allowed: LINK_FIELDS, confirms: true, beforeSave };
    if (link.isValid) return await answerForm(sql, request, editor, link.clubId, locale);
  } catch (error) {
    if (!(error instanceof LinkExpiredError)) throw error;
  }
  const input = request.method === 'POST' ? await readUnsavedInput(request) : null;
  return { outcome: 'unsaved', status: 410, form: null, typed: input?.texts ?? [] };
}

/** Saves the form of a club, or of a new one (null), or says why it was not saved: 404 if the club was deleted. */
export async function submitClub(
  sql: Database,
  request: Request,
  { author, allowed, confirms = false, beforeSave: before }: Editor,
  clubId: number | null,
): Promise<(Saved & { isLogoFaint: boolean }) | Unsaved> {
  const status = refuseUpload(request.headers);
  const noLogo = { logoIssue: null, isLogoFaint: false, isLogoChosen: false };
  const none = { texts: null, revision: null, isPreview: false, issues: [], ...noLogo, conflict: null };
  if (status === 413) return { ...none, status, logoIssue: { status, code: 'tooManyBytes', limit: MAX_LOGO_BYTES } };
  if (status !== null) return { ...none, status, logoIssue: { status, code: 'failed' } };
  const form = await readFormData(request);
  const input = readTexts(form);
  // The picture of a user who may not change the logo is neither read nor stored.
  const mayChangeLogo = allowed.has('logo_url');
  const read = mayChangeLogo ? await readLogoFile(form) : null;
  const isLogoChosen = input.has(LOGO_CHOSEN);
  if (read?.logo) input.set('logo_url', paths.image({ hash: read.logo.hash, size: 400 }));
  else if (mayChangeLogo && (isLogoChosen || input.get(REMOVE_LOGO) === 'true')) input.set('logo_url', '');

  const { value, issues } = readClubForm(input, allowed);
  const texts = textsOf(input, allowed);
  const logoIssue = read?.issue ?? null;
  const revision = readRevision(input.get(REVISION));
  const isPreview = input.has(PREVIEW);
  const isLogoFaint = read?.logo ? read.isFaint : false;
  const unsaved = { ...none, texts, revision, isPreview, issues, logoIssue, isLogoFaint, isLogoChosen };
  try {
    // Saving a form without fields would confirm the club unseen.
    if (isPreview || issues.length > 0 || logoIssue || Object.keys(texts).length === 0) {
      await storeLogo(sql, read);
      if (isPreview) return { ...unsaved, status: 200 };
      return { ...unsaved, status: logoIssue?.status ?? 422, issues: await withNameIssues(sql, clubId, value, issues) };
    }
    const beforeSave: BeforeSave = async (tx, changed) =>
      (await before?.(tx, changed)) ?? (await prepareLogo(tx, read, changed));
    const saved =
      clubId === null
        ? await createClub(sql, author, value, beforeSave)
        : await saveClub(sql, author, clubId, revision, value, { beforeSave, confirms });
    if (saved.outcome === 'saved') return { ...saved, isLogoFaint };
    if (saved.outcome === 'gone') return { ...unsaved, status: 404 };
    await storeLogo(sql, read);
    if (saved.outcome === 'refused')
      return { ...unsaved, status: 422, issues: await withNameIssues(sql, clubId, value, saved.issues) };
    for (const field of saved.kept) texts[field] = saved.current.texts[field];
    return { ...unsaved, status: 409, conflict: saved, revision: saved.current.revision };
  } catch (error) {
    if (isReadOnlyDatabase(error)) return { ...unsaved, status: 503 };
    throw error;
  }
}

/** Stores the logo with the club. A new logo that is only named must be a stored image. */
async function prepareLogo(
  tx: Transaction,
  read: ReadLogo | null,
  { logo }: Pick<ClubValues, 'logo'>,
): Promise<Refused | null> {
  if (read?.logo) await saveLogo(tx, read.logo);
  const image = logo ? readImagePath(logo) : null;
  const isStored = !image || (await holdImages(tx, [image.hash])).size > 0;
  return isStored ? null : refuse({ field: 'logo_url', code: 'logoGone' });
}

/** Stores the logo of a form that was not saved, so that the user need not select it again. */
async function storeLogo(sql: Database, read: ReadLogo | null): Promise<void> {
  const logo = read?.logo;
  if (logo) await sql.begin((tx) => saveLogo(tx, logo));
}

/** Adds the issues of the names, so that the user sees all issues at once. */
async function withNameIssues(
  sql: Database,
  clubId: number | null,
  value: ClubValues,
  issues: readonly ClubIssue[],
): Promise<ClubIssue[]> {
  const nameIssues = await findNameIssues(sql, clubId, value);
  return [...issues, ...nameIssues.filter(({ field }) => !issues.some((issue) => issue.field === field))].sort(
    (a, b) => FIELD_NAMES.indexOf(a.field) - FIELD_NAMES.indexOf(b.field),
  );
}
