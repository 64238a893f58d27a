import { textOf } from '../../../lib/form-data.ts';
import type { ClubStore } from '../../directory/club-store.ts';
import { findSimilarClubs } from '../../directory/index-queries.ts';
import type { SimilarClub } from '../../directory/similarity.ts';
import { findEditableClub } from '../../edit/save.ts';
import type { Actor } from '../../history/step.ts';
import type { ClubName } from '../../record/columns.ts';
import type { ClubIssue } from '../../record/fields.ts';
import { readRevision } from '../../record/revision.ts';
import { readClubId } from '../../search.ts';
import { mergeClubs, planMerge, type Choose, type MergePlan } from './merge.ts';

export type MergeAnswer =
  /** Asks for the other club. */
  | { answer: 'other'; status: 200; club: ClubName; similar: SimilarClub[] }
  | { answer: 'plan'; status: number; plan: MergePlan; issue: ClubIssue | 'outdated' | null }
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
  if (goes === undefined) {
    const club = await findEditableClub(sql, stays);
    if (!club) return null;
    const similar = (await findSimilarClubs(sql, club.texts)).filter(({ id }) => id !== stays);
    return { answer: 'other', status: 200, club: { id: stays, name: club.texts.name }, similar };
  }
  const ids = [stays, goes] as const;
  const choose: Choose = (field) => readClubId(form ? textOf(form, field) : undefined);
  const plan = await planMerge(sql, ids, choose);
  if (!form) return plan && { answer: 'plan', status: 200, plan, issue: plan.issues[0] ?? null };
  const seen = form.getAll('revision').map((value) => readRevision(typeof value === 'string' ? value : ''));
  const merged = await mergeClubs(sql, actor, ids, { seen, choose });
  if (merged.outcome === 'merged') return { answer: 'merged', clubId: stays, stepId: merged.stepId };
  if (!plan || merged.outcome === 'gone') return null;
  if (merged.outcome === 'conflict') return { answer: 'plan', status: 409, plan, issue: 'outdated' };
  return { answer: 'plan', status: 422, plan, issue: merged.issues[0] ?? null };
}
