import type { Database, Sql, Transaction } from '../../../db/client.ts';
import { textOf } from '../../lib/form-data.ts';
import type { ClubStore } from '../directory/club-store.ts';
import { findSimilarClubs } from '../directory/index-queries.ts';
import { findRedirects } from '../directory/queries.ts';
import { findOutdated, type Outdated } from '../edit/conflict.ts';
import { findEditableClub, runStep, updateOne, type Gone } from '../edit/save.ts';
import { readStepId, type Actor } from '../history/step.ts';
import { ALIAS_SEPARATOR } from '../record/alias.ts';
import { LABEL_SEPARATOR, readCategories } from '../record/category.ts';
import { parseField, type ClubIssue } from '../record/fields.ts';
import { foldForSearch } from '../record/fold.ts';
import { OLDEST, readRevision, type Revision } from '../record/revision.ts';
import { findCurrentClub, toTexts, type ClubState, type CurrentClub } from '../record/state.ts';
import { FORM_FIELDS, namesOf, type ClubTexts, type FormField } from '../record/texts.ts';
import { readClubId } from '../search.ts';

/* Merges two clubs into one, in one step of the history. */

/** The fields whose values are joined. In the others, the user chooses a value. */
const JOINED = ['category', 'links', 'aliases'] as const;
const CHOSEN = FORM_FIELDS.filter((field) => !JOINED.some((name) => name === field));

/** The club that stays, and the one that becomes a part of it. */
export type MergedIds = readonly [stays: number, goes: number];

export interface MergePlan {
  clubs: readonly [stays: CurrentClub, goes: CurrentClub];
  /** The fields with two values. */
  choices: { field: FormField; texts: readonly [stays: string, goes: string]; isOther: boolean }[];
  record: ClubState;
  /** Joined values that exceed a limit. */
  issues: ClubIssue[];
}

/** The id of the club whose value a form chooses for a field; null without a choice. */
export type Choose = (field: FormField) => number | null;

/** Plans a merge; null if one of the clubs does not exist. By default, values of the club that stays that are not empty. */
export async function planMerge(sql: Sql, ids: MergedIds, choose: Choose): Promise<MergePlan | null> {
  const [stays, goes] = [await findCurrentClub(sql, ids[0]), await findCurrentClub(sql, ids[1])];
  if (!stays || !goes) return null;
  const [state, other] = [stays.state, goes.state].map((club) => ({
    ...club,
    parentId: ids.some((id) => id === club.parentId) ? null : club.parentId,
  })) as [ClubState, ClubState];
  const [texts, otherTexts] = [await toTexts(sql, state), await toTexts(sql, other)];
  const choices = CHOSEN.filter((field) => texts[field] !== otherTexts[field]).map((field) => ({
    field,
    texts: [texts[field], otherTexts[field]] as const,
    isOther: (choose(field) ?? (texts[field] === '' ? goes.id : stays.id)) === goes.id,
  }));
  const names = choices.filter(({ isOther }) => isOther).flatMap(({ field }) => namesOf(field));
  const record = {
    ...state,
    ...Object.fromEntries(Object.entries(other).filter(([name]) => names.includes(name))),
    confirmedOn: (state.confirmedOn ?? '') > (other.confirmedOn ?? '') ? state.confirmedOn : other.confirmedOn,
  };
  const joined = joinTexts(texts, otherTexts, record.name);
  const issues: ClubIssue[] = [];
  for (const field of JOINED) {
    const parsed = parseField(field, joined[field]);
    Object.assign(record, parsed.value);
    issues.push(...(parsed.issues ?? []).map((issue) => ({ ...issue, field })));
  }
  return { clubs: [stays, goes], choices, record, issues };
}

function joinTexts(one: ClubTexts, other: ClubTexts, name: string): Record<(typeof JOINED)[number], string> {
  const names = [one.aliases, other.aliases, one.name, other.name].flatMap((text) => text.split(ALIAS_SEPARATOR));
  const aliases = new Map(names.map((alias) => [foldForSearch(alias), alias]));
  for (const needless of ['', foldForSearch(name)]) aliases.delete(needless);
  return {
    category: readCategories(one.category + LABEL_SEPARATOR + other.category)
      .map(({ label }) => label)
      .join(LABEL_SEPARATOR),
    links: `${one.links}\n${other.links}`.trim(),
    aliases: [...aliases.values()].join(ALIAS_SEPARATOR),
  };
}

