import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { User } from '../../../accounts/permissions.ts';
import type { Database } from '../../../../db/client.ts';
import { countAddressIn, countIn, type Wait } from '../../../count-in.ts';
import { isLoopbackAddress } from '../../../ip-address.ts';
import type { Locale } from '../../../messages/locales.ts';
import { messages } from '../../../messages/messages.ts';
import type { ClubIssue } from '../../edit/form.ts';
import { createClub } from '../../edit/save.ts';
import { readProposedClub } from './message-form.ts';
import { closeProposal, findProposal, keepMessage, nameMadeClub, type NewMessage } from './queries.ts';

/** So many messages an hour are taken from one address. */
export const MESSAGES_AN_HOUR = 10;

/** And so many from this machine, which may be a proxy that no setting names, with one address for all visitors. */
export const MESSAGES_AN_HOUR_HERE = 100;
/** In so many seconds whoever found the inbox full may try again. */
export const FULL_SECONDS = 24 * 60 * 60;

const HOUR = 60 * 60;
const ofAddress = new RateLimiterMemory({ keyPrefix: 'message', points: MESSAGES_AN_HOUR, duration: HOUR });
const ofHere = new RateLimiterMemory({ keyPrefix: 'message-here', points: MESSAGES_AN_HOUR_HERE, duration: HOUR });

/** Takes a message of somebody without an account, who asks from this address; how many wait is bounded besides. */
export async function sendMessage(
  sql: Database,
  message: NewMessage,
  clientAddress: string,
): Promise<'kept' | 'full' | Wait> {
  const slowed = isLoopbackAddress(clientAddress)
    ? await countIn(ofHere, 'loopback')
    : await countAddressIn(ofAddress, clientAddress);
  return slowed ?? (await keepMessage(sql, message));
}

/** What a page knows of who sends its form, and how it is answered. */
export interface FormPage {
  clientAddress: string;
  locals: { locale: Locale };
  response: ResponseInit & { readonly headers: Headers };
}

/** Takes what the form of a page was sent with: null where it is kept, else why not, which the answer says by its status too. */
export async function sendByForm(sql: Database, message: NewMessage, page: FormPage): Promise<string | null> {
  const { clientAddress, locals, response } = page;
  const t = messages(locals.locale).notes;
  const sent = await sendMessage(sql, message, clientAddress);
  if (sent === 'kept') return null;
  if (sent === 'full') {
    response.status = 503;
    response.headers.set('Retry-After', String(FULL_SECONDS));
    return t.full;
  }
  response.status = 429;
  response.headers.set('Retry-After', String(sent.waitSeconds));
  return t.slowed(Math.ceil(sent.waitSeconds / 60));
}

/** What became of a proposal that was to be a club. */
export type Accepted =
  | { outcome: 'made'; clubId: number }
  /** Its name is taken by now, or the rules have become stricter. */
  | { outcome: 'refused'; name: string; issues: readonly ClubIssue[] }
  /** Somebody else has done it, or deleted it. */
  | { outcome: 'gone' };

/** Makes a club of a proposal, which is done by that; all of it or nothing. */
export async function acceptProposal(sql: Database, messageId: number, user: User): Promise<Accepted> {
  const texts = await findProposal(sql, messageId);
  if (!texts) return { outcome: 'gone' };
  const { value, issues } = readProposedClub(texts);
  const { name = '' } = texts;
  if (!value) return { outcome: 'refused', name, issues };
  try {
    const actor = { userId: user.id, name: user.name };
    const made = await createClub(sql, actor, { ...value, isActive: true }, async (tx) => {
      if (!(await closeProposal(tx, messageId, user.id)))
        throw new ClosedMeanwhileError(`Message ${messageId} is done.`);
      return null;
    });
    if (made.outcome === 'refused') return { ...made, name };
    await nameMadeClub(sql, messageId, made.club.id, user.id);
    return { outcome: 'made', clubId: made.club.id };
  } catch (error) {
    if (error instanceof ClosedMeanwhileError) return { outcome: 'gone' };
    throw error;
  }
}

/** Undoes the transaction of who came second. */
class ClosedMeanwhileError extends Error {
  override name = 'ClosedMeanwhileError';
}
