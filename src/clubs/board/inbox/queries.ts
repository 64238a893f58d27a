import { hash } from 'node:crypto';
import type { Database, Sql, Transaction } from '../../../../db/client.ts';
import { countRows, firstOf, hasWritten, type Fragment } from '../../../lib/sql.ts';
import type { Slice } from '../../paged-list.ts';
import type { ProposedTexts, Topic } from './message-form.ts';

export const MAX_OPEN_MESSAGES = 500;
/** The retention of closed messages, in days. */
export const MESSAGE_RETENTION_DAYS = 90;

/** A report has a club and a topic, a proposal has texts. */
export interface NewMessage extends Pick<InboxMessage, 'kind' | 'clubName' | 'message' | 'sender'> {
  clubId?: number;
  topic?: Topic;
  texts?: ProposedTexts;
}

const STORED_REPORT = 'suggestion';

export interface InboxMessage {
  id: number;
  kind: 'report' | 'proposal';
  /** The club of a report, or the club that was created from a proposal. */
  clubId: number | null;
  /** Its current name, or its name when the message was sent. */
  clubName: string;
  isThere: boolean;
  topic: Topic | null;
  message: string;
  texts: ProposedTexts | null;
  sender: string;
  sentAt: Date;
  closedAt: Date | null;
  /** The name of the user; empty if the account was deleted. */
  closedBy: string;
}

/** Stored as pairs, because the driver converts the keys of objects to camelCase. */
type StoredTexts = [field: string, text: string][];

/** Saves a message, unless the same one is open. `full`: too many messages are open. */
export const saveMessage = (database: Database, message: NewMessage): Promise<'saved' | 'full'> =>
  database.begin((tx) => insertMessage(tx, message));

export async function insertMessage(tx: Transaction, message: NewMessage): Promise<'saved' | 'full'> {
  const { clubId = null, clubName, topic = null, texts = null, message: text, sender } = message;
  const kind = message.kind === 'report' ? STORED_REPORT : message.kind;
  const digest = hash('sha256', JSON.stringify([kind, clubId, clubName, topic, text, texts, sender]));
  // The lock serializes concurrent messages, so that the count is exact.
  await tx`lock table inbox_message in share row exclusive mode`;
  const open = await countRows(tx, tx`inbox_message where closed_at is null and digest <> ${digest}`);
  if (open >= MAX_OPEN_MESSAGES) return 'full';
  await tx`
    insert into inbox_message (kind, club_id, club_name, topic, message, texts, sender, digest)
    values (${kind}, ${clubId}, ${clubName}, ${topic}, ${text},
      ${texts === null ? null : tx.json(Object.entries(texts))}, ${sender}, ${digest})
    on conflict (digest) where closed_at is null do nothing`;
  return 'saved';
}

/** `about`: a topic, or `proposal`; empty for all. */
export interface MessageFilter {
  isClosed: boolean;
  about: string;
}

const matching = (sql: Sql, { isClosed, about }: MessageFilter): Fragment => sql`
  (closed_at is not null) = ${isClosed} and (${about} = '' or coalesce(topic, kind) = ${about})`;

export const countMessages = (sql: Sql, filter: MessageFilter): Promise<number> =>
  countRows(sql, sql`inbox_message where ${matching(sql, filter)}`);

export const countOpen = (sql: Sql): Promise<number> => countMessages(sql, { isClosed: false, about: '' });

