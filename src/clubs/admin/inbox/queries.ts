import { createHash } from 'node:crypto';
import type { Database, Sql, Transaction } from '../../../../db/client.ts';
import { INTEGER_ARRAY } from '../../../sql-fragments.ts';
import { foldForSearch, searchPattern } from '../../list/fold.ts';
import type { ClubReference } from '../../queries.ts';
import type { ProposedTexts, Topic } from './message-form.ts';

/** So many messages wait at most; whoever writes more is told that there is no room. */
export const MOST_OPEN = 500;
/** So long a message is kept that is done, in days. */
export const KEPT_DAYS = 90;

/** What somebody has written. */
export type NewMessage =
  | { kind: 'suggestion'; clubId: number; clubName: string; topic: Topic; message: string; sender: string }
  | { kind: 'proposal'; clubName: string; texts: ProposedTexts; message: string; sender: string };

/** A message as the board reads it. */
export interface InboxMessage {
  id: number;
  kind: 'suggestion' | 'proposal';
  /** Of a suggestion the club that it is about, of a proposal the one that was made of it, if any. */
  clubId: number | null;
  /** As it is called now, or was when it was written of. */
  clubName: string;
  /** Whether there is such a club. */
  isThere: boolean;
  topic: Topic | null;
  message: string;
  texts: ProposedTexts | null;
  sender: string;
  sentAt: Date;
  closedAt: Date | null;
  /** Who has closed it, by name; empty for nobody who is known. */
  closedBy: string;
}

/** Clubs that a search cannot tell from one of this name: the same but for case, accents and ligatures. At most three. */
export async function findClubsCalled(sql: Sql, name: string): Promise<ClubReference[]> {
  // By the pattern an index is of use.
  return await sql<ClubReference[]>`
    select id, name, is_active from club
    where name_folded like ${searchPattern(name)} and name_folded = ${foldForSearch(name)} collate "C"
    order by name, id limit 3`;
}

/** As the table has them: names as keys would come back as those of rows do, in camelCase. */
type StoredTexts = [field: string, text: string][];
const readTexts = (stored: StoredTexts): ProposedTexts => Object.fromEntries(stored);

/** Keeps a message; the same once more, while it is open, changes nothing. `full` where too many wait. */
export async function keepMessage(sql: Database, message: NewMessage): Promise<'kept' | 'full'> {
  return await sql.begin(async (tx) => {
    const { kind, clubName, message: text, sender } = message;
    const clubId = message.kind === 'suggestion' ? message.clubId : null;
    const topic = message.kind === 'suggestion' ? message.topic : null;
    const texts = message.kind === 'proposal' ? message.texts : null;
    const digest = createHash('sha256')
      .update(JSON.stringify([kind, clubId, clubName, topic, text, texts, sender]))
      .digest('hex');
    // One after the other: what many send at once is counted, too.
    await tx`lock table inbox_message in share row exclusive mode`;
    const [{ open }] = await tx<[{ open: number }]>`
      select count(*)::integer as open from inbox_message where closed_at is null and digest <> ${digest}`;
    if (open >= MOST_OPEN) return 'full';
    await tx`
      insert into inbox_message (kind, club_id, club_name, topic, message, texts, sender, digest)
      values (${kind}, ${clubId}, ${clubName}, ${topic}, ${text},
        ${texts === null ? null : tx.json(Object.entries(texts))}, ${sender}, ${digest})
      on conflict (digest) where closed_at is null do nothing`;
    return 'kept';
  });
}

/** How many messages wait. */
export async function countOpen(sql: Sql): Promise<number> {
  const [{ open } = { open: 0 }] = await sql<{ open: number }[]>`
    select count(*)::integer as open from inbox_message where closed_at is null`;
  return open;
}

