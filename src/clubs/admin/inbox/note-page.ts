import type { Database } from '../../../../db/client.ts';
import { textOf } from '../../../lib/form-data.ts';
import type { ClubIssue } from '../../record.ts';
import type { ClubName } from '../../queries.ts';
import { normalizeName } from '../../field-rules.ts';
import { findClubsCalled, findNameIssues } from '../../edit/names.ts';
import {
  PROPOSED_FIELDS,
  readProposal,
  readSuggestion,
  readTexts,
  SEEN_SIMILAR,
  type NoteIssues,
  type NoteTexts,
} from './message-form.ts';
import { sendByForm, type FormPage } from './submission.ts';

export interface NoteForm {
  texts: NoteTexts;
  issues: NoteIssues;
  /** The form-level error. */
  error: string | null;
}

export interface ProposalForm extends NoteForm {
  clubIssues: readonly ClubIssue[];
  /** Clubs with nearly this name, which may be the proposed one. */
  alike: Awaited<ReturnType<typeof findClubsCalled>>;
  /** The proposed name if another club has it. */
  takenName: string | null;
}

export const EMPTY_PROPOSAL: ProposalForm = {
  texts: {},
  issues: {},
  error: null,
  clubIssues: [],
  alike: [],
  takenName: null,
};

/** The ids of clubs as one form value. */
export const idsOf = (clubs: readonly ClubName[]): string => clubs.map(({ id }) => id).join();

/** Sends a problem report. Returns null on success, else the form with its errors. */
export async function submitSuggestion(
  sql: Database,
  club: ClubName,
  form: FormData,
  page: FormPage,
): Promise<NoteForm | null> {
  const { value, issues = {} } = readSuggestion(form);
  const message = value && ({ kind: 'suggestion', clubId: club.id, clubName: club.name, ...value } as const);
  const error = message ? await sendByForm(sql, message, page) : null;
  if (message && error === null) return null;
  return { texts: readTexts(form, ['topic', 'message', 'sender']), issues, error };
}

/** Sends a proposal. Returns null on success, else the form with its errors. */
export async function submitProposal(sql: Database, form: FormData, page: FormPage): Promise<ProposalForm | null> {
  const { value, issues = {}, clubIssues: found = [] } = readProposal(form);
  const texts = readTexts(form, [...PROPOSED_FIELDS, 'message', 'sender']);
  const name = normalizeName(texts.name);
  // Checked also when there are other errors, to report all of them at once.
  const clubIssues = found.some(({ field }) => field === 'name')
    ? found
    : [...found, ...(await findNameIssues(sql, null, { name }))];
  const takenName = clubIssues.some(({ code }) => code === 'taken') ? name : null;
  const again = { texts, issues, clubIssues, takenName, alike: [], error: null };
  if (!value || clubIssues.length > 0) return again;
  const alike = await findClubsCalled(sql, value.name);
  const hasSeenSimilar = textOf(form, SEEN_SIMILAR) === idsOf(alike);
  if (alike.length > 0 && !hasSeenSimilar) return { ...again, alike };
  const { name: clubName, ...rest } = value;
  const error = await sendByForm(sql, { kind: 'proposal', clubName, ...rest }, page);
  return error === null ? null : { ...again, alike, error };
}
