import { createHmac, hash } from 'node:crypto';
import type { Database, Sql, Transaction } from '../../../db/client.ts';
import { INTEGER_ARRAY, type Fragment } from '../../sql-fragments.ts';
import { readDays, today, type Day } from '../day.ts';
import { changeChosen, chosen, digestOfChosen, isSilent } from '../admin/queries.ts';
import type { DeskChoice } from '../admin/club-search.ts';
import type { Actor, LinkHolder } from '../history.ts';
import { searchPattern } from '../names/fold.ts';
import { holdAccount, takeTurn } from '../save.ts';

/*
 * The yearly round: every club is asked whether its texts are still right. Its answer is that somebody confirms it while
 * the round is open, in whatever way: see db/migrations/0026_ask_clubs_yearly.sql.
 */

/** A round is offered to last so long, in days, and lasts no longer than a year. */
export const ROUND_DAYS = 42;
export const END_DAYS = 365;

/** A round that nobody has ended yet. */
export interface OpenRound {
  id: number;
  startedAt: Date;
  /** Null when the account is gone. */
  startedBy: string | null;
  startedOn: Day;
  /** The last day on which its links are good. */
  endsOn: Day;
  /** Whether that day is over. */
  isOver: boolean;
}

export async function findOpenRound(sql: Sql): Promise<OpenRound | null> {
  const [found] = await sql<OpenRound[]>`
    select id, started_at, (select name from site_user where site_user.id = started_by) as started_by,
      started_on::text, ends_on::text, ends_on < ${today()}::date as is_over
    from confirmation_round where ended_at is null`;
  return found ?? null;
}

/** Whether a round is open, and its last day not over: whether its links are good. */
export async function isRoundGood(sql: Sql, roundId: number): Promise<boolean> {
  const found = await sql`
    select from confirmation_round where id = ${roundId} and ended_at is null and ends_on >= ${today()}::date`;
  return found.length > 0;
}

/** A day so many days from now. */
export function dayIn(days: number, now = new Date()): Day {
  return today(new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 12));
}

export type EndDayFault = 'noDay' | 'past' | 'far';

/** Reads the day on which a round is to end: tomorrow or later, and within a year. */
export function readEndDay(
  text: string,
  now = new Date(),
): { day: Day; fault?: undefined } | { day?: undefined; fault: EndDayFault } {
  const [day, other] = readDays(text.trim());
  if (day === undefined || other !== undefined) return { fault: 'noDay' };
  if (day <= today(now)) return { fault: 'past' };
  return day > dayIn(END_DAYS, now) ? { fault: 'far' } : { day };
}

/** Reads of how many clubs somebody was told; of none where that is no number. */
export const readShown = (text: string): number => (/^\d{1,9}$/.test(text) ? Number(text) : 0);

// --- Asking ---

export type Asking =
  | { outcome: 'asked'; added: number; already: number }
  /** They are other clubs by now than those that were seen, or none at all. Nothing was changed. */
  | { outcome: 'outdated' | 'noClubs' }
  /** Somebody else has started a round, or ended the one that these were to join. */
  | { outcome: 'isOpen' | 'isClosed' };

/** As many clubs are written at once. */
const BATCH = 2000;

/**
 * Adds clubs to the open round, or starts one with them, which ends on this day: exactly the ones that `shown` is of;
 * null: whichever they are.
 */
export async function askClubs(
  database: Database,
  actor: Actor,
  choice: DeskChoice,
  { endsOn, shown }: { endsOn: Day | null; shown: string | null },
): Promise<Asking> {
  return await database.begin(async (tx): Promise<Asking> => {
    await holdAccount(tx, actor);
    const [{ ids, isShown }] = await tx<[{ ids: number[]; isShown: boolean }]>`
      with chosen as materialized (
        select club.id, club.name from club where ${chosen(tx, choice)} order by club.id for key share
      )
      select coalesce(json_agg(id order by id), '[]') as ids,
        ${shown}::text is null or ${digestOfChosen(tx)} = ${shown} as is_shown
      from chosen`;
    if (!isShown) return { outcome: 'outdated' };
    if (ids.length === 0) return { outcome: 'noClubs' };
    const round = endsOn === null ? await holdOpenRound(tx) : await startRound(tx, actor, endsOn);
    if (!round) return { outcome: endsOn === null ? 'isClosed' : 'isOpen' };
    let added = 0;
    for (let from = 0; from < ids.length; from += BATCH) {
      const rows = ids
        .slice(from, from + BATCH)
        .map((id) => ({ club_id: id, token: digestOf(tokenOf(round.key, id)) }));
      const written = await tx`
        insert into round_club (round_id, club_id, token)
        select ${round.id}::integer, club_id, token
        from jsonb_to_recordset(${tx.json(rows)}) as given (club_id integer, token text)
        on conflict (round_id, club_id) do nothing
        returning club_id`;
      added += written.length;
    }
    return { outcome: 'asked', added, already: ids.length - added };
  });
}

