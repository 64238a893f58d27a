import type { Database, Transaction } from '../../../db/client.ts';
import { clubsOfAddress } from '../record/club-addresses.ts';
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

/** The link expired in the meantime. */
export class LinkExpiredError extends Error {
  override name = 'LinkExpiredError';
}

/**
 * Checks that a link still belongs to its club, which stays so until the transaction ends: that the round is open, or
 * that the club has the address. Requires the lock of `withWriteLock`.
 */
async function lockLink(tx: Transaction, holder: LinkHolder): Promise<void> {
  const { clubId } = holder;
  const [link] =
    'email' in holder
      ? await tx`select from club where id = ${clubId} and id in ${clubsOfAddress(tx, holder.email)}`
      : await tx`
          select from confirmation_round round
          where id = ${holder.roundId} and ended_at is null and ends_on >= ${today()}::date
            and exists (select from round_club where round_id = round.id and club_id = ${clubId})
          for share`;
  if (!link) throw new LinkExpiredError(`The link to edit the club ${clubId} has expired.`);
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
    if ('clubId' in author) await lockLink(tx, author);
    await beginStep(tx, { kind, actor: author });
    const outcome = await work(tx);
    if ('clubId' in author) {
      const roundId = 'roundId' in author ? author.roundId : null;
      // The step exists only if something changed.
      await tx`
        update club_step set round_id = ${roundId}, is_by_email_link = ${roundId === null}
        where id = nullif(current_setting('club_directory.step_id', true), '')::bigint`;
    }
    return outcome;
  });
}

/** The constraint of the table that an error of the database names. */
export const constraintOf = (error: unknown): string | null =>
  error instanceof Error && 'constraint_name' in error ? String(error.constraint_name) : null;
