import type { Database, Transaction } from '../../../db/client.ts';
import { today } from '../record/day.ts';
import { beginStep, type Actor, type Author, type LinkHolder, type StepKind } from './step.ts';

/* Transactions that change clubs, serialized by a lock. */

/** The account of the user was deleted in the meantime. The middleware handles it. */
export class NoAccountError extends Error {
  override name = 'NoAccountError';
}

/** Locks the account of the user, which the step names, until the transaction ends. */
export async function lockAccount(tx: Transaction, { id }: Actor): Promise<void> {
  const [account] = await tx`select from site_user where id = ${id} for key share`;
  if (!account) throw new NoAccountError(`There is no account ${id}.`);
}

/** The confirmation link expired in the meantime. */
export class LinkExpiredError extends Error {
  override name = 'LinkExpiredError';
}

/** Locks the round of a link, so that it stays open until the transaction ends. Requires the lock of `withWriteLock`. */
async function lockRound(tx: Transaction, { roundId, clubId }: LinkHolder): Promise<void> {
  const [round] = await tx`
    select from confirmation_round round
    where id = ${roundId} and ended_at is null and ends_on >= ${today()}::date
      and exists (select from round_club where round_id = round.id and club_id = ${clubId})
    for share`;
  if (!round) throw new LinkExpiredError(`There is no open round ${roundId} with the club ${clubId}.`);
}

/** Runs a transaction as one step of the history, while no other club is saved and no file is imported. */
export async function withWriteLock<Outcome>(
  database: Database,
  kind: StepKind,
  author: Author,
  work: (tx: Transaction) => Promise<Outcome>,
): Promise<Outcome> {
  return await database.begin(async (tx) => {
    if ('id' in author) await lockAccount(tx, author);
    await tx`select club_take_turn()`;
    if ('roundId' in author) await lockRound(tx, author);
    await beginStep(tx, { kind, actor: author });
    const outcome = await work(tx);
    if ('roundId' in author) {
      // The step exists only if something changed.
      await tx`
        update club_step set round_id = ${author.roundId}
        where id = nullif(current_setting('club_directory.step_id', true), '')::bigint`;
    }
    return outcome;
  });
}

/** The constraint of the table that an error of the database names. */
export const constraintOf = (error: unknown): string | null =>
  error instanceof Error && 'constraint_name' in error ? String(error.constraint_name) : null;