interface HeldRound {
  id: number;
  key: string;
}

/** The open round, which nobody ends until the transaction is over. */
async function holdOpenRound(tx: Transaction): Promise<HeldRound | null> {
  const [round] = await tx<HeldRound[]>`select id, key from confirmation_round where ended_at is null for update`;
  return round ?? null;
}

/** Null where there is an open one: of two who start one at once the second waits, and finds it. */
async function startRound(tx: Transaction, { userId }: Actor, endsOn: Day): Promise<HeldRound | null> {
  const [round] = await tx<HeldRound[]>`
    insert into confirmation_round (started_by, started_on, ends_on) values (${userId}, ${today()}, ${endsOn})
    on conflict do nothing returning id, key`;
  return round ?? null;
}

export type Moving =
  | { outcome: 'moved' }
  /**
   * So many clubs that have not answered have a letter that names a later day, `latest` at most, and less were told of.
   * Nothing was changed.
   */
  | { outcome: 'asks'; clubs: number; latest: Day }
  /** Somebody else has moved it meanwhile. Nothing was changed. */
  | { outcome: 'movedElsewhere'; endsOn: Day }
  /** Somebody has ended it. */
  | { outcome: 'isClosed' };

/**
 * Lets a round end on another day than `was`, which whoever asks for it has seen; null: on any. On an earlier one only
 * where they were told of as many clubs (`shown`) whose letters name a later one.
 */
export async function moveEnd(
  database: Database,
  roundId: number,
  endsOn: Day,
  { shown = 0, was = null }: { shown?: number; was?: string | null } = {},
): Promise<Moving> {
  return await database.begin(async (tx): Promise<Moving> => {
    const [round] = await tx<{ endsOn: Day }[]>`
      select ends_on::text from confirmation_round where id = ${roundId} and ended_at is null for update`;
    if (!round) return { outcome: 'isClosed' };
    if (was !== null && was !== round.endsOn && endsOn !== round.endsOn)
      return { outcome: 'movedElsewhere', endsOn: round.endsOn };
    const [told] = await tx<[{ clubs: number; latest: Day | null }]>`
      select count(*)::int as clubs, max(told_day)::text as latest from ${joined(tx)}
      where round.id = ${roundId} and ${isSilent(tx)} and told_day > ${endsOn}::date`;
    if (endsOn < round.endsOn && told.latest !== null && told.clubs > shown)
      return { outcome: 'asks', clubs: told.clubs, latest: told.latest };
    await tx`update confirmation_round set ends_on = ${endsOn} where id = ${roundId}`;
    return { outcome: 'moved' };
  });
}

// --- Links ---

/**
 * What the link of a club holds. It is made from the key of the round each time, and not kept: the board sends links by
 * hand whenever it has the time, and one that was made anew would end the one that a letter has told.
 */
const tokenOf = (key: string, clubId: number): string =>
  createHmac('sha256', key).update(String(clubId)).digest('base64url').slice(0, 32);

const digestOf = (token: string): string => hash('sha256', token, 'hex');

/** What a link leads to. */
export interface RoundLink extends LinkHolder {
  clubId: number;
  clubName: string;
  endsOn: Day;
  /** Whether it is still good. */
  isGood: boolean;
  /** The day of the answer of the club, if there is one. */
  answeredOn: Day | null;
}

/** Null for what is no link of a club that is there. */
export async function findLink(sql: Sql, token: string): Promise<RoundLink | null> {
  const [found] = await sql<RoundLink[]>`
    select round.id as round_id, club.id as club_id, club.name as club_name, ends_on::text,
      (ended_at is null and ends_on >= ${today()}::date) as is_good,
      case when not ${isSilent(sql)} then confirmed_on::text end as answered_on
    from round_club join confirmation_round round on round.id = round_id join club on club.id = club_id
    where token = ${digestOf(token)}`;
  return found ?? null;
}

