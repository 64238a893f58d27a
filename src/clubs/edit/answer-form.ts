import type { Database } from '../../../db/client.ts';
import type { Locale } from '../../messages/locales.ts';
import type { LinkHolder } from '../history/step.ts';
import { LinkExpiredError } from '../history/write-lock.ts';
import { listTexts, readUnsavedInput } from './form-input.ts';
import { LINK_FIELDS, loadClubForm, type ClubFormPage, type Editor } from './form-page.ts';
import { findEditableClub, type BeforeSave, type Saved } from './save.ts';
import { submitClub } from './submit.ts';

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
