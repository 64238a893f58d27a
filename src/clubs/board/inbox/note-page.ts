import type { Database } from '../../../../db/client.ts';
import type { ClubIssue } from '../../record/fields.ts';
import type { ClubName } from '../../record/columns.ts';
import { normalizeName } from '../../record/field-rules.ts';
import { findClubsCalled } from '../../edit/names.ts';
import {
  PROPOSED_FIELDS,
  readProposal,
  readReport,
  readFields,
  type NoteIssues,
  type NoteTexts,
} from './message-form.ts';
import { sendByForm, type FormPage } from './submission.ts';

export interface NoteForm {
  texts: NoteTexts;
  issues: NoteIssues;
  error: string | null;
}

export interface ProposalForm extends NoteForm {
  clubIssues: readonly ClubIssue[];
  /** The proposed name if a club has it, also in another spelling. */
  takenName: string | null;
}

export const EMPTY_PROPOSAL: ProposalForm = { texts: {}, issues: {}, error: null, clubIssues: [], takenName: null };

/** Sends a problem report. Returns null on success, else the form with its errors. */
export async function submitReport(
  sql: Database,
  club: ClubName,
  form: FormData,
  page: FormPage,
): Promise<NoteForm | null> {
  const { value, issues = {} } = readReport(form);
  const message = value && ({ kind: 'report', clubId: club.id, clubName: club.name, ...value } as const);
  const error = message ? await sendByForm(sql, message, page) : null;
  if (message && error === null) return null;
  return { texts: readFields(form, ['topic', 'message', 'sender']), issues, error };
}

/** Sends a proposal. Returns null on success, else the form with its errors. */
export async function submitProposal(sql: Database, form: FormData, page: FormPage): Promise<ProposalForm | null> {
  const { value, issues = {}, clubIssues = [] } = readProposal(form, page.locals.locale);
  const texts = readFields(form, [...PROPOSED_FIELDS, 'message', 'sender']);
  const name = normalizeName(texts.name);
  // Checked also when there are other errors, to report all of them at once.
  const isTaken = !clubIssues.some(({ field }) => field === 'name') && (await findClubsCalled(sql, name)).length > 0;
  if (isTaken) clubIssues.push({ field: 'name', code: 'taken' });
  const error =
    value && !isTaken ? await sendByForm(sql, { kind: 'proposal', clubName: value.name, ...value }, page) : null;
  if (value && !isTaken && error === null) return null;
  return { texts, issues, error, clubIssues, takenName: isTaken ? name : null };
}
