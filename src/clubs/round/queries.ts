import type { Database, Sql } from '../../../db/client.ts';
import { countRows, firstOf, hasWritten, type Fragment } from '../../lib/sql.ts';
import { planBulk } from '../board/bulk.ts';
import type { ClubChoice } from '../board/club-search.ts';
import { addresses, chosen, isUnanswered } from '../board/queries.ts';
import { addDays, readDays, today, type Day } from '../record/day.ts';
import type { Actor } from '../history/step.ts';
import { searchPattern } from '../record/fold.ts';
import { withWriteLock } from '../history/write-lock.ts';
import { isSameEpoch } from '../../lib/version.ts';

/* The yearly confirmation round. Any confirmation of a club since its first day is an answer. */

/** The proposed duration of a round and the longest one, in days. */
export const ROUND_DAYS = 42;
export const MAX_ROUND_DAYS = 365;

export interface OpenRound {
  startedAt: Date;
  /** Null when the account was deleted. */
  startedBy: string | null;
  /** The last day on which its links are valid. */
  endsOn: Day;
  isOver: boolean;
}

export const findOpenRound = (sql: Sql): Promise<OpenRound | null> =>
  firstOf(sql<OpenRound[]>`
    select started_at, (select name from site_user where site_user.id = started_by) as started_by,
      ends_on::text, ends_on < ${today()}::date as is_over
    from confirmation_round where ended_at is null`);

/** The date a number of days from now. */
export const dayIn = (days: number, now = new Date()): Day => addDays(today(now), days);

/** Reads the last day of a round: tomorrow or later, and within a year; null for any other text. */
export function readEndDay(text: string, now = new Date()): Day | null {
  const [day, other] = readDays(text.trim());
  if (day === undefined || other !== undefined) return null;
  return day > today(now) && day <= dayIn(MAX_ROUND_DAYS, now) ? day : null;
}

export type AskOutcome =
  | { outcome: 'asked'; added: number; already: number }
  /** `conflict`: other clubs than were shown, or a round is open already, or none is. Nothing was changed. */
  | { outcome: 'noClubs' | 'conflict' };

/** Adds clubs to the open round or, with `endsOn`, starts one. `shown`: the digest that the user saw; null for any. */
export const askClubs = (
  database: Database,
  actor: Actor,
  choice: ClubChoice,
  { endsOn, shown }: { endsOn: Day | null; shown: string | null },
): Promise<AskOutcome> =>
  withWriteLock(database, 'bulk', actor, async (tx): Promise<AskOutcome> => {
    const plan = await planBulk(tx, choice, null);
    if (shown !== null && !isSameEpoch(plan.shown, shown)) return { outcome: 'conflict' };
    if (plan.clubs === 0) return { outcome: 'noClubs' };
    const [round] =
      endsOn === null
        ? await tx<{ id: number }[]>`select id from confirmation_round where ended_at is null`
        : await tx<{ id: number }[]>`
            insert into confirmation_round (started_by, started_on, ends_on) values (${actor.id}, ${today()}, ${endsOn})
            on conflict do nothing returning id`;
    if (!round) return { outcome: 'conflict' };
    const { count: added } = await tx`
      insert into round_club (round_id, club_id)
      select ${round.id}::integer, club.id from club where ${chosen(tx, choice)}
      on conflict (round_id, club_id) do nothing`;
    return { outcome: 'asked', added, already: plan.clubs - added };
  });

/** Sets the last day of the open round; false when none is open. */
export const moveEnd = (database: Database, endsOn: Day): Promise<boolean> =>
  hasWritten(database, (tx) => tx`update confirmation_round set ends_on = ${endsOn} where ended_at is null`);

/** Ends the open round; false when none is open. */
export const endRound = (database: Database): Promise<boolean> =>
  hasWritten(database, (tx) => tx`update confirmation_round set ended_at = now() where ended_at is null`);

// --- Links ---

export interface RoundLink {
  roundId: number;
  clubId: number;
  clubName: string;
  endsOn: Day;
  isValid: boolean;
  /** The day of the club's answer, if there is one. */
  answeredOn: Day | null;
}

/** Null for an unknown token, or when the club was deleted. */
export const findLink = (sql: Sql, token: string): Promise<RoundLink | null> =>
  firstOf(sql<RoundLink[]>`
    select round.id as round_id, club.id as club_id, club.name as club_name, ends_on::text,
      (ended_at is null and ends_on >= ${today()}::date) as is_valid,
      case when not ${isUnanswered(sql)} then confirmed_on::text end as answered_on
    from ${roundClub(sql)} where token = ${token}`);

/** Those of the clubs that have not answered the open round, each with its last day. */
export async function findAsked(sql: Sql, clubIds: readonly number[]): Promise<Map<number, Day>> {
  const rows = await sql<{ id: number; endsOn: Day }[]>`
    select club.id, ends_on::text from ${roundClub(sql)}
    where ended_at is null and club.id = any(${clubIds}) and ${isUnanswered(sql)}`;
  return new Map(rows.map(({ id, endsOn }) => [id, endsOn]));
}

const roundClub = (sql: Sql): Fragment => sql`
  round_club join confirmation_round round on round.id = round_club.round_id join club on club.id = round_club.club_id`;

// --- Progress ---

/** `unreachable`: not answered, and without an e-mail address. */
export const ROUND_STATES = ['unanswered', 'unreachable', 'confirmed', 'updated'] as const;
export type RoundState = (typeof ROUND_STATES)[number];

