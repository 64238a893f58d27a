import * as v from 'valibot';
import { textOf } from '../../lib/form-data.ts';
import { NO_FILTER, type ClubChoice } from '../board/club-search.ts';
import { loadList, readListSearch } from '../paged-list.ts';
import { countTableClubs, findAddresses } from '../board/queries.ts';
import { describeContact } from '../record/contact.ts';
import type { Database } from '../../../db/client.ts';
import type { Actor } from '../history/step.ts';
import { NameSearchSchema } from '../record/field-rules.ts';
import {
  askClubs,
  countRound,
  countRoundClubs,
  dayIn,
  findOpenRound,
  findRoundClubs,
  moveEnd,
  readEndDay,
  ROUND_DAYS,
  MAX_ROUND_DAYS,
  ROUND_FILTERS,
} from './queries.ts';

const ACTIVE = { ...NO_FILTER, isActive: true };

export type DayField = ReturnType<typeof toDayField>;

export function toDayField(value: string, isInvalid = false) {
  return { value, min: dayIn(1), max: dayIn(MAX_ROUND_DAYS), isInvalid };
}

export type OpenRoundPage = NonNullable<NonNullable<Awaited<ReturnType<typeof loadRoundPage>>>['open']>;

const SCHEMAS = { state: v.picklist(['', ...ROUND_FILTERS]), name: NameSearchSchema };

/** Loads the page; null when the query string is invalid or has no such page. */
export async function loadRoundPage(sql: Database, params: URLSearchParams, answer: RoundFormIssue | null) {
  const search = readListSearch(SCHEMAS, params);
  if (!search) return null;
  const [round, activeClubs] = await Promise.all([findOpenRound(sql), countTableClubs(sql, ACTIVE)]);
  const dayField = toDayField(answer?.day ?? round?.endsOn ?? dayIn(ROUND_DAYS), answer?.issue === 'day');
  if (!round) {
    const unreachable = await countTableClubs(sql, { ...ACTIVE, missing: ['address'] });
    return { open: null, activeClubs, unreachable, dayField };
  }
  const { state, name } = search.values;
  const filter = { state: state === '' ? null : state, name };
  const [progress, count] = await Promise.all([countRound(sql), countRoundClubs(sql, filter)]);
  const list = await loadList(search, count, async (slice) =>
    (await findRoundClubs(sql, filter, slice)).map((club) => ({
      ...club,
      contact: club.contact === null ? null : describeContact(club.contact),
    })),
  );
  if (!list.page) return null;
  const answered = progress.confirmed + progress.updated;
  const addresses = await findAddresses(sql, { ...NO_FILTER, missing: ['answer'] });
  return { open: { ...round, progress, answered, filter, list, addresses }, activeClubs, unreachable: 0, dayField };
}

/** What sending e-mails would do, with an example of their text, whose link does not work; null if none can be sent. */
export async function loadEmailsPage(sql: Database) {
  const [round, { due, unreachable }] = await Promise.all([findOpenRound(sql), countRound(sql)]);
  if (!round || due === 0) return null;
  const [example] = await findRoundClubs(sql, { state: 'unanswered', name: '' }, { offset: 0, limit: 1 });
  return { due, unreachable, example: { clubName: example?.name ?? '', token: '...', endsOn: round.endsOn } };
}

/** A form that was not accepted. `day` is the submitted last day. */
export interface RoundFormIssue {
  done?: undefined;
  status: 409 | 422;
  issue: 'day' | 'conflict' | 'noClubs';
  day: string | null;
}

/** Starts the round, or moves its last day. */
export async function submitRoundForm(
  sql: Database,
  form: FormData,
  actor: Actor,
): Promise<{ done: 'roundStarted' | 'cellSaved' } | RoundFormIssue> {
  const action = form.get('action');
  if (action !== 'start' && action !== 'move') return { status: 409, issue: 'conflict', day: null };
  const day = textOf(form, 'ends_on');
  const endsOn = readEndDay(day);
  if (endsOn === null) return { status: 422, issue: 'day', day };
  if (action === 'move')
    return (await moveEnd(sql, endsOn)) ? { done: 'cellSaved' } : { status: 409, issue: 'conflict', day };
  const choice: ClubChoice = { filter: ACTIVE };
  const { outcome } = await askClubs(sql, actor, choice, { endsOn, shown: null });
  if (outcome === 'asked') return { done: 'roundStarted' };
  return outcome === 'noClubs' ? { status: 422, issue: 'noClubs', day } : { status: 409, issue: 'conflict', day };
}

/** The number of clubs that have not answered; null when no round is open. */
export async function countUnanswered(sql: Database): Promise<number | null> {
  if (!(await findOpenRound(sql))) return null;
  const { unanswered, unreachable } = await countRound(sql);
  return unanswered + unreachable;
}
