import type { Database } from '../../../../db/client.ts';
import type { User } from '../../../accounts/permissions.ts';
import { readInboxAction } from './inbox-page.ts';
import { closeMessages, deleteMessages, reopenMessages } from './queries.ts';
import { acceptProposal, type Accepted } from './submission.ts';

export type InboxFormResult =
  | Extract<Accepted, { outcome: 'made' | 'refused' }>
  | { outcome: 'done'; done: 'messagesClosed' | 'messagesReopened' | 'messagesDeleted' }
  /** The messages were dealt with in the meantime. */
  | { outcome: 'conflict' }
  | { outcome: 'notAllowed' }
  | { outcome: 'noneChosen' };

/** Does what the form of the inbox asks for. `mayAccept`: whether the user may turn proposals into clubs. */
export async function submitInboxForm(
  sql: Database,
  form: FormData,
  user: User,
  mayAccept: boolean,
): Promise<InboxFormResult> {
  const asked = readInboxAction(form);
  const resultOf = (changed: number, done: Extract<InboxFormResult, { outcome: 'done' }>['done']) =>
    changed > 0 ? ({ outcome: 'done', done } as const) : ({ outcome: 'conflict' } as const);
  switch (asked?.action) {
    case 'accept': {
      if (!mayAccept) return { outcome: 'notAllowed' };
      const accepted = await acceptProposal(sql, asked.messageId, user);
      return accepted.outcome === 'gone' ? { outcome: 'conflict' } : accepted;
    }
    case 'close':
      return resultOf(await closeMessages(sql, asked.messageIds, user.id), 'messagesClosed');
    case 'reopen':
      return resultOf(await reopenMessages(sql, asked.messageIds), 'messagesReopened');
    case 'delete':
      return resultOf(await deleteMessages(sql, asked.messageIds), 'messagesDeleted');
    case undefined:
      return { outcome: 'noneChosen' };
  }
}
