import * as v from 'valibot';
import type { Database } from '../../../../db/client.ts';
import type { User } from '../../../accounts/permissions.ts';
import { ClubIdSchema } from '../../search.ts';
import { findSimilarClubs } from '../../directory/index-queries.ts';
import { BOARD_PAGE_SIZE, loadList, readListSearch } from '../../paged-list.ts';
import { PROPOSED_FIELDS, TOPICS } from './message-form.ts';
import {
  closeMessages,
  countMessages,
  countOpen,
  deleteMessages,
  findMessages,
  findNextMessage,
  reopenMessages,
} from './queries.ts';
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
  const areChosen = params.get('chosen') === 'page';
  return { isClosed: filter.isClosed, about, list, areChosen, open: await countOpen(sql) };
}

const ActionSchema = v.object({
  action: v.picklist(['close', 'reopen', 'delete']),
  ids: v.pipe(v.array(ClubIdSchema), v.minLength(1), v.maxLength(BOARD_PAGE_SIZE)),
});

export type InboxResult =
  | Extract<Accepted, { outcome: 'created' | 'refused' }>
  | { outcome: 'done'; done: 'messagesClosed' | 'messagesReopened' | 'messagesDeleted' | 'cellSaved' }
  /** One message; `next` is the one to read next. */
  | { outcome: 'closed'; id: number; next: number | null }
  /** `conflict`: someone else was faster. */
  | { outcome: 'conflict' | 'noneChosen' };

/** Creates a proposed club (`accept`), saves a new contact, or closes, reopens or deletes messages. */
export async function submitInboxForm(sql: Database, form: FormData, user: User, about: string): Promise<InboxResult> {
  if (form.has('accept')) {
    const id = v.safeParse(ClubIdSchema, form.get('accept'));
    if (!id.success) return { outcome: 'noneChosen' };
    const accepted = await acceptProposal(sql, id.output, user);
    return accepted.outcome === 'gone' ? { outcome: 'conflict' } : accepted;
  }
  if (form.has('accept_contact')) {
    const id = v.safeParse(ClubIdSchema, form.get('accept_contact'));
    const outcome = id.success ? await acceptContact(sql, id.output, user) : 'gone';
    return outcome === 'saved' ? { outcome: 'done', done: 'cellSaved' } : { outcome: 'conflict' };
  }
  if (form.has('close')) {
    const id = v.safeParse(ClubIdSchema, form.get('close'));
    if (!id.success || (await closeMessages(sql, [id.output], user.id)) === 0) return { outcome: 'conflict' };
    return { outcome: 'closed', id: id.output, next: await findNextMessage(sql, id.output, about) };
  }
  const parsed = v.safeParse(ActionSchema, { action: form.get('action'), ids: form.getAll('message') });
  if (!parsed.success) return { outcome: 'noneChosen' };
  const { action, ids } = parsed.output;
  const actions = {
    close: { run: () => closeMessages(sql, ids, user.id), done: 'messagesClosed' },
    reopen: { run: () => reopenMessages(sql, ids), done: 'messagesReopened' },
    delete: { run: () => deleteMessages(sql, ids), done: 'messagesDeleted' },
  } as const;
  const changed = await actions[action].run();
  return changed > 0 ? { outcome: 'done', done: actions[action].done } : { outcome: 'conflict' };
}
