import * as v from 'valibot';
import type { Database } from '../../../../db/client.ts';
import type { User } from '../../../accounts/permissions.ts';
import { ClubIdSchema } from '../../search.ts';
import { findSimilarClubs } from '../../directory/index-queries.ts';
import { loadList, readListSearch } from '../../paged-list.ts';
import { PROPOSED_FIELDS, TOPICS } from './message-form.ts';
import { closeMessage, countMessages, deleteMessage, findMessages, findNextMessage, reopenMessage } from './queries.ts';
import { acceptContact, acceptProposal, type Accepted } from './submission.ts';

const SCHEMAS = { state: v.picklist(['', 'closed']), about: v.picklist(['', ...TOPICS, 'proposal']) };

export type About = v.InferOutput<(typeof SCHEMAS)['about']>;

export type InboxPage = NonNullable<Awaited<ReturnType<typeof loadInboxPage>>>;

/** Null when the query string is invalid. */
export const readInboxSearch = (params: URLSearchParams) => readListSearch(SCHEMAS, params);

/** Null when the query string is invalid. */
export async function loadInboxPage(sql: Database, params: URLSearchParams) {
  const search = readInboxSearch(params);
  if (!search) return null;
  const { state, about } = search.values;
  const filter = { isClosed: state === 'closed', about };
  const list = await loadList(search, await countMessages(sql, filter), async (slice) => {
    const messages = await findMessages(sql, filter, slice);
    return await Promise.all(
      messages.map(async (message) => ({
        ...message,
        // The fields of a proposal in the order of its form, without the name.
        texts: PROPOSED_FIELDS.flatMap((field) => {
          const text = field === 'name' ? '' : message.texts?.[field];
          return text ? [[field, text] as const] : [];
        }),
        // For an open proposal: the clubs that it may be.
        similar: message.texts && message.closedAt === null ? await findSimilarClubs(sql, message.texts) : [],
      })),
    );
  });
  return { isClosed: filter.isClosed, about, list };
}

export type InboxResult =
  | Extract<Accepted, { outcome: 'refused' }>
  | { outcome: 'done'; done: 'messagesReopened' | 'messagesDeleted' | 'cellSaved' }
  /** `next` is the message to read next; `clubId` is the club that a proposal became, by the change `stepId`. */
  | { outcome: 'closed'; id: number; next: number | null; clubId: number | null; stepId: number | null }
  /** `conflict`: someone else was faster, or there is no such message. */
  | { outcome: 'conflict' | 'invalid' };

const ACTIONS = ['accept', 'accept_contact', 'close', 'reopen', 'delete'] as const;

/** Creates a proposed club (`accept`), saves a new contact, or closes, reopens or deletes a message. */
export async function submitInboxForm(sql: Database, form: FormData, user: User, about: string): Promise<InboxResult> {
  const action = ACTIONS.find((name) => form.has(name));
  const parsed = v.safeParse(ClubIdSchema, action && form.get(action));
  if (!action || !parsed.success) return { outcome: 'invalid' };
  const id = parsed.output;
  const closed = async (clubId: number | null, stepId: number | null = null): Promise<InboxResult> => ({
    outcome: 'closed',
    id,
    next: await findNextMessage(sql, id, about),
    clubId,
    stepId,
  });
  const report = (isDone: boolean, done: Extract<InboxResult, { outcome: 'done' }>['done']): InboxResult =>
    isDone ? { outcome: 'done', done } : { outcome: 'conflict' };
  switch (action) {
    case 'accept': {
      const accepted = await acceptProposal(sql, id, user);
      if (accepted.outcome === 'created') return await closed(accepted.clubId, accepted.stepId);
      return accepted.outcome === 'gone' ? { outcome: 'conflict' } : accepted;
    }
    case 'accept_contact':
      return report(await acceptContact(sql, id, user), 'cellSaved');
    case 'close': {
      const isClosed = await sql.begin((tx) => closeMessage(tx, id, user.id));
      return isClosed ? await closed(null) : { outcome: 'conflict' };
    }
    case 'reopen':
      return report(await reopenMessage(sql, id), 'messagesReopened');
    case 'delete':
      return report(await deleteMessage(sql, id), 'messagesDeleted');
  }
}
