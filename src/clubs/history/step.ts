import type { Sql, Transaction } from '../../../db/client.ts';
import type { Fragment } from '../../lib/sql.ts';
import type { Messages } from '../../messages/en.ts';

/* A step of the history: the changes of one transaction. Triggers store it; the writer only describes it. */

/** `other`: changes that no one described, such as SQL by hand. */
export type StepKind = keyof Messages['board']['kinds'];

/** A user who changes clubs. The history stores the current name. */
export interface Actor {
  id: number;
  name: string;
}

/** Someone without an account who uses a link of the yearly confirmation, or one that was sent to an address of a club. */
export type LinkHolder = { clubId: number } & ({ roundId: number } | { email: string });

export type Author = Actor | LinkHolder;

export interface NewStep {
  kind: StepKind;
  actor?: Author;
  note?: string;
  /** The step that an undo reverts. */
  undoes?: number;
}

/** Describes the changes that this transaction makes. Without changes, no step is stored. */
export async function beginStep(tx: Transaction, { kind, actor, note, undoes }: NewStep): Promise<void> {
  const { id: userId, name: userName } = actor && 'id' in actor ? actor : {};
  const step = JSON.stringify({ kind, userId, userName, note, undoes });
  await tx`select set_config('club_directory.step', ${step}, true), set_config('club_directory.step_id', '', true)`;
}

/** The id of the step of this transaction; null if nothing has changed. */
export async function readStepId(tx: Transaction): Promise<number | null> {
  const [{ id }] = await tx<[{ id: number | null }]>`
    select nullif(current_setting('club_directory.step_id', true), '')::float8 as id`;
  return id;
}

export interface StepSummary {
  id: number;
  kind: StepKind;
  /** In ISO 8601. */
  doneAt: string;
  /** Null when the user is unknown or the account was deleted. */
  userId: number | null;
  userName: string;
  userEmail: string | null;
  /** By a link of the yearly confirmation. */
  isByLink: boolean;
  isByEmailLink: boolean;
  note: string;
}

/** The column `step` with the summary of the row `step`. */
export const stepColumn = (sql: Sql): Fragment => sql`
  jsonb_build_object('id', step.id, 'kind', kind, 'doneAt', done_at, 'userId', user_id, 'userName', user_name,
    'note', note, 'isByLink', step.round_id is not null, 'isByEmailLink', step.is_by_email_link,
    'userEmail', (select email from site_user where site_user.id = user_id)) as step`;
