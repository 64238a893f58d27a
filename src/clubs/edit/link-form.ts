import type { Database } from '../../../db/client.ts';
import type { Locale } from '../../messages/locales.ts';
import type { LinkHolder } from '../history/step.ts';
import { LinkExpiredError } from '../history/write-lock.ts';
import { listTexts, readUnsavedInput } from './form-input.ts';
import { LINK_FIELDS, loadClubForm, type ClubFormPage, type Unsaved } from './form-page.ts';
import { findEditableClub, type BeforeSave, type Saved } from './save.ts';
import { submitClub } from './submit.ts';

/** The form behind a link that needs no account. */
export interface LinkFormPage {
  outcome: 'unsaved';
  /** 410 when the link has expired. */
  status: number;
  /** Null when the link has expired or the club was deleted. */
  form: ClubFormPage | null;
  /** The input of a form that was submitted after that. */
  typed: ReturnType<typeof listTexts>;
}

/** Loads the form, or saves it. */
export async function answerLinkForm(
  sql: Database,
  request: Request,
  link: LinkHolder & { isValid: boolean },
  { locale, beforeSave }: { locale: Locale; beforeSave?: BeforeSave },
): Promise<Saved | LinkFormPage> {
  const expired = async (): Promise<LinkFormPage> => {
    const input = request.method === 'POST' ? await readUnsavedInput(request) : null;
    return { outcome: 'unsaved', status: 410, form: null, typed: input?.texts ?? [] };
  };
  if (!link.isValid) return await expired();
  let unsaved: Unsaved | null = null;
  if (request.method === 'POST') {
    try {
      const editor = { author: link, allowed: LINK_FIELDS, confirms: true, beforeSave };
      const submitted = await submitClub(sql, request, editor, link.clubId);
      if ('club' in submitted) return submitted;
      unsaved = submitted;
    } catch (error) {
      if (!(error instanceof LinkExpiredError)) throw error;
      return await expired();
    }
  }
  const club = unsaved?.conflict?.current ?? (await findEditableClub(sql, link.clubId));
  if (!club) return { outcome: 'unsaved', status: 404, form: null, typed: listTexts(unsaved?.texts ?? {}) };
  const form = await loadClubForm(sql, club, { allowed: LINK_FIELDS, unsaved, locale });
  return { outcome: 'unsaved', status: unsaved?.status ?? 200, form, typed: [] };
}