/** Of these clubs those that the open round asks, and that have not answered; with the last day for it. */
export async function findAsked(sql: Sql, clubIds: readonly number[]): Promise<Map<number, Day>> {
  const found = await sql<{ id: number; endsOn: Day }[]>`
    select club.id, ends_on::text
    from round_club join confirmation_round round on round.id = round_id join club on club.id = club_id
    where ended_at is null and club.id = any(${sql.array([...clubIds], INTEGER_ARRAY)}) and ${isSilent(sql)}`;
  return new Map(found.map(({ id, endsOn }) => [id, endsOn]));
}

// --- Progress ---

/** What has become of a club in a round. `unreachable` are silent ones to whom nobody can write a letter. */
export const ROUND_STATES = ['silent', 'unreachable', 'confirmed', 'mended'] as const;
export type RoundState = (typeof ROUND_STATES)[number];

/** What the clubs of a round can be filtered by: also those to whom the last letter could not be sent. */
export const ROUND_FILTERS = [...ROUND_STATES, 'failed'] as const;
export type RoundFilter = (typeof ROUND_FILTERS)[number];

/** Whom letters to a `club` go to: its officers whose addresses are known to be theirs, else its contact. */
const addressesOf = (sql: Sql): Fragment => sql`(
  select case
    when count(*) > 0 then json_agg(email order by email)
    when club.contact !~* '^https?://' then json_build_array(club.contact)
    else '[]'
  end
  from club_officer join site_user on site_user.id = user_id
  where club_officer.club_id = club.id and is_email_verified)`;

/** Whether there is any of them. */
const hasAddress = (sql: Sql): Fragment => sql`(
  coalesce(club.contact !~* '^https?://', false) or exists (
    select from club_officer join site_user on site_user.id = user_id
    where club_officer.club_id = club.id and is_email_verified
  ))`;

/** Whether a letter may go to a club of an open round: to one that is silent, and not twice within a day. */
const isDue = (sql: Sql): Fragment => sql`(
  round.ended_at is null and round.ends_on >= ${today()}::date and ${isSilent(sql)} and ${hasAddress(sql)}
  and (round_club.asked_at is null or round_club.asked_at < now() - interval '1 day'))`;

const joined = (sql: Sql): Fragment => sql`
  round_club join confirmation_round round on round.id = round_club.round_id join club on club.id = round_club.club_id`;

/** The clubs of a round with what has become of each. Who has only made one active or inactive has mended nothing. */
const clubsOf = (sql: Sql, roundId: number): Fragment => sql`
  select club.id, club.name, club.name_folded, club.contact, club.confirmed_on, ${isDue(sql)} as is_due, round_club.asked_at,
    round_club.failed_at, round_club.told_day > round.ends_on as is_told_later, round.key,
    case
      when ${isSilent(sql)} then case when ${hasAddress(sql)} then 'silent' else 'unreachable' end
      when club.id in (
        select change.club_id from club_step step join club_change change on change.step_id = step.id
        where step.done_at >= (select started_at from confirmation_round one where one.id = ${roundId})
          and change.before is not null and change.after - array['confirmed_on', 'is_active'] <> '{}'
      ) then 'mended'
      else 'confirmed'
    end as state
  from ${joined(sql)} where round.id = ${roundId}`;

/** How far a round has come, in clubs. */
export interface RoundProgress extends Record<RoundFilter, number> {
  clubs: number;
  /** To how many a letter was sent. */
  asked: number;
  /** To how many one may be sent now. */
  due: number;
  lastAskedAt: Date | null;
  /** How many have not answered, and have a letter that names a later last day than the round has. */
  toldLater: number;
}

/** Of all of its clubs, or of those whose names have this in them. */
export async function countRound(sql: Sql, roundId: number, name = ''): Promise<RoundProgress> {
  const [progress] = await sql<[RoundProgress]>`
    select count(*)::int as clubs,
      (count(*) filter (where state = 'confirmed'))::int as confirmed,
      (count(*) filter (where state = 'mended'))::int as mended,
      (count(*) filter (where state = 'silent'))::int as silent,
      (count(*) filter (where state = 'unreachable'))::int as unreachable,
      (count(*) filter (where ${isFailed(sql)}))::int as failed,
      count(asked_at)::int as asked, (count(*) filter (where is_due))::int as due, max(asked_at) as last_asked_at,
      (count(*) filter (where is_told_later and state in ('silent', 'unreachable')))::int as told_later
    from (${clubsOf(sql, roundId)}) one where ${isCalled(sql, name)}`;
  return progress;
}