/** Up to `limit` messages: of those that wait the oldest first, of the others what was done last. */
export async function listMessages(
  sql: Sql,
  { isClosed, limit }: { isClosed: boolean; limit: number },
): Promise<InboxMessage[]> {
  const order = isClosed ? sql`closed_at desc, inbox_message.id desc` : sql`inbox_message.id`;
  const found = await sql<(Omit<InboxMessage, 'texts'> & { texts: StoredTexts | null })[]>`
    select inbox_message.id, kind, club_id, coalesce(club.name, club_name) as club_name,
      club.id is not null as is_there, topic, message, texts, sender, sent_at, closed_at,
      coalesce(site_user.name, '') as closed_by
    from inbox_message
    left join club on club.id = club_id
    left join site_user on site_user.id = closed_by
    where (closed_at is not null) = ${isClosed}
    order by ${order} limit ${limit}`;
  return found.map((row) => ({ ...row, texts: row.texts && readTexts(row.texts) }));
}

/** The texts of a proposal that waits, and was made no club that is there; null for any other. */
export async function findProposal(sql: Sql, messageId: number): Promise<ProposedTexts | null> {
  const [found] = await sql<{ texts: StoredTexts }[]>`
    select texts from inbox_message where id = ${messageId} and kind = 'proposal' and closed_at is null
      and not exists (select from club where id = club_id)`;
  return found ? readTexts(found.texts) : null;
}

/** Marks a proposal as done, of which a club is made in the same transaction; false when somebody else has. */
export async function closeProposal(tx: Transaction, messageId: number, userId: number): Promise<boolean> {
  const closed = await tx`
    update inbox_message set closed_at = now(), closed_by = ${userId}
    where id = ${messageId} and kind = 'proposal' and closed_at is null`;
  return closed.count > 0;
}

/**
 * Says of a proposal which club was made of it, which is done by that also where the club was there already, as somebody
 * has just made it.
 */
export const nameMadeClub = (sql: Database, messageId: number, clubId: number, userId: number): Promise<unknown> =>
  sql.begin(
    (tx) => tx`
      update inbox_message
      set club_id = ${clubId}, closed_at = coalesce(closed_at, now()),
        closed_by = case when closed_at is null then ${userId}::integer else closed_by end
      where id = ${messageId} and kind = 'proposal'`,
  );

/** Marks messages as done; answers how many were open. */
export const closeMessages = (sql: Database, ids: readonly number[], userId: number): Promise<number> =>
  sql.begin(async (tx) => {
    const closed = await tx`
      update inbox_message set closed_at = now(), closed_by = ${userId}
      where id = any(${tx.array([...ids], INTEGER_ARRAY)}::integer[]) and closed_at is null`;
    return closed.count;
  });

/** Makes messages wait again, but for one that was sent again meanwhile; answers how many. */
export const reopenMessages = (sql: Database, ids: readonly number[]): Promise<number> =>
  sql.begin(async (tx) => {
    // What is sent at the same moment comes before it, or after.
    await tx`lock table inbox_message in share row exclusive mode`;
    const opened = await tx`
      update inbox_message set closed_at = null, closed_by = null
      where id in (
        select distinct on (digest) id from inbox_message closed
        where id = any(${tx.array([...ids], INTEGER_ARRAY)}::integer[]) and closed_at is not null
          and not exists (select from inbox_message open where open.digest = closed.digest and open.closed_at is null)
        order by digest, id
      )`;
    return opened.count;
  });

/** Deletes messages for good; answers how many there were. */
export const deleteMessages = (sql: Database, ids: readonly number[]): Promise<number> =>
  sql.begin(async (tx) => {
    const deleted = await tx`
      delete from inbox_message where id = any(${tx.array([...ids], INTEGER_ARRAY)}::integer[])`;
    return deleted.count;
  });

/** Deletes what was done long enough ago; answers how many messages. */
export const deleteOldMessages = (sql: Database): Promise<number> =>
  sql.begin(async (tx) => {
    const deleted = await tx`
      delete from inbox_message where closed_at < now() - make_interval(days => ${KEPT_DAYS}::integer)`;
    return deleted.count;
  });
