import type { Database, Transaction } from '../../../db/client.ts';
import { findClubHistory } from '../history/club-history.ts';
import { findStateAt, toTexts, type CurrentClub } from '../record/state.ts';
import { changeOf, type Revision } from '../record/revision.ts';
import type { StepSummary } from '../history/step.ts';
import { isSameEpoch } from '../../lib/version.ts';
import { canonicalText, fieldsOf, FORM_FIELDS, namesOf, type ClubTexts, type FormField } from '../record/texts.ts';
import type { ClubRecord } from './write.ts';

export interface EditableClub {
  id: number;
  /** The revision that the form sends back, so that it does not overwrite later changes. */
  revision: Revision;
  texts: ClubTexts;
}

/** The club has changed since the user saw it. Nothing was written. */
export interface Outdated {
  outcome: 'conflict';
  current: EditableClub;
}

export interface Conflict extends Outdated {
  /** The fields to which the form and a later change gave different values. */
  disputed: FormField[];
  /** The other fields with later changes. */
  kept: FormField[];
  /** The last step of the club; null if it is unknown. */
  last: StepSummary | null;
}

export const toEditable = async (
  sql: Database | Transaction,
  { id, revision, state }: CurrentClub,
): Promise<EditableClub> => ({ id, revision, texts: await toTexts(sql, state) });

/** Whether a field has changed since this revision. */
export async function findOutdated(tx: Transaction, club: CurrentClub, revision: Revision): Promise<Outdated | null> {
  const current = await toEditable(tx, club);
  const opened = await findOpened(tx, club, revision);
  return FORM_FIELDS.some((field) => differ(field, opened, current.texts)) ? { outcome: 'conflict', current } : null;
}

/** The values that the user changed in a form, and the fields that only others have changed since it was opened. */
export async function mergeForm(
  tx: Transaction,
  club: CurrentClub,
  revision: Revision,
  submitted: ClubRecord,
): Promise<{ record: ClubRecord; kept: FormField[] } | Conflict> {
  const current = await toEditable(tx, club);
  const opened = await findOpened(tx, club, revision);
  const texts = await toTexts(tx, submitted);
  const differing = fieldsOf(submitted).filter((field) => differ(field, texts, current.texts));
  const changed = differing.filter((field) => differ(field, opened, texts));
  const disputed = changed.filter((field) => differ(field, opened, current.texts));
  const kept = differing.filter((field) => !changed.includes(field));
  if (disputed.length === 0) {
    const names = changed.flatMap(namesOf);
    return { record: Object.fromEntries(Object.entries(submitted).filter(([name]) => names.includes(name))), kept };
  }
  const [last] = await findClubHistory(tx, club.id, { limit: 1 });
  return { outcome: 'conflict', current, disputed, kept, last: last?.step ?? null };
}

/** Whether a field has another value. Unknown texts (null) differ. */
const differ = (field: FormField, before: ClubTexts | null, after: ClubTexts): boolean =>
  !before || canonicalText(field, before[field]) !== canonicalText(field, after[field]);

/** The texts that a form of this revision was opened with; null if they are unknown. */
async function findOpened(tx: Transaction, club: CurrentClub, revision: Revision): Promise<ClubTexts | null> {
  if (!isSameEpoch(revision, club.revision) || changeOf(revision) > changeOf(club.revision)) return null;
  const { state, hasRemovedValues } = await findStateAt(tx, club.id, changeOf(revision));
  return hasRemovedValues ? null : await toTexts(tx, state);
}
