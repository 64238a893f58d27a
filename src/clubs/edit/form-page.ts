import type { Database } from '../../../db/client.ts';
import { FIELDS, type ClubIssue, type FieldOptions } from '../record/fields.ts';
import type { User } from '../../accounts/permissions.ts';
import { describeLogoIssue, type LogoIssue } from '../../images/issues.ts';
import type { Locale } from '../../messages/locales.ts';
import type { Author } from '../history/step.ts';
import type { Revision } from '../record/revision.ts';
import type { Conflict, EditableClub } from './conflict.ts';
import { FORM_FIELDS, OFFICER_FIELDS, type ClubTexts, type FormField } from '../record/texts.ts';
import type { BeforeSave } from './save.ts';
import { loadClubPreview } from './preview.ts';

export interface Editor {
  author: Author;
  allowed: ReadonlySet<FormField>;
  /** Whether saving is a check by the club: by an officer or a link that the club got. */
  confirms?: boolean;
  /** Before the logo is stored. */
  beforeSave?: BeforeSave | undefined;
}

/** No logo: a confirmation link needs no account, so it must not accept uploads. */
export const LINK_FIELDS: ReadonlySet<FormField> = new Set([...OFFICER_FIELDS].filter((name) => name !== 'logo_url'));

/** The fields of a club, or of a new one (null), that the user may change. */
export const fieldsFor = (user: User, clubId: number | null): ReadonlySet<FormField> =>
  clubId === null || user.permissions.has('club.change_club') ? new Set(FORM_FIELDS) : OFFICER_FIELDS;

export interface Unsaved {
  status: number;
  /** The texts that were sent, without the fields that the user may not change; null if the form could not be read. */
  texts: Partial<ClubTexts> | null;
  revision: Revision | null;
  isPreview: boolean;
  issues: readonly ClubIssue[];
  logoIssue: LogoIssue | null;
  isLogoFaint: boolean;
  /** Whether a file was selected that a preview does not show. */
  isLogoChosen: boolean;
  conflict: Conflict | null;
}

export type ClubFormPage = Awaited<ReturnType<typeof loadClubForm>>;

/** Loads the form of a club, or of a new one (null), with the texts that were sent and not saved. */
export async function loadClubForm(
  sql: Database,
  club: EditableClub | null,
  { allowed, unsaved, locale }: { allowed: ReadonlySet<FormField>; unsaved: Unsaved | null; locale: Locale },
) {
  const clubId = club?.id ?? null;
  const texts = { ...club?.texts, ...unsaved?.texts };
  return {
    // Null for a new club, like its revision.
    clubId,
    savedName: club?.texts.name ?? '',
    texts,
    // Empty for none.
    currentLogo: club?.texts.logo_url ?? '',
    revision: unsaved?.revision ?? club?.revision ?? null,
    allowed,
    // Null before the form is submitted.
    unsaved,
    logoError: unsaved?.logoIssue ? describeLogoIssue(unsaved.logoIssue, locale) : null,
    fields: FIELDS as Readonly<Record<FormField, FieldOptions>>,
    preview: await loadClubPreview(sql, clubId, texts),
  };
}