const isCalled = (sql: Sql, name: string): Fragment =>
  name === '' ? sql`true` : sql`name_folded like ${searchPattern(name)}`;

/** The last letter could not be sent, and the club has not answered all the same. */
const isFailed = (sql: Sql): Fragment => sql`(failed_at is not null and state in ('silent', 'unreachable'))`;

/** A club of a round. */
export interface RoundClub {
  id: number;
  name: string;
  state: RoundState;
  contact: string | null;
  confirmedOn: Day | null;
  officers: string[];
  /** Whom a letter goes to. */
  addresses: string[];
  askedAt: Date | null;
  failedAt: Date | null;
  /** What its link holds; null when it has answered. */
  token: string | null;
}

/** Which clubs of a round are asked for: in any state where that is null, and by any name where that is empty. */
export interface RoundClubSearch {
  filter: RoundFilter | null;
  name: string;
}

/** The clubs of an open round by name, from a place on. */
export async function findRoundClubs(
  sql: Sql,
  roundId: number,
  { filter, name }: RoundClubSearch,
  { offset, limit }: { offset: number; limit: number | null },
): Promise<RoundClub[]> {
  const isWanted = filter === null ? sql`true` : filter === 'failed' ? isFailed(sql) : sql`state = ${filter}`;
  const found = await sql<(Omit<RoundClub, 'token'> & { key: string | null })[]>`
    select id, name, state, contact, confirmed_on::text, asked_at, failed_at, key, ${addressesOf(sql)} as addresses,
      (select coalesce(json_agg(site_user.name order by site_user.name, site_user.id), '[]')
        from club_officer join site_user on site_user.id = user_id where club_id = club.id) as officers
    from (${clubsOf(sql, roundId)}) club where ${isWanted} and ${isCalled(sql, name)}
    order by name, id limit ${limit}::integer offset ${offset}`;
  return found.map(({ key, ...club }) => ({
    ...club,
    token: key !== null && ['silent', 'unreachable'].includes(club.state) ? tokenOf(key, club.id) : null,
  }));
}

/** A club that has not answered, with what its link holds. */
export type UnansweredClub = RoundClub & { token: string };

/** All clubs of an open round that have not answered, by name. */
export async function findUnanswered(sql: Sql, roundId: number): Promise<UnansweredClub[]> {
  const clubs = await findRoundClubs(sql, roundId, { filter: null, name: '' }, { offset: 0, limit: null });
  return clubs.flatMap(({ token, ...club }) => (token === null ? [] : [{ ...club, token }]));
}

// --- Letters ---

/** Somebody else sends a letter that was begun so long ago: whoever began it has gone, since it does not take so long. */
const CLAIMED_FOR = '1 minute';

/** A letter that is to be sent. */
export interface DueLetter {
  clubId: number;
  clubName: string;
  token: string;
  addresses: string[];
  endsOn: Day;
}

/** The moment from which a run of letters counts: a letter that has failed since is not tried again in it. */
export async function beginRun(sql: Sql): Promise<Date> {
  const [{ now }] = await sql<[{ now: Date }]>`select clock_timestamp() as now`;
  return now;
}

/** A letter of a run, and not one that has failed in it. */
const isOfRun = (sql: Sql, roundId: number, since: Date): Fragment => sql`
  round.id = ${roundId} and ${isDue(sql)} and (round_club.failed_at is null or round_club.failed_at < ${since})`;

const isClaimed = (sql: Sql): Fragment => sql`
  coalesce(round_club.claimed_at >= now() - ${CLAIMED_FOR}::interval, false)`;