/** Open messages, the oldest first, or closed ones, the last closed first. */
export async function findMessages(sql: Sql, filter: MessageFilter, { offset, limit }: Slice): Promise<InboxMessage[]> {
  const order = filter.isClosed ? sql`closed_at desc, inbox_message.id desc` : sql`inbox_message.id`;
  const rows = await sql<(Omit<InboxMessage, 'texts'> & { texts: StoredTexts | null })[]>`
    select inbox_message.id, case kind when ${STORED_REPORT} then 'report' else kind end as kind, club_id, coalesce(club.name, club_name) as club_name,
      club.id is not null as is_there, topic, message, texts, sender, sent_at, closed_at,
      coalesce(site_user.name, '') as closed_by
    from inbox_message
    left join club on club.id = club_id
    left join site_user on site_user.id = closed_by
    where ${matching(sql, filter)}
    order by ${order} limit ${limit} offset ${offset}`;
  return rows.map((row) => ({ ...row, texts: row.texts && Object.fromEntries(row.texts) }));
}

/** The open message after another one, or else the first one; null for none. */
export async function findNextMessage(sql: Sql, messageId: number, about: string): Promise<number | null> {
  const [next] = await sql<{ id: number }[]>`
    select id from inbox_message where ${matching(sql, { isClosed: false, about })} order by id < ${messageId}, id limit 1`;
  return next?.id ?? null;
}

/** The texts of an open proposal that did not become a club yet; null for any other message. */
export async function findProposal(sql: Sql, messageId: number): Promise<ProposedTexts | null> {
  const [row] = await sql<{ texts: StoredTexts }[]>`
    select texts from inbox_message where id = ${messageId} and kind = 'proposal' and closed_at is null
      and not exists (select from club where id = club_id)`;
  return row ? Object.fromEntries(row.texts) : null;
}

/** The club and the contact of an open message with a new contact; null for any other message. */
export const findNewContact = (sql: Sql, messageId: number) =>
  firstOf(sql<{ clubId: number; contact: string }[]>`
    select club_id, message as contact from inbox_message
    where id = ${messageId} and topic = 'newContact' and closed_at is null`);

/** The contact that an edit link asked for last and that waits for the board, empty to remove it; null for none. */
export async function findRequestedContact(sql: Sql, clubId: number): Promise<string | null> {
  const [row] = await sql<{ contact: string }[]>`
    select message as contact from inbox_message
    where club_id = ${clubId} and topic = 'newContact' and closed_at is null order by id desc limit 1`;
  return row?.contact ?? null;
}

/** Closes a message; false if it was closed already. */
export async function closeMessage(tx: Transaction, messageId: number, userId: number): Promise<boolean> {
  const closed = await tx`
    update inbox_message set closed_at = now(), closed_by = ${userId}
    where id = ${messageId} and closed_at is null`;
  return closed.count > 0;
}

/** Links a proposal to its club, and closes it if the user had created that club a moment before. */
export const linkProposal = (database: Database, messageId: number, clubId: number, userId: number): Promise<unknown> =>
  database.begin(
    (tx) => tx`
      update inbox_message
      set club_id = ${clubId}, closed_at = coalesce(closed_at, now()),
        closed_by = case when closed_at is null then ${userId}::integer else closed_by end
      where id = ${messageId} and kind = 'proposal'`,
  );

/** Reopens a message, unless the same one is open; then false. */
export const reopenMessage = (database: Database, messageId: number): Promise<boolean> =>
  database.begin(async (tx) => {
    await tx`lock table inbox_message in share row exclusive mode`;
    const reopened = await tx`
      update inbox_message closed set closed_at = null, closed_by = null
      where id = ${messageId} and closed_at is not null
        and not exists (select from inbox_message open where open.digest = closed.digest and open.closed_at is null)`;
    return reopened.count > 0;
  });

/** Deletes a message permanently; false if someone else did. */
export const deleteMessage = (database: Database, messageId: number): Promise<boolean> =>
  hasWritten(database, (tx) => tx`delete from inbox_message where id = ${messageId}`);

/** Deletes messages at the end of their retention. Returns whether there were any. */
export const deleteOldMessages = (database: Database): Promise<boolean> =>
  hasWritten(
    database,
    (tx) => tx`
      delete from inbox_message where closed_at < now() - make_interval(days => ${MESSAGE_RETENTION_DAYS}::integer)`,
  );