/** Merges two clubs as the user saw them. What belongs to the club that goes then belongs to the one that stays. */
export const mergeClubs = (
  database: Database,
  actor: Actor,
  ids: MergedIds,
  { seen, choose }: { seen: readonly Revision[]; choose: Choose },
) =>
  runStep<{ outcome: 'merged'; stepId: number | null } | Outdated | Gone>(database, 'merge', actor, async (tx) => {
    const [stays, goes] = ids;
    await tx`select from club where id in (${stays}, ${goes}) order by id for update`;
    const plan = await planMerge(tx, ids, choose);
    if (!plan) {
      // Without a step if the same was already done.
      const isMerged = (await findRedirects(tx, [goes])).get(goes) === stays;
      return isMerged ? { outcome: 'merged', stepId: null } : { outcome: 'gone' };
    }
    for (const [index, club] of plan.clubs.entries()) {
      const outdated = await findOutdated(tx, club, seen[index] ?? OLDEST);
      if (outdated) return outdated;
    }
    if (plan.issues.length > 0) return { outcome: 'refused', issues: plan.issues };
    // The club that stays may take the name of the other one.
    await tx`set constraints club_name_is_unique deferred`;
    await updateOne(tx, plan.clubs[0], plan.record);
    await tx`
      update club set parent_id = ${stays}, is_sample = false where parent_id = ${goes} and id <> ${stays}`;
    await moveRows(tx, ids);
    await tx`delete from club where id = ${goes}`;
    await tx`insert into club_redirect (old_id, new_id) values (${goes}, ${stays})`;
    return { outcome: 'merged', stepId: await readStepId(tx) };
  });

/** Moves what is not in the history. */
async function moveRows(tx: Transaction, [stays, goes]: MergedIds): Promise<void> {
  await tx`
    insert into club_officer (club_id, user_id, created_at)
    select ${stays}::integer, user_id, created_at from club_officer where club_id = ${goes}
    on conflict do nothing`;
  await tx`update invitation set club_id = ${stays} where club_id = ${goes}`;
  await tx`update inbox_message set club_id = ${stays} where club_id = ${goes}`;
  await tx`
    update round_club set club_id = ${stays}
    where club_id = ${goes} and round_id not in (select round_id from round_club where club_id = ${stays})`;
}

/** Asks for the second club, shows what merging does, or merges. Null if a club does not exist. */
export async function answerMerge({ sql }: ClubStore, params: URLSearchParams, form: FormData | null, actor: Actor) {
  const [stays, goes, ...rest] = new Set(params.getAll('club').map(readClubId));
  if (!stays || goes === null || rest.length > 0) return null;
  if (goes === undefined) {
    const club = await findEditableClub(sql, stays);
    if (!club) return null;
    const similar = (await findSimilarClubs(sql, club.texts)).filter(({ id }) => id !== stays);
    return { answer: 'other', status: 200, club: { id: stays, name: club.texts.name }, similar } as const;
  }
  const ids = [stays, goes] as const;
  const choose: Choose = (field) => readClubId(form ? textOf(form, field) : undefined);
  const plan = await planMerge(sql, ids, choose);
  if (!form) return plan && ({ answer: 'plan', status: 200, plan, issue: plan.issues[0] ?? null } as const);
  const seen = form.getAll('revision').map((value) => readRevision(typeof value === 'string' ? value : ''));
  const merged = await mergeClubs(sql, actor, ids, { seen, choose });
  if (merged.outcome === 'merged') return { answer: 'merged', clubId: stays, stepId: merged.stepId } as const;
  if (!plan || merged.outcome === 'gone') return null;
  if (merged.outcome === 'conflict') return { answer: 'plan', status: 409, plan, issue: 'outdated' } as const;
  return { answer: 'plan', status: 422, plan, issue: merged.issues[0] ?? null } as const;
}
