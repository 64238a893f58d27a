import { textOf } from '../../../lib/form-data.ts';
import type { ClubStore } from '../../directory/club-store.ts';
import { findSimilarClubs } from '../../directory/index-queries.ts';
import { findClubsCalled } from '../../edit/names.ts';
import { findEditableClub } from '../../edit/save.ts';
import type { Actor } from '../../history/step.ts';
import type { ClubName } from '../../record/columns.ts';
import { readRevision } from '../../record/revision.ts';
import { readClubId } from '../../search.ts';
import { mergeClubs, planMerge, type Choose, type MergedIds, type MergePlan } from './merge.ts';

export type MergeAnswer =
  /** Asks for the other club. `text`: what the user entered; null before that. */
  | { answer: 'other'; status: 200 | 422; club: ClubName; text: string | null; similar: ClubName[] }
  | { answer: 'chosen'; ids: MergedIds }
  | { answer: 'plan'; status: 200 | 409 | 422; plan: MergePlan; isOutdated: boolean }
  | { answer: 'merged'; clubId: number; stepId: number | null };

/** Asks for the second club, shows what merging does, or merges. Null if a club does not exist. */
export async function answerMerge(
  { sql }: ClubStore,
  params: URLSearchParams,
  form: FormData | null,
  actor: Actor,
): Promise<MergeAnswer | null> {
  const [stays, goes, ...rest] = new Set(params.getAll('club').map(readClubId));
  if (!stays || goes === null || rest.length > 0) return null;
  if (goes === undefined) return await findOther({ sql }, stays, params.get('with'));
  const ids = [stays, goes] as const;
  const choose: Choose = (field) => readClubId(form ? textOf(form, field) : undefined);
  let isOutdated = false;
  if (form) {
    const seen = [readRevision(textOf(form, 'revision')), readRevision(textOf(form, 'other_revision'))] as const;
    const merged = await mergeClubs(sql, actor, ids, { seen, choose });
    if (merged.outcome === 'merged') return { answer: 'merged', clubId: stays, stepId: merged.stepId };
    isOutdated = merged.outcome === 'conflict';
  }
  const plan = await planMerge(sql, ids, choose);
  return plan && { answer: 'plan', status: isOutdated ? 409 : form ? 422 : 200, plan, isOutdated };
}

async function findOther(
  { sql }: Pick<ClubStore, 'sql'>,
  clubId: number,
  text: string | null,
): Promise<MergeAnswer | null> {
  const club = await findEditableClub(sql, clubId);
  if (!club) return null;
  const matches = text === null ? [] : (await findClubsCalled(sql, text.trim())).filter(({ id }) => id !== clubId);
  const [match, ...others] = matches;
  if (match && others.length === 0) return { answer: 'chosen', ids: [clubId, match.id] };
  const similar = (await findSimilarClubs(sql, club.texts)).filter(({ id }) => id !== clubId);
  const { name } = club.texts;
  return { answer: 'other', status: text === null ? 200 : 422, club: { id: clubId, name }, text, similar };
}
