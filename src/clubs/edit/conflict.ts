import type { Database, Transaction } from '../../../db/client.ts';
import { findClubHistory } from '../history/club-history.ts';
import { findStateAt, toTexts, type CurrentClub } from '../history/club-state.ts';
import { changeOf, type Revision } from '../history/revision.ts';
import type { StepSummary } from '../history/step.ts';
import { toText } from '../record.ts';
import { isSameEpoch } from '../version.ts';
import { FORM_FIELDS, fieldsOf, toLines, type ClubTexts, type ClubValues, type FormField } from './form.ts';

export interface EditableClub {
  id: number;
  /** The revision that the form sends back, so that it does not overwrite later changes. */
  revision: Revision;
  texts: ClubTexts;
}

/** The club has changed since the form was opened. Nothing was written. */
export interface Conflict {
  outcome: 'conflict';
  current: EditableClub;
  /** The changed fields to which the form gives another value. */
  disputed: FormField[];
  /** The last step of the club; null if it is unknown. */
  last: StepSummary | null;
}

export const toEditable = async (
  sql: Database | Transaction,
  { id, revision, state }: CurrentClub,
): Promise<EditableClub> => ({ id, revision, texts: await toTexts(sql, state) });

/** Compares a form with the changes since it was opened; null if none matters. Without `values`, all fields matter. */
export async function findConflict(
  tx: Transaction,
  club: CurrentClub,
  revision: Revision,
  values: ClubValues | null,
): Promise<Conflict | null> {
  if (revision === club.revision) return null;
  const current = await toEditable(tx, club);
  const opened = await findOpened(tx, club, revision);
  const isCurrent = (field: FormField, text: string) => toLines(text) === toLines(current.texts[field]);
  const disputed = (values ? fieldsOf(values) : FORM_FIELDS)
    .filter((field) => !opened || !isCurrent(field, opened[field]))
    .filter((field) => !values || !isCurrent(field, toText(field, values)));
  if (disputed.length === 0) return null;
  const [last] = await findClubHistory(tx, club.id, { limit: 1 });
  return { outcome: 'conflict', current, disputed, last: last?.step ?? null };
}

/** The texts that a form of this revision was opened with; null if they are unknown. */
async function findOpened(tx: Transaction, club: CurrentClub, revision: Revision): Promise<ClubTexts | null> {
  if (!isSameEpoch(revision, club.revision) || changeOf(revision) > changeOf(club.revision)) return null;
  const { state, hasRemovedValues } = await findStateAt(tx, club.id, changeOf(revision));
  return hasRemovedValues ? null : await toTexts(tx, state);
}