/** `failed`: not answered, and the last e-mail could not be sent. */
export const ROUND_FILTERS = [...ROUND_STATES, 'failed'] as const;
export type RoundFilter = (typeof ROUND_FILTERS)[number];

/** The clubs of the open round with their state. A change of the status only is not an update. */
const openRoundClubs = (sql: Sql): Fragment => sql`(
  select asked.*, not has_answer and failed_at is not null as is_failed,
    not has_answer and addresses <> '{}' and ends_on >= ${today()}::date and ${wasNotAskedToday(sql)} as is_due,
    case when not has_answer then case when addresses = '{}' then 'unreachable' else 'unanswered' end
      when id in (
        select change.club_id from club_step step join club_change change on change.step_id = step.id
        where step.done_at >= started_at
          and change.before is not null and change.after - array['confirmed_on', 'is_active'] <> '{}'
      ) then 'updated' else 'confirmed' end as state
  from (
    select club.id, club.name, club.name_folded, club.contact, club.confirmed_on, round_id, token, asked_at, failed_at,
      started_at, ends_on, not ${isUnanswered(sql)} as has_answer, ${addresses(sql)} as addresses
    from ${roundClub(sql)} where ended_at is null
  ) asked
)`;

const wasNotAskedToday = (sql: Sql): Fragment => sql`(asked_at is null or asked_at < now() - interval '1 day')`;

const isIn = (sql: Sql, filter: RoundFilter): Fragment =>
  filter === 'failed' ? sql`is_failed` : sql`state = ${filter}`;

export interface RoundProgress extends Record<RoundFilter, number> {
  clubs: number;
  /** Clubs that got an e-mail, and clubs that can get one now. */
  asked: number;
  due: number;
  lastAskedAt: Date | null;
}

export async function countRound(sql: Sql): Promise<RoundProgress> {
  const count = (filter: RoundFilter) => sql`(count(*) filter (where ${isIn(sql, filter)}))::int`;
  const [progress] = await sql<[RoundProgress]>`
    select count(*)::int as clubs, ${count('unanswered')} as unanswered, ${count('unreachable')} as unreachable,
      ${count('confirmed')} as confirmed, ${count('updated')} as updated, ${count('failed')} as failed,
      count(asked_at)::int as asked, (count(*) filter (where is_due))::int as due, max(asked_at) as last_asked_at
    from ${openRoundClubs(sql)} member`;
  return progress;
}

export interface RoundClub {
  id: number;
  name: string;
  state: RoundState;
  contact: string | null;
  confirmedOn: Day | null;
  officers: string[];
  addresses: string[];
  askedAt: Date | null;
  failedAt: Date | null;
  /** The token of its link; null once it has answered. */
  token: string | null;
}

/** The state of a club (null: any) and a part of its name (empty: any). */
export interface RoundClubFilter {
  state: RoundFilter | null;
  name: string;
}

const matching = (sql: Sql, { state, name }: RoundClubFilter): Fragment => sql`
  ${state === null ? sql`true` : isIn(sql, state)}
  and ${name === '' ? sql`true` : sql`name_folded like ${searchPattern(name)}`}`;

export const countRoundClubs = (sql: Sql, filter: RoundClubFilter): Promise<number> =>
  countRows(sql, sql`${openRoundClubs(sql)} member where ${matching(sql, filter)}`);

export const findRoundClubs = async (
  sql: Sql,
  filter: RoundClubFilter,
  { offset, limit }: { offset: number; limit: number | null } = { offset: 0, limit: null },
): Promise<RoundClub[]> =>
  await sql<RoundClub[]>`
  select id, name, contact, confirmed_on::text, asked_at, failed_at, to_json(addresses) as addresses,
    state, case when not has_answer then token end as token,
    (select coalesce(json_agg(site_user.name order by site_user.name, site_user.id), '[]')
      from club_officer join site_user on site_user.id = user_id where club_id = member.id) as officers
  from ${openRoundClubs(sql)} member where ${matching(sql, filter)}
  order by name, id limit ${limit}::integer offset ${offset}`;

// --- E-mails ---

export interface RoundEmail {
  clubId: number;
  clubName: string;
  token: string;
  addresses: string[];
  endsOn: Day;
  previousAt: Date | null;
}

export interface DueClub {
  roundId: number;
  clubId: number;
}

/** The clubs that can get an e-mail now, first the ones that got none yet. */
export const findDueClubs = async (sql: Sql): Promise<DueClub[]> =>
  await sql<DueClub[]>`
    select round_id, id as club_id from ${openRoundClubs(sql)} member where is_due order by asked_at nulls first, id`;

/** Marks the e-mail to a club as sent, and returns it to be sent; null when it is no longer due. */
export const claimEmail = (database: Database, { roundId, clubId }: DueClub): Promise<RoundEmail | null> =>
  database.begin((tx) =>
    firstOf(tx<RoundEmail[]>`
      update round_club set asked_at = now(), failed_at = null
      from ${openRoundClubs(tx)} due
      where round_club.round_id = ${roundId} and round_club.club_id = ${clubId}
        and due.round_id = ${roundId} and due.id = ${clubId} and due.is_due
        and (round_club.asked_at is null or round_club.asked_at < now() - interval '1 day')
      returning due.id as club_id, due.name as club_name, due.token, to_json(due.addresses) as addresses,
        due.ends_on::text, due.asked_at as previous_at`),
  );

export const recordFailedEmail = (database: Database, { token, previousAt }: RoundEmail): Promise<unknown> =>
  database.begin((tx) => tx`update round_club set asked_at = ${previousAt}, failed_at = now() where token = ${token}`);