/** Takes one of the letters that may be sent, to one first that went to nobody yet: nobody else sends it now. */
export async function claimLetter(database: Database, roundId: number, since: Date): Promise<DueLetter | null> {
  const [claimed] = await database.begin(
    (tx) => tx<(Omit<DueLetter, 'token'> & { key: string })[]>`
      with due as materialized (
        select club.id, club.name, round.key, round.ends_on, ${addressesOf(tx)} as addresses
        from ${joined(tx)}
        where ${isOfRun(tx, roundId, since)} and not ${isClaimed(tx)}
        order by round_club.asked_at nulls first, club.id limit 1
        for update of round_club skip locked
      )
      update round_club set claimed_at = now() from due
      where round_club.round_id = ${roundId} and round_club.club_id = due.id
      returning due.id as club_id, due.name as club_name, due.key, due.ends_on::text, due.addresses`,
  );
  if (!claimed) return null;
  const { key, ...letter } = claimed;
  return { ...letter, token: tokenOf(key, letter.clubId) };
}

/** Whether others have begun letters of it: they may have gone, and what they have not sent is then to be sent. */
export async function hasClaims(sql: Sql, roundId: number, since: Date): Promise<boolean> {
  const found = await sql`
    select from ${joined(sql)} where ${isOfRun(sql, roundId, since)} and ${isClaimed(sql)} limit 1`;
  return found.length > 0;
}

/** Notes what has become of a letter that was claimed: which last day it has told, or that it could not be sent (null). */
export async function noteLetterSent(
  database: Database,
  roundId: number,
  clubId: number,
  toldDay: Day | null,
): Promise<void> {
  await database.begin(
    (tx) => tx`
      update round_club set ${
        toldDay === null
          ? tx`failed_at = clock_timestamp()`
          : tx`asked_at = now(), asked_count = asked_count + 1, told_day = ${toldDay}, failed_at = null`
      }, claimed_at = null
      where round_id = ${roundId} and club_id = ${clubId}`,
  );
}

// --- The end ---

/** What becomes of the clubs that have not answered. */
export const SILENT_FATES = ['leave', 'deactivate'] as const;
export type SilentFate = (typeof SILENT_FATES)[number];

/** The clubs that have not answered the open round. */
export const SILENT: DeskChoice = { filter: { name: '', isActive: null, category: '', missing: ['answer'] } };

/**
 * Ends a round, and makes those inactive that have not answered, in one step, where that is wanted: exactly the ones that
 * `shown` is of.
 */
export async function endRound(
  database: Database,
  actor: Actor,
  roundId: number,
  fate: SilentFate,
  shown: string,
): Promise<{ outcome: 'ended'; deactivated: number } | { outcome: 'outdated' | 'gone' }> {
  return await takeTurn(database, 'bulk', actor, async (tx) => {
    const [round] = await tx`select from confirmation_round where id = ${roundId} and ended_at is null for update`;
    if (!round) return { outcome: 'gone' };
    const progress = await countRound(tx, roundId);
    let deactivated = 0;
    if (fate === 'deactivate') {
      const done = await changeChosen(tx, SILENT, { action: 'deactivate' }, shown);
      if (done.outcome !== 'done') return { outcome: 'outdated' };
      deactivated = done.changed;
    }
    await tx`
      update confirmation_round
      set ended_at = now(), ended_by = ${actor.userId}, silent_fate = ${fate}, key = null, clubs = ${progress.clubs}, confirmed = ${progress.confirmed},
        mended = ${progress.mended}, deactivated = ${deactivated},
        deactivated_in = nullif(current_setting('club_directory.step_id', true), '')::bigint
      where id = ${roundId}`;
    return { outcome: 'ended', deactivated };
  });
}

/** A round that is over, with what it came to, in clubs. */
export interface PastRound {
  id: number;
  startedOn: Day;
  endedAt: Date;
  /** Who has ended it; null when the account is gone. */
  endedBy: string | null;
  endedById: number | null;
  /** What was chosen for the clubs without an answer; null where nobody has kept it. */
  fate: SilentFate | null;
  clubs: number;
  confirmed: number;
  mended: number;
  deactivated: number;
  /** The step that made them inactive; null where none was. */
  stepId: number | null;
}

/** So many of them are listed. */
const ROUNDS_LISTED = 20;

/** The rounds that are over, the last first. */
export async function findPastRounds(sql: Sql): Promise<PastRound[]> {
  return await sql<PastRound[]>`
    select id, started_on::text, ended_at, (select name from site_user where site_user.id = ended_by) as ended_by, ended_by as ended_by_id,
      silent_fate as fate, clubs, confirmed, mended, deactivated, deactivated_in::float8 as step_id
    from confirmation_round where ended_at is not null order by id desc limit ${ROUNDS_LISTED}`;
}
